import PantographBase
import PantographMotion

/// The source of a property's progress.
enum AnimationSource {
  /// Two parts of an animator: one for the x of a change and one for its y.
  case animator(PropertyAnimator, x: AnimatorMachine.Part, y: AnimatorMachine.Part)
  /// A block animation that began at a second of the property's own time.
  case block(BlockAnimation, begin: Double)

  func isDriven(by owner: AnyObject) -> Bool {
    switch self {
    case .animator(let animator, _, _): animator === owner
    case .block(let block, _): block === owner
    }
  }
}

/// The effect of one animation on a property.
///
/// It is an immutable object: it is read for each presentation value, and this way without a copy or an
/// exclusivity check.
final class AnimationTrack<Value: Animatable> {
  private enum Kind {
    /// Adds what is left of the change from the new value to the old one.
    case adding
    /// Runs from one value to another.
    case replacing
    /// Runs from the value beneath it to another value.
    case covering
    /// Runs through keyframes.
    case keyframes
  }

  let source: AnimationSource
  private let kind: Kind
  /// The change from the new value to the old one where it is additive, otherwise from the old to the
  /// new.
  let change: Value.Change
  /// The start and end values where it is not additive.
  let start: Value
  let end: Value
  let chain: KeyframeChain<Value>?

  private init(
    _ source: AnimationSource, _ kind: Kind, change: Value.Change, start: Value, end: Value,
    chain: KeyframeChain<Value>? = nil
  ) {
    self.source = source
    self.kind = kind
    self.change = change
    self.start = start
    self.end = end
    self.chain = chain
  }

  /// Creates a track that adds up with others and runs from one value to another.
  static func adding(
    from start: Value, to end: Value, by source: AnimationSource
  ) -> AnimationTrack {
    AnimationTrack(
      source, .adding, change: end.additiveChange(backTo: start), start: start, end: end)
  }

  /// Creates a track that replaces others and runs from one value to another.
  static func replacing(
    from start: Value, to end: Value, by source: AnimationSource
  ) -> AnimationTrack {
    AnimationTrack(source, .replacing, change: start.change(to: end), start: start, end: end)
  }

  /// Creates a track that gradually replaces the value of the others.
  static func covering(
    _ start: Value, to end: Value, by source: AnimationSource
  ) -> AnimationTrack {
    AnimationTrack(source, .covering, change: .zero, start: start, end: end)
  }

  /// Creates a track that replaces others and runs through keyframes.
  static func keyframes(
    _ chain: KeyframeChain<Value>, by source: AnimationSource
  ) -> AnimationTrack {
    AnimationTrack(
      source, .keyframes, change: .zero, start: chain.first, end: chain.last, chain: chain)
  }

  /// Returns the same track with another source of progress.
  func driven(by source: AnimationSource) -> AnimationTrack {
    AnimationTrack(source, kind, change: change, start: start, end: end, chain: chain)
  }

  /// Whether it replaces others instead of adding to them.
  var isAbsolute: Bool { kind != .adding }

  /// Whether it runs straight from its own start value to its end value.
  var isReplacing: Bool { kind == .replacing }

  /// Returns the change left to add, at a progress in each axis.
  @inline(__always)
  func rest(x: Double, y: Double) -> Value.Change {
    kind == .adding ? change * Self.factors(1 - x, 1 - y) : .zero
  }

  /// Returns the value over another one, without additive changes, at a progress in each axis.
  @inline(__always)
  func value(over value: Value, x: Double, y: Double) -> Value {
    switch kind {
    case .adding: return value
    case .replacing: return start.advanced(by: change * Self.factors(x, y))
    case .covering: return value.advanced(by: value.change(to: end) * Self.factors(x, y))
    case .keyframes: return chain?.value(at: x) ?? value
    }
  }

  /// A factor for each scalar of a change.
  @inline(__always)
  private static func factors(_ x: Double, _ y: Double) -> Value.Change {
    var factors = Value.Change(repeating: x)
    guard Value.axes == .two, x != y else { return factors }
    for index in stride(from: 1, to: factors.scalarCount, by: 2) { factors[index] = y }
    return factors
  }
}

/// The source of an animation's progress.
enum AnimationDriver {
  /// A part of an animator.
  case animator(PropertyAnimator, AnimatorMachine.Part)
  /// A block animation.
  case block(BlockAnimation)

  /// Whether it repeats, so that no additive animation is possible.
  @MainActor var repeats: Bool {
    if case .block(let block) = self { block.repeats } else { false }
  }
}

/// Collects the property changes made while an animation block runs.
///
/// Contexts nest as blocks do. There is one current context, and a property asks for it when it is set.
@MainActor final class AnimationContext {
  private(set) static var current: AnimationContext?

  private let madeDriver: AnimationDriver?
  /// The run of the animator to which the block belongs.
  private let generation: Int
  /// The keyframes to which the changes belong, and the range of the current one.
  var keyframes: KeyframeGroup?
  var keyframe: ClosedRange<Double>?
  /// Whether a change starts from the presentation value even where the default is the model value.
  var beginsFromCurrentState = true
  /// The layers whose geometry was changed.
  private var changedLayers: [Layer] = []
  let laysOut: Bool

  init(_ driver: AnimationDriver?, laysOut: Bool = false) {
    madeDriver = driver
    generation = if case .animator(let animator, _) = driver { animator.generation } else { 0 }
    self.laysOut = laysOut
  }

  /// The driver of the changes; `nil` for changes that are not animated.
  ///
  /// An animator that its own block ends no longer drives the rest of the block.
  var driver: AnimationDriver? {
    guard Timeline.current.areAnimationsEnabled else { return nil }
    if case .animator(let animator, _) = madeDriver {
      guard animator.state == .active, animator.generation == generation else { return nil }
    }
    return madeDriver
  }

  func run(_ animations: () -> Void) {
    let outer = Self.current
    Self.current = self
    animations()
    if laysOut {
      for layer in changedLayers { layer.layoutIfNeeded() }
    }
    Self.current = outer
  }

  func noteChange(of layer: Layer) {
    guard laysOut, !changedLayers.contains(where: { $0 === layer }) else { return }
    changedLayers.append(layer)
  }
}

/// The keyframes of one animation, and how values are calculated between them.
@MainActor final class KeyframeGroup {
  let curve: CubicCurve
  let mode: CalculationMode

  init(curve: CubicCurve, mode: CalculationMode) {
    self.curve = curve
    self.mode = mode
  }
}

/// An animated property of any type.
@MainActor protocol AnimatedProperty: AnyObject {
  var layer: Layer? { get set }
  /// Whether one of its animations disables touches.
  var disablesTouches: Bool { get }
  /// Whether hit testing uses the model value.
  var isHitTestedAtModel: Bool { get }
  /// Returns the keys of its layer animations; `nil` if there are none.
  func animationKeys() -> [String]?
  /// Removes all animations of the property.
  func removeAllAnimations()
  /// Leaves the property at its presentation value when an animation is stopped.
  func stop(_ owner: AnyObject)
  /// Moves the property to a position of a stopped animation.
  func finish(_ owner: AnyObject, at position: AnimatingPosition)
  /// Moves the property to the position at which an animation has ended.
  func end(_ owner: AnyObject, at position: AnimatingPosition)
  /// Delays a block animation of the property.
  func postpone(_ block: BlockAnimation, bySeconds delay: Double)
  /// The end of a block animation of the property, and whether it ends at its start; `nil` for never.
  func end(of block: BlockAnimation) -> (time: Timestamp, endsAtStart: Bool)?
}

/// The properties that an animation moves, in the order in which they were changed.
///
/// A property keeps its animations alive, not the reverse: releasing a layer releases its animations.
@MainActor struct AnimatedProperties {
  private struct Entry {
    weak var property: (any AnimatedProperty)?
  }
  private var entries: [Entry] = []

  var all: [any AnimatedProperty] { entries.compactMap(\.property) }

  /// Adds a property that is not registered yet.
  mutating func add(_ property: any AnimatedProperty) {
    entries.append(Entry(property: property))
  }

  mutating func remove(_ property: any AnimatedProperty) {
    entries.removeAll { $0.property === property || $0.property == nil }
  }
}

extension Animated where Value: AdditiveAnimatable {
  /// Adds an animation on top of the property, as `CALayer.add(_:forKey:)` does; the model value stays.
  ///
  ///     let pulse = MediaTiming(duration: 0.5, repeatCount: .infinity, autoreverses: true)
  ///     layer.$alpha.add(LayerAnimation(pulse, from: 1, to: 0.5), forKey: "pulse")
  ///
  /// It follows the time of the property's layer. A ``MediaTiming/beginTime`` of 0, in the outermost
  /// group if there are groups, means now. The animation stays until it is removed, even when it no
  /// longer shows. An animation under the same key replaces it.
  public func add(_ animation: LayerAnimation<Value>, forKey key: String? = nil) {
    var animation = animation
    let duration = Transaction.animationDuration()
    if animation.groups.isEmpty {
      animation.timing = animation.timing.takingDuration(duration)
    } else {
      animation.groups[0] = animation.groups[0].takingDuration(duration)
    }
    let outermost = animation.groups.first ?? animation.timing
    let seconds = outermost.beginTime + outermost.activeDuration / abs(outermost.speed)
    let beginsNow = outermost.beginTime == 0
    if let key { removeAnimation(forKey: key) }
    let now = timeline.now
    let overlay = Overlay(animation, key, begin: beginsNow ? localTime(at: now) : 0) {
      [animation] underlying, model, seconds in
      animation.value(over: underlying, model: model, at: seconds)
    }
    overlays.append(overlay)
    Transaction.count(on: timeline) { [weak self, weak overlay] in
      guard let self, let overlay else { return now }
      return self.instant(ofLocal: overlay.begin + seconds)
    }
    guard beginsNow else { return }
    timeline.noteStart(of: overlay) { [weak self] microseconds in
      overlay.begin += Double(microseconds) / 1e6 * (self?.layer?.totalSpeed ?? 1)
      self?.timeline.noteTimeChange()
    }
  }

  /// Returns the animation that was added under a key, `CALayer.animation(forKey:)`; `nil` if there is none.
  ///
  /// It has the duration that it runs for, if it had none. As a value, it can be changed and added again; the one
  /// that runs is not affected.
  public func animation(forKey key: String) -> LayerAnimation<Value>? {
    overlays.last { $0.key == key }?.animation as? LayerAnimation<Value>
  }
}

/// The keyframes of one property, in the order in which their blocks ran.
///
/// A keyframe runs to its value from wherever the property is when it begins. If it begins before
/// another one has ended, it takes over from there. The end of the animation cuts off what lies beyond
/// it.
struct KeyframeChain<Value: Animatable> {
  let group: KeyframeGroup
  /// The value before the first keyframe.
  let first: Value
  /// The value of the keyframe that was added last.
  private(set) var last: Value
  private var keyframes: [(span: ClosedRange<Double>, value: Value)] = []
  private var track: KeyframeTrack<Value>

  init(from first: Value, group: KeyframeGroup) {
    self.group = group
    self.first = first
    last = first
    track = KeyframeTrack([first])
  }

  /// Adds a keyframe; both ends of its span are between 0 and 1.
  mutating func add(_ value: Value, over span: ClosedRange<Double>) {
    last = value
    // Keyframes that begin at the same time keep their order.
    let index = keyframes.firstIndex { $0.span.lowerBound > span.lowerBound } ?? keyframes.count
    keyframes.insert((span, value), at: index)
    var values = [first]
    var times = [0.0]
    // Other modes than linear pass each value at the end of its keyframe.
    let ordered =
      group.mode == .linear
      ? keyframes
      : keyframes.enumerated().sorted {
        ($0.element.span.upperBound, $0.offset) < ($1.element.span.upperBound, $1.offset)
      }.map(\.element)
    for (index, keyframe) in ordered.enumerated() {
      let next = index + 1 < ordered.count ? ordered[index + 1].span.lowerBound : 1
      let (start, end) = (keyframe.span.lowerBound, keyframe.span.upperBound)
      if group.mode != .linear {
        values.append(keyframe.value)
        times.append(end)
        continue
      }
      if start > times[times.count - 1] {
        values.append(values[values.count - 1])
        times.append(start)
      }
      if end <= next || end == start {
        values.append(keyframe.value)
        times.append(end)
      } else {
        let share = (next - start) / (end - start)
        values.append(values[values.count - 1].interpolated(to: keyframe.value, at: share))
        times.append(next)
      }
    }
    if group.mode == .discrete || times[times.count - 1] < 1 {
      if group.mode != .discrete { values.append(values[values.count - 1]) }
      times.append(1)
    }
    track = KeyframeTrack(values, keyTimes: times, mode: group.mode)
  }

  /// Returns the value at a progress of the animation.
  func value(at progress: Double) -> Value {
    track.value(at: group.curve.value(at: progress))
  }
}
