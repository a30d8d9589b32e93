import Drawers
import Motion
import Pantograph
import Testing

/// The folder of recordings, beside this package's own.
private let gestures = #filePath.split(separator: "/Tests/ExamplePackage")[0] + "/Recordings"

@Suite struct `A drawer` {
  @Test func `is opened by a recording`() throws {
    let pull = try Interaction(file: "\(gestures)/touchpad-flick/interaction.json")
    let recording = try RecordingStream("\(gestures)/touchpad-flick/recording.yml")
    var replay = try Replay(recording, driving: pull)
    var drawer = Drawer()
    try replay.run(into: &drawer)
    #expect(drawer.isOpen && drawer.width == 300)
  }

  /// A finger moves to the right frame by frame; less the 1.6 mm of the slop, 45 mm are the whole distance.
  @Test(arguments: [(45.0, true), (20.0, false)])
  func `follows touches from any source`(travel: Double, opens: Bool) throws {
    let pull = try Interaction(file: "\(gestures)/touchpad-flick/interaction.json")
    var driver = TrajectoryDriver(pull, start: Timestamp(microseconds: 0))
    var drawer = Drawer()
    var widths: [Double] = []
    for step in 0..<10 {
      let time = Timestamp(microseconds: Int64(step) * 100_000)
      let finger = Contact(id: 1, position: Point(x: 10 + travel * Double(step) / 9, y: 30))
      driver.feed(TouchFrame(time: time, contacts: [finger]), into: &drawer)
      driver.advance(to: time.advanced(bySeconds: 0.05), into: &drawer)
      widths.append(drawer.width)
    }
    #expect(widths.first == 60)
    #expect(abs((widths.last ?? 0) - (60 + 240 * (travel - 1.6) / 45)) < 1e-9)
    #expect(zip(widths, widths.dropFirst()).allSatisfy { $0 < $1 })

    driver.feed(TouchFrame(time: Timestamp(microseconds: 1_000_000), contacts: []), into: &drawer)
    driver.finish(into: &drawer)
    #expect(drawer.isOpen == opens && drawer.width == (opens ? 300 : 60))
  }

  @MainActor @Test func `has a shadow that appears with it`() throws {
    let shadow = try DrawerMotion.shadow(at: [0, 0.1, 0.2, 1])
    #expect(shadow[0] == 0 && shadow[3] == 0.4)
    #expect(zip(shadow, shadow.dropFirst()).allSatisfy { $0 < $1 })
  }
}
