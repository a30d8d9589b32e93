import PantographBase

/// Numbers as text for a page's script, which `numbers.js` reads.
///
/// The second differences of a smooth movement are small; of a noisy one, the differences from a steady step are
/// smaller. The text contains those of which it is shorter; the second kind begins with `~` and the step. Each number
/// has its sign in the lowest bit, and digits of base 32 from the lowest on; the digit's sixth bit says that more follow.
/// The 64 digits are those of base64. A star, a period and a count, in the same digits, are that many more numbers,
/// each the same as the one a period before.
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
        return difference
      })
  }

  /// Returns the usual step between numbers, and the differences from that.
  private static func steadyText(of numbers: [Int64]) -> [UInt8] {
    let steps = zip(numbers, numbers.dropFirst()).map { $1 - $0 }.sorted()
    let usual = steps.isEmpty ? 0 : steps[steps.count / 2]
    var last: Int64 = 0
    var text = [UInt8(ascii: "~")]
    append(folded(usual), to: &text)
    return text
      + encoded(
        numbers.map { number in
          let difference = number - last - usual
          last = number
          return difference
        })
  }

  /// 9: that of times in microseconds at 90 and at 144 Hz; it is 3 at 60 and at 120 Hz.
  private static let longestPeriod = 9
  /// 8: fewer repeated numbers may take as many letters as a star.
  private static let fewestRepeats = 8

  private static func encoded(_ numbers: [Int64]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(numbers.count * 3)
    var index = 0
    while index < numbers.count {
      let (period, count) = repetition(of: numbers, at: index)
      if count >= fewestRepeats {
        text.append(UInt8(ascii: "*"))
        append(UInt64(period), to: &text)
        append(UInt64(count), to: &text)
        index += count
      } else {
        append(folded(numbers[index]), to: &text)
        index += 1
      }
    }
    return text
  }

  /// Returns how many numbers from an index on are those one period before, with the best period.
  private static func repetition(
    of numbers: [Int64], at index: Int
  ) -> (period: Int, count: Int) {
    var best = (period: 1, count: 0)
    for period in 1...longestPeriod where period <= index {
      var end = index
      while end < numbers.count, numbers[end] == numbers[end - period] { end += 1 }
      if end - index > best.count { best = (period, end - index) }
    }
    return best
  }

  /// Returns a number with its sign in the lowest bit.
  private static func folded(_ number: Int64) -> UInt64 {
    UInt64(bitPattern: number << 1 ^ number >> 63)
  }

  private static func append(_ number: UInt64, to text: inout [UInt8]) {
    var rest = number
    repeat {
      let digit = Int(rest & 31)
      rest >>= 5
      text.append(digits[rest == 0 ? digit : digit | 32])
    } while rest != 0
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
