import PantographAnimation
import PantographBase
import PantographMotion
import Testing

@MainActor @Suite(.ownTimeline) struct `A spring with a perceived duration` {
  let timeline = Timeline.current
  let layer = Layer()

  private var x: Double { layer.presentation.center.x }

  /// Settling times measured on UIKit and Core Animation: `UIViewSpring` tests of openuikit, iOS 26.1.
  @Test(arguments: [
    (0.5, 0.0, 0.8), (1, 0, 1.5), (0.5, 0.3, 0.862_955_283_174_420_5),
    (0.5, 0.7, 1.904_872_615_017_113), (0.35, 0.15, 0.515_655_489_362_589_8),
  ])
  func `ends when it has settled`(duration: Double, bounce: Double, settled: Double) {
    var finished: [Bool] = []
    Layer.animate(springDuration: duration, bounce: bounce, delay: 1) {
      layer.center.x = 100
    } completion: {
      finished.append($0)
    }
    #expect(timeline.nextEvent.map { near($0 - at(1), settled, 2e-6) } == true)
    // m = 1, k = (2π / D)², c = 4π (1 − b) / D
    let spring = TextbookSpring(
      mass: 1, stiffness: (2 * .pi / duration) * (2 * .pi / duration),
      damping: 4 * .pi * (1 - bounce) / duration)
    for seconds in [0.05, 0.2, 0.35] {
      timeline.advance(to: 1 + seconds)
      #expect(near(x, 100 * spring.travelled(seconds), 1e-7))
    }
    timeline.advance(to: 9)
    #expect(finished == [true] && x == 100)
  }

  @Test func `is half a second without a bounce by default`() {
    Layer.animate(springDuration: 0.5, bounce: 0) { layer.center.x = 100 }
    Layer.animate { layer.bounds.size.width = 100 }
    timeline.advance(to: 0.2)
    #expect(near(layer.presentation.bounds.size.width, x))
  }

  /// ζ = 1 / (1 + b): a bounce of −0.5 is twice the critical damping.
  @Test func `is overdamped with a bounce below 0`() {
    Layer.animate(springDuration: 1, bounce: -0.5, initialSpringVelocity: 3) {
      layer.center.x = 100
    }
    let spring = TextbookSpring(
      mass: 1, stiffness: 4 * .pi * .pi, damping: 8 * .pi, isClamped: false)
    for seconds in [0.1, 0.5, 1.5] {
      timeline.advance(to: seconds)
      #expect(near(x, 100 * spring.travelled(seconds, thrown: 3), 1e-7))
    }
  }

  @Test(arguments: [
    (0.0, 0.0), (-1, 0), (.nan, 0), (.infinity, 0), (.leastNonzeroMagnitude, 0), (0.5, -1),
    (0.5, -.infinity),
  ])
  func `makes its changes at once without a valid duration`(duration: Double, bounce: Double) {
    Layer.animate(springDuration: duration, bounce: bounce, initialSpringVelocity: .nan) {
      layer.center.x = 100
    }
    #expect(timeline.nextEvent == at(0))
    timeline.advance(to: 0)
    #expect(x == 100 && !layer.$center.isAnimated)
  }

  /// cos ωt, with one swing a second: a spring without damping.
  @Test(arguments: [1, 2, .infinity]) func `never ends with a bounce of 1`(bounce: Double) {
    Layer.animate(springDuration: 1, bounce: bounce) { layer.center.x = 100 }
    timeline.advance(to: 100.25)
    #expect(near(x, 100, 1e-6))
    timeline.advance(to: 100.5)
    #expect(near(x, 200, 1e-6) && layer.$center.isAnimated)
  }

  @Test func `takes its own time inside another animation if the options ask for it`() {
    Layer.animate(withDuration: 4, options: .curveLinear) {
      Layer.animate(springDuration: 0.5, options: .overrideInheritedDuration) {
        layer.center.x = 100
      }
    }
    // It settles in 0.8 s, on the other one's curve.
    timeline.advance(to: 0.4)
    #expect(near(x, 50))
  }
}

@MainActor @Suite(.ownTimeline) struct `A deleted layer` {
  let timeline = Timeline.current
  let window = Layer()
  let layers = [Layer(), Layer()]
  let other = Layer()

  init() {
    for layer in layers { window.addSublayer(layer) }
    layers[0].alpha = 0.5
  }

  @Test func `fades, is removed and can be added again`() {
    var finished: [Bool] = []
    Layer.perform(.delete, on: layers, options: .curveLinear) {
      other.center.x = 100
    } completion: {
      finished.append($0)
    }
    timeline.advance(to: 0.125)
    #expect(
      layers.map(\.presentation.alpha) == [0.25, 0.5] && near(other.presentation.center.x, 50))
    #expect(window.sublayers.count == 2)
    timeline.advance(to: 0.25)
    #expect(finished == [true] && window.sublayers.isEmpty)
    #expect(layers.map(\.presentation.alpha) == [0.5, 1])
  }

  @Test func `stays if something else shows it again`() {
    var finished: [Bool] = []
    Layer.perform(.delete, on: [layers[1]], completion: { finished.append($0) })
    timeline.advance(to: 0.1)
    Layer.animate(withDuration: 0.1) { layers[1].alpha = 0.75 }
    timeline.advance(to: 1)
    #expect(finished == [false] && window.sublayers.count == 2 && layers[1].alpha == 0.75)
  }

  @Test func `may be none at all`() {
    var finished: [Bool] = []
    Layer.perform(.delete, on: [], completion: { finished.append($0) })
    timeline.advance(by: 0)
    #expect(finished == [true] && Layer.SystemAnimation.delete.rawValue == 0)
  }
}
