package import PantographBase

/// Numbers as text for a page's script, which `numbers.js` reads.
///
/// The second differences of a smooth movement are small; of a noisy one, the differences from a steady step are
/// smaller. The text contains those of which it is shorter; the second kind begins with `~`. Each difference has its sign
/// in the lowest bit. All that follows are bits, six in a digit of base64, the highest first. A count is its length in six
/// bits, and that many bits. At first come the step, if it is steady, and how many numbers there are, as counts. Then
/// there are blocks until that many have come:
///
/// - 0, a width in 6 bits, one less than the numbers of the block in 6 bits, and these, in Rice's code: for the part above
///   so many lower bits as the width says, that many ones, and a zero; then the lower bits. With 24 ones, the number
///   follows as a count instead.
/// - 1, a period in 4 bits, and a count: so many more, each the same as the one a period before.
package enum CompactNumbers {
  /// 2⁵⁰: with second differences of more, a script's numbers would not be exact.
  private static let most: Int64 = 1 << 50
  /// Returns whole numbers as text, or as a list if one is too large.
  package static func json(_ numbers: some Collection<Int64>) -> JSONText {
    guard numbers.allSatisfy({ $0.magnitude < most }) else {
      return .list(numbers.map { .integer(Int($0)) })
    }
    let numbers = Array(numbers)
    let (first, second) = (steadyText(of: numbers), text(of: numbers))
    return .string(
      String(decoding: first.count < second.count ? first : second, as: UTF8.self))
  }

  /// Returns numbers in units of a decimal place, rounded as in tables, or as they are if one is too large.
  static func json(_ numbers: some Collection<Double>, decimals: Int) -> JSONText {
    guard let whole = whole(numbers, decimals: decimals) else {
      return .list(numbers.map { .number($0, decimals: decimals) })
    }
    return json(whole)
  }

  /// Returns numbers in units of a decimal place; `nil` if one is too large.
  static func whole(_ numbers: some Collection<Double>, decimals: Int) -> [Int64]? {
    let unit = unit(decimals)
    let scaled = numbers.map { ($0 * unit).rounded() }
    guard scaled.allSatisfy({ $0.magnitude < Double(most) }) else { return nil }
    return scaled.map { Int64($0) }
  }

  /// Returns the number of units of a decimal place in 1.
  static func unit(_ decimals: Int) -> Double {
    var unit = 1.0
    for _ in 0..<decimals { unit *= 10 }
    return unit
  }

  // MARK: Text

  /// Returns the second differences of numbers, before which there are zeros.
  private static func text(of numbers: [Int64]) -> [UInt8] {
    var last: Int64 = 0
    var step: Int64 = 0
    return encoded(
      numbers.map { number in
        let difference = number - last - step
        step = number - last
        last = number
        return folded(difference)
      }, into: Bits())
  }

  /// Returns the usual step between numbers, and the differences from that.
  private static func steadyText(of numbers: [Int64]) -> [UInt8] {
    let steps = zip(numbers, numbers.dropFirst()).map { $1 - $0 }.sorted()
    let usual = steps.isEmpty ? 0 : steps[steps.count / 2]
    var last: Int64 = 0
    var bits = Bits()
    bits.append(count: folded(usual))
    return [UInt8(ascii: "~")]
      + encoded(
        numbers.map { number in
          let difference = number - last - usual
          last = number
          return folded(difference)
        }, into: bits)
  }

  /// Returns a number with its sign in the lowest bit.
  private static func folded(_ number: Int64) -> UInt64 {
    UInt64(bitPattern: number << 1 ^ number >> 63)
  }

  /// 9: that of times in microseconds at 90 and at 144 Hz; it is 3 at 60 and at 120 Hz.
  private static let longestPeriod = 9
  /// 8: fewer repeated numbers may take as many bits as two heads of blocks.
  private static let fewestRepeats = 8
  /// 64: as many as six bits can say.
  private static let longestBlock = 64

  private static func encoded(_ numbers: [UInt64], into bits: consuming Bits) -> [UInt8] {
    bits.append(count: UInt64(numbers.count))
    var index = 0
    var start = 0
    while index < numbers.count {
      let (period, count) = repetition(of: numbers, at: index)
      let repeats = count >= fewestRepeats
      if repeats || index - start == longestBlock {
        bits.append(block: numbers[start..<index])
        start = index
      }
      if repeats {
        bits.append(1, width: 1)
        bits.append(UInt64(period), width: 4)
        bits.append(count: UInt64(count))
        index += count
        start = index
      } else {
        index += 1
      }
    }
    bits.append(block: numbers[start...])
    return bits.text
  }

  /// Returns how many numbers from an index on are those one period before, with the best period.
  private static func repetition(
    of numbers: [UInt64], at index: Int
  ) -> (period: Int, count: Int) {
    var best = (period: 1, count: 0)
    for period in 1...longestPeriod where period <= index {
      var end = index
      while end < numbers.count, numbers[end] == numbers[end - period] { end += 1 }
      if end - index > best.count { best = (period, end - index) }
    }
    return best
  }

  /// Bits as digits of base64.
  private struct Bits {
    private static let digits = Array(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    /// 24: an outlier among small numbers takes no more bits than twice its own.
    private static let mostOnes = 24

    /// The digits that are complete.
    private var complete: [UInt8] = []
    private var rest: UInt64 = 0
    private var restWidth = 0

    /// The digits; zeros fill the last one.
    var text: [UInt8] {
      restWidth == 0 ? complete : complete + [Self.digits[Int(rest << UInt64(6 - restWidth))]]
    }

    /// Appends the lowest bits of a number.
    mutating func append(_ number: UInt64, width: Int) {
      var left = width
      while left > 0 {
        let part = min(left, 6 - restWidth)
        left -= part
        rest = rest << UInt64(part) | number >> UInt64(left) & (1 << UInt64(part) - 1)
        restWidth += part
        if restWidth == 6 {
          complete.append(Self.digits[Int(rest)])
          (rest, restWidth) = (0, 0)
        }
      }
    }

    /// Appends a number of any size.
    mutating func append(count: UInt64) {
      let width = UInt64.bitWidth - count.leadingZeroBitCount
      append(UInt64(width), width: 6)
      append(count, width: width)
    }

    /// Appends numbers in Rice's code, unless there are none.
    mutating func append(block numbers: ArraySlice<UInt64>) {
      guard !numbers.isEmpty else { return }
      let width = Self.width(for: numbers)
      append(0, width: 1)
      append(UInt64(width), width: 6)
      append(UInt64(numbers.count - 1), width: 6)
      for number in numbers {
        let ones = number >> UInt64(width)
        if ones < Self.mostOnes {
          // As many ones, and a zero.
          append(2 << ones - 2, width: Int(ones) + 1)
          append(number, width: width)
        } else {
          append(1 << UInt64(Self.mostOnes) - 1, width: Self.mostOnes)
          append(count: number)
        }
      }
    }

    /// Returns the number of lower bits with which numbers take the least place; it is near the size of most of them.
    private static func width(for numbers: ArraySlice<UInt64>) -> Int {
      let middle = numbers.sorted()[numbers.count / 2]
      let size = UInt64.bitWidth - middle.leadingZeroBitCount
      func cost(_ width: Int) -> UInt64 {
        numbers.reduce(0) { $0 + min($1 >> UInt64(width), UInt64(2 * mostOnes)) + UInt64(width) }
      }
      return (max(size - 2, 0)...size + 1).min { cost($0) < cost($1) } ?? size
    }
  }
}

/// The values of a trajectory's channels as text for a page's script, which `runs.js` reads.
///
/// Properties are often straight lines over the fraction. Such a channel is written as the line over the channel with
/// the largest range, and what its values differ from that by, in units of the last decimal: nearly always 0. The
/// script computes the same line in the same order of operations, so that no digit is lost.
struct ChannelNumbers {
  private let channels: [[Double]]
  private let decimals: Int
  private let whole: [[Int64]?]
  /// The index of the channel with the largest range.
  private let base: Int?

  init(_ channels: [[Double]], decimals: Int) {
    self.channels = channels
    self.decimals = decimals
    let whole = channels.map { CompactNumbers.whole($0, decimals: decimals) }
    self.whole = whole
    func range(_ index: Int) -> Int64 {
      whole[index].flatMap { all in all.max().map { $0 - (all.min() ?? $0) } } ?? 0
    }
    base = channels.indices.filter { range($0) > 0 }.max { range($0) < range($1) }
  }

  /// A list with each channel, as a text or as a line.
  var json: JSONText {
    .list(
      channels.indices.map { index in
        line(index) ?? CompactNumbers.json(channels[index], decimals: decimals)
      })
  }

  /// 16: where a line differs by more units than that, the values themselves are shorter.
  private static let mostDifference: Int64 = 16

  /// Returns a channel as a line over the base; `nil` if it is none.
  private func line(_ index: Int) -> JSONText? {
    guard let base, index != base, let given = whole[base], let wanted = whole[index] else {
      return nil
    }
    let (from, to) = (channels[base], channels[index])
    guard let low = from.indices.min(by: { from[$0] < from[$1] }),
      let high = from.indices.max(by: { from[$0] < from[$1] })
    else { return nil }
    let slope = (to[high] - to[low]) / (from[high] - from[low])
    let offset = to[low] - slope * from[low]
    guard slope.isFinite, offset.isFinite else { return nil }
    let unit = CompactNumbers.unit(decimals)
    var differences: [Int64] = []
    differences.reserveCapacity(given.count)
    for (given, wanted) in zip(given, wanted) {
      let height = ((offset + slope * (Double(given) / unit)) * unit + 0.5).rounded(.down)
      guard abs(height - Double(wanted)) <= Double(Self.mostDifference) else { return nil }
      differences.append(wanted - Int64(height))
    }
    return [
      "over": .integer(base), "slope": .exact(slope), "offset": .exact(offset),
      "rest": CompactNumbers.json(differences),
    ]
  }
}
