import PantographBase
import PantographGestures
import PantographTouches
import PantographTraces
import Testing

@Suite struct `A press` {
  static let settings = PressGestureRecognizer.Settings(start: 0.25, peak: 0.75, release: 0.2)

  private func story(
    _ script: String, _ settings: PressGestureRecognizer.Settings = settings
  ) -> [String] {
    events(PressGestureRecognizer(settings), touches(script)).map {
      "\($0.phase) \(String(fixed: $0.progress, decimals: 2)) \($0.peak)"
    }
  }

  /// Returns a script of one finger that presses with these forces, a frame every 10 ms, and lifts.
  private func forces(_ forces: Double...) -> String {
    let lines = forces.enumerated().map { "\($0 * 10) 1:10,10@\($1)" }
    return (lines + ["\(forces.count * 10)"]).joined(separator: "\n")
  }

  @Test func `follows the force from the start to the peak and back, and commits once`() {
    #expect(
      story(forces(0.1, 0.25, 0.5, 0.4, 0.75, 1, 0.75, 0.5, 0.8, 0.5))
        == [
          "began 0.00 ahead", "changed 0.50 ahead", "changed 0.30 ahead", "changed 1.00 reached",
          "changed 1.00 behind", "changed 1.00 behind", "changed 0.50 behind",
          "changed 1.00 behind", "changed 0.50 behind", "ended 0.50 behind",
        ])
  }

  @Test func `begins at the start threshold and not below`() {
    #expect(story(forces(0.2499)) == [])
    #expect(story(forces(0.25)) == ["began 0.00 ahead", "cancelled 0.00 ahead"])
  }

  @Test func `commits at the peak and not below`() {
    #expect(story(forces(0.7499)) == ["began 1.00 ahead", "cancelled 1.00 ahead"])
    #expect(story(forces(0.75)) == ["began 1.00 reached", "ended 1.00 behind"])
  }

  @Test func `is over below the release threshold and not at it`() {
    #expect(
      story(forces(0.5, 0.2, 0.24, 0.5, 0.19, 0.24))
        == [
          "began 0.50 ahead", "changed 0.00 ahead", "changed 0.00 ahead", "changed 0.50 ahead",
          "cancelled 0.00 ahead",
        ])
    #expect(
      story(forces(0.8, 0.2, 0.1999))
        == ["began 1.00 reached", "changed 0.00 behind", "ended 0.00 behind"])
  }

  @Test func `may begin again while the finger stays`() {
    #expect(
      story(forces(0.8, 0.1, 0.25, 0.1))
        == ["began 1.00 reached", "ended 0.00 behind", "began 0.00 ahead", "cancelled 0.00 ahead"])
  }

  @Test func `begins once if the force fluctuates about a threshold`() {
    var random = SeededGenerator(seed: 1)
    let fluctuating = (0..<500).map { _ in Double.random(in: 0.201...0.299, using: &random) }
    let lines = fluctuating.enumerated().map { "\($0) 1:10,10@\($1)" }.joined(separator: "\n")
    let found = events(PressGestureRecognizer(Self.settings), touches(lines + "\n 501"))
    #expect(found.count { $0.phase == .began } == 1)
  }

  @Test func `has the thresholds of a phone's peek and pop`() {
    let settings = PressGestureRecognizer.Settings()
    #expect(story(forces(0.1999), settings) == [])
    #expect(
      story(forces(0.20, 0.1667, 0.1666, 0.2), settings).map { $0.prefix(7) }
        == ["began 0", "changed", "cancell", "began 0", "cancell"])
    #expect(story(forces(0.7499), settings).last == "cancelled 1.00 ahead")
    #expect(story(forces(0.75), settings).last == "ended 1.00 behind")
    #expect(story(forces(0.475), settings).first == "began 0.50 ahead")
  }

  @Test func `reports the rate of the force as progress per second, even beyond the peak`() {
    // 0.01 of the force per millisecond is 10 per second; from 0.25 to 0.75 is half of the range.
    let lines = (0...100).map { "\($0) 1:10,10@\(Double($0) / 100)" } + ["101"]
    let found = events(
      PressGestureRecognizer(Self.settings), touches(lines.joined(separator: "\n")))
    #expect(found.count == 77)
    for event in found { #expect(abs(event.rate - 20) < 1e-6) }
  }

  @Test func `needs a device that reports pressure`() {
    #expect(story("0 1:10,10 \n 10 1:10,10 \n 20") == [])
    // A finger whose pressure is no longer reported counts as lifted.
    #expect(
      story("0 1:10,10@0.5 \n 10 1:10,10 \n 20") == ["began 0.50 ahead", "cancelled 0.50 ahead"])
  }

  @Test func `follows the hardest contact or the first`() {
    let script = """
      0  1:10,10@0.3 2:20,20@0.5
      10 1:10,10@0.3 2:20,20@0.6
      20 1:10,10@0.3
      30 2:20,20@0.75 1:10,10@0.25
      40 2:20,20@0.8
      50
      """
    #expect(
      story(script)
        == [
          "began 0.50 ahead", "changed 0.70 ahead", "changed 0.10 ahead", "changed 1.00 reached",
          "changed 1.00 behind", "ended 1.00 behind",
        ])
    var settings = Self.settings
    settings.contact = .first
    #expect(
      story(script, settings)
        == [
          "began 0.10 ahead", "changed 0.10 ahead", "changed 0.10 ahead", "changed 0.00 ahead",
          "changed 1.00 reached", "ended 1.00 behind",
        ])
    let found = events(PressGestureRecognizer(settings), touches(script))
    #expect(found.map(\.location.x) == [10, 10, 10, 10, 20, 20])
    // Of two that press equally hard, it follows the first in the frame.
    let equal = events(
      PressGestureRecognizer(Self.settings), touches("0 1:10,10@0.5 2:20,20@0.5 \n 10"))
    #expect(equal.first?.location.x == 10)
  }

  @Test func `is cancelled when its contact vanishes or becomes a palm`() {
    let cancelled = ["began 1.00 reached", "cancelled 1.00 behind"]
    #expect(story("0 1:10,10@0.8 \n 10 -1 lost") == cancelled)
    #expect(story("0 1:10,10@0.8 \n 10 1:10,10@0.8#") == cancelled)
    #expect(
      story("0 1:10,10@0.8 2:20,10@0.5 \n 10 1:10,10@0.8 -2 lost \n 20 1:10,10@0.8 \n 30")
        == cancelled)
    #expect(story("0 1:10,10@0.8# \n 10 1:10,10@0.8# \n 20") == [])
    // After that all must lift.
    #expect(
      story(
        """
        0  1:10,10@0.8 2:20,10@0.5
        10 1:10,10@0.8# 2:20,10@0.5
        20 1:10,10@0.8# 2:20,10@0.5
        30 1:10,10@0.8#
        40 1:10,10@0.8# 3:20,10@0.5
        50
        """)
        == cancelled + ["began 0.50 ahead", "cancelled 0.50 ahead"])
  }

  @Test func `may begin with a contact that replaces one that vanished`() {
    let script = "0 1:10,10@0.1 \n 10 2:10,10@0.5 -1 \n 30"
    #expect(story(script) == ["began 0.50 ahead", "cancelled 0.50 ahead"])
    // The force of the old contact does not affect the rate.
    let found = events(PressGestureRecognizer(Self.settings), touches(script))
    #expect(found.map(\.rate) == [0, 0])
  }

  @Test func `is cancelled once when its input stops, and begins again after all have lifted`() {
    var recognizer = PressGestureRecognizer(Self.settings)
    var found: [GestureEvent<PressGestureRecognizer.Value>] = []
    #expect(recognizer.state == .idle)
    recognizer.feed(touches("0 1:10,10@0.1")[0], into: &found)
    #expect(recognizer.state == .possible)
    recognizer.feed(touches("1 1:10,10@0.8")[0], into: &found)
    #expect(recognizer.state == .active)
    recognizer.cancel(at: milliseconds(2), into: &found)
    recognizer.cancel(at: milliseconds(3), into: &found)
    #expect(recognizer.state == .failed)
    recognizer.feed(touches("4 1:10,10@0.8")[0], into: &found)
    #expect(found.map(\.phase) == [.began, .cancelled])
    #expect(found.last?.time == milliseconds(2))
    recognizer.feed(touches("5")[0], into: &found)
    #expect(recognizer.state == .idle)
    recognizer.feed(touches("6 1:10,10@0.8")[0], into: &found)
    #expect(found.map(\.phase) == [.began, .cancelled, .began])
    #expect(recognizer.deadline == nil)
  }
}
