import PantographBase
import PantographTouches
import PantographTraces
import Testing

@Suite struct `A script of umockdev` {
  /// Encodes bytes as umockdev's recorder does.
  private static func encoded(_ bytes: [UInt8]) -> [UInt8] {
    bytes.flatMap { byte -> [UInt8] in
      switch byte {
      case ..<32: [0x5e, byte + 64]
      case 0x5e: [0x5e, 0x60]
      default: [byte]
      }
    }
  }

  /// Returns the bytes of an event, whose seconds and microseconds have 8 bytes each, or 4.
  private static func bytes(_ event: InputEvent, word: Int = 8) -> [UInt8] {
    func little(_ number: Int64, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * Int64($0))) }
    }
    let time = event.time.microseconds
    return little(time / 1_000_000, word) + little(time % 1_000_000, word)
      + little(Int64(event.type.rawValue), 2) + little(Int64(event.code.rawValue), 2)
      + little(Int64(event.value), 4)
  }

  /// Among the bytes are a `^` (94), a line feed (10), a blank (32) and −1.
  private static let frames = [
    [
      event(1_394_000_010, 3, 57, 7), event(1_394_000_010, 3, 53, 94),
      event(1_394_000_010, 0, 0, 0),
    ],
    [
      event(1_394_008_010, 3, 53, 10), event(1_394_008_010, 3, 54, 32),
      event(1_394_008_010, 0, 0, 0),
    ],
    [event(1_394_016_010, 3, 57, -1), event(1_394_016_010, 0, 0, 0)],
  ]

  private static func script(word: Int) -> [UInt8] {
    Array("d 0 /dev/input/event4\nw 0 ^A\n".utf8)
      + frames.flatMap { frame in
        Array("r 8 ".utf8) + encoded(frame.flatMap { bytes($0, word: word) }) + [0x0a]
      }
  }

  @Test(arguments: [8, 4], [1 << 16, 1, 7])
  func `has the events that a program has read`(word: Int, pieces: Int) throws {
    let (reader, events) = try read(Self.script(word: word), pieces: pieces)
    #expect(reader.format == .umockdev && reader.device == DeviceDescription())
    #expect(events == Self.frames.flatMap { $0 })
    #expect(reader.eventLines == [3, 3, 3, 4, 4, 4, 5, 5])
  }

  @Test func `may lack the line of the device`() throws {
    let bytes = Array(Self.script(word: 8).drop { $0 != UInt8(ascii: "r") })
    #expect(try read(bytes).1.count == 8)
  }

  @Test(arguments: [
    ("r x ^A", 3, "a time in milliseconds"), ("r 8", 4, "a blank before the data"),
    ("r 8 ^A^!", 8, "a character from @ to ` after ^"),
    ("r 8 ^A^", 8, "a character from @ to ` after ^"),
    ("r 8 abc", 5, "events of the kernel, of 24 or 16 bytes each"),
    // The microseconds are no number below a million.
    (
      "r 8 " + String(repeating: "^@", count: 8) + String(repeating: "~", count: 16), 5,
      "events of the kernel, of 24 or 16 bytes each"
    ),
  ])
  func `reports the line and column of an error`(line: String, column: Int, what: String) {
    #expect(throws: TraceError(.expected(what), line: 2, column: column)) {
      try read("d 0 /dev/input/event4\n\(line)\n")
    }
  }
}
