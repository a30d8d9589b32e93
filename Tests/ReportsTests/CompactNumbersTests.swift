import PantographBase
import PantographReports
import PantographTestSupport
import Testing

/// Reads numbers as `CompactNumbers` says: an independent reader, which works on a list of bits.
struct PageNumbers {
  private var bits: ArraySlice<Bool>

  /// Returns the whole numbers of a text.
  static func numbers(_ text: String) throws -> [Int64] {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    let isSteady = text.first == "~"
    let bits = try text.dropFirst(isSteady ? 1 : 0).flatMap { letter in
      let digit = try #require(digits.firstIndex(of: letter))
      return (0..<6).map { digit >> (5 - $0) & 1 == 1 }
    }
    var reader = PageNumbers(bits: bits[...])
    let usual = isSteady ? signed(try reader.count()) : nil
    let differences = try reader.differences()
    // What is left fills the last digit.
    #expect(reader.bits.count < 6 && !reader.bits.contains(true))
    var (last, step): (Int64, Int64) = (0, 0)
    return differences.map { difference in
      step = (usual ?? step) + difference
      last += step
      return last
    }
  }

  private mutating func differences() throws -> [Int64] {
    let count = try Int(count())
    var found: [Int64] = []
    while found.count < count {
      if try number(1) == 0 {
        let width = try Int(number(6))
        for _ in 0...(try number(6)) {
          var ones: Int64 = 0
          while ones < 24, try number(1) == 1 { ones += 1 }
          found.append(
            Self.signed(ones == 24 ? try self.count() : ones << width + (try number(width))))
        }
      } else {
        let period = try Int(number(4))
        for _ in 0..<(try self.count()) { found.append(found[found.count - period]) }
      }
    }
    #expect(found.count == count)
    return found
  }

  private mutating func count() throws -> Int64 { try number(Int(number(6))) }

  private mutating func number(_ width: Int) throws -> Int64 {
    try #require(bits.count >= width)
    defer { bits = bits.dropFirst(width) }
    return bits.prefix(width).reduce(0) { 2 * $0 + ($1 ? 1 : 0) }
  }

  private static func signed(_ number: Int64) -> Int64 {
    number % 2 == 0 ? number / 2 : -(number + 1) / 2
  }
}

/// The numbers of a page as text.
@Suite struct `The compact numbers of a page` {
  /// Returns the text without its quotation marks.
  private func text(_ numbers: [Int64]) -> String {
    String(CompactNumbers.json(numbers).text.dropFirst().dropLast())
  }

  @Test(
    arguments: [
      [], [0], [-1], [1 << 50 - 1, -(1 << 50 - 1)], Array(repeating: 7, count: 500),
      (0..<500).map { Int64($0 / 3 * 25_000 + [0, 8_333, 16_667][$0 % 3]) },
      (0..<300).map { $0 == 200 ? 1 << 40 : Int64($0 % 7) },
      (0..<200).map { Int64($0 * $0) },
    ] as [[Int64]])
  func `are the numbers again`(numbers: [Int64]) throws {
    #expect(try PageNumbers.numbers(text(numbers)) == numbers)
  }

  @Test func `are any numbers again`() throws {
    var random = TestRandom(seed: 41)
    for _ in 0..<300 {
      let size = Int64(1) << Int64.random(in: 0...49, using: &random)
      let stays = Int.random(in: 1...12, using: &random)
      var number: Int64 = 0
      let numbers: [Int64] = (0..<Int.random(in: 1...400, using: &random)).map { index in
        if index % stays == 0 { number = .random(in: 1 - size..<size, using: &random) }
        return number
      }
      #expect(try PageNumbers.numbers(text(numbers)) == numbers)
    }
  }

  /// A digit has six bits, and the differences of noise 10.7.
  ///
  /// The entropy of 1,000 equal steps is log₂ 1000 = 9.97 bits; that of their differences, which have the density of a
  /// triangle, is half a nat more. Rice's code takes at most half a bit more, the heads of the blocks 0.2.
  @Test func `take two digits for noise of three decimals`() throws {
    var random = TestRandom(seed: 42)
    let numbers = (0..<6_000).map { _ in Int64.random(in: 0..<1_000, using: &random) }
    let perNumber = Double(text(numbers).utf8.count) / 6_000
    #expect(perNumber < (10.7 + 0.7) / 6, "\(perNumber)")
  }
}
