import PantographAnimation
import Testing

@MainActor final class Sheet {
  let card = Layer(frame: Rect(x: 0, y: 400, width: 320, height: 600))
  let shade = Layer()
  let animator: PropertyAnimator

  init() throws(AnimatorError) {
    shade.alpha = 0
    animator = PropertyAnimator(duration: 0.5, curve: .easeOut)
    try animator.addAnimations { [card, shade] in
      card.center.y -= 300
      shade.alpha = 0.4
    }
    try animator.pauseAnimation()
  }

  func panChanged(translation: Double) {
    animator.fractionComplete = -translation / 300
  }

  func panEnded(velocity: Double) throws(AnimatorError) {
    animator.isReversed = velocity > 0
    try animator.continueAnimation(withTimingParameters: nil, durationFactor: 0)
  }
}

@MainActor @Suite(.ownTimeline) struct `The sheet ported from UIKit` {
  @Test(arguments: [(-500.0, 400.0), (500, 700)])
  func `goes in the direction of the release`(velocity: Double, end: Double) throws {
    let sheet = try Sheet()
    #expect(sheet.card.presentation.center.y == 700)
    sheet.panChanged(translation: -75)
    #expect(sheet.card.presentation.center.y == 625)
    #expect(abs(sheet.shade.presentation.alpha - 0.1) < 1e-12)

    try sheet.panEnded(velocity: velocity)
    var seen: [Double] = []
    while sheet.animator.isRunning {
      Timeline.current.advance(by: 1.0 / 60)
      seen.append(sheet.card.presentation.center.y)
    }

    #expect(seen.last == end)
    #expect(zip(seen, seen.dropFirst()).allSatisfy { velocity < 0 ? $0 >= $1 : $0 <= $1 })
  }
}
