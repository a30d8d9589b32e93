import Foundation
import PantographTestSupport
import Testing

/// An example, compiled by the command in its first comment.
struct Example {
  static let folder = Repository.root.appendingPathComponent("Tests/Examples")
  private static let finder = OtherProgram.find("pkg-config")

  /// Whether examples without a toolkit are built.
  static let areBuilt = finder != nil

  /// Returns whether pkg-config finds packages.
  static func has(_ packages: String...) -> Bool {
    guard let finder else { return false }
    return (try? Program(finder, ["--exists"] + packages))?.status == 0
  }

  /// The folder with the example's files.
  let source: URL
  /// A folder with the program.
  let folder: TemporaryFolder
  /// The program.
  let program: URL

  /// Builds an example in Swift, a package of its own with several programs.
  init(package name: String, program product: String) throws {
    source = Self.folder.appendingPathComponent(name)
    folder = try TemporaryFolder()
    // Built in one place, so that the second program is built faster.
    let builds = Repository.root.appendingPathComponent(".build/\(name)")
    let build = try Program(
      URL(fileURLWithPath: "/usr/bin/env"),
      [
        "swift", "build", "--package-path", source.path, "--scratch-path", builds.path, "--product",
        product,
      ])
    try #require(build.status == 0, "\(build.output)\(build.complaints)")
    program = builds.appendingPathComponent("debug/\(product)")
  }

  init(_ name: String) throws {
    source = Self.folder.appendingPathComponent(name)
    folder = try TemporaryFolder()
    try CLibrary.describe(in: folder)
    let files = try FileManager.default.contentsOfDirectory(atPath: source.path)
    let file = try #require(files.first { $0.hasSuffix(".c") })
    let text = try String(contentsOf: source.appendingPathComponent(file), encoding: .utf8)
    let line = try #require(text.firstMatch(of: /(?m)^ \*     (.*(?:cc|build) .*)$/)).1
    let shell = try Program(
      URL(fileURLWithPath: "/bin/sh"),
      [
        "-c", #"cp "$0"/* "$1" && cd "$1" && export PKG_CONFIG_PATH=. && "# + line, source.path,
        folder.url.path,
      ])
    try #require(shell.status == 0, "\(shell.complaints)")
    let output = try #require(line.firstMatch(of: /-o (\w+)/)?.1 ?? "out/drawer")
    program = folder.file(String(output))
  }

  /// Returns the numbers of a column of a trajectory as CSV, in all rows or in those of a phase.
  static func numbers(in table: String, _ column: String, phase: Substring? = nil) -> [Double] {
    let rows = table.split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
      $0.split(separator: ",")
    }
    guard let index = rows.first?.firstIndex(of: column[...]) else { return [] }
    return rows.filter { $0[1] == phase ?? $0[1] }.compactMap { Double($0[index]) }
  }
}
