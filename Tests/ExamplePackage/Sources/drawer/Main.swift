import Drawers
import Pantograph
import Reports

/// Draws a drawer line by line while a recording drives it: `drawer RECORDING INTERACTION`.
@main struct Main: TrajectorySink {
  var drawer = Drawer()

  mutating func receive(_ sample: Sample) throws(Never) {
    drawer.receive(sample)
    print(DrawerReport(of: drawer))
  }

  mutating func receive(_ event: TrajectoryEvent) throws(Never) {
    drawer.receive(event)
    if case .completed = event.kind { print(drawer.isOpen ? "open" : "closed") }
  }

  static func main() throws {
    let (recording, file) = (CommandLine.arguments[1], CommandLine.arguments[2])
    var replay = try Replay(RecordingStream(recording), driving: Interaction(file: file))
    var screen = Main()
    try replay.run(into: &screen)
  }
}
