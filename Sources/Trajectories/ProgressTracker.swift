import PantographBase
import PantographInteractions
import PantographMotion

/// Turns the fingers' input into the animation's fraction.
struct ProgressTracker {
  /// The mapping from translation to progress, in millimetres.
  let mapping: ProgressMapping
  private let source: ProgressPlan.Source
  private let countsBothDirections: Bool
  private let offset: Double
  private let limits: ProgressPlan.Limits
  private let beyondLimits: ProgressPlan.Beyond
  /// The side of the surface from which locations are counted, in the direction of progress.
  private let origin: Double

  /// The fraction when the fingers grabbed the animation.
  private(set) var grabbedFraction = 0.0
  /// Whether the animation was running then, so that it must not jump.
  private var isCaught = false
  /// The unlimited progress that is shown as that fraction.
  private var base = 0.0
  /// The remapping of a location or a pressure that caught the animation.
  private var remap: CatchRemap?
  /// The progress of the fingers' location or pressure, before any remapping.
  private var input = 0.0
  /// The progress that the fingers have driven to, before limits apply.
  private var driven = 0.0
  /// The factor from the fingers' velocity to that progress, without remapping.
  private var sign = 1.0
  /// The translation that was followed last.
  private(set) var translation = Vector.zero
  /// The fraction from which it must not jump to the limits, if it is caught.
  private var entry = 0.0
  /// The fractions that a gesture can reach by the steps of the rule; `nil` if it can reach any.
  var reach: ClosedRange<Double>?

  /// 0.9 of the full progress: how far a rubber band may be stretched when it is grabbed; at 1, no pull is enough, and at
  /// 0.999 it takes a thousand distances to move it.
  private static let mostStretched = 0.9

  init(_ interaction: Interaction, on plane: Plane?) {
    let plan = interaction.progress
    precondition(
      plane != nil || !plan.needsPlane(interaction.scale),
      "how far fingers have to go depends on the size of the surface")
    func millimetres(_ length: SurfaceLength) -> Double {
      plan.millimetres(length, interaction.scale, on: plane)
    }
    mapping = ProgressMapping(toward: plan.direction, distance: millimetres(plan.distance))
    source = plan.source
    countsBothDirections = plan.countsBothDirections
    offset = millimetres(plan.offset)
    limits = plan.limits
    beyondLimits = plan.beyondLimits
    origin =
      switch plan.direction {
      case .right, .down: 0
      case .left: -(plane?.size.x ?? 0)
      case .up: -(plane?.size.y ?? 0)
      }
  }

  /// Returns the mapping for the rule, in the direction in which the fingers moved.
  func mapping(for translation: Vector) -> ProgressMapping {
    guard countsBothDirections, mapping.along(translation) < 0 else { return mapping }
    return ProgressMapping(toward: mapping.direction.opposite, distance: mapping.distance)
  }

  // Inlined, as are others that run for each frame: a call would copy the tracker.

  /// Whether the fingers move the animation at all.
  @inline(__always)
  var moves: Bool { source != .time && source != .nothing }

  /// The progress of the input on the animation's own scale; for a press the force, even after a catch.
  @inline(__always)
  var progress: Double {
    let reached = source == .pressure && remap != nil ? input : driven
    let range = (reach ?? 0...1).clamped(to: 0...1)
    return min(max(reached, range.lowerBound), range.upperBound)
  }

  /// Grabs the animation at a fraction; `isCaught` says whether it was running, and `reach` how far the rule lets it go.
  mutating func grab(at fraction: Double, isCaught: Bool, within reach: ClosedRange<Double>?) {
    self.reach = reach
    grabbedFraction = fraction
    entry = fraction
    translation = .zero
    // What has been put or left beyond the limits must not jump to them, either.
    self.isCaught = isCaught || !allowed.contains(fraction)
    remap = nil
    base = fraction
    if case .rubberBand(let coefficient) = limits {
      let band = RubberBand(limit: 1, coefficient: coefficient)
      // What lies farther beyond an edge than the band reaches moves that edge.
      let start = min(edges.lowerBound, fraction + Self.mostStretched)
      let end = max(edges.upperBound, fraction - Self.mostStretched)
      if start < edges.lowerBound || end > edges.upperBound { self.reach = start...end }
      if fraction > end { base = end + band.pull(ofOffset: fraction - end) }
      if fraction < start { base = start + band.pull(ofOffset: fraction - start) }
    }
    driven = base
  }

  /// Goes on from the fraction that is shown, with a gesture that another tracker has followed so far.
  mutating func go(
    onFrom fraction: Double, after translation: Vector, grabbedAt grabbed: Double,
    within reach: ClosedRange<Double>?
  ) {
    grab(at: fraction, isCaught: true, within: reach)
    grabbedFraction = grabbed
    self.translation = translation
    if source == .translation { base -= progress(along: mapping.along(translation)) }
  }

  /// Returns the progress of a translation since the fingers grabbed the animation.
  @inline(__always)
  private mutating func progress(along translation: Double) -> Double {
    let beyond = max(abs(translation) - offset, 0)
    sign = beyond == 0 && offset > 0 ? 0 : countsBothDirections && translation < 0 ? -1 : 1
    return (translation < 0 && !countsBothDirections ? -beyond : beyond) / mapping.distance
  }

  /// Follows the fingers, and returns the fraction to show.
  mutating func follow(translation: Vector, location: Point) -> Double {
    self.translation = translation
    switch source {
    case .translation:
      driven = base + progress(along: mapping.along(translation))
      if beyondLimits == .forgotten {
        base += shown - driven
        driven = shown
      }
    case .location:
      let translation = mapping.along(Vector(x: location.x, y: location.y)) - origin
      drive(to: (translation - offset) / mapping.distance, from: 0)
    case .pressure:
      drive(to: mapping.along(translation), from: base)
    case .time, .nothing: break
    }
    return shown
  }

  /// Drives to a progress of which 0 is a start fraction, or to its remapped value after a catch.
  private mutating func drive(to progress: Double, from start: Double) {
    input = progress
    sign = 1 - start
    driven = start + progress * sign
    guard isCaught else { return }
    let remap = self.remap ?? CatchRemap(ends: ends, input: progress, caught: base)
    self.remap = remap
    driven = remap.mapped(progress)
  }

  /// The ends of the driven progress within 0 to 1.
  private var ends: ClosedRange<Double> {
    if case .clamped(let range) = limits { range.clamped(to: 0...1) } else { 0...1 }
  }

  @inline(__always)
  private var shown: Double {
    switch limits {
    case .clamped: return min(max(driven, bounds.lowerBound), bounds.upperBound)
    case .none: return driven
    case .rubberBand(let coefficient):
      let band = RubberBand(limit: 1, coefficient: coefficient)
      let (start, end) = (edges.lowerBound, edges.upperBound)
      if driven > end { return end + band.offset(ofPull: driven - end) }
      return driven < start ? start + band.offset(ofPull: driven - start) : driven
    }
  }

  /// The fractions beyond which a rubber band holds.
  @inline(__always)
  private var edges: ClosedRange<Double> { reach ?? 0...1 }

  /// The fractions from which it may jump into its limits: any start is one.
  private var allowed: ClosedRange<Double> {
    switch limits {
    case .clamped(let range): min(range.lowerBound, 0)...max(range.upperBound, 1)
    case .none, .rubberBand: -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
    }
  }

  /// The range of fractions that fingers can drive to.
  ///
  /// An animation that is caught beyond them, such as a spring beyond its end, must not jump back to
  /// them.
  @inline(__always)
  private var bounds: ClosedRange<Double> {
    guard case .clamped(var range) = limits else { return 0...1 }
    if let reach { range = range.clamped(to: reach) }
    guard isCaught, remap?.reaches(input) ?? true else { return range }
    return min(entry, range.lowerBound)...max(entry, range.upperBound)
  }

  /// Returns the share of the fingers' velocity that moves the fraction.
  func resistance(to velocity: Vector) -> Double {
    let free = mapping.progress(of: velocity)
    return free == 0 ? 1 : abs(self.velocity(velocity) / free)
  }

  /// Returns the fingers' velocity as a velocity of the fraction; 0 where a limit holds it.
  @inline(__always)
  func velocity(_ velocity: Vector) -> Double {
    guard moves else { return 0 }
    var velocity = mapping.progress(of: velocity)
    // A press has no progress below 0 or above 1, whatever the force.
    if source == .pressure, input <= 0 && velocity < 0 || input >= 1 && velocity > 0 { return 0 }
    velocity *= remap?.slope(at: input, isRising: velocity > 0) ?? sign
    switch limits {
    case .clamped:
      let isHeldBack =
        driven < bounds.lowerBound || driven > bounds.upperBound
        || driven == bounds.lowerBound && velocity < 0
        || driven == bounds.upperBound && velocity > 0
      return isHeldBack ? 0 : velocity
    case .none: return velocity
    case .rubberBand(let coefficient):
      // The derivative of 1 − 1 / (1 + c p), the band's law for a limit of 1.
      let stretch = max(driven - edges.upperBound, edges.lowerBound - driven, 0)
      guard stretch > 0 else { return velocity }
      let stretched = 1 + coefficient * stretch
      return velocity * coefficient / (stretched * stretched)
    }
  }
}

/// Remaps a location or a pressure that has caught an animation in flight, so that no value jumps.
///
/// Straight lines go from where the animation was caught to both ends; the ends stay where they are.
/// Progress beyond the ends is not remapped. If the catch is beyond an end, or so near to it that its
/// line would be steep, there is no line on that side: there the progress keeps a constant offset, as
/// translation does.
struct CatchRemap {
  /// The smallest and the largest progress within 0 to 1 that the input can reach.
  let ends: ClosedRange<Double>
  /// The progress of the input when it caught the animation.
  let input: Double
  /// The progress of the animation when it was caught.
  let caught: Double

  /// A tenth of the full distance.
  ///
  /// With it, no line is more than ten times as steep as without a remap. Otherwise a press that ends as softly
  /// as it began would throw the animation.
  static let edge = 0.1

  /// Returns whether there is no line to the end on a side.
  private func isFree(above: Bool) -> Bool {
    above ? input >= ends.upperBound - Self.edge : input <= ends.lowerBound + Self.edge
  }

  /// Returns whether a progress is remapped at all.
  func reaches(_ progress: Double) -> Bool {
    progress < input
      ? isFree(above: false) || progress > ends.lowerBound
      : isFree(above: true) || progress < ends.upperBound
  }

  /// Returns the remapped progress.
  func mapped(_ progress: Double) -> Double {
    guard reaches(progress) else { return progress }
    let offset = progress - input
    return caught + offset * slope(at: progress, isRising: offset > 0)
  }

  /// Returns the slope of the remapping, for a progress that rises or falls.
  func slope(at progress: Double, isRising: Bool) -> Double {
    let isAbove = progress == input ? isRising : progress > input
    guard !isFree(above: isAbove) else { return 1 }
    let end = isAbove ? ends.upperBound : ends.lowerBound
    // Beyond the end nothing is remapped.
    let isBehind = isAbove ? progress > end : progress < end
    let leavesEnd = progress == end && isRising == isAbove
    return isBehind || leavesEnd ? 1 : (end - caught) / (end - input)
  }
}
