import PantographBase

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
