/// Numbers as text with a fixed number of decimals, the form in which all results are printed.
///
/// The text depends on the number alone: no locale, no exponent, no negative zero.
extension OutputSpan<UInt8> {
  /// The capacity for any number with six decimals: a sign, nineteen digits and the point, rounded up to 24 bytes.
  @inlinable package static var roomForNumber: Int { 24 }

  /// Appends a number with this many decimals, rounded half away from zero.
  ///
  /// A number beyond the range of scaled 64-bit integers is printed as `inf` or `-inf`, and NaN as `nan`.
  /// Valid results contain neither, so that errors are visible.
  @inlinable package mutating func appendFixed(_ number: Double, decimals: Int) {
    var scale = 1e6
    if decimals != 6 {
      scale = 1
      for _ in 0..<decimals { scale *= 10 }
    }
    let scaled = number * scale
    // 2⁶³, the smallest magnitude that is too large.
    guard scaled.magnitude < 0x1p63 else {
      return append(text: number.isNaN ? "nan" : number < 0 ? "-inf" : "inf")
    }
    // The truncated part is exact, so this equals `rounded()`, which needs a call on old processors.
    let whole = Int64(scaled)
    let rest = scaled - Double(whole)
    appendFixed(scaled: whole &+ (rest >= 0.5 ? 1 : rest <= -0.5 ? -1 : 0), decimals: decimals)
  }

  /// Appends an integer that counts units of the last decimal: 1500 with 3 decimals is `1.500`.
  @inlinable package mutating func appendFixed(scaled: Int64, decimals: Int) {
    // Nearly all numbers have six decimals.
    if decimals == 6 { return appendMillionths(scaled) }
    let digits = Swift.max(decimals + 1, scaled.magnitude.decimalDigits)
    let size = (scaled < 0 ? 1 : 0) + digits + (decimals > 0 ? 1 : 0)
    precondition(size <= freeCapacity, "room for a number")
    unsafe withUnsafeMutableBufferPointer { text, count in
      // Write from the last digit backwards.
      var rest = scaled.magnitude
      var index = count + size
      for left in stride(from: digits, to: 0, by: -1) {
        if left == digits - decimals, decimals > 0 {
          index &-= 1
          unsafe text[index] = UInt8(ascii: ".")
        }
        index &-= 1
        unsafe text[index] = UInt8(truncatingIfNeeded: 0x30 &+ rest % 10)
        rest /= 10
      }
      if scaled < 0 { unsafe text[index &- 1] = UInt8(ascii: "-") }
      count += size
    }
  }

  /// Appends a number of millionths; all six decimals are computed at once.
  @usableFromInline mutating func appendMillionths(_ scaled: Int64) {
    if scaled < 0 { append(UInt8(ascii: "-")) }
    let whole = scaled.magnitude / 1_000_000
    if whole < 10 { append(0x30 &+ UInt8(whole)) } else { append(whole: whole) }
    let rest = UInt32(truncatingIfNeeded: scaled.magnitude &- whole &* 1_000_000)
    precondition(freeCapacity >= 7, "room for a number")
    // Three pairs of digits, in 16 bits each; 103/1024 is a tenth of any number below 100.
    let four = rest % 10_000
    let pairs = UInt64(rest / 10_000) | UInt64(four / 100) << 16 | UInt64(four % 100) << 32
    let tens = (pairs &* 103) &>> 10 & 0x000f_000f_000f
    let decimals = (tens | (pairs &- tens &* 10) << 8) &+ 0x3030_3030_3030
    unsafe withUnsafeMutableBufferPointer { text, count in
      let bytes = UnsafeMutableRawBufferPointer(text)
      unsafe bytes[count] = UInt8(ascii: ".")
      unsafe bytes.storeBytes(
        of: UInt32(truncatingIfNeeded: decimals).littleEndian, toByteOffset: count &+ 1,
        as: UInt32.self)
      unsafe bytes.storeBytes(
        of: UInt16(truncatingIfNeeded: decimals &>> 32).littleEndian, toByteOffset: count &+ 5,
        as: UInt16.self)
      count &+= 7
    }
  }

  /// Appends the digits of a whole number.
  private mutating func append(whole number: UInt64) {
    let digits = number.decimalDigits
    precondition(digits <= freeCapacity, "room for a number")
    unsafe withUnsafeMutableBufferPointer { text, count in
      var rest = number
      for index in stride(from: count + digits - 1, through: count, by: -1) {
        unsafe text[index] = UInt8(truncatingIfNeeded: 0x30 &+ rest % 10)
        rest /= 10
      }
      count += digits
    }
  }

  /// Appends the characters of a text.
  @inlinable package mutating func append(text: StaticString) {
    unsafe append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends bytes.
  @inlinable package mutating func append(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBufferPointer { unsafe append($0) }
  }

  @usableFromInline mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    precondition(bytes.count <= freeCapacity, "room for a text")
    guard let first = bytes.baseAddress else { return }
    unsafe withUnsafeMutableBufferPointer { text, count in
      if let start = text.baseAddress {
        unsafe (start + count).initialize(from: first, count: bytes.count)
      }
      count += bytes.count
    }
  }
}

extension [UInt8] {
  /// Appends a number with this many decimals, rounded half away from zero.
  @inlinable package mutating func appendFixed(_ number: Double, decimals: Int) {
    append(addingCapacity: decimals + OutputSpan<UInt8>.roomForNumber) { output in
      output.appendFixed(number, decimals: decimals)
    }
  }

  /// Appends an integer that counts units of the last decimal: 1500 with 3 decimals is `1.500`.
  @inlinable package mutating func appendFixed(scaled: Int64, decimals: Int) {
    append(addingCapacity: decimals + OutputSpan<UInt8>.roomForNumber) { output in
      output.appendFixed(scaled: scaled, decimals: decimals)
    }
  }

  /// Appends the characters of a text.
  @inlinable package mutating func append(_ text: String) {
    append(contentsOf: text.utf8)
  }
}

extension UInt64 {
  /// The number of decimal digits.
  @usableFromInline var decimalDigits: Int {
    var digits = 1
    var limit: UInt64 = 10
    while self >= limit {
      digits += 1
      let (next, isBeyond) = limit.multipliedReportingOverflow(by: 10)
      if isBeyond { break }
      limit = next
    }
    return digits
  }
}

extension String {
  /// Creates the text of a number with a fixed number of decimals.
  package init(fixed number: Double, decimals: Int) {
    var bytes: [UInt8] = []
    bytes.appendFixed(number, decimals: decimals)
    self.init(decoding: bytes, as: UTF8.self)
  }

  /// Creates the text of a time in seconds, to the microsecond.
  package init(seconds microseconds: Int64) {
    var bytes: [UInt8] = []
    bytes.appendFixed(scaled: microseconds, decimals: 6)
    self.init(decoding: bytes, as: UTF8.self)
  }
}

extension Double {
  /// The number without decimals if it is whole.
  package var asWritten: String {
    guard let whole = Int64(exactly: self) else { return "\(self)" }
    return "\(whole)"
  }
}

/// A number as written, such as `-12.345`: its digits without the point, and the number of decimals.
package struct WrittenNumber {
  private var digits: Int64 = 0
  private var decimals = 0
  private var hasAllDigits = true
  /// The number, if its digits are no exact `Double`, so that a division would round a second time.
  private var rounded: Double?

  /// Reads a number that takes up all of a text; `nil` for anything else.
  package init?(_ text: some StringProtocol) { self.init(ArraySlice(text.utf8)) }

  /// Reads a number that takes up all of the bytes; `nil` for anything else.
  package init?(_ bytes: ArraySlice<UInt8>) {
    var isNegative = false
    var count = 0
    var hasPoint = false
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
    hasAllDigits = count <= 18
    guard !hasAllDigits || digits.magnitude > Self.mostExact else { return }
    guard let number = Double(String(decoding: bytes, as: UTF8.self)), number.isFinite else {
      return nil
    }
    rounded = number
  }

  /// 2⁵³: up to here every whole number is a `Double`, as are the powers of ten up to 22.
  private static let mostExact: UInt64 = 1 << 53

  /// The number, rounded once.
  ///
  /// What was not rounded when it was read has at most 18 decimals.
  package var value: Double { rounded ?? Double(digits) / Self.powers[decimals] }

  /// The time in microseconds of a number of seconds; `nil` if it is finer than that.
  package var microseconds: Int64? {
    guard decimals <= 6, hasAllDigits else { return nil }
    let (product, isTooLarge) = digits.multipliedReportingOverflow(
      by: Int64(Self.powers[6 - decimals]))
    return isTooLarge ? nil : product
  }

  private static let powers: [Double] = (0...18).map { exponent in
    (0..<exponent).reduce(1.0) { power, _ in power * 10 }
  }
}

/// Numbers as people read them: the one place that decides on signs, decimals and units in texts and pages.
///
/// Data for programs has the hyphen of `String(fixed:decimals:)` instead, and so has a description of a file, whose
/// numbers are as they are written in it.
package enum NumberText {
  /// Returns a number with this many decimals and a minus sign if it is negative, and its unit if it has one.
  package static func fixed(_ number: Double, _ decimals: Int, _ unit: String = "") -> String {
    var bytes: [UInt8] = []
    bytes.appendFixed(number, decimals: decimals)
    var text = ""
    if bytes[0] == UInt8(ascii: "-") {
      text = "−"
      bytes.removeFirst()
    }
    text += String(decoding: bytes, as: UTF8.self)
    return unit.isEmpty ? text : "\(text) \(unit)"
  }

  /// Returns a number with about three significant digits and no more than four decimals.
  package static func short(_ number: Double, _ unit: String = "") -> String {
    let decimals = (0...3).first { abs(number) >= [100, 10, 1, 0.1][$0] } ?? 4
    return fixed(number, number == 0 ? 0 : decimals, unit)
  }

  /// Returns a short number without zeros at its end.
  package static func brief(_ number: Double) -> String {
    var text = short(number)
    guard text.contains(".") else { return text }
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text
  }

  /// Returns a short number with its sign, also if it is positive.
  package static func signed(_ number: Double, _ unit: String = "") -> String {
    (number < 0 ? "" : "+") + short(number, unit)
  }

  /// Returns a time in seconds, to the millisecond.
  package static func seconds(_ time: Double) -> String { fixed(time, 3, "s") }

  /// Returns a share in percent.
  package static func percent(_ share: Double, _ decimals: Int = 1) -> String {
    fixed(share * 100, decimals, "%")
  }

  /// The units that stay on the line of their number.
  private static let units: Set<Substring> = [
    "%", "/event", "/s", "/s³", "Hz", "mm", "mm/event", "mm/s", "ms", "px", "s",
  ]

  /// Returns a number with all its decimals, and none if it is whole.
  package static func exact(_ number: Double) -> String {
    let text = number.asWritten
    return text.hasPrefix("-") ? "−" + text.dropFirst() : text
  }

  /// Returns a text in which no number is on another line than its unit.
  package static func unbroken(_ text: String) -> String {
    guard text.contains(" ") else { return text }
    var result = ""
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      let unit = word.prefix { !",;:.)".contains($0) }
      let isUnit = units.contains(unit) && result.last?.isNumber == true
      if word.startIndex != text.startIndex { result += isUnit ? "\u{a0}" : " " }
      result += word
    }
    return result
  }
}
