import Foundation
import PantographTestSupport
import PantographTouches
import PantographTraces
import Testing

/// Compresses bytes with the real gzip.
private func gzip(_ text: String, _ options: String...) throws -> [UInt8] {
  let folder = try TemporaryFolder()
  let file = try folder.file("recording", text)
  let packed = try Program(
    URL(fileURLWithPath: "/bin/sh"), ["-c", #"gzip "$@""#, "gzip", "-n"] + options + [file.path])
  #expect(packed.status == 0, "\(packed.complaints)")
  return [UInt8](try Data(contentsOf: folder.file("recording.gz")))
}

@Suite struct `A recording compressed with gzip` {
  private static let plain = """
    # EVEMU 1.3
    N: pad
    E: 0.000001 0003 0035 1
    E: 0.000001 0000 0000 0
    E: 0.500000 0003 0035 2
    E: 0.500000 0000 0000 0

    """

  @Test(
    .enabled(if: LongTests.areRun, LongTests.absence), arguments: ["-1", "-9"], [1, 2, 3, 1 << 16])
  func `is read like the original`(level: String, pieces: Int) throws {
    let expected = try read(Self.plain)
    let (reader, events) = try read(gzip(Self.plain, level), pieces: pieces)
    #expect(reader.format == .evemu && reader.device.name == "pad")
    #expect(events == expected.1)
    #expect(reader.eventLines == expected.0.eventLines)
  }

  @Test(.enabled(if: LongTests.areRun, LongTests.absence))
  func `may be much larger than the compressed data`() throws {
    // 5 MB of one line compresses to about a thousandth.
    let line = "E: 0.000001 0003 0035 1\n"
    let packed = try gzip("# EVEMU 1.3\n" + String(repeating: line, count: 200_000))
    #expect(packed.count < 50_000)
    #expect(throws: (any Error).self) { try read(Array(packed.dropLast(9))) }
    #expect(try read(packed + (try gzip("E: 1.000000 0000 0000 0\n"))).1.count == 200_001)
  }

  @Test(.enabled(if: LongTests.areRun, LongTests.absence))
  func `may have several members, and zeros after them`() throws {
    let half = Self.plain.index(Self.plain.startIndex, offsetBy: 50)
    let packed =
      try gzip(String(Self.plain[..<half])) + gzip(String(Self.plain[half...]))
      + [UInt8](repeating: 0, count: 700)
    for pieces in [1, 13, 1 << 16] {
      #expect(try read(packed, pieces: pieces).1 == read(Self.plain).1)
    }
  }

  /// The events before the damage are kept.
  @Test func `reports where it is damaged or truncated`() throws {
    let noise = (0..<2000).map { "E: 0.00\(1000 + $0 % 7919) 0003 0035 \($0 * 7919 % 3001)\n" }
    let packed = try gzip("# EVEMU 1.3\n" + noise.joined())
    var damaged = packed
    damaged[packed.count * 3 / 4] ^= 0x55
    for bytes in [Array(packed.prefix(packed.count * 3 / 4)), damaged, packed + [7]] {
      var reader = RecordingReader()
      var events: [InputEvent] = []
      let error = #expect(throws: TraceError.self) {
        try reader.read(bytes.span, into: &events)
        try reader.finish(into: &events)
      }
      #expect(events.count > 500)
      #expect(error.map { $0.line > 500 } == true)
    }
  }

  @Test func `is distinguished from text with a similar beginning`() throws {
    // No byte is lost before the format is known.
    for text in ["\u{1f}\nN: x\n", "\u{1f}N: x\nE: 0.000001 0000 0000 0\nN: y\n"] {
      _ = try? read(text, pieces: 1)
    }
    #expect(try read("\u{1f}\nN: x\n", pieces: 1).0.device.name == "x")
  }
}
