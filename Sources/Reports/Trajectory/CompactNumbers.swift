/// Numbers as text for a page's script, which `numbers.js` reads.
///
/// The second differences of a steady movement are small, and so are most of a gesture. Each is written with its sign
/// in the lowest bit, in digits of base 32 from the lowest on; the digit's sixth bit says that more follow. The 64
/// digits are those of base64.
enum CompactNumbers {
  /// 2⁵⁰: with second differences of more, a script's numbers would not be exact.
  private static let most: Int64 = 1 << 50
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Returns whole numbers as text, or as a list if one is too large.
  static func json(_ numbers: some Collection<Int64>) -> JSONText {
    guard numbers.allSatisfy({ $0.magnitude < most }) else {
      return .list(numbers.map { .integer(Int($0)) })
    }
    var text: [UInt8] = []
    text.reserveCapacity(numbers.count * 3)
    var (last, step): (Int64, Int64) = (0, 0)
    for number in numbers {
      append(number - last - step, to: &text)
      step = number - last
      last = number
    }
    return .string(String(decoding: text, as: UTF8.self))
  }

  /// Returns numbers in units of a decimal place, rounded as in tables, or as they are if one is too large.
  static func json(_ numbers: some Collection<Double>, decimals: Int) -> JSONText {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = numbers.map { ($0 * scale).rounded() }
    guard scaled.allSatisfy({ $0.magnitude < Double(most) }) else {
      return .list(numbers.map { .number($0, decimals: decimals) })
    }
    return json(scaled.map { Int64($0) })
  }

  private static func append(_ difference: Int64, to text: inout [UInt8]) {
    var rest = UInt64(bitPattern: difference << 1 ^ difference >> 63)
    repeat {
      let digit = Int(rest & 31)
      rest >>= 5
      text.append(digits[rest == 0 ? digit : digit | 32])
    } while rest != 0
  }
}
