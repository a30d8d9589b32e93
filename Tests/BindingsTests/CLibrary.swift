import Foundation
import PantographTestSupport
import Testing

/// The C library as its users see it: the header, and the shared object beside the test bundle.
enum CLibrary {
  static let folder = Program.pantograph.deletingLastPathComponent()
  static let sharedObject = folder.appendingPathComponent("libpantograph-c.so")
  static let headers = Repository.root.appendingPathComponent("Sources/CInterface")
  static let examples = Repository.root.appendingPathComponent("Tests/Examples/c")

  /// The C compiler; Swift needs one, so there is one.
  static let compiler = ["cc", "gcc", "clang"].lazy.compactMap { name in
    ["/usr/bin/", "/usr/local/bin/"].map { URL(fileURLWithPath: $0 + name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }.first

  /// The compiler of C beside that of Swift.
  private static let swiftCompilers = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map { URL(fileURLWithPath: String($0)) }
    .filter { FileManager.default.isExecutableFile(atPath: $0.path + "/swiftc") }
    .map { $0.appendingPathComponent("clang") }

  /// Whether the library is a release build, as the program beside it.
  static let isOptimized = Program.isOptimized

  /// The sanitizer that the library is built with, which its programs need, too.
  static let sanitizer: String? = {
    guard let library = try? Data(contentsOf: sharedObject, options: .alwaysMapped) else {
      return nil
    }
    return ["thread": "__tsan_init", "address": "__asan_init"]
      .first { library.range(of: Data($0.value.utf8)) != nil }?.key
  }()

  /// Compiles a program that uses the library, and returns its location.
  static func compile(
    _ source: URL, into folder: URL, _ options: [String] = []
  ) throws -> URL {
    let program = folder.appendingPathComponent(source.deletingPathExtension().lastPathComponent)
    var (compiler, options) = (try #require(compiler), options)
    if let sanitizer {
      // The one of Swift's toolchain, whose sanitizers are those of the library.
      compiler = try #require(swiftCompilers.first)
      let runtime = compiler.deletingLastPathComponent()
        .appendingPathComponent("../lib/swift/linux").path
      options += [
        "-g", "-fsanitize=" + sanitizer, "-L", runtime, "-Wl,-rpath," + runtime, "-ldispatch",
        "-lBlocksRuntime",
      ]
    }
    let compilation = try Program(
      compiler,
      [
        "-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-O1", source.path, "-o",
        program.path, "-I", headers.path, "-L", Self.folder.path, "-lpantograph-c",
        "-Wl,-rpath," + Self.folder.path,
      ] + options)
    try #require(compilation.status == 0, "\(compilation.complaints)")
    return program
  }

  /// Gives the library the names by which programs ask for the two that are installed; as built, it is both.
  static func link(into folder: TemporaryFolder) throws {
    for name in ["libpantograph.so", "libpantograph-evdev.so"] {
      try FileManager.default.createSymbolicLink(
        at: folder.url.appendingPathComponent(name), withDestinationURL: sharedObject)
    }
  }

  /// Writes what pkg-config needs to find the library as it was built.
  static func describe(in folder: TemporaryFolder) throws {
    for name in ["pantograph", "pantograph-evdev"] {
      _ = try folder.file(
        name + ".pc",
        """
        Name: \(name)
        Description: as built
        Version: 0
        Cflags: -I\(headers.path)
        Libs: -L\(Self.folder.path) -lpantograph-c -Wl,-rpath,\(Self.folder.path)

        """)
    }
  }

  /// Returns the events and the samples of a case; the tolerances before them are the case's own.
  static func trajectory(of `case`: Case) throws -> String {
    try String(contentsOf: `case`.expected, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("# tolerance") && !$0.hasPrefix("# pantograph") }
      .joined(separator: "\n")
  }
}
