package import PantographBase

/// The engine for pages, and the script with which a page asks it: the file that `tools/package web` writes.
///
/// Its first line is `pantograph VERSION sha256-…=`, with the hash of the script. The second one is the engine's
/// WebAssembly module, packed by gzip, in base64. The rest is the script.
package struct PageEngine: Sendable {
  /// The module, as text.
  let module: String
  /// The script.
  let script: String
  /// The SHA-256 of the script, as a Content-Security-Policy has it.
  let hash: String

  /// Reads the bytes of a file.
  ///
  /// - Throws: why it can't be used: it is of another version than this program, or damaged.
  package init(parsing bytes: [UInt8]) throws(Complaint) {
    let lines = bytes.split(
      separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
    let head = lines[0].split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard lines.count == 3, head.count == 3, head[0].elementsEqual("pantograph".utf8) else {
      throw Complaint("is not the engine for pages, which `tools/package web` writes")
    }
    let version = String(decoding: head[1], as: UTF8.self)
    guard version == Version.number else {
      throw Complaint("is of version \(version.shown); this program is \(Version.number)")
    }
    guard Self.isHash(head[2]), Self.isPacked(lines[1]), let script = Self.script(lines[2]) else {
      throw Complaint("is damaged; `tools/package web` writes it again")
    }
    hash = String(decoding: head[2], as: UTF8.self)
    module = String(decoding: lines[1], as: UTF8.self)
    self.script = script
  }

  private static func isHash(_ text: ArraySlice<UInt8>) -> Bool {
    // The 32 bytes of a SHA-256 are 43 digits and one that says so.
    text.starts(with: "sha256-".utf8) && text.count == 7 + 44 && text.last == UInt8(ascii: "=")
      && text.dropFirst(7).dropLast().allSatisfy(isDigit)
  }

  /// Returns whether a text is gzip as base64, complete as far as its length shows.
  private static func isPacked(_ text: ArraySlice<UInt8>) -> Bool {
    let filling = text.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    // The beginning is that of gzip, and the method that it has.
    return text.starts(with: "H4sI".utf8) && text.count % 4 == 0 && filling <= 2
      && text.dropLast(filling).allSatisfy(isDigit)
  }

  /// Returns the script, if it is between the marks of a section for readers of XML, and would not end in the page.
  private static func script(_ text: ArraySlice<UInt8>) -> String? {
    let (start, end) = ("//<![CDATA[\n", "//]]>\n")
    guard text.count >= start.utf8.count + end.utf8.count, text.starts(with: start.utf8),
      text.suffix(end.utf8.count).elementsEqual(end.utf8),
      let script = String(validating: text, as: UTF8.self)
    else { return nil }
    let hasTag = zip(text, text.dropFirst()).contains {
      $0 == UInt8(ascii: "<") && $1 == UInt8(ascii: "/")
    }
    return hasTag ? nil : script
  }

  private static func isDigit(_ letter: UInt8) -> Bool {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
      true
    default: false
    }
  }
}

/// What a page needs to ask the engine: the engine, and what it is asked about.
struct Workbench: Sendable {
  var engine: PageEngine
  /// The interaction and the touches, or what stands for them.
  var data: JSONText
}
