import Quantities

/// Where the progress of a property comes from.
enum AnimationSource {
  /// From two parts of an animator: for the x of a change, and for its y.
  case animator(PropertyAnimator, x: AnimatorMachine.Part, y: AnimatorMachine.Part)
  /// From a block animation that was set going at a second of the property's own time.
  case block(BlockAnimation, begin: Double)

  func isDriven(by owner: AnyObject) -> Bool {
    switch self {
    case .animator(let animator, _, _): animator === owner
    case .block(let block, _): block === owner
    }
  }
}

/// What one animation does to a property.
///
/// It is an object without variables, so that asking it, which happens for each value that is seen,
/// copies nothing and checks nothing.
final class AnimationTrack<Value: Animatable> {
  private enum Kind {
    /// Adds what is left of the change from the new value to the old one.
    case adding
    /// Leads from a value to another.
    case replacing
    /// Leads from what is beneath it to another value.
    case covering
    /// Leads through keyframes.
    case keyframes
  }

  let source: AnimationSource
  private let kind: Kind
  /// Leads from the new value to the old one where it adds, else from the old one to the new one.
  let change: Value.Change
  /// Where it leads from, and where to, if it does not add.
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

  /// Adds up with the others, on the way from one value to another.
  static func adding(
    from start: Value, to end: Value, by source: AnimationSource
  ) -> AnimationTrack {
    AnimationTrack(
      source, .adding, change: end.additiveChange(backTo: start), start: start, end: end)
  }

  /// Counts alone, on the way from one value to another.
  static func replacing(
    from start: Value, to end: Value, by source: AnimationSource
  ) -> AnimationTrack {
    AnimationTrack(source, .replacing, change: start.change(to: end), start: start, end: end)
  }

  /// Counts more and more, on the way from what the others make of a value.
  static func covering(
    _ start: Value, to end: Value, by source: AnimationSource
  ) -> AnimationTrack {
    AnimationTrack(source, .covering, change: .zero, start: start, end: end)
  }

  /// Counts alone, on the way through keyframes.
  static func keyframes(
    _ chain: KeyframeChain<Value>, by source: AnimationSource
  ) -> AnimationTrack {
    AnimationTrack(
      source, .keyframes, change: .zero, start: chain.first, end: chain.last, chain: chain)
  }

  /// The same track with its progress from another source.
  func driven(by source: AnimationSource) -> AnimationTrack {
    AnimationTrack(source, kind, change: change, start: start, end: end, chain: chain)
  }

  /// Whether it does not add up with others.
  var isAbsolute: Bool { kind != .adding }

  /// Whether it leads from a value of its own straight to another.
  var isReplacing: Bool { kind == .replacing }

  /// What is left to add at a progress in each axis.
  @inline(__always)
  func rest(x: Double, y: Double) -> Value.Change {
    kind == .adding ? change * Self.factors(1 - x, 1 - y) : .zero
  }

  /// What it makes of a value, without adding to it, at a progress in each axis.
  @inline(__always)
  func value(over value: Value, x: Double, y: Double) -> Value {
    switch kind {
    case .adding: return value
    case .replacing: return start.advanced(by: change * Self.factors(x, y))
    case .covering: return value.advanced(by: value.change(to: end) * Self.factors(x, y))
    case .keyframes: return chain?.value(at: x) ?? value
    }
  }

  /// A factor for each part of a change.
  @inline(__always)
  private static func factors(_ x: Double, _ y: Double) -> Value.Change {
    var factors = Value.Change(repeating: x)
    guard Value.axes == .two, x != y else { return factors }
    for index in stride(from: 1, to: factors.scalarCount, by: 2) { factors[index] = y }
    return factors
  }
}
