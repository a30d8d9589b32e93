import Gestures
import Quantities
import Testing
import TouchScripts
import Touches

@Suite struct `A pan` {
  private func events(
    _ script: String, fingers: ClosedRange<Int> = 1...1, slop: Double = 2
  ) -> [GestureEvent] {
    var recognizer = PanGestureRecognizer(.init(fingers: fingers, slop: slop))
    var events: [GestureEvent] = []
    for frame in frames(script) { recognizer.feed(frame, into: &events) }
    return events
  }

  /// Phase and translation of each event, as a text.
  private func story(
    _ script: String, fingers: ClosedRange<Int> = 1...1, slop: Double = 2
  ) -> [String] {
    events(script, fingers: fingers, slop: slop).map { event in
      let x = String(fixed: event.translation.x, decimals: 2)
      let y = String(fixed: event.translation.y, decimals: 2)
      return "\(event.phase) \(x),\(y)"
    }
  }

  @Test func `begins at the slop, which is taken off along the way`() {
    // UIKit was measured to report 0 at a travel of exactly the slop, and travel − slop beyond it.
    #expect(
      story("0 1:10,10 \n 8 1:11,10 \n 16 1:12,10 \n 24 1:15,10 \n 32")
        == ["began 0.00,0.00", "changed 3.00,0.00", "ended 3.00,0.00"])
    #expect(
      story("0 1:10,10 \n 8 1:16,18 \n 16") == ["began 4.80,6.40", "ended 4.80,6.40"])
  }

  @Test func `does not begin below the slop`() {
    #expect(story("0 1:10,10 \n 8 1:11,10 \n 16 1:11,11 \n 24").isEmpty)
  }

  @Test func `begins with the first movement when there is no slop`() {
    #expect(
      story("0 1:10,10 \n 8 1:10,10 \n 16 1:11,10 \n 24", slop: 0)
        == ["began 1.00,0.00", "ended 1.00,0.00"])
  }

  @Test func `waits for its second finger`() {
    #expect(
      story(
        """
        0  1:10,10
        8  1:19,10
        16 1:20,10 2:20,30
        24 1:23,10 2:23,30
        32 1:25,10 2:27,30
        40
        """, fingers: 2...2)
        == ["began 1.00,0.00", "changed 4.00,0.00", "ended 4.00,0.00"])
  }

  @Test func `stays where it is when a finger leaves or joins`() {
    #expect(
      story(
        """
        0  1:10,10 2:10,30
        8  1:14,10 2:14,30
        16 1:15,10
        24 1:16,10
        32 1:17,10 3:50,50
        40 1:19,10 3:54,50
        48
        """, fingers: 1...2)
        == [
          "began 2.00,0.00", "changed 3.00,0.00", "changed 4.00,0.00", "changed 5.00,0.00",
          "changed 8.00,0.00", "ended 8.00,0.00",
        ])
  }

  @Test func `fails with too many fingers until all have lifted`() {
    #expect(
      story(
        """
        0  1:10,10 2:10,30
        8  1:10,10
        16 1:20,10
        24
        32 3:10,10
        40 3:15,10
        48
        """)
        == ["began 3.00,0.00", "ended 3.00,0.00"])
  }

  @Test func `does not mind a further finger once it is on`() {
    #expect(
      story("0 1:0,0 \n 8 1:4,0 \n 16 1:5,0 2:50,50 \n 24 2:60,60 \n 32 2:70,70 \n 40")
        == ["began 2.00,0.00", "changed 3.00,0.00", "ended 3.00,0.00"])
  }

  @Test func `tells the velocity of the fingers, not of the slop`() throws {
    let script = (0...20).map { "\($0 * 8) 1:\($0),10" }.joined(separator: "\n") + "\n168"
    for event in events(script) {
      #expect(abs(event.velocity.x - 125) < 1e-6)
      #expect(abs(event.velocity.y) < 1e-9)
    }
  }

  @Test func `has no velocity when it rested before the lift`() throws {
    let script = (0...20).map { "\($0 * 8) 1:\($0),10" }.joined(separator: "\n") + "\n201"
    #expect(try #require(events(script).last).velocity == .zero)
  }

  @Test func `is cancelled when its fingers vanish because events were lost`() {
    let script = frames("0 1:10,10 2:10,30 \n 8 1:20,10 2:20,30 \n 16 1:24,10 \n 24")
    func phases(_ vanished: [[Int]]) -> [GestureEvent.Phase] {
      var recognizer = PanGestureRecognizer(.init(fingers: 1...2, slop: 2))
      var events: [GestureEvent] = []
      for (index, frame) in script.enumerated() {
        var frame = frame
        if vanished.indices.contains(index) { frame.vanished = vanished[index] }
        recognizer.feed(frame, into: &events)
      }
      return events.map(\.phase)
    }
    #expect(phases([]) == [.began, .changed, .ended])
    #expect(phases([[], [], [], [1]]) == [.began, .changed, .cancelled])
    // One that vanishes while another stays is as one that leaves.
    #expect(phases([[], [], [2]]) == [.began, .changed, .ended])
  }

  @Test func `is cancelled when its input stops`() {
    var recognizer = PanGestureRecognizer(.init(slop: 2))
    var events: [GestureEvent] = []
    for frame in frames("0 1:0,0 \n 8 1:4,0") { recognizer.feed(frame, into: &events) }
    recognizer.cancel(at: Timestamp(microseconds: 9000), into: &events)
    recognizer.cancel(at: Timestamp(microseconds: 9001), into: &events)
    #expect(events.map(\.phase) == [.began, .cancelled])
    #expect(events.last?.translation == Vector(x: 2, y: 0))
  }
}
