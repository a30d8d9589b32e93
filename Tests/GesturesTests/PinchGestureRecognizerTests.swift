import Foundation
import PantographBase
import PantographGestures
import PantographTouches
import Testing

@Suite struct `A pinch` {
  private func story(
    _ script: String, fingers: ClosedRange<Int> = 2...5, slop: Double = 2, absorbed: Double? = nil
  ) -> [String] {
    GesturesTests.story(
      PinchGestureRecognizer(.init(fingers: fingers, slop: slop, absorbed: absorbed)), script
    ) { [$0.scale] }
  }

  @Test func `begins at the slop, which is subtracted`() {
    #expect(
      story("0 1:0,0 2:10,0 \n 8 1:0,0 2:11.9,0 \n 16 1:-1,0 2:11,0 \n 24 1:-6,0 2:12,0 \n 32")
        == ["began 1.00", "changed 1.50", "ended 1.50"])
    #expect(story("0 1:0,0 2:10,0 \n 8 1:0,0 2:11.99,0 \n 16") == [])
    #expect(
      story("0 1:0,0 2:10,0 \n 8 1:0,0 2:8,0 \n 16 1:0,0 2:6,0 \n 24")
        == ["began 1.00", "changed 0.75", "ended 0.75"])
    #expect(story("0 1:0,0 2:10,0 \n 8 1:0,0 2:8.01,0 \n 16") == [])
    #expect(
      story("0 1:0,0 2:10,0 \n 8 1:0,0 2:20,0 \n 16", absorbed: 0) == ["began 2.00", "ended 2.00"])
  }

  @Test func `begins with the first movement when there is no slop`() {
    #expect(
      story("0 1:0,0 2:10,0 \n 8 1:0,0 2:10,0 \n 16 1:0,0 2:20,0 \n 24", slop: 0)
        == ["began 2.00", "ended 2.00"])
  }

  @Test func `has UIKit's slop and takes up to five fingers`() {
    #expect(
      story("0 1:0,0 2:10,0 \n 8 1:0,0 2:11.59,0", slop: PinchGestureRecognizer.Settings().slop)
        == [])
    func first(_ settings: PinchGestureRecognizer.Settings, _ script: String) -> [Double] {
      events(PinchGestureRecognizer(settings), touches(script)).map(\.scale)
    }
    #expect(first(.init(), "0 1:0,0 2:10,0 \n 8 1:0,0 2:11.6,0") == [1])
    #expect(first(.uiKit, "0 1:0,0 2:10,0 \n 8 1:0,0 2:11.59,0") == [])
    let five = "1:10,0 2:0,10 3:-10,0 4:0,-10 5:7,7"
    let wider = "1:20,0 2:0,20 3:-20,0 4:0,-20 5:14,14"
    #expect(first(.init(), "0 \(five) \n 8 \(wider)").count == 1)
    #expect(first(.init(), "0 \(five) 6:1,1 \n 8 \(wider) 6:2,2").count == 0)
  }

  @Test func `scales any fingers about their centre`() {
    // Four at the corners of a square that doubles.
    #expect(
      story(
        """
        0  1:10,10 2:30,10 3:30,30 4:10,30
        8  1:0,0 2:40,0 3:40,40 4:0,40
        16
        """, slop: 2, absorbed: 0) == ["began 2.00", "ended 2.00"])
  }

  @Test func `does not jump when a finger joins or leaves`() {
    #expect(
      story(
        """
        0  1:0,0 2:10,0
        8  1:0,0 2:20,0
        16 1:0,0 2:20,0 3:10,30
        24 1:0,0 2:40,0 3:20,60
        32 1:0,0 3:20,60
        40 1:0,0 3:10,30
        48 3:10,30
        56
        """, absorbed: 0)
        == [
          "began 2.00", "changed 2.00", "changed 4.00", "changed 4.00", "changed 2.00",
          "ended 2.00",
        ])
    // If one leaves while the others move on, their movement counts.
    #expect(
      story(
        """
        0  1:0,0 2:10,0 3:5,8
        8  1:0,0 2:20,0 3:10,16
        16 1:0,0 2:40,0
        24
        """, absorbed: 0) == ["began 2.00", "changed 4.00", "ended 4.00"])
  }

  @Test func `waits for its second finger, and begins again with it`() {
    #expect(
      story(
        """
        0  1:0,0
        8  1:9,0
        16 1:0,0 2:10,0
        24 1:0,0 2:20,0
        32 1:0,0
        40 1:0,0 3:10,0
        48 1:0,0 3:30,0
        56
        """, absorbed: 0) == ["began 2.00", "ended 2.00", "began 3.00", "ended 3.00"])
  }

  @Test func `may need more fingers, and fails with too many until all have lifted`() {
    let three = "0 1:0,0 2:10,0 3:5,8 \n 8 1:0,0 2:20,0 3:10,16 \n 16"
    #expect(story(three, fingers: 2...2) == [])
    #expect(story(three, fingers: 3...3, absorbed: 0) == ["began 2.00", "ended 2.00"])
    #expect(story("0 1:0,0 2:10,0 \n 8 1:0,0 2:30,0 \n 16", fingers: 3...3) == [])
    #expect(
      story(
        """
        0  1:0,0 2:10,0 3:5,8
        8  1:0,0 2:10,0
        16 1:0,0 2:30,0
        24
        32 1:0,0 2:10,0
        40 1:0,0 2:20,0
        48 1:0,0 2:20,0 3:9,9
        56 1:0,0 2:30,0 3:99,99
        64
        """, fingers: 2...2, absorbed: 0)
        == ["began 2.00", "changed 2.00", "changed 3.00", "ended 3.00"])
  }

  @Test func `that needs more fingers to begin continues with two of them`() {
    #expect(
      story(
        """
        0  1:0,0 2:10,0 3:5,8
        8  1:0,0 2:20,0 3:10,16
        16 1:0,0 2:20,0
        24 1:0,0 2:40,0
        32 2:40,0
        40
        """, fingers: 3...3, absorbed: 0)
        == ["began 2.00", "changed 2.00", "changed 4.00", "ended 4.00"])
  }

  @Test func `ends although an extra finger stays`() {
    #expect(
      story(
        """
        0  1:0,0 2:10,0
        8  1:0,0 2:20,0
        16 1:0,0 2:20,0 3:9,9
        24 2:20,0 3:9,9
        32 2:20,0 3:90,9
        40
        """, fingers: 2...2, absorbed: 0) == ["began 2.00", "changed 2.00", "ended 2.00"])
  }

  @Test func `reports the rate of the scale`() {
    // 1 mm per frame of 10 ms is 100 mm per second, relative to the 12 mm at the slop.
    let lines = (0...20).map { "\($0 * 10) 1:0,0 2:\(10 + $0),0" } + ["210"]
    let found = events(
      PinchGestureRecognizer(.init(slop: 2)), touches(lines.joined(separator: "\n")))
    #expect(found.count == 20)
    for event in found { #expect(abs(event.rate - 100.0 / 12) < 1e-6) }
    // It does not jump when a third finger lands.
    let more = (21...30).map { "\($0 * 10) 1:0,0 2:\(10 + $0),0 3:\(5 + Double($0) / 2),90" }
    for event in events(
      PinchGestureRecognizer(.init(slop: 2)),
      touches((lines.dropLast() + more.prefix(1)).joined(separator: "\n")))
    {
      #expect(abs(event.rate - 100.0 / 12) < 1e-6)
    }
  }

  @Test func `computes the rate from earlier movement, even after the slop is subtracted`() {
    // An unsteady movement: relative to 10 mm without a slop, and to 12 mm with one.
    let changes = [0, 0.3, 0.1, 0.9, 0.4, 1.2, 1.9, 2.6, 2.4, 3.5]
    let lines = changes.enumerated().map { "\($0 * 8) 1:0,0 2:\(10 + $1),0" }
    let frames = touches(lines.joined(separator: "\n"))
    let all = events(PinchGestureRecognizer(.init(slop: 0)), frames)
    let some = events(PinchGestureRecognizer(.init(slop: 2)), frames)
    #expect(some.count == 3)
    for event in some {
      let other = all.first { $0.time == event.time }
      #expect(abs(event.rate - (other?.rate ?? 0) * 10 / 12) < 1e-9)
    }
  }

  @Test func `reports the centre of the fingers`() {
    let found = events(
      PinchGestureRecognizer(.init(slop: 2)),
      touches("0 1:0,0 2:10,0 \n 8 1:0,0 2:14,2 \n 16 1:0,0 2:20,10 \n 24 2:40,40"))
    #expect(found.map(\.centre) == [Point(x: 7, y: 1), Point(x: 10, y: 5), Point(x: 10, y: 5)])
  }

  @Test func `has a finite scale for fingers at one point`() {
    #expect(
      story("0 1:0,0 2:10,0 \n 8 1:5,0 2:5,0 \n 16 1:5,0 2:9,0 \n 24", absorbed: 0)
        == ["began 0.10", "changed 0.40", "ended 0.40"])
    #expect(
      story("0 1:5,0 2:5,0 \n 8 1:5,0 2:7.9,0 \n 16 1:5,0 2:8,0 \n 24")
        == ["began 1.00", "ended 1.00"])
    #expect(story("0 1:0,0 2:2.5,0 \n 8 1:0,0 2:0.4,0", slop: 1.5, absorbed: 1.5) == ["began 1.00"])
    #expect(story("0 1:0,0 2:2.5,0 \n 8 1:0,0 2:0.4,0", slop: 1.5, absorbed: 1.4) == ["began 0.91"])
  }

  @Test func `is cancelled when a finger vanishes or becomes a palm, and all must lift`() {
    let begin = "0 1:0,0 2:10,0 \n 8 1:0,0 2:20,0 \n"
    let rest = "\n 24 2:20,0 3:30,0 \n 32 2:20,0 3:50,0 \n 40"
    for end in ["16 2:20,0 3:30,0 -1 lost", "16 1:0,0# 2:20,0 3:30,0", "16 -1 -2"] {
      #expect(story(begin + end + rest, absorbed: 0).prefix(2) == ["began 2.00", "cancelled 2.00"])
    }
    #expect(story(begin + "16 1:0,0# 2:20,0 3:30,0" + rest).count == 2)
    // If none is left, others may begin at once.
    #expect(
      story(begin + "16 -1 -2 \n 24 3:0,0 4:10,0 \n 32 3:0,0 4:30,0", absorbed: 0).last
        == "began 3.00")
  }

  @Test func `is cancelled once when its input stops`() {
    var recognizer = PinchGestureRecognizer()
    var found: [GestureEvent<PinchGestureRecognizer.Value>] = []
    #expect(recognizer.state == .idle && recognizer.deadline == nil)
    for frame in touches("0 1:0,0 2:10,0") { recognizer.feed(frame, into: &found) }
    #expect(recognizer.state == .possible)
    for frame in touches("8 1:0,0 2:20,0") { recognizer.feed(frame, into: &found) }
    #expect(recognizer.state == .active)
    recognizer.cancel(at: milliseconds(9), into: &found)
    recognizer.cancel(at: milliseconds(10), into: &found)
    for frame in touches("16 1:0,0 2:30,0 3:9,9 \n 24 1:0,0 2:40,0 3:20,50") {
      recognizer.feed(frame, into: &found)
    }
    #expect(recognizer.state == .failed)
    for frame in touches("32") { recognizer.feed(frame, into: &found) }
    #expect(recognizer.state == .idle)
    #expect(found.map(\.phase) == [.began, .cancelled])
  }
}
