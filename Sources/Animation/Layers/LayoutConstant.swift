/// A number that layouts depend on, as a constraint's constant.
///
/// Setting it marks the layouts that have read it as outdated. Updating the layout inside an animation
/// block animates everything that depends on the number:
///
///     let top = LayoutConstant(20)
///     view.layout = { label.center = Point(x: 100, y: top.constant) }
///     try animator.addAnimations {
///       top.constant += 150
///       view.layoutIfNeeded()
///     }
@MainActor public final class LayoutConstant {
  @Animated private var value: Double
  private var readers: [ObjectIdentifier: WeakLayer] = [:]
  private static var reader: Layer?

  private struct WeakLayer {
    weak var layer: Layer?
  }

  /// Creates a constant.
  public init(_ constant: Double) {
    // The wrapper is initialised, not set: setting it would animate inside a block.
    _value = Animated(wrappedValue: constant, .additive)
  }

  /// The number.
  public var constant: Double {
    get {
      if let reader = Self.reader { readers[ObjectIdentifier(reader)] = WeakLayer(layer: reader) }
      return value
    }
    set {
      value = newValue
      // The layers are only marked, so their order does not matter.
      for reader in readers.values { reader.layer?.setNeedsLayout() }
      readers = [:]
    }
  }

  /// The presentation value of the number, as if it were a property itself.
  public var presentation: Double { $value.presentation }

  /// Runs a layout and records the constants that it reads.
  static func reading(for layer: Layer, layout: () -> Void) {
    let outer = reader
    reader = layer
    layout()
    reader = outer
  }
}
