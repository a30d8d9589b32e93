import Foundation
import PantographTestSupport
import Testing

/// Pages and figures on a full disk and after Ctrl-C, and pages of cases that are gone.
@Suite struct `Written pages and figures` {
  private let cases: CaseFolder

  init() throws {
    cases = try CaseFolder(["touchpad-flick", "d2-pull-cancel", "d5-reveal"])
  }

  private func fail(_ name: String) throws {
    try cases.change(
      "\(name)/interaction.json", #""fractionAbove": 0.5"#, to: #""fractionAbove": 0.9"#)
  }

  /// Runs a command in a shell with a limit for the size of files, in blocks of 512 bytes.
  ///
  /// As on a full disk, a part of a file may be written before the error.
  private func run(_ words: [String], blocks: Int? = nil) throws -> Program {
    let limit = blocks.map { "trap '' XFSZ; ulimit -f \($0);" } ?? ""
    return try Program(
      URL(fileURLWithPath: "/bin/sh"),
      ["-c", #"\#(limit) exec "$0" "$@""#, Program.pantograph.path] + words,
      in: cases.url)
  }

  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: cases.url.appendingPathComponent(folder).path
    ).sorted()
  }

  // MARK: Pages of cases that are gone

  @Test func `of a case that no longer fails or exists are removed, and nothing else is`() throws {
    try fail("touchpad-flick")
    let words = ["check", ".", "--html", "site/", "--pages", "reveal,pull"]
    #expect(try run(words).status == 1)
    let all = ["case-d2-pull-cancel.html", "case-d5-reveal.html", "case-touchpad-flick.html"]
    #expect(try names("site/cases") == all + ["written.txt"])
    // Files of the user's: of other names, and with a name that a page has had.
    let own = ["site/cases/case-mine.html", "site/cases/notes.txt", "site/own.html"]
    for name in own { try cases.write("mine", to: name) }
    try cases.write("changed by hand", to: "site/cases/case-d5-reveal.html")
    try cases.change(
      "touchpad-flick/interaction.json", #""fractionAbove": 0.9"#, to: #""fractionAbove": 0.5"#)
    try FileManager.default.removeItem(at: cases.url.appendingPathComponent("d2-pull-cancel"))
    let program = try run(["check", ".", "--html", "site/"])
    #expect(program.status == 0 && program.complaints.isEmpty, "\(program)")
    #expect(
      try names("site/cases") == [
        "case-d5-reveal.html", "case-mine.html", "notes.txt", "written.txt",
      ])
    #expect(try cases.text("site/cases/case-d5-reveal.html") == "changed by hand")
    for name in own { #expect(try cases.text(name) == "mine") }
    #expect(try !cases.text("site/index.html").contains("href=\"cases/"))
  }

  @Test(arguments: ["../../touchpad-flick/expected.csv", "../index.html"])
  func `are removed only from their folder, whatever the list says`(name: String) throws {
    #expect(try run(["check", ".", "--html", "site/", "--pages", "all"]).status == 0)
    let list = try cases.text("site/cases/written.txt")
    let digest = try #require(list.split(separator: "\n").last?.split(separator: " ").first)
    try cases.write(list + "\(digest) \(name)\n", to: "site/cases/written.txt")
    let expected = try cases.text("touchpad-flick/expected.csv")
    #expect(try run(["check", ".", "--html", "site/"]).status == 0)
    #expect(try names("site/cases") == ["written.txt"])
    #expect(try names("site") == ["cases", "index.html"])
    #expect(try cases.text("touchpad-flick/expected.csv") == expected)
  }

  @Test func `are not written where their list would replace a file of the user's`() throws {
    try FileManager.default.createDirectory(
      at: cases.url.appendingPathComponent("site/cases"), withIntermediateDirectories: true)
    try cases.write("mine", to: "site/cases/written.txt")
    let program = try run(["check", ".", "--html", "site/", "--pages", "all"])
    #expect(program.status == 2, "\(program)")
    #expect(
      program.complaints
        == "site/cases/written.txt: not the list of pages of an earlier run; move it elsewhere\n")
    #expect(try names("site/cases") == ["written.txt"] && names("site") == ["cases"])
    #expect(try cases.text("site/cases/written.txt") == "mine")
  }

  @Test func `are kept where a link or a folder has their name`() throws {
    #expect(try run(["check", ".", "--html", "site/", "--pages", "all"]).status == 0)
    let page = cases.url.appendingPathComponent("site/cases/case-d5-reveal.html")
    let elsewhere = cases.url.appendingPathComponent("elsewhere.html")
    try FileManager.default.moveItem(at: page, to: elsewhere)
    try FileManager.default.createSymbolicLink(at: page, withDestinationURL: elsewhere)
    #expect(try run(["check", ".", "--html", "site/"]).status == 0)
    #expect(try names("site/cases") == ["case-d5-reveal.html", "written.txt"])
    #expect(FileManager.default.fileExists(atPath: elsewhere.path))
  }

  // MARK: Full disks

  @Test func `of a folder are whole or as before on a full disk`() throws {
    try fail("touchpad-flick")
    let words = ["check", ".", "--html", "site/", "--pages", "all"]
    let full = try run(words, blocks: 40)
    #expect(full.status == 2, "\(full)")
    #expect(
      full.complaints.hasPrefix("site/")
        && full.complaints.hasSuffix("can't be written: File too large\n"),
      "\(full.complaints)")
    #expect(try names("site") == ["cases"] && names("site/cases").isEmpty)
    #expect(try run(words).status == 1)
    let before = try (names("site/cases").map { "cases/\($0)" } + ["index.html"]).map {
      try cases.text("site/\($0)")
    }
    #expect(try run(words, blocks: 40).status == 2)
    let after = try (names("site/cases").map { "cases/\($0)" } + ["index.html"]).map {
      try cases.text("site/\($0)")
    }
    #expect(before == after && after.count == 5)
  }

  @Test(arguments: ["svg", "pdf", "png"])
  func `of a plot are whole or as before on a full disk`(format: String) throws {
    if format != "svg", OtherProgram.find("rsvg-convert") == nil {
      try Test.cancel(OtherProgram.absence("rsvg-convert"))
    }
    let words = ["replay", "touchpad-flick", "-o", "plot.\(format)"]
    // 4 KiB: the picture has more.
    let full = try run(words, blocks: 8)
    #expect(full.status == 2 && full.complaints.hasSuffix("File too large\n"), "\(full)")
    #expect(full.complaints.split(separator: "\n").count == 1)
    #expect(try !names(".").contains { $0.hasPrefix("plot") })
    try cases.write("before", to: "plot.\(format)")
    #expect(try run(words, blocks: 8).status == 2)
    #expect(try cases.text("plot.\(format)") == "before")
    #expect(try names(".").count { $0.hasPrefix("plot") } == 1)
    let device = try run(["replay", "touchpad-flick", "--format", format, "-o", "/dev/full"])
    #expect(device.status == 2, "\(device)")
    #expect(device.complaints.contains("/dev/full: can't be written: No space left on device"))
  }

  // MARK: Ctrl-C

  /// The system calls that open, fill and name a file.
  private static let calls = ["openat", "write", "linkat", "rename"]
  private static let strace = OtherProgram.find("strace")

  /// Runs a command, and presses Ctrl-C in its system call with a name and a number, if they are given.
  ///
  /// Returns the number of calls of each name.
  @discardableResult
  private func trace(
    _ words: [String], interrupting call: String? = nil, _ number: Int = 0
  ) throws -> [String: Int] {
    let trace = cases.url.appendingPathComponent("trace.txt")
    let inject = call.map { ["-e", "inject=\($0):signal=INT:when=\(number)"] } ?? []
    let program = try Program(
      try #require(Self.strace),
      ["-o", trace.path, "-e", "trace=" + Self.calls.joined(separator: ",")] + inject
        + [Program.pantograph.path] + words, in: cases.url)
    try #require((program.status < 0) == (call != nil), "\(program)")
    let text = try String(contentsOf: trace, encoding: .utf8)
    return Dictionary(
      uniqueKeysWithValues: Self.calls.map { call in
        (call, text.split(separator: "\n").count { $0.hasPrefix("\(call)(") })
      })
  }

  @Test(.enabled(if: strace != nil, OtherProgram.absence("strace")))
  func `of a folder are whole or missing after Ctrl-C in any call`() throws {
    try fail("touchpad-flick")
    let words = ["check", "touchpad-flick", "d5-reveal", "--html", "site/", "--pages", "all"]
    let counts = try trace(words + ["--jobs", "1"])
    let whole = try names("site/cases")
    #expect(whole.count == 3 && counts["rename"] == 4)
    for call in Self.calls {
      let count = try #require(counts[call])
      // Two pages, the index, and the list.
      for number in max(count - 3, 1)...count {
        try cases.remove("site")
        try trace(words + ["--jobs", "1"], interrupting: call, number)
        let names = try names("site/cases").map { "cases/\($0)" } + names("site")
        for name in names where name != "cases" {
          #expect(whole.contains(String(name.dropFirst(6))) || name == "index.html", "\(name)")
          let text = try cases.text("site/\(name)")
          #expect(
            text.hasSuffix(name.hasSuffix(".txt") ? ".html\n" : "</html>\n"), "\(call) \(number)")
        }
      }
    }
  }

  @Test(
    .enabled(if: strace != nil, OtherProgram.absence("strace")), arguments: ["svg", "pdf", "png"])
  func `of a plot are whole or missing after Ctrl-C in any call`(format: String) throws {
    if format != "svg", OtherProgram.find("rsvg-convert") == nil {
      try Test.cancel(OtherProgram.absence("rsvg-convert"))
    }
    let words = ["replay", "touchpad-flick", "-o", "plot.\(format)"]
    _ = try run(words)
    let plot = cases.url.appendingPathComponent("plot.\(format)")
    let whole = try Data(contentsOf: plot)
    // The renderer's calls are not traced.
    let counts = try trace(words)
    for call in Self.calls {
      for before in [nil, Data("before".utf8)] {
        try FileManager.default.removeItem(at: plot)
        try before?.write(to: plot)
        try trace(words, interrupting: call, try #require(counts[call]))
        let after = try? Data(contentsOf: plot)
        #expect(after == before || after == whole, "\(call): \(String(describing: after))")
        #expect(try names(".").count { $0.hasPrefix("plot") } == (after == nil ? 0 : 1))
        try whole.write(to: plot)
      }
    }
  }
}
