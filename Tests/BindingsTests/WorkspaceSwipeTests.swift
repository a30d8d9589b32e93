import Foundation
import PantographTestSupport
import Testing

/// The swipe between workspaces, as a compositor runs it.
@Suite struct `The example of a swipe between workspaces` {
  /// A frame: when it is seen, and the workspace in the middle of the screen.
  typealias Frame = (time: Double, workspace: Double)

  /// Prints libinput's events as `libinput debug-events` does; distances are in millimetres, to the right.
  struct Events {
    var time = 1.0
    private(set) var text = ""

    mutating func add(_ kind: String, _ fingers: Int = 3, _ rest: String = "") {
      let name = kind.padding(toLength: 15, withPad: " ", startingAt: 0)
      text += "-event4   GESTURE_\(name) +\(String(format: "%.3f", time))s\t\(fingers)\(rest)\n"
    }

    /// Moves for some reports, one each 8 ms.
    mutating func move(by distance: Double, reports: Int, fingers: Int = 3) {
      // libinput has 10.517 units per millimetre on touchpads, as measured by tools/lab.
      let dx = distance / Double(reports) * 10.517
      for _ in 0..<reports {
        time += 0.008
        add(
          "SWIPE_UPDATE", fingers,
          String(format: " %5.2f/ 0.00 (%5.2f/ 0.00 unaccelerated)", 1.5 * dx, dx))
      }
    }

    mutating func swipe(
      by distance: Double, reports: Int, resting: Double, fingers: Int = 3, end: String = ""
    ) {
      add("SWIPE_BEGIN", fingers)
      move(by: distance, reports: reports, fingers: fingers)
      time += resting
      add("SWIPE_END", fingers, end)
    }
  }

  /// Returns the frames that are drawn.
  ///
  /// - Parameter addition: further properties of the interaction.
  private func frames(_ events: Events, adding addition: String = "") throws -> [Frame] {
    let example = try Example("workspace-swipe")
    let workspaces = try String(
      contentsOf: example.source.appendingPathComponent("workspaces.json"), encoding: .utf8)
    let file = try example.folder.file(
      "changed.json", workspaces.replacing(#""to": 5 }"#, with: #""to": 5 }"# + addition))
    let run = try Program(example.program, [file.path], typing: events.text)
    try #require(run.status == 0, "\(run.complaints)")
    return try run.output.split(separator: "\n").map {
      let words = $0.split(separator: " ")
      return try (#require(Double(words[0])), #require(Double(words[1])))
    }
  }

  @Test(.enabled(if: Example.areBuilt, OtherProgram.absence("pkg-config")))
  func `draws the first property, as it has no room for more`() throws {
    var events = Events()
    events.swipe(by: -30, reports: 50, resting: 0.3)
    let one = try frames(events)
    let two = try frames(events, adding: #", { "name": "shade", "from": 0, "to": 1 }"#)
    #expect(one.count > 20 && one.map(\.workspace) == two.map(\.workspace))
  }

  @Test(.enabled(if: Example.areBuilt, OtherProgram.absence("pkg-config")))
  func `settles on the spring of its interaction, at the times of presentation`() throws {
    var events = Events()
    // Three quarters of a workspace of 40 mm, and a rest.
    events.swipe(by: -30, reports: 50, resting: 0.3)
    let released = events.time
    let frames = try frames(events)
    for (before, after) in zip(frames, frames.dropFirst()) {
      #expect(abs(after.time - before.time - 1.0 / 60) < 1e-5)
    }
    // niri's spring is critically damped, of mass 1 and stiffness 1000, and leads to the second workspace.
    let frequency = 1000.0.squareRoot()
    let settling = frames.filter { $0.time > released }
    #expect(settling.count > 10)
    for frame in settling {
      let angle = frequency * (frame.time - released)
      let expected = 2 - 0.25 * (1 + angle) * exp(-angle)
      #expect(abs(frame.workspace - expected) < 1e-3, "\(frame)")
    }
    let resting = frames.last { $0.time < released }
    #expect(abs(try #require(resting).workspace - 1.75) < 1e-3)
  }

  @Test(.enabled(if: Example.areBuilt, OtherProgram.absence("pkg-config")))
  func `is caught in flight by fingers that rest, and reversed`() throws {
    var events = Events()
    events.swipe(by: -30, reports: 10, resting: 0)
    events.time += 0.06
    let caught = events.time
    events.add("HOLD_BEGIN")
    events.time += 0.2
    events.add("HOLD_END", 3, " cancelled")
    events.add("SWIPE_BEGIN")
    let reversed = events.time
    events.move(by: 30, reports: 30)
    events.time += 0.3
    let released = events.time
    events.add("SWIPE_END")
    let frames = try frames(events)
    // The flick alone would lead to the last workspace, and does not get there.
    let held = frames.filter { $0.time > caught + 0.034 && $0.time < reversed }.map(\.workspace)
    let position = try #require(held.first)
    #expect(held.count > 8 && held.allSatisfy { $0 == position })
    #expect((1.8...4.9).contains(position))
    let before = try #require(frames.last { $0.time < caught }).workspace
    #expect(before < position, "it is caught while it moves on")
    // The fingers take it back by three quarters of a workspace.
    let last = try #require(frames.last { $0.time < released }).workspace
    #expect(abs(position - last - 0.75) < 2e-3, "\(position) \(last)")
    let end = try #require(frames.last).workspace
    #expect(abs(end - last.rounded()) < 1e-3, "\(end)")
  }

  @Test(.enabled(if: Example.areBuilt, OtherProgram.absence("pkg-config")))
  func `returns to its workspace when cancelled, and ignores other fingers`() throws {
    var events = Events()
    events.swipe(by: -30, reports: 50, resting: 0.3)
    events.time += 1
    events.swipe(by: -80, reports: 20, resting: 0, fingers: 4)
    let start = events.time + 1
    events.time = start
    // Half of the next workspace and more; the session must not go back before it is cancelled.
    events.swipe(by: -30, reports: 50, resting: 0.3, end: " cancelled")
    let frames = try frames(events)
    #expect(!frames.contains { $0.time > start - 0.9 && $0.time < start })
    let resting = try #require(frames.last { $0.time < events.time }).workspace
    #expect(abs(resting - 2.75) < 2e-3, "\(resting)")
    let end = try #require(frames.last).workspace
    #expect(abs(end - 2) < 1e-3, "\(end)")
  }
}
