import PantographBase
import PantographGestures
import Testing

@Suite struct `A recogniser's state` {
  /// Returns the state after each frame, and after a final cancellation.
  private func states<Recognizer: GestureRecognizer>(
    _ recognizer: Recognizer, _ script: String
  ) -> [RecognizerState] {
    var recognizer = recognizer
    var events: [GestureEvent<Recognizer.Value>] = []
    var states: [RecognizerState] = []
    for frame in touches(script) {
      recognizer.feed(frame, into: &events)
      states.append(recognizer.state)
    }
    recognizer.cancel(at: milliseconds(1000), into: &events)
    return states + [recognizer.state]
  }

  @Test func `is idle without contacts, cancelled or not`() {
    for script in ["", "0", "0 1:0,0@0.01 \n 8"] {
      let touched = script.contains("1:")
      let all = [
        states(TapGestureRecognizer(), script), states(LongPressGestureRecognizer(), script),
        states(PanGestureRecognizer(.init()), script), states(PinchGestureRecognizer(), script),
        states(RotationGestureRecognizer(), script), states(PressGestureRecognizer(), script),
        states(PreviewInteraction(), script),
      ]
      for states in all {
        #expect(states.last == .idle, "\(script)")
        if !touched { #expect(states.allSatisfy { $0 == .idle }) }
      }
      // A press is over when the finger lifts; a tap may be followed by another.
      #expect(all[5].dropFirst(touched ? 1 : 0).allSatisfy { $0 == .idle })
      #expect(all[6].dropFirst(touched ? 1 : 0).allSatisfy { $0 == .idle })
    }
  }

  @Test func `is failed after a cancellation while a finger is left`() {
    let script = "0 1:0,0@0.01"
    #expect(states(TapGestureRecognizer(), script).last == .failed)
    #expect(states(PinchGestureRecognizer(), script).last == .failed)
    #expect(states(RotationGestureRecognizer(), script).last == .failed)
    #expect(states(PanGestureRecognizer(.init()), script).last == .failed)
    #expect(states(PressGestureRecognizer(), script).last == .failed)
    #expect(states(PreviewInteraction(), script).last == .failed)
  }
}

@Suite struct `A velocity from few samples` {
  /// Rules that need few samples agree on a uniform movement, however slow.
  @Test(arguments: [0.3, 0.9, 500, -0.3, -0.9, -500])
  func `equals that of the movement`(speed: Double) throws {
    for estimator in [VelocityEstimator.leastSquares1, .android, .impulse, .lastDifference] {
      for count in 2...5 {
        var history = MotionHistory()
        for step in 0..<count {
          history.add(
            Vector(x: speed * 0.01 * Double(step), y: 0), at: milliseconds(10 * Double(step)))
        }
        let now = milliseconds(10 * Double(count - 1))
        let velocity = try #require(estimator.velocity(of: history, at: now))
        #expect(abs(velocity.x - speed) < 1e-9 * abs(speed) && abs(velocity.y) < 1e-12)
      }
    }
  }
}
