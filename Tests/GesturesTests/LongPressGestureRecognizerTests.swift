import PantographBase
import PantographGestures
import PantographTouches
import Testing

@Suite struct `A long press` {
  private func story(
    _ script: String, _ settings: LongPressGestureRecognizer.Settings = .init()
  ) -> [String] {
    timeline(LongPressGestureRecognizer(settings), script)
  }

  @Test func `begins after its duration, and ends with the lift`() {
    #expect(
      story("0 1:0,0 \n 100 1:0,0 \n 600 1:9,0 \n 700")
        == ["500.0 began", "600.0 changed", "700.0 ended"])
    #expect(story("0 1:0,0 \n 499.999") == [])
    #expect(story("0 1:0,0 \n 500") == ["500.0 began", "500.0 ended"])
    #expect(story("0 1:0,0 \n 179.999", .libinput) == [])
    #expect(story("0 1:0,0 \n 180", .libinput) == ["180.0 began", "180.0 ended"])
  }

  @Test func `stays within the slop before it begins, but not after`() {
    #expect(story("0 1:0,0 \n 10 1:1.6,0 \n 500 1:1.6,0") == ["500.0 began", "500.0 changed"])
    #expect(story("0 1:0,0 \n 10 1:1.61,0 \n 20 1:0,0 \n 900") == [])
    #expect(story("0 1:0,0 \n 10 1:0.5,0 \n 200", .libinput) == ["180.0 began", "200.0 ended"])
    #expect(story("0 1:0,0 \n 10 1:0.51,0 \n 200", .libinput) == [])
  }

  @Test func `reports the location of the fingers and their translation since it began`() {
    #expect(
      values("0 1:10,10 \n 400 1:11,10 \n 600 1:14,14 \n 700")
        == [
          "began 11.00 10.00 0.00 0.00", "changed 14.00 14.00 3.00 4.00",
          "ended 14.00 14.00 3.00 4.00",
        ])
  }

  private func values(_ script: String) -> [String] {
    GesturesTests.story(LongPressGestureRecognizer(), script) {
      [$0.location.x, $0.location.y, $0.translation.x, $0.translation.y]
    }
  }

  @Test func `waits for all of its fingers, and ends when the first of them lifts`() {
    let two = LongPressGestureRecognizer.Settings(fingers: 2)
    #expect(
      story("0 1:0,0 \n 400 1:0,0 2:9,9 \n 950 2:9,9 \n 2000 2:9,9 \n 2100", two)
        == ["900.0 began", "950.0 ended"])
    #expect(story("0 1:0,0 \n 900 1:0,0", two) == [])
    #expect(story("0 1:0,0 2:9,9 \n 100 1:0,0 2:9,9 3:5,5 \n 900", two) == [])
    #expect(story("0 1:0,0 2:9,9 \n 100 1:0,0 \n 200 1:0,0 3:9,9 \n 900", two) == [])
  }

  @Test func `ignores another finger once it is active`() {
    #expect(
      values("0 1:0,0 \n 600 1:0,0 2:8,8 \n 700 1:1,0 2:50,50 \n 750 1:2,0 \n 800")
        == [
          "began 0.00 0.00 0.00 0.00", "changed 0.00 0.00 0.00 0.00",
          "changed 1.00 0.00 1.00 0.00", "changed 2.00 0.00 2.00 0.00",
          "ended 2.00 0.00 2.00 0.00",
        ])
  }

  @Test func `is cancelled when a finger vanishes or becomes a palm`() {
    let cancelled = ["500.0 began", "600.0 cancelled"]
    #expect(story("0 1:0,0 \n 600 -1 lost \n 700") == cancelled)
    #expect(story("0 1:0,0 \n 600 1:0,0# \n 700") == cancelled)
    #expect(story("0 1:0,0 \n 100 1:0,0# \n 700") == [])
    #expect(story("0 9:0,0# \n 10 9:0,0# 1:5,5 \n 600 9:0,0#") == ["510.0 began", "600.0 ended"])
  }

  @Test func `fails at once with too many fingers`() {
    var recognizer = LongPressGestureRecognizer()
    var found: [GestureEvent<LongPressGestureRecognizer.Value>] = []
    recognizer.feed(touches("0 1:0,0 2:9,9")[0], into: &found)
    #expect(recognizer.state == .failed)
  }

  @Test func `begins without a frame at its deadline, and is cancelled once`() {
    var recognizer = LongPressGestureRecognizer()
    var found: [GestureEvent<LongPressGestureRecognizer.Value>] = []
    #expect(recognizer.state == .idle && recognizer.deadline == nil)
    recognizer.feed(touches("5 1:0,0")[0], into: &found)
    #expect(recognizer.state == .possible && recognizer.deadline == milliseconds(505))
    recognizer.advance(to: milliseconds(504.999), into: &found)
    #expect(found.isEmpty)
    recognizer.advance(to: milliseconds(505), into: &found)
    #expect(recognizer.state == .active && recognizer.deadline == nil)
    recognizer.cancel(at: milliseconds(510), into: &found)
    recognizer.cancel(at: milliseconds(511), into: &found)
    #expect(recognizer.state == .failed)
    recognizer.feed(touches("900 1:0,0 2:9,9")[0], into: &found)
    recognizer.feed(touches("1600")[0], into: &found)
    #expect(recognizer.state == .idle)
    #expect(found.map(\.phase) == [.began, .cancelled])
  }
}
