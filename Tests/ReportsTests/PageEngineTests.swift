import PantographBase
import PantographReports
import Testing

/// The file with the engine for pages.
@Suite struct `The engine for pages` {
  private static let hash = "sha256-" + String(repeating: "aB0+", count: 10) + "c/8="
  private static let start = "//<![CDATA[\n"
  private static let end = "//]]>\n"

  private func file(
    version: String = Version.number, hash: String = hash, module: String = "H4sIAAAAAAA=",
    script: String = start + "ask(1 < 2);\n" + end
  ) -> String {
    "pantograph \(version) \(hash)\n\(module)\n\(script)"
  }

  private func complaint(_ text: String) -> String? {
    do throws(Complaint) {
      _ = try PageEngine(parsing: Array(text.utf8))
      return nil
    } catch {
      return error.sentence
    }
  }

  @Test func `is that of this version`() {
    #expect(complaint(file()) == nil)
    #expect(
      complaint(file(version: "0.0.9"))
        == "is of version 0.0.9; this program is \(Version.number)")
    // What comes from a file is shown without control characters.
    #expect(complaint(file(version: "\u{1b}[2J"))?.contains("\u{1b}") == false)
  }

  @Test func `is no other file`() {
    for text in [
      "", "\n\n", "pantograph", "pantograph 0.1.0 x",
      file().replacing("pantograph", with: "pantagraph"),
    ] {
      #expect(complaint(text) == "is not the engine for pages, which `tools/package web` writes")
    }
  }

  @Test func `is refused if it is damaged`() {
    let damaged = [
      file(hash: "sha256-="), file(hash: "sha512-" + Self.hash.dropFirst(7)),
      file(hash: Self.hash.replacing("+", with: "'")), file(module: ""),
      file(module: "H4sIAAAAAA="), file(module: "H4sIAAA<AAA="), file(module: "AAAAAAAAAAA="),
      file(module: "H4sIA==="), file(script: ""), file(script: Self.start),
      file(script: Self.start + "ask();\n"), file(script: "ask();\n" + Self.end),
      file(script: Self.start + "'</script>'\n" + Self.end), String(file().dropLast()),
    ]
    for text in damaged {
      #expect(complaint(text) == "is damaged; `tools/package web` writes it again", "\(text)")
    }
    let bytes = Array(file(script: Self.start).utf8) + [0xff] + Array(Self.end.utf8)
    #expect(throws: Complaint.self) { try PageEngine(parsing: bytes) }
  }
}
