import PantographAnimation
import PantographBase
import Testing

@MainActor @Suite(.ownTimeline) struct `A transaction` {
  let timeline = Timeline.current
  let layer = Layer()

  final class Log {
    var ends: [Double] = []
  }
  let log = Log()

  private func note() { log.ends.append(timeline.seconds) }

  /// Core Animation's defaults: 0.25 s on the curve (0.25, 0.1), (0.25, 1).
  @Test func `animates properties of a layer`() {
    #expect(Transaction.animationDuration() == 0.25 && !Transaction.disableActions())
    Transaction.begin()
    layer.alpha = 0
    layer.center.x = 100
    #expect(layer.alpha == 0 && layer.presentation.alpha == 1)
    Transaction.commit()
    timeline.advance(to: 0.125)
    let half = CubicCurve(0.25, 0.1, 0.25, 1).value(at: 0.5)
    #expect(near(layer.presentation.alpha, 1 - half))
    #expect(near(layer.presentation.center.x, 100 * half))
    layer.cornerRadius = 8
    #expect(layer.presentation.cornerRadius == 8)
    timeline.advance(to: 0.25)
    #expect(!layer.$alpha.isAnimated && layer.presentation.center.x == 100)
  }

  @Test func `has a duration and a curve, which nested transactions share`() {
    Transaction.begin()
    Transaction.setAnimationDuration(2)
    Transaction.setAnimationTimingFunction(.linear)
    Transaction.begin()
    #expect(
      Transaction.animationDuration() == 2 && Transaction.animationTimingFunction() == .linear)
    Transaction.setAnimationDuration(1)
    layer.alpha = 0
    Transaction.commit()
    layer.center.x = 100
    Transaction.setDisableActions(true)
    layer.blur = 9
    Transaction.commit()
    timeline.advance(to: 0.5)
    #expect(near(layer.presentation.alpha, 0.5) && near(layer.presentation.center.x, 25))
    #expect(layer.presentation.blur == 9)
    #expect(Transaction.animationDuration() == 0.25)
    #expect(Transaction.animationTimingFunction() == .systemDefault)
  }

  @Test func `continues from the presentation value`() {
    for target in [0.0, 1.0] {
      Transaction.begin()
      Transaction.setAnimationDuration(1)
      Transaction.setAnimationTimingFunction(.linear)
      layer.alpha = target
      Transaction.commit()
      timeline.advance(by: 0.5)
    }
    // From 1 to 0.5, and half of the distance from there to 1.
    #expect(near(layer.presentation.alpha, 0.75))
  }

  @Test func `does not animate new layers, inside blocks, or while animations are off`() {
    Transaction.begin()
    let new = Layer(frame: Rect(x: 0, y: 0, width: 10, height: 10))
    new.alpha = 0.5
    Layer.animate(withDuration: 1, options: .curveLinear) { layer.alpha = 0 }
    Layer.performWithoutAnimation { layer.blur = 9 }
    Transaction.commit()
    #expect(new.presentation.alpha == 0.5 && new.presentation.bounds.width == 10)
    #expect(layer.presentation.blur == 9)
    timeline.advance(to: 0.5)
    #expect(near(layer.presentation.alpha, 0.5))
    Transaction.begin()
    new.alpha = 1
    Transaction.commit()
    #expect(new.presentation.alpha == 0.5)
  }

  // MARK: Its end

  @Test func `completes when all of its animations have ended`() {
    Transaction.begin()
    Transaction.setCompletionBlock(note)
    layer.alpha = 0
    Layer.animate(withDuration: 0.5) { layer.center.x = 100 }
    Transaction.begin()
    layer.$cornerRadius.add(
      LayerAnimation(MediaTiming(beginTime: 1, duration: 1, speed: 2), from: 0, to: 8))
    Transaction.commit()
    layer.$blur.add(LayerAnimation(MediaTiming(duration: 0.75), from: 0, to: 8))
    Transaction.commit()
    timeline.advance(to: 1.499_999)
    #expect(log.ends == [])
    timeline.advance(to: 9)
    #expect(log.ends == [1.5])
  }

  @Test func `completes in the layer's time, at its next frame`() {
    layer.speed = 0.5
    Transaction.begin()
    Transaction.setCompletionBlock(note)
    layer.$blur.add(LayerAnimation(MediaTiming(duration: 1), from: 0, to: 8))
    Transaction.commit()
    timeline.frame(at: 10)
    timeline.advance(to: 11.9)
    #expect(log.ends == [])
    layer.speed = 0
    timeline.advance(to: 20)
    #expect(log.ends == [] && timeline.nextEvent == nil)
    layer.removeAllAnimations()
    timeline.advance(to: 21)
    #expect(log.ends == [20])
  }

  @Test func `completes when an animation is removed`() {
    Transaction.begin()
    Transaction.setCompletionBlock(note)
    layer.$alpha.add(LayerAnimation(MediaTiming(duration: 5), from: 0, to: 1), forKey: "fade")
    Transaction.commit()
    timeline.advance(to: 1)
    layer.$alpha.removeAnimation(forKey: "fade")
    timeline.advance(to: 2)
    #expect(log.ends == [1])
  }

  @Test func `completes at once without animations`() {
    Transaction.begin()
    Transaction.setCompletionBlock(note)
    layer.alpha = 1
    #expect(log.ends == [])
    Transaction.setCompletionBlock(note)
    #expect(log.ends == [0])
    layer.alpha = 0
    Transaction.setCompletionBlock(nil)
    Transaction.commit()
    timeline.advance(to: 1)
    #expect(log.ends == [0, 0.25])
    Transaction.setCompletionBlock(note)
    #expect(log.ends == [0, 0.25, 1])
  }

  @Test func `gives its duration to an animation without one`() {
    Transaction.begin()
    Transaction.setAnimationDuration(2)
    layer.$alpha.add(LayerAnimation(MediaTiming(), from: 0, to: 1))
    Transaction.commit()
    layer.$blur.add(LayerAnimation(MediaTiming(), from: 0, to: 1))
    timeline.advance(to: 0.125)
    #expect(near(layer.presentation.alpha, 0.0625) && near(layer.presentation.blur, 0.5))
  }

  @Test func `takes any number, and may be none`() {
    Transaction.commit()
    Transaction.setAnimationDuration(9)
    #expect(Transaction.animationDuration() == 0.25)
    for number in [-1, .nan, .infinity] {
      Transaction.begin()
      Transaction.setAnimationDuration(number)
      layer.alpha = layer.alpha == 0 ? 1 : 0
      #expect(Transaction.animationDuration() == 0)
      Transaction.commit()
      timeline.advance(by: 0)
      #expect(layer.presentation.alpha == layer.alpha && !layer.$alpha.isAnimated)
    }
  }
}
