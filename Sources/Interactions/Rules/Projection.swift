import Motion

extension ReleaseRule {
  /// Where a movement would lead that nobody holds any more.
  public enum Projection: Hashable, Sendable {
    /// Nowhere: it stays where it was let go.
    case none
    /// As far as the velocity leads in so many seconds.
    case seconds(Double)
    /// As a velocity leads that friction slows down: v / f, with f per second.
    case friction(Double)
    /// As a velocity leads that keeps this share of itself every millisecond, counted in steps of one.
    ///
    /// v / 1000 · d / (1 − d), as "Designing Fluid Interfaces" (WWDC 2018) has it.
    case steps(decay: Double)
    /// As a velocity leads that keeps this share of itself every millisecond, all the while.
    ///
    /// −v / (1000 ln d).
    case integral(decay: Double)
    /// As GNOME has it, where a number of pixels per millisecond becomes a number of whole progresses,
    /// however long the progress is.
    ///
    /// - Parameters:
    ///   - decay: the share that is kept every millisecond.
    ///   - unit: the unit that the velocity is put in as a number.
    ///   - bendAbove: the number above which the way grows with the square.
    ///   - bend: how much of the square is added.
    case ontoProgress(decay: Double, unit: MeasureUnit, bendAbove: Double, bend: Double)

    /// The progress that a release would come to.
    func end(of release: Release) -> Double {
      let velocity = release.velocity / release.distance
      return switch self {
      case .none: release.fraction
      case .seconds(let seconds): release.fraction + velocity * seconds
      case .friction(let friction): release.fraction + velocity / friction
      case .steps(let decay):
        release.fraction + Decay(rate: decay).steppedProjection(of: velocity)
      case .integral(let decay): release.fraction + Decay(rate: decay).projection(of: velocity)
      case .ontoProgress(let decay, let unit, let bendAbove, let bend):
        release.fraction
          + Self.mixed(
            release.velocity / unit.scale(distance: release.distance),
            slope: Decay(rate: decay).steppedProjection(of: 1), bendAbove: bendAbove, bend: bend)
      }
    }

    /// A line up to the bend, and from there a parabola that begins with the line's slope.
    private static func mixed(
      _ velocity: Double, slope: Double, bendAbove: Double, bend: Double
    ) -> Double {
      let speed = abs(velocity)
      var way = speed * slope
      if speed > bendAbove, bend > 0 {
        let c = slope / 2 / bend
        let x = speed - bendAbove + c
        way = slope * bendAbove + bend * x * x - bend * c * c
      }
      return velocity < 0 ? -way : way
    }
  }
}
