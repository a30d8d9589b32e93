import PantographBase

/// The ranges of numbers in recordings of pointers; nothing real exceeds them, and all fit the kernel's integers.
enum PointerLimits {
  /// Sizes, in pixels; ten times the width of the largest screens.
  static let pixels = 100_000.0
  /// Positions, in pixels; a captured pointer may leave the surface.
  static let positions = -1_000_000.0...1_000_000.0
  /// Pixels per millimetre; 0.1 is that of a wall of lamps, and no display has 200.
  static let density = 0.1...200.0
  /// Pointers at once; the kernel allows a device 1024 slots.
  static let pointers = 1024
  /// Stamps, in milliseconds: less than 292 years, all that the kernel counts.
  static let milliseconds = 0.0...9_000_000_000_000.0
  /// The numbers of pointers.
  static let ids = -9_007_199_254_740_991.0...9_007_199_254_740_991.0
}

extension JSONNode {
  /// Returns the member with this name, or an error that says what is missing.
  func member(_ name: String, _ what: String) throws(JSONError) -> JSONNode {
    if let member = self[name] { return member }
    throw error("missing key '\(name)': \(what)")
  }

  /// Returns the number of a pointer; a fraction would become another pointer.
  func identifier(_ what: String) throws(JSONError) -> Int {
    let number = try number(in: PointerLimits.ids, what)
    guard let whole = Int(exactly: number) else {
      throw error("expected \(what), a whole number")
    }
    return whole
  }

  /// Returns two numbers in a list.
  func pair(
    in range: ClosedRange<Double>, _ what: String
  ) throws(JSONError) -> (Double, Double) {
    let nodes = try elements()
    guard nodes.count == 2 else { throw error("expected a list of two numbers, each \(what)") }
    return (try nodes[0].number(in: range, what), try nodes[1].number(in: range, what))
  }
}
