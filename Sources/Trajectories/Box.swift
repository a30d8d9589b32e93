/// A copyable value at a place of its own in memory.
///
/// Swift copies an `Optional` of a large copyable value to look at it, even to see that there is none; an `Optional` of a
/// box is a pointer. Two owners of a box would share its value, so an owner is `~Copyable`, and copies the box by hand.
final class Box<Value> {
  var value: Value

  init(_ value: Value) { self.value = value }

  /// Returns a box with a copy of the value.
  func copy() -> Box { Box(value) }
}
