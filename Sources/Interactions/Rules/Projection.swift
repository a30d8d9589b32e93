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
