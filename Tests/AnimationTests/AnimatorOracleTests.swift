import PantographAnimation
import PantographBase
import PantographMotion
import PantographTestSupport
import Testing

/// Measurements of `UIViewPropertyAnimator`, and statements about it in sessions and radars.
@Suite(.ownTimeline) @MainActor struct `The measured animator` {
  nonisolated static let rows = Repository.oracle("animator_measured.csv").rows

  private typealias Measurement = @MainActor (Table.Row) throws -> Void

  /// The check of each row, by its setup.
  private static let measurements: [String: Measurement] = [
    "UIViewPropertyAnimator 1 s easeInOut 50->150 running": {
      try running($0, PropertyAnimator(duration: 1, curve: .easeInOut))
    },
    "UIViewPropertyAnimator 1 s dampingRatio .5 50->150 running": {
      try running($0, PropertyAnimator(duration: 1, dampingRatio: 0.5))
    },
    "new animator": isNew,
    "pause from inactive then stopAnimation(true)": pausesAndStops,
    "UIViewPropertyAnimator(duration 4, mass1 k100 c10).duration": { row in
      let spring = SpringTimingParameters(mass: 1, stiffness: 100, damping: 10)
      let animator = PropertyAnimator(duration: 4, timingParameters: spring)
      #expect(abs(animator.duration - row.number("value")) < 1e-12)
    },
    "WWDC17-230: easeOut(exaggerated) scrubbed to progress .5 then continue(nil,0), duration 2":
      continuesLate,
    "openradar 35743469 iOS11: fraction=1 while paused then continue(factor 1)": hasNothingLeft,
  ]

  /// A layer that the animator moves from an opacity of 50 to 150.
  private static func animated(_ animator: PropertyAnimator) throws -> Layer {
    let layer = Layer()
    layer.alpha = 50
    try animator.addAnimations { layer.alpha = 150 }
    return layer
  }

  private static func running(_ row: Table.Row, _ animator: PropertyAnimator) throws {
    let layer = try animated(animator)
    let time = try #require(Double(row.text("t").filter { $0 != "~" }))
    try animator.startAnimation()
    // The instant was read to a millisecond, and the value a little before or after.
    animator.timeline.advance(to: time)
    #expect(row.text("fractionComplete").hasPrefix("=t/duration"))
    #expect(abs(animator.fractionComplete - time) < 1e-9)
    #expect(animator.isRunning && animator.state == .active)
    #expect(abs(layer.presentation.alpha - row.number("value")) < 0.15)
  }

  private static func isNew(_ row: Table.Row) throws {
    let animator = PropertyAnimator(duration: 1, curve: .easeInOut)
    #expect(animator.fractionComplete == row.number("fractionComplete"))
    func number(_ flag: Bool) -> String { flag ? "1" : "0" }
    let said = [
      "state \(animator.state)", "isRunning \(number(animator.isRunning))",
      "isReversed \(number(animator.isReversed))",
      "isInterruptible \(number(animator.isInterruptible))",
      "userInteraction \(number(animator.isUserInteractionEnabled))",
      "manualHitTesting \(number(animator.isManualHitTestingEnabled))",
      "scrubsLinearly \(number(animator.scrubsLinearly))",
      "pausesOnCompletion \(number(animator.pausesOnCompletion))", "delay \(Int(animator.delay))",
    ]
    #expect(said.joined(separator: ",") == row.text("note"))
  }

  private static func pausesAndStops(_ row: Table.Row) throws {
    let animator = PropertyAnimator(duration: 1, curve: .easeInOut)
    let layer = try animated(animator)
    var completions = 0
    animator.addCompletion { _ in completions += 1 }
    try animator.pauseAnimation()
    #expect(animator.fractionComplete == row.number("fractionComplete"))
    try animator.stopAnimation(true)
    animator.timeline.advance(by: 5)
    #expect(row.text("value") == "FROM value" && row.text("note") == "completion not called")
    #expect(layer.alpha == 50 && layer.presentation.alpha == 50)
    #expect(completions == 0 && animator.state == .inactive)
  }

  private static func continuesLate(_ row: Table.Row) throws {
    // The session calls the curve "exaggerated": here one that is half way after a tenth of the time.
    let curve = CubicCurve(0.05, 0.5, 0.15, 1)
    let entry = try #require(curve.fraction(ofValue: 0.5))
    #expect(abs(entry - 0.1) < 0.002)
    let animator = PropertyAnimator(duration: 2, curve: curve)
    let layer = try animated(animator)
    try animator.pauseAnimation()
    animator.fractionComplete = 0.5
    #expect(abs(layer.presentation.alpha - 100) < 1e-9)
    try animator.continueAnimation()
    // ".5 -> .1", "no jump", "remaining = .9*2 = 1.8 s".
    #expect(row.text("note").hasSuffix("1.8 s") && row.text("fractionComplete") == ".5 -> .1")
    #expect(abs(animator.fractionComplete - 0.1) < 0.005)
    #expect(abs(layer.presentation.alpha - 100) < 1e-9)
    let end = try #require(animator.timeline.nextEvent)
    #expect(abs(end - animator.timeline.now - 1.8) < 0.01)
  }

  /// The radar complains that UIKit waits for nothing to be seen; with a factor of 0 it does not, and
  /// ours never does.
  private static func hasNothingLeft(_ row: Table.Row) throws {
    #expect(row.text("note").hasSuffix("factor 0 -> immediately"))
    for factor in [0.0, 1] {
      let animator = PropertyAnimator(duration: 1, curve: .easeInOut)
      let layer = try animated(animator)
      var positions: [AnimatingPosition] = []
      animator.addCompletion { positions.append($0) }
      try animator.pauseAnimation()
      animator.fractionComplete = row.number("fractionComplete")
      #expect(animator.state == .active && layer.presentation.alpha == 150)
      try animator.continueAnimation(durationFactor: factor)
      #expect(layer.presentation.alpha == 150)
      animator.timeline.advance(by: 0)
      #expect(positions == [.end] && animator.state == .inactive)
    }
  }

  @Test(arguments: rows)
  func `does what was measured`(row: Table.Row) throws {
    let measurement = try #require(Self.measurements[row.text("setup")])
    try measurement(row)
  }

  @Test
  func `is measured in all rows`() {
    #expect(Set(Self.rows.map { $0.text("setup") }) == Set(Self.measurements.keys))
    #expect(Self.rows.count == 7)
  }
}
