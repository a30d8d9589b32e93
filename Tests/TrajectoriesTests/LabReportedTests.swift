import Foundation
import PantographBase
import PantographGestures
import PantographInteractions
import PantographTestSupport
import PantographTouches
import PantographTraces
import PantographTrajectories
import Testing

/// Scrolls and swipes that `tools/lab libinput` played to libinput: what it reports drives an animation as do the contacts
/// that it comes from.
@Suite struct `What libinput reports` {
  private static let rows = Repository.oracle("lab_libinput-reported.csv").rows
  /// The distance of progress 1, in millimetres.
  private static let distance = 20.0
  /// libinput's px of scroll per millimetre.
  private static let density = 267.12 / 25.4

  private static func interaction(_ row: Table.Row) throws -> Interaction {
    let (x, y) = (row.number("byX"), row.number("byY"))
    let toward = abs(x) > abs(y) ? (x > 0 ? "right" : "left") : (y > 0 ? "down" : "up")
    let text = """
      { "version": 1,
        "gesture": { "pan": { "as": "libinput", "fingers": \(row.text("fingers")) } },
        "progress": { "toward": "\(toward)", "distance": { "mm": \(distance) }, "limits": "none" },
        "animation": { "duration": 1 } }
      """
    return try Interaction(parsing: Array(text.utf8))
  }

  private static func frames(of row: Table.Row) throws -> [TouchFrame] {
    let device = ModelDevice.touchpad.description
    var assembler = FrameAssembler(try Surface(device))
    var frames: [TouchFrame] = []
    for event in try `Recognisers beside libinput`.events(of: row) where assembler.feed(event) {
      frames.append(assembler.frame)
    }
    return frames
  }

  private func outcome(_ trajectory: Trajectory) -> Decision.Outcome? {
    trajectory.events.lazy.compactMap { event in
      if case .decided(let decision) = event.kind { decision.outcome } else { nil }
    }.first
  }

  @Test(arguments: Self.rows.map { $0.text("name") })
  func `is the movement of its contacts`(name: String) throws {
    let row = try #require(Self.rows.first { $0.text("name") == name })
    let interaction = try Self.interaction(row)
    let frames = try Self.frames(of: row)
    let start = frames[0].time
    var touched = Trajectory()
    let surface = try Surface(ModelDevice.touchpad.description)
    var driver = TrajectoryDriver(interaction, start: start, on: Plane(surface))
    for frame in frames { driver.feed(frame, into: &touched) }
    driver.finish(into: &touched)

    var reported = Trajectory()
    var other = TrajectoryDriver(interaction, start: start)
    for word in row.text("reported").split(separator: " ") {
      let parts = word.split(separator: ":")
      let time = frames[try #require(Int(parts[0]))].time
      let delta = Vector(
        x: try #require(Double(parts[2])), y: try #require(Double(parts[3])))
      var isDone = true
      switch parts[1] {
      case "begin":
        isDone = other.begin(fingers: Int(row.number("fingers")), at: time, into: &reported)
      case "move": break
      default: isDone = other.end(at: time, into: &reported)
      }
      if delta != .zero {
        isDone = other.move(by: delta, in: .touchpadScroll, at: time, into: &reported) && isDone
      }
      #expect(isDone, "\(name): \(word)")
    }
    other.finish(into: &reported)
    #expect(outcome(touched) == outcome(reported) && outcome(touched) != nil)
    let samples = Dictionary(touched.samples.map { ($0.time, $0) }) { first, _ in first }
    var (most, compared) = (0.0, 0)
    for sample in reported.samples where sample.phase == .tracking {
      guard let twin = samples[sample.time], twin.phase == .tracking else { continue }
      compared += 1
      most = max(most, abs(sample.fraction - twin.fraction) * Self.distance * Self.density)
    }
    #expect(compared > 5 && most <= 0.5, "\(name): \(most) px in \(compared) samples")
  }
}
