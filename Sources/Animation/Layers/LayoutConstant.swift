/// A number that a layout is made with, as a constraint's constant.
///
/// When it is set, whichever layers' layouts have read it are to be laid out again. Laid out inside an
/// animation block, all that depends on it moves with it:
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

  /// Makes a constant.
  public init(_ constant: Double) {
    // Not set, which would move it there from somewhere else inside an animation block.
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
      // Each is only marked: their order makes no difference.
      for reader in readers.values { reader.layer?.setNeedsLayout() }
      readers = [:]
    }
  }

  /// What is seen of the number, as if it were itself a property of something.
  public var presentation: Double { $value.presentation }

  /// Does a layout, and remembers for whom the constants are read.
  static func reading(for layer: Layer, layout: () -> Void) {
    let outer = reader
    reader = layer
    layout()
    reader = outer
  }
}
