import PantographGestures
public import PantographMotion

extension ReleaseRule {
  /// Where a movement would end after the release.
  public enum Projection: Hashable, Sendable {
    /// At the release.
    case none
    /// Where the velocity leads in the given number of seconds.
    case seconds(Double)
    /// Where the velocity leads if friction slows it down: v / f, with f per second.
    case friction(Double)
    /// Where the velocity leads if this share of it remains after each millisecond, summed in steps.
    ///
    /// v / 1000 · d / (1 − d), as in "Designing Fluid Interfaces" (WWDC 2018).
    case steps(decay: Double)
    /// Where the velocity leads if this share of it remains after each millisecond, integrated.
    ///
    /// −v / (1000 ln d).
    case integral(decay: Double)
    /// Where a toolkit's scrolling would come to rest.
    case momentum(Momentum)
    /// GNOME's projection, which adds a number of pixels per millisecond to the progress, whatever the distance.
    ///
    /// - Parameters:
    ///   - decay: the share of the velocity that remains after each millisecond.
    ///   - unit: the unit in which the velocity is a number.
    ///   - bendAbove: the number above which the result grows with the square.
    ///   - bend: the factor of the square.
    case ontoProgress(decay: Double, unit: MeasureUnit, bendAbove: Double, bend: Double)

    /// Returns the progress at which a release would end.
    func end(of release: Release) -> Double {
      let velocity = release.velocity / release.distance
      return switch self {
      case .none: release.fraction
      case .seconds(let seconds): release.fraction + velocity * seconds
      case .friction(let friction): release.fraction + velocity / friction
      case .steps(let decay):
        release.fraction + Decay(rate: decay).steppedProjection(of: velocity)
      case .integral(let decay): release.fraction + Decay(rate: decay).projection(of: velocity)
      case .momentum(let momentum):
        release.fraction
          + momentum.glide(from: momentum.velocity(of: release)).distance
          * momentum.millimetresPerPoint / release.distance
      case .ontoProgress(let decay, let unit, let bendAbove, let bend):
        release.fraction
          + Self.mixed(
            release.velocity / unit.scale(distance: release.distance),
            slope: Decay(rate: decay).steppedProjection(of: 1), bendAbove: bendAbove, bend: bend)
      }
    }

    /// Returns a line up to the bend, then a parabola that starts with the line's slope.
    private static func mixed(
      _ velocity: Double, slope: Double, bendAbove: Double, bend: Double
    ) -> Double {
      let speed = abs(velocity)
      var progress = speed * slope
      if speed > bendAbove, bend > 0 {
        let c = slope / 2 / bend
        let x = speed - bendAbove + c
        progress = slope * bendAbove + bend * x * x - bend * c * c
      }
      return velocity < 0 ? -progress : progress
    }
  }
}

/// How an animation coasts after a release: the timing of its path to where it comes to rest.
package struct Coasting: TimingCurve {
  /// The seconds until it rests.
  package var duration: Double { coast.duration }
  /// The progress at which it rests.
  package var end: Double { coast.end / pointsPerProgress }
  /// The progress at which it begins.
  package var start: Double
  private let coast: Coast
  private let pointsPerProgress: Double

  init(
    _ momentum: Momentum, of release: Release, within ends: ClosedRange<Double>,
    limits: ProgressPlan.Limits = .none
  ) {
    let points = release.distance / momentum.millimetresPerPoint
    start = release.fraction
    pointsPerProgress = points
    func inPoints(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
      range.lowerBound * points...range.upperBound * points
    }
    let (start, velocity) = (release.fraction * points, momentum.velocity(of: release))
    if case .clamped(let range) = limits {
      coast = Coast(
        momentum, from: start, velocity: velocity, within: inPoints(ends), limits: inPoints(range))
    } else {
      coast = Coast(momentum, from: start, velocity: velocity, within: inPoints(ends))
    }
  }

  /// Returns the share of the path from the start to the end after a fraction of the duration.
  package func progress(at fraction: Double) -> Double {
    let position = coast.state(after: fraction * duration).position / pointsPerProgress
    return (position - start) / (end - start)
  }
}

extension Momentum {
  /// Returns the velocity at which a release goes on, in points per second.
  func velocity(of release: Release) -> Double {
    release.velocity * release.resistance / millimetresPerPoint
  }

  /// The size of the points in which it counts.
  var millimetresPerPoint: Double {
    let unit: MeasureUnit.Length =
      switch point {
      case .apple: .point
      case .densityIndependent: .densityIndependent
      case .css: .pixel
      }
    return MeasureUnit(unit).scale(distance: 1)
  }
}

extension ReleaseRule {
  /// Returns the law that the animation follows after a verdict; `nil` if it settles otherwise.
  package func momentum(after verdict: Verdict) -> Momentum? {
    if verdict == .coast, case .momentum(let momentum) = projection { momentum } else { nil }
  }

  /// Returns how the animation coasts after a decision about a release; `nil` if it settles otherwise.
  ///
  /// Beyond an end, a law without a rebound has no way back.
  package func coasting(
    after decision: Decision, about release: Release, limits: ProgressPlan.Limits
  ) -> Coasting? {
    guard let verdict = decision.judgement?.verdict, let momentum = momentum(after: verdict),
      momentum.rebound != nil || ends.contains(release.fraction)
    else { return nil }
    return Coasting(momentum, of: release, within: ends, limits: limits)
  }

  private var ends: ClosedRange<Double> { snapPoints[0]...snapPoints[snapPoints.count - 1] }

  func coastingEnd(of release: Release) -> Double {
    var end = value(of: .projected, in: release)
    if case .momentum(let momentum) = projection {
      end = Coasting(momentum, of: release, within: ends).end
    }
    return min(max(end, ends.lowerBound), ends.upperBound)
  }
}
