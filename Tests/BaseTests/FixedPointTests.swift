import Foundation
import PantographBase
import Testing

@Suite struct `Written numbers` {
  /// Compares with the standard library, which rounds the exact decimal number once.
  @Test func `are rounded once`() throws {
    var generator = SeededGenerator(seed: 7)
    for digits in 1...19 {
      for _ in 0..<500 {
        let limit = (0..<digits).reduce(UInt64(1)) { limit, _ in limit * 10 }
        var text = "\(generator.next() % limit)"
        let decimals = Int(generator.next() % UInt64(text.count))
        if decimals > 0 { text.insert(".", at: text.index(text.endIndex, offsetBy: -decimals)) }
        if generator.next() % 2 == 0 { text = "-" + text }
        try #require(WrittenNumber(text)?.value == Double(text), "\(text)")
      }
    }
  }
}

@Suite struct `Numbers as text` {
  @Test(arguments: [
    (0.0, 3, "0.000"), (-0.0, 3, "0.000"), (-0.0004, 3, "0.000"), (0.0005, 3, "0.001"),
    (-0.0005, 3, "-0.001"), (1.25, 1, "1.3"), (-1.25, 1, "-1.3"), (12, 0, "12"), (-7, 0, "-7"),
    (123_456.789, 6, "123456.789000"), (0.1 + 0.2, 6, "0.300000"), (1e300, 6, "inf"),
    (-1e300, 2, "-inf"), (Double.nan, 2, "nan"), (9_000_000_000_000, 6, "9000000000000.000000"),
  ])
  func `have a fixed count of decimals`(number: Double, decimals: Int, text: String) {
    #expect(String(fixed: number, decimals: decimals) == text)
  }

  /// Compares with `printf`, which also rounds exactly but halves to even; whole millionths have no halves.
  @Test func `are those of the C library`() throws {
    var generator = SeededGenerator(seed: 11)
    for digits in 1...18 {
      for _ in 0..<500 {
        let limit = (0..<digits).reduce(Int64(1)) { limit, _ in limit * 10 }
        let scaled = Int64(generator.next() % UInt64(limit)) * (generator.next() % 2 == 0 ? 1 : -1)
        var bytes: [UInt8] = []
        bytes.appendFixed(scaled: scaled, decimals: 6)
        let whole = scaled.magnitude / 1_000_000
        let text =
          (scaled < 0 ? "-" : "")
          + String(format: "%llu.%06llu", whole, scaled.magnitude % 1_000_000)
        try #require(String(decoding: bytes, as: UTF8.self) == text)
        let number = Double(scaled % 1_000_000_000) / 1e6
        try #require(String(fixed: number, decimals: 6) == String(format: "%.6f", number + 0))
      }
    }
  }

  /// The largest number below one half is rounded down.
  @Test(arguments: [
    (0.499_999_999_999_999_94, "0"), (0.5, "1"), (-0.5, "-1"), (2.5, "3"),
    (4_503_599_627_370_495.5, "4503599627370496"), (4_503_599_627_370_497, "4503599627370497"),
    (9_223_372_036_854_774_784, "9223372036854774784"), (0x1p63, "inf"), (-0x1p63, "-inf"),
  ])
  func `are rounded half away from zero`(number: Double, text: String) {
    #expect(String(fixed: number, decimals: 0) == text)
  }

  @Test func `can be formatted from units of the last decimal`() {
    var bytes: [UInt8] = []
    bytes.appendFixed(scaled: -1_500, decimals: 3)
    bytes.append(" ")
    bytes.appendFixed(scaled: .min, decimals: 0)
    #expect(String(decoding: bytes, as: UTF8.self) == "-1.500 -9223372036854775808")
  }
}

@Suite struct `Instants` {
  @Test(arguments: [1, 30, 59.94, 60, 90, 120, 144, 1000])
  func `of a grid have an index`(rate: Double) {
    let grid = SampleGrid(start: Timestamp(microseconds: 5), rate: rate)
    for number in [0, 1, 2, 119, 120, 1_000_003] as [Int64] {
      #expect(grid.number(atOrAfter: grid[number]) == number)
      #expect(grid.number(atOrAfter: grid[number].advanced(byMicroseconds: 1)) == number + 1)
    }
    #expect(grid.number(atOrAfter: Timestamp(microseconds: -3)) <= 0)
  }

  @Test func `of a grid are rounded to microseconds, halves away from the start`() {
    let grid = SampleGrid(start: Timestamp(microseconds: 5), rate: 400_000)
    let instants = ([-3, -2, -1, 0, 1, 2, 3] as [Int64]).map { grid[$0].microseconds - 5 }
    #expect(instants == [-8, -5, -3, 0, 3, 5, 8])
  }

  @Test func `after a duration are never before its end`() {
    let start = Timestamp(microseconds: 0)
    #expect(start.advanced(bySeconds: 0.1).microseconds == 100_000)
    #expect(start.advanced(bySeconds: 0.100_000_4).microseconds == 100_001)
    #expect(start.advanced(bySeconds: 3.4e38) > start)
  }
}
