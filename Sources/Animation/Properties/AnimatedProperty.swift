import PantographBase

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
