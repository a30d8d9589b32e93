/// What a line shows to belong to another program's files, which have some letters in common with evemu's.
enum ForeignFormat {
  /// What is wrong with a file that contains this line, and what to do; nothing if it shows nothing.
  static func complaint(_ text: Span<UInt8>) -> String? {
    if isUmockdev(text) {
      return "this is a device for umockdev, without events;"
        + " `umockdev-record --evemu-events` or `pantograph record` records them"
    }
    if isHID(text) {
      return "this is a recording of HID reports (hid-recorder), not of input events;"
        + " `pantograph record` records them from the device's node"
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
