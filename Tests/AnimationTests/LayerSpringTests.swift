import PantographAnimation
import PantographBase
import Testing

@MainActor @Suite(.ownTimeline) struct `A layer animation on a spring` {
  let timeline = Timeline.current
  let layer = Layer()

  private static func spring(
    _ mass: Double = 1, _ stiffness: Double = 100, _ damping: Double = 10, velocity: Double = 0
  ) -> LayerSpring {
    var spring = LayerSpring()
    spring.mass = mass
    spring.stiffness = stiffness
    spring.damping = damping
    spring.initialVelocity = velocity
    return spring
  }

  /// Core Animation on macOS as measured by the tests of the Rust crate sidestep: damping, velocity,
  /// second and position on the way from 0 to 100, with mass 1 and stiffness 100.
  @Test(arguments: [
    (10.0, 0.0, 0.05, 10.44054701924324), (10, 0, 0.25, 102.33595371246338),
    (10, 0, 0.45, 111.84459924697876), (20, 0, 0.15, 44.217461347579956),
    (30, 0, 0.15, 44.217461347579956), (10, 5, 0.05, 29.307806491851807),
    (10, -5, 0.25, 88.63046169281006),
  ])
  func `has the measured positions`(
    damping: Double, velocity: Double, seconds: Double, position: Double
  ) {
    let spring = Self.spring(1, 100, damping, velocity: velocity)
    layer.$cornerRadius.add(LayerAnimation(spring: spring, from: 0, to: 100))
    timeline.advance(to: seconds)
    #expect(near(layer.presentation.cornerRadius, position, 0.01))
  }

  /// The same source: mass, stiffness, damping, velocity and settling duration.
  @Test(arguments: [
    (1.0, 100.0, 10.0, 0.0, 1.4727003346780927), (1, 300, 20, 0, 0.7442555275721707),
    (2, 100, 5, 0, 5.658348137358159), (1, 100, 10, -5, 1.5350814063145797),
    (1, 100, 30, 0, 1), (1, 100, 0, 0, 3.4028234663852886e38),
  ])
  func `lasts until it has settled`(
    mass: Double, stiffness: Double, damping: Double, velocity: Double, settled: Double
  ) {
    let spring = Self.spring(mass, stiffness, damping, velocity: velocity)
    #expect(near(spring.settlingDuration, settled, 1e-6))
    // A spring that never settles lasts as long as any timing can.
    guard damping > 0 else { return }
    let animation = LayerAnimation(spring: spring, from: 0, to: 1)
    #expect(animation.timing.duration == spring.settlingDuration)
    #expect(animation.value(over: 7, model: 7, at: settled * 1.01 + 1e-6) == nil)
  }

  /// Cut off at half a second, it was at 108.34 at 0.49 s.
  @Test func `is cut off by a shorter duration`() {
    let timing = MediaTiming(duration: 0.5)
    layer.$cornerRadius.add(LayerAnimation(timing, spring: LayerSpring(), from: 0, to: 100))
    timeline.advance(to: 0.49)
    #expect(near(layer.presentation.cornerRadius, 108.34387540817261, 0.01))
    timeline.advance(to: 0.51)
    #expect(layer.presentation.cornerRadius == 0)
  }

  @Test func `follows its curve on the spring`() {
    var animation = LayerAnimation(
      MediaTiming(duration: 1), spring: LayerSpring(), from: 0, to: 100.0)
    animation.curve = .easeIn
    let seconds = CubicCurve.easeIn.value(at: 0.5)
    let wanted = 100 * TextbookSpring(mass: 1, stiffness: 100, damping: 10).travelled(seconds)
    #expect(near(animation.value(over: 0, model: 0, at: 0.5) ?? .nan, wanted))
    #expect(animation.value(over: 0, model: 0, at: 0) == 0)
  }

  /// `CASpringAnimation(perceptualDuration:bounce:)`, measured by openuikit and OpenCoreAnimation:
  /// duration, bounce, stiffness, damping.
  @Test(arguments: [
    (0.5, 0.0, 157.91367041742973, 25.132741228718345),
    (0.5, 0.3, 157.91367041742973, 17.59291886010284),
    (0.5, -0.3, 157.91367041742973, 35.90391604102621),
    (0.35, 0.15, 322.27279677026473, 30.51832863487228),
    (1, -0.5, 39.47841760435743, 25.132741228718345), (1, -1, 39.47841760435743, .infinity),
  ])
  func `has a perceived duration and a bounce`(
    duration: Double, bounce: Double, stiffness: Double, damping: Double
  ) {
    let spring = LayerSpring(perceptualDuration: duration, bounce: bounce)
    #expect(spring.mass == 1 && near(spring.stiffness, stiffness))
    #expect(spring.damping == damping || near(spring.damping, damping))
    #expect(near(spring.perceptualDuration, duration) && near(spring.bounce, bounce))
    if bounce == -1 { #expect(spring.settlingDuration == 0) }
  }

  @Test func `ignores invalid parameters`() {
    var spring = LayerSpring()
    let standard = spring
    for number in [0, -1, .nan, .infinity] {
      spring.mass = number
      spring.stiffness = number
    }
    (spring.damping, spring.damping) = (-1, .nan)
    (spring.initialVelocity, spring.initialVelocity) = (.nan, .infinity)
    #expect(spring == standard)
    #expect(LayerSpring(perceptualDuration: 0, bounce: 0).perceptualDuration == 2 * .pi / 10)
    for spring in [
      LayerSpring(perceptualDuration: .leastNonzeroMagnitude, bounce: 0.5),
      LayerSpring(perceptualDuration: .infinity, bounce: .nan),
      LayerSpring(perceptualDuration: 1, bounce: -9), Self.spring(.leastNonzeroMagnitude),
      Self.spring(1e300, 1e-300), Self.spring(1, .leastNonzeroMagnitude, 1e300),
    ] {
      let animation = LayerAnimation(MediaTiming(duration: 1), spring: spring, from: 0, to: 1)
      #expect(animation.value(over: 0, model: 0, at: 0.5)?.isFinite == true)
    }
  }
}
