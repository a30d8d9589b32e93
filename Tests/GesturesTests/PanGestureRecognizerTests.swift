import PantographBase
import PantographGestures
import PantographTouchScripts
import PantographTouches
import Testing

@Suite struct `A pan` {
  private func events(
    _ script: String, fingers: ClosedRange<Int> = 1...1, slop: Double = 2
  ) -> [GestureEvent<PanGestureRecognizer.Value>] {
    var recognizer = PanGestureRecognizer(.init(fingers: fingers, slop: slop))
    var events: [GestureEvent<PanGestureRecognizer.Value>] = []
    for frame in frames(script) { recognizer.feed(frame, into: &events) }
    return events
  }

  /// Returns the phase and translation of each event as text.
  private func story(
    _ script: String, fingers: ClosedRange<Int> = 1...1, slop: Double = 2
  ) -> [String] {
    events(script, fingers: fingers, slop: slop).map { event in
      let x = String(fixed: event.translation.x, decimals: 2)
      let y = String(fixed: event.translation.y, decimals: 2)
      return "\(event.phase) \(x),\(y)"
    }
  }

  @Test func `begins at the slop, which is subtracted along the direction`() {
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

  @Test func `does not jump when a finger leaves or joins`() {
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

  @Test func `ignores another finger once it is active`() {
    #expect(
      story("0 1:0,0 \n 8 1:4,0 \n 16 1:5,0 2:50,50 \n 24 2:60,60 \n 32 2:70,70 \n 40")
        == ["began 2.00,0.00", "changed 3.00,0.00", "ended 3.00,0.00"])
  }

  @Test func `reports the velocity of the fingers, including the slop`() throws {
    let script = (0...20).map { "\($0 * 8) 1:\($0),10" }.joined(separator: "\n") + "\n168"
    for event in events(script) {
      #expect(abs(event.velocity.x - 125) < 1e-6)
      #expect(abs(event.velocity.y) < 1e-9)
    }
  }

  @Test func `has no velocity after a rest of more than 45 ms before the lift`() throws {
    let script = (0...20).map { "\($0 * 8) 1:\($0),10" }.joined(separator: "\n")
    let sooner = try #require(events(script + "\n205").last)
    #expect(abs(sooner.velocity.x - 125) < 1e-6)
    #expect(try #require(events(script + "\n206").last).velocity == .zero)
  }

  @Test func `estimates the velocity by the given rule`() throws {
    let script = (0...20).map { "\($0 * 8) 1:\($0),10" }.joined(separator: "\n") + "\n202"
    var ended: [VelocityEstimator: Vector] = [:]
    var history = MotionHistory()
    for estimator in VelocityEstimator.allCases {
      var recognizer = PanGestureRecognizer(.init(slop: 2, estimator: estimator))
      var events: [GestureEvent<PanGestureRecognizer.Value>] = []
      for frame in frames(script) {
        if frame.contacts.isEmpty { history = recognizer.history }
        recognizer.feed(frame, into: &events)
      }
      ended[estimator] = try #require(events.last).velocity
      let velocity = estimator.velocity(of: history, at: Timestamp(microseconds: 202_000))
      #expect(ended[estimator] == velocity ?? .zero)
      // The history remains after the end.
      #expect(recognizer.history == history)
    }
    // 42 ms of rest are too long for Android's rule, and not for Pantograph's.
    #expect(ended[.android] == .zero)
    #expect(abs((ended[.pantograph] ?? .zero).x - 125) < 1e-6)
    // The samples are translations: the slop is subtracted.
    #expect(history.samples.last?.translation == Vector(x: 18, y: 0))
    #expect(history.first?.translation == Vector(x: -2, y: 0))
  }

  @Test func `is cancelled when its fingers vanish because events were lost`() {
    let script = frames("0 1:10,10 2:10,30 \n 8 1:20,10 2:20,30 \n 16 1:24,10 \n 24")
    func phases(_ vanished: [[Int]]) -> [GesturePhase] {
      var recognizer = PanGestureRecognizer(.init(fingers: 1...2, slop: 2))
      var events: [GestureEvent<PanGestureRecognizer.Value>] = []
      for (index, frame) in script.enumerated() {
        var frame = frame
        if vanished.indices.contains(index) { frame.vanished = vanished[index] }
        recognizer.feed(frame, into: &events)
      }
      return events.map(\.phase)
    }
    #expect(phases([]) == [.began, .changed, .ended])
    #expect(phases([[], [], [], [1]]) == [.began, .changed, .cancelled])
    // A finger that vanishes while another stays counts as lifted.
    #expect(phases([[], [], [2]]) == [.began, .changed, .ended])
  }

  @Test func `is cancelled when its input stops`() {
    var recognizer = PanGestureRecognizer(.init(slop: 2))
    var events: [GestureEvent<PanGestureRecognizer.Value>] = []
    for frame in frames("0 1:0,0 \n 8 1:4,0") { recognizer.feed(frame, into: &events) }
    recognizer.cancel(at: Timestamp(microseconds: 9000), into: &events)
    recognizer.cancel(at: Timestamp(microseconds: 9001), into: &events)
    #expect(events.map(\.phase) == [.began, .cancelled])
    #expect(events.last?.translation == Vector(x: 2, y: 0))
  }

  @Test func `ignores the fingers that were there when it was cancelled`() {
    var recognizer = PanGestureRecognizer(.init(slop: 2))
    var events: [GestureEvent<PanGestureRecognizer.Value>] = []
    for frame in frames("0 1:0,0 \n 8 1:4,0") { recognizer.feed(frame, into: &events) }
    recognizer.cancel(at: Timestamp(microseconds: 9000), into: &events)
    #expect(recognizer.state == .failed)
    for frame in frames("16 1:9,0 \n 24 1:19,0") { recognizer.feed(frame, into: &events) }
    #expect(events.map(\.phase) == [.began, .cancelled])
    for frame in frames("32 \n 40 2:0,0 \n 48 2:4,0") { recognizer.feed(frame, into: &events) }
    #expect(events.map(\.phase) == [.began, .cancelled, .began])
  }

  @Test func `can't begin with fingers that were there at a cancellation`() {
    var recognizer = PanGestureRecognizer(.init(slop: 2))
    var events: [GestureEvent<PanGestureRecognizer.Value>] = []
    recognizer.cancel(at: Timestamp(microseconds: 0), into: &events)
    #expect(recognizer.state == .idle)
    for frame in frames("0 1:0,0 \n 8 1:1,0") { recognizer.feed(frame, into: &events) }
    recognizer.cancel(at: Timestamp(microseconds: 8000), into: &events)
    for frame in frames("16 1:9,0 \n 24 1:9,0 2:0,0 \n 32 2:9,0") {
      recognizer.feed(frame, into: &events)
    }
    #expect(events.isEmpty && recognizer.state == .failed)
  }

  @Test func `continues from a given translation with a new velocity`() {
    var recognizer = PanGestureRecognizer(.init(slop: 0))
    var events: [GestureEvent<PanGestureRecognizer.Value>] = []
    func feed(_ script: String) {
      for frame in frames(script) { recognizer.feed(frame, into: &events) }
    }
    let now = Timestamp(microseconds: 8000)
    recognizer.setTranslation(Vector(x: 9, y: 9), at: now)
    feed("0 1:0,0 \n 8 1:8,0")
    #expect(recognizer.velocity(at: now).x == 1000)
    recognizer.setTranslation(Vector(x: -20, y: 1), at: now)
    #expect(recognizer.velocity(at: now) == .zero)
    feed("18 1:9,0 \n 26")
    #expect(
      events.map(\.translation)
        == [Vector(x: 8, y: 0), Vector(x: -19, y: 1), Vector(x: -19, y: 1)])
    #expect(abs((events.last?.velocity.x ?? 0) - 100) < 1e-9)
  }

  @Test func `reports the velocity of its history at every instant`() {
    var recognizer = PanGestureRecognizer(.init(slop: 0))
    var events: [GestureEvent<PanGestureRecognizer.Value>] = []
    for frame in frames("0 1:0,0 \n 8 1:1,0 \n 16 1:3,1 \n 24 1:6,1 \n 32 1:9,2 \n 40 1:13,2") {
      recognizer.feed(frame, into: &events)
      for later in stride(from: Int64(0), through: 60_000, by: 1000) {
        let instant = frame.time.advanced(byMicroseconds: later)
        #expect(
          recognizer.velocity(at: instant)
            == VelocityEstimator.pantograph.velocity(of: recognizer.history, at: instant))
      }
    }
    #expect(recognizer.velocity(at: Timestamp(microseconds: 80_000)).x > 300)
    #expect(recognizer.velocity(at: Timestamp(microseconds: 100_000)) == .zero)
  }

  @Test func `has no translation across its locked axis, even if given one`() {
    var recognizer = PanGestureRecognizer(.init(slop: 0, axisLock: .adwaita))
    var events: [GestureEvent<PanGestureRecognizer.Value>] = []
    for frame in frames("0 1:0,0 \n 8 1:8,0") { recognizer.feed(frame, into: &events) }
    recognizer.setTranslation(Vector(x: 3, y: 4), at: Timestamp(microseconds: 8000))
    for frame in frames("16 1:9,5") { recognizer.feed(frame, into: &events) }
    #expect(events.last?.translation == Vector(x: 4, y: 0))
  }
}
