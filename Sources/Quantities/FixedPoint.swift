/// Numbers as text with a fixed count of decimals, the one form that all results are printed in.
///
/// The text depends on the number alone: no locale, no exponent, no negative zero.
extension [UInt8] {
  /// Appends a number with this many decimals, rounded half away from zero.
  ///
  /// A number beyond the range of scaled 64-bit integers is printed as `inf` or `-inf`, and what is
  /// not a number as `nan`: no result of ours holds one, and a wrong one should show.
  public mutating func appendFixed(_ number: Double, decimals: Int) {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    guard let scaled = Int64(exactly: (number * scale).rounded()) else {
      append(contentsOf: (number.isNaN ? "nan" : number < 0 ? "-inf" : "inf").utf8)
      return
    }
    appendFixed(scaled: scaled, decimals: decimals)
  }

  /// Appends an integer that counts units of the last decimal: 1500 with 3 decimals is `1.500`.
  public mutating func appendFixed(scaled: Int64, decimals: Int) {
    if scaled < 0 { append(UInt8(ascii: "-")) }
    let digits = Swift.max(decimals + 1, scaled.magnitude.decimalDigits)
    let size = digits + (decimals > 0 ? 1 : 0)
    append(addingCapacity: size) { output in
      unsafe output.withUnsafeMutableBufferPointer { text, count in
        // From the last digit on; there is room for just as many.
        var rest = scaled.magnitude
        var place = size
        func write(_ count: Int) {
          for _ in 0..<count {
            place &-= 1
            unsafe text[place] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
          }
        }
        write(decimals)
        if decimals > 0 {
          place &-= 1
          unsafe text[place] = UInt8(ascii: ".")
        }
        write(digits - decimals)
        count = size
      }
    }
  }

  /// Appends the characters of a text.
  public mutating func append(_ text: String) {
    append(contentsOf: text.utf8)
  }
}

extension UInt64 {
  /// How many digits the number has in decimal.
  var decimalDigits: Int {
    var digits = 1
    var rest = self / 10
    while rest > 0 {
      digits += 1
      rest /= 10
    }
    return digits
  }
}

extension String {
  /// A number as text with a fixed count of decimals.
  public init(fixed number: Double, decimals: Int) {
    var bytes: [UInt8] = []
    bytes.appendFixed(number, decimals: decimals)
    self.init(decoding: bytes, as: UTF8.self)
  }
}

extension Double {
  /// The number as a person writes it: without a decimal where it is whole.
  public var asWritten: String {
    guard let whole = Int64(exactly: self) else { return "\(self)" }
    return "\(whole)"
  }
}
