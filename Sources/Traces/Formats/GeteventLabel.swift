import PantographTouches

/// A cache of the numbers of labels, because the same few labels repeat.
struct LabelCache {
  private struct Entry {
    var first: UInt64 = 0
    var second: UInt64 = 0
    var third: UInt64 = 0
    var type: EventType?
    var number: UInt16 = 0
  }

  private static let size: UInt64 = 256
  private var entries = [Entry](repeating: Entry(), count: Int(size))

  /// Skips a label and returns its number, looking it up if it is new.
  ///
  /// - Parameter type: The type of the code that the label names; `nil` for the label of a type.
  mutating func number(
    of type: EventType?, _ text: Span<UInt8>, _ cursor: inout LineCursor,
    _ lookUp: (String) -> UInt16?
  ) -> UInt16? {
    let start = cursor
    var key = Entry(type: type)
    var count = 0
    while let byte = cursor.peek(text), byte > 0x20 {
      // Three words hold the longest label that is not truncated.
      key.third = key.third << 8 | key.second >> 56
      key.second = key.second << 8 | key.first >> 56
      key.first = key.first << 8 | UInt64(byte)
      count += 1
      cursor.offset += 1
    }
    guard count <= 24 else { return nil }
    var hash = key.first ^ key.second &* 31 ^ key.third &* 1023
    hash = hash &* 0x9e37_79b9_7f4a_7c15
    let index = Int(hash >> 56)
    let entry = entries[index]
    if entry.first == key.first, entry.second == key.second, entry.third == key.third,
      entry.type == type
    {
      return entry.number
    }
    guard let number = lookUp(String(text, start.offset..<cursor.offset)) else { return nil }
    key.number = number
    entries[index] = key
    return number
  }

  /// Skips a label and returns it.
  static func label(_ text: Span<UInt8>, _ cursor: inout LineCursor) -> String {
    let start = cursor.offset
    while let byte = cursor.peek(text), byte > 0x20, byte != UInt8(ascii: "*") {
      cursor.offset += 1
    }
    return String(text, start..<cursor.offset)
  }
}

extension EventCode {
  /// The length to which getevent truncates labels of codes.
  private static var labelLength: Int { 20 }

  /// Creates the code of a label, which may be a truncated but unambiguous name.
  init?(label: String, of type: EventType) {
    if let code = EventCode(named: label, of: type) {
      self = code
      return
    }
    guard label.utf8.count == Self.labelLength else { return nil }
    let codes = EventCode.codes(of: type, beginningWith: label)
    guard codes.count == 1 else { return nil }
    self = codes[0]
  }
}

extension LineCursor {
  /// Returns whether a label comes next: labels begin with a capital, and numbers do not.
  func isAtLabel(_ text: Span<UInt8>) -> Bool {
    guard let next = peek(text) else { return false }
    return (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(next)
  }
}
