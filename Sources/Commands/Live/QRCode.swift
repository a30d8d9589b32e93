#if Web
  import PantographCQrencode
#endif
import Glibc
import PantographReports

/// A QR code for a terminal, so that a phone can open an address without typing it.
struct QRCode {
  /// The rows of modules; `true` is dark.
  let modules: [[Bool]]

  /// Creates the code of a text; `nil` if it is too long, or if the library was left out.
  init?(_ text: String) {
    #if Web
      // Version 0 is the smallest that fits; mode 2 is QR_MODE_8, bytes.
      guard let code = unsafe QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1) else {
        return nil
      }
      defer { unsafe QRcode_free(code) }
      let width = Int(unsafe code.pointee.width)
      guard let data = unsafe code.pointee.data else { return nil }
      // The lowest bit of each byte is the colour.
      modules = (0..<width).map { row in
        (0..<width).map { column in unsafe data[row * width + column] & 1 == 1 }
      }
    #else
      return nil
    #endif
  }

  /// Returns the colour of a module; everything around the code is light.
  private func isDark(_ row: Int, _ column: Int) -> Bool {
    guard modules.indices.contains(row), modules.indices.contains(column) else { return false }
    return modules[row][column]
  }

  /// The lines to print: two rows of modules in each, dark on light whatever the terminal's colours are.
  var lines: [String] {
    // The quiet zone that readers require (ISO/IEC 18004).
    let zone = 4
    let range = -zone..<modules.count + zone
    return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
      let cells = range.map { column in
        switch (isDark(row, column), isDark(row + 1, column)) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }
      // Black on white, then the terminal's own colours.
      return "\u{1b}[30;107m" + cells.joined() + "\u{1b}[0m"
    }
  }

  /// Prints the code of an address to standard error, if that is a terminal that can show it.
  static func print(_ address: String) {
    let style = TextStyle.beside
    guard style.isColored, !style.isASCII, let code = QRCode(address) else { return }
    let text = code.lines.map { $0 + "\n" }.joined()
    try? OutputFile(descriptor: dup(STDERR_FILENO), "standard error").write(text)
  }
}
