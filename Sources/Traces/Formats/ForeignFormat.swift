/// Recognition of other programs' files that resemble evemu's.
enum ForeignFormat {
  /// Returns a message for a file that contains this line; `nil` if the line indicates no other format.
  static func complaint(_ text: Span<UInt8>) -> String? {
    if isUmockdev(text) {
      return "a umockdev device without events;"
        + " record them with `umockdev-record --evemu-events` or `pantograph record`"
    }
    if isHID(text) {
      return "a recording of HID reports (hid-recorder), not of input events;"
        + " record those from the device node with `pantograph record`"
    }
    return nil
  }

  /// `P: /devices/…`, the path in sysfs with which each device begins; or `@DEV /dev/…` of its ioctls.
  private static func isUmockdev(_ text: Span<UInt8>) -> Bool {
    var cursor = LineCursor(line: 0)
    return cursor.skip("P: /devices/", text) || cursor.skip("@DEV /dev/", text)
  }

  /// `R: 83 05 0d`, a report descriptor: the number of its bytes, and these in hex.
  private static func isHID(_ text: Span<UInt8>) -> Bool {
    var cursor = LineCursor(line: 0)
    guard cursor.skip("R: ", text), (try? cursor.unsigned(text, upTo: 1 << 16, "")) != nil,
      cursor.skip(" ", text)
    else { return false }
    let start = cursor.offset
    return (try? cursor.unsigned(text, base: 16, upTo: 0xff, "")) != nil
      && cursor.offset == start + 2
  }
}
