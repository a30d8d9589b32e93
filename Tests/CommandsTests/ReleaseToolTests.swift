import Foundation
import PantographTestSupport
import Testing

/// `tools/release` in a small repository, where what it calls makes small files.
@Suite(
  .enabled(
    if: OtherProgram.find("git") != nil && OtherProgram.python != nil,
    OtherProgram.absence("git and python3")))
struct `The tool that makes releases` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["tools/lib", "tools/ci", "Sources/Base", "Tests"] {
      try FileManager.default.createDirectory(
        at: folder.file(name), withIntermediateDirectories: true)
    }
    for name in [
      "tools/release", "tools/lib/explain", "tools/lib/package-npm-program", "tools/ci/changed",
    ] {
      try folder.program(name, copying: Repository.root.appendingPathComponent(name))
    }
    _ = try folder.program(
      "tools/package",
      // That of the npm package prints a folder, too.
      """
      mkdir -p .build; name=.build/${1:-program}.deb; echo "${1:-program}" >$name
      [ "${1:-}" != web ] || echo .build
      echo $name
      """)
    _ = try folder.program(
      "tools/lib/stage",
      #"mkdir -p "$1/bin" "$1/share/doc/pantograph"; echo program >"$1/bin/pantograph""#)
    _ = try folder.program("tools/lib/debian-copyright", "echo licence")
    _ = try folder.file(
      "Sources/Base/Version.swift",
      "  static let number = \"1.2.3\"\n  static let date = \"December 1, 2026\"\n")
    _ = try folder.file("LICENSE", "A licence\n")
    _ = try folder.file(".gitignore", "/.build/\n")
    try changelog(
      """
      ## [Unreleased]

      ## [1.2.3] - 2026-12-01

      ### Added

      - A thing.
      - Another.

      ## [1.2.2] - 2026-11-01

      - An older one.

      """)
    try shell("git init -q && tools/ci/changed --record")
    try commit()
  }

  private func changelog(_ text: String) throws {
    _ = try folder.file("CHANGELOG.md", "# Changelog\n\n" + text)
  }

  @discardableResult private func shell(_ script: String) throws -> String {
    let program = try Program(URL(fileURLWithPath: "/bin/sh"), ["-c", script], in: folder.url)
    #expect(program.status == 0, "\(script): \(program.complaints)")
    return program.output
  }

  private func commit() throws {
    try shell("git add -A && git -c user.name=A -c user.email=a@b commit -qm 'Change it'")
  }

  private func release(_ words: String...) throws -> Program {
    // The author of the tag.
    try shell("git config user.name A && git config user.email a@b")
    return try Program(folder.file("tools/release"), words)
  }

  /// Expects that it refuses in one line with these words, builds nothing and makes no tag.
  private func expectRefusal(
    _ words: [String], of arguments: [String] = ["1.2.3"], here: SourceLocation = #_sourceLocation
  ) throws {
    let program = try Program(folder.file("tools/release"), arguments)
    #expect(program.status == 2 && program.output.isEmpty, sourceLocation: here)
    #expect(
      program.complaints.split(separator: "\n").count == 1
        && words.allSatisfy(program.complaints.contains), "\(program.complaints)",
      sourceLocation: here)
    #expect(
      !FileManager.default.fileExists(atPath: folder.file(".build").path), sourceLocation: here)
  }

  @Test func `refuses arguments that are no version`() throws {
    try expectRefusal(["which version?", "--help"], of: [])
    try expectRefusal(["'v1.2.3' is no version", "0.2.0"], of: ["v1.2.3"])
    try expectRefusal(["unknown option '--dry'", "--help"], of: ["1.2.3", "--dry"])
    try expectRefusal(["unexpected argument '1.2.4'"], of: ["1.2.3", "1.2.4"])
  }

  @Test func `refuses another version than the program's and the changelog's`() throws {
    try expectRefusal(
      ["the program is version 1.2.3", "write 1.2.4", "Version.swift"], of: ["1.2.4"])
    try changelog("## [Unreleased]\n\n## [1.2.2] - 2026-11-01\n\n- A thing.\n")
    try commit()
    try expectRefusal(["newest version is 1.2.2", "heading [1.2.3]"])
    try changelog("## [Unreleased]\n\n- A new thing.\n\n## [1.2.3] - 2026-12-01\n\n- A thing.\n")
    try commit()
    try expectRefusal(["unreleased entries", "move them into [1.2.3]"])
    try changelog("## [Unreleased]\n\n## [1.2.3] - 2026-12-01\n\n## [1.2.2] - x\n\n- Old.\n")
    try commit()
    try expectRefusal(["says nothing of [1.2.3]", "write what changed"])
  }

  @Test func `refuses a tag that exists`() throws {
    try shell("git tag v1.2.3")
    try expectRefusal(["the tag v1.2.3 exists", "git tag -d v1.2.3"])
  }

  @Test func `refuses a tree with changes`() throws {
    _ = try folder.file("new", "")
    try expectRefusal(["the tree has changes", "commit or stash them"])
    try FileManager.default.removeItem(at: folder.file("new"))
    try shell("echo >>.gitignore; git add .gitignore")
    try expectRefusal(["the tree has changes", "commit or stash them"])
  }

  @Test func `refuses what was not tested`() throws {
    try FileManager.default.createDirectory(
      at: folder.file("Sources/Web"), withIntermediateDirectories: true)
    _ = try folder.file("Sources/Web/play.mjs", "")
    try commit()
    try expectRefusal(["untested", "web programs;", "tools/check --all", "commit Tests/Passed"])
    try shell("rm Tests/Passed")
    try commit()
    try expectRefusal(["untested", "guest browsers languages web example programs costs;"])
  }

  @Test func `makes the same files each time, and a tag with the changelog's section`() throws {
    let dry = try release("1.2.3", "--dry-run")
    #expect(dry.status == 0, "\(dry.complaints)")
    #expect(try shell("git tag").isEmpty && dry.complaints.contains("without the tag v1.2.3"))
    let sums = try shell("cat .build/dist/1.2.3/SHA256SUMS")
    let machine = try shell("uname -m").trimmingCharacters(in: .newlines)
    let archive = ".build/dist/1.2.3/pantograph-1.2.3-linux-\(machine).tar.gz"
    let node = ["x86_64": "x64", "aarch64": "arm64"][machine] ?? machine
    let names = [
      "SHA256SUMS", "library.deb", "pantograph-1.2.3-linux-\(machine).tar.gz",
      "pantograph-linux-\(node)-1.2.3.tgz", "program.deb", "web.deb",
    ]
    #expect(
      Set(dry.output.split(separator: "\n").map(String.init))
        == Set(names.map { ".build/dist/1.2.3/" + $0 }))
    #expect(sums.split(separator: "\n").count == 5)
    try shell("cd .build/dist/1.2.3 && sha256sum --check --strict --quiet SHA256SUMS")

    // Another time, and another mask for files.
    try shell("sleep 1.1; umask 077; tools/release 1.2.3 >/dev/null 2>&1")
    #expect(try shell("cat .build/dist/1.2.3/SHA256SUMS") == sums)
    #expect(
      try shell("git for-each-ref --format='%(objecttype)%0a%(contents)' refs/tags/v1.2.3")
        == "tag\nPantograph 1.2.3\n\n### Added\n\n- A thing.\n- Another.\n\n")
    #expect(try shell("git rev-parse v1.2.3^{commit}") == shell("git rev-parse HEAD"))
    let list = try shell("tar -tvzf \(archive)").split(separator: "\n")
    #expect(list.allSatisfy { $0.contains(" 0/0 ") } && list.count == 7, "\(list)")
  }

  @Test func `makes no tag if the tree changes meanwhile`() throws {
    _ = try folder.program("tools/lib/stage", #"mkdir -p "$1/share/doc/pantograph"; touch new"#)
    try shell("tools/ci/changed --record")
    try commit()
    let program = try release("1.2.3")
    #expect(program.status == 2 && program.complaints.contains("changed while it was built"))
    #expect(try shell("git tag").isEmpty)
  }

  @Test func `says what it has no files for`() throws {
    _ = try folder.program("tools/package", "echo 'no compiler' >&2; exit 1")
    try shell("tools/ci/changed --record")
    try commit()
    let program = try release("1.2.3")
    #expect(program.status == 1 && program.complaints.hasSuffix("no compiler\n"))
    #expect(try program.output.isEmpty && shell("git tag").isEmpty)
  }
}
