/// A number as written, such as `-12.345`: its digits without the point, and the number of decimals.
package struct WrittenNumber {
  private var digits: Int64 = 0
  private var decimals = 0
  /// The number, if it has too many digits to keep exactly.
  private var large: Double?

  /// Reads a number that takes up all of the bytes; `nil` for anything else.
  package init?(_ bytes: some Collection<UInt8>) {
    var isNegative = false
    var (count, hasPoint) = (0, false)
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "-") where index == 0: isNegative = true
      case UInt8(ascii: ".") where count > 0 && !hasPoint: hasPoint = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        count += 1
        if count <= 18 { digits = digits * 10 + Int64(byte - UInt8(ascii: "0")) }
        if hasPoint { decimals += 1 }
      default: return nil
      }
    }
    guard count > 0, !hasPoint || decimals > 0 else { return nil }
    if isNegative { digits = -digits }
    guard count > 18 else { return }
    guard let number = Double(String(decoding: bytes, as: UTF8.self)), number.isFinite else {
      return nil
    }
    large = number
  }

  /// The number, rounded once.
  package var value: Double { large ?? Double(digits) / Self.powers[decimals] }

  /// The time in microseconds of a number of seconds; `nil` if it is finer than that.
  package var microseconds: Int64? {
    guard decimals <= 6, large == nil else { return nil }
    let (product, isTooLarge) = digits.multipliedReportingOverflow(
      by: Int64(Self.powers[6 - decimals]))
    return isTooLarge ? nil : product
  }

  private static let powers: [Double] = (0...18).map { exponent in
    (0..<exponent).reduce(1.0) { power, _ in power * 10 }
  }
}
