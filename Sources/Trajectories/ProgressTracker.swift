import Interactions
import Motion
import Quantities

/// Where fingers lead an animation: from what they do to the fraction that is shown.
struct ProgressTracker {
  /// How the way becomes progress, in millimetres.
  let mapping: ProgressMapping
  private let source: ProgressPlan.Source
  private let countsBothDirections: Bool
  private let offset: Double
  private let limits: ProgressPlan.Limits
  /// The side of the surface where locations count from, along the way of progress.
  private let origin: Double

  /// What the fraction was when the fingers took hold.
  private(set) var grasped = 0.0
  /// Whether it moved then, so that it must not jump.
  private var isCaught = false
  /// The progress that would be shown as that.
  private var base = 0.0
  /// What a place or a force that has caught the animation leads to.
  private var bend: CatchRemap?
  /// The progress that the fingers' place or force stands for by itself.
  private var place = 0.0
  /// Where the fingers have led, before it is limited to what the animation shows.
  private var led = 0.0
  /// The part of their velocity that changes that, per second, where nothing is bent.
  private var sign = 1.0

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
    origin =
      switch plan.direction {
      case .right, .down: 0
      case .left: -(plane?.size.x ?? 0)
      case .up: -(plane?.size.y ?? 0)
      }
  }

  /// How the way counts for whoever judges it: to the side to which the fingers went.
  func mapping(for translation: Vector) -> ProgressMapping {
    guard countsBothDirections, mapping.along(translation) < 0 else { return mapping }
    return ProgressMapping(toward: mapping.direction.opposite, distance: mapping.distance)
  }

  /// Whether the fingers move the animation at all.
  var moves: Bool { source != .time && source != .nothing }

  /// The progress that the fingers lead to, on the animation's own scale; a force, wherever it has caught it.
  var progress: Double {
    let reached = source == .pressure && bend != nil ? place : led
    return min(max(reached, 0), 1)
  }

  /// Takes hold of an animation at a fraction, of one that moves by catching it.
  mutating func grasp(at fraction: Double, isCaught: Bool) {
    grasped = fraction
    self.isCaught = isCaught
    bend = nil
    base = fraction
    if case .rubberBand(let coefficient) = limits {
      let band = RubberBand(limit: 1, coefficient: coefficient)
      if fraction > 1 { base = 1 + band.pull(ofOffset: min(fraction - 1, 1 - 1e-9)) }
      if fraction < 0 { base = band.pull(ofOffset: max(fraction, -1 + 1e-9)) }
    }
    led = base
  }

  /// Follows the fingers, and tells the fraction that is shown.
  mutating func follow(translation: Vector, location: Point) -> Double {
    switch source {
    case .translation:
      let way = mapping.along(translation)
      let beyond = max(abs(way) - offset, 0)
      sign = beyond == 0 && offset > 0 ? 0 : countsBothDirections && way < 0 ? -1 : 1
      led = base + (way < 0 && !countsBothDirections ? -beyond : beyond) / mapping.distance
    case .location:
      let way = mapping.along(Vector(x: location.x, y: location.y)) - origin
      lead(to: (way - offset) / mapping.distance, from: 0)
    case .pressure:
      lead(to: mapping.along(translation), from: base)
    case .time, .nothing: break
    }
    return shown
  }

  /// Leads to a progress of its own, of which 0 stands for a fraction, or to what it is since it has caught
  /// the animation.
  private mutating func lead(to progress: Double, from start: Double) {
    place = progress
    sign = 1 - start
    led = start + progress * sign
    guard isCaught else { return }
    let bend = self.bend ?? CatchRemap(ends: ends, place: progress, caught: base)
    self.bend = bend
    led = bend.led(by: progress)
  }

  /// The ends of what is led to between 0 and 1.
  private var ends: ClosedRange<Double> {
    if case .clamped(let range) = limits { range.clamped(to: 0...1) } else { 0...1 }
  }

  private var shown: Double {
    switch limits {
    case .clamped: return min(max(led, bounds.lowerBound), bounds.upperBound)
    case .none: return led
    case .rubberBand(let coefficient):
      let band = RubberBand(limit: 1, coefficient: coefficient)
      if led > 1 { return 1 + band.offset(ofPull: led - 1) }
      return led < 0 ? band.offset(ofPull: led) : led
    }
  }

  /// The fractions that fingers can lead to.
  ///
  /// What is caught beyond them, such as a spring beyond its end, must not jump back to them.
  private var bounds: ClosedRange<Double> {
    guard case .clamped(let range) = limits else { return 0...1 }
    guard isCaught, bend?.reaches(place) ?? true else { return range }
    return min(grasped, range.lowerBound)...max(grasped, range.upperBound)
  }

  /// A velocity of the fingers as one of the fraction, which does not move where it is held back.
  func velocity(_ velocity: Vector) -> Double {
    guard moves else { return 0 }
    var velocity = mapping.progress(of: velocity)
    // A press has no more progress than all, and no less than none, however the force goes on.
    if source == .pressure, place <= 0 && velocity < 0 || place >= 1 && velocity > 0 { return 0 }
    velocity *= bend?.slope(at: place, isRising: velocity > 0) ?? sign
    switch limits {
    case .clamped:
      let isHeldBack =
        led < bounds.lowerBound || led > bounds.upperBound
        || led == bounds.lowerBound && velocity < 0 || led == bounds.upperBound && velocity > 0
      return isHeldBack ? 0 : velocity
    case .none: return velocity
    case .rubberBand(let coefficient):
      // The derivative of 1 − 1 / (1 + c p), the band's law for a limit of 1.
      let pull = max(led - 1, -led, 0)
      guard pull > 0 else { return velocity }
      let stretched = 1 + coefficient * pull
      return velocity * coefficient / (stretched * stretched)
    }
  }
}
