import Foundation
import PantographTestSupport
import Testing

/// Programs in other languages than C that use the C library.
@Suite struct `Bindings of other languages` {
  private static let python = OtherProgram.pythonRuns("-c", "import numpy, pandas")
    ? OtherProgram.python : nil
  private static let library = CLibrary.folder.appendingPathComponent("libpantograph-c.so")

  /// Runs a program for every case, and compares what it prints with the expected trajectory.
  private func replayCases(_ executable: URL, _ arguments: [String] = []) throws {
    for `case` in Repository.cases {
      let run = try Program(
        URL(fileURLWithPath: "/usr/bin/env"),
        [
          "PANTOGRAPH_LIBRARY=" + Self.library.path,
          "PYTHONPATH=" + Repository.root.appendingPathComponent("Sources/Python").path,
          "PYTHONDONTWRITEBYTECODE=1", executable.path,
        ] + arguments + [`case`.recording.path, `case`.interaction.path])
      #expect(run.status == 0, "\(`case`.name): \(run.complaints)")
      let same = try run.output == CLibrary.trajectory(of: `case`)
      #expect(same, "\(`case`.name)")
    }
  }

  @Test(.enabled(if: python != nil, OtherProgram.absence("Python with NumPy and pandas")))
  func `Python replays every case to its expected trajectory, byte for byte`() throws {
    let script = Repository.root.appendingPathComponent("Tests/Examples/python/replay.py")
    try replayCases(#require(Self.python), [script.path])
  }

  @Test(.enabled(if: python != nil, OtherProgram.absence("Python with NumPy and pandas")))
  func `Python's package does what its tests say`() throws {
    let run = try Program(
      URL(fileURLWithPath: "/usr/bin/env"),
      [
        "PANTOGRAPH_LIBRARY=" + Self.library.path,
        "PYTHONPATH=" + Repository.root.appendingPathComponent("Sources/Python").path,
        "PYTHONDONTWRITEBYTECODE=1", #require(Self.python).path, "-m", "unittest", "-q",
        Repository.root.appendingPathComponent("Tests/BindingsTests/package_test.py").path,
      ], in: Repository.root)
    #expect(run.status == 0, "\(run.complaints)")
  }

  private static let rust = OtherProgram.find("rustc")

  @Test(.enabled(if: rust != nil, OtherProgram.absence("rustc")))
  func `Rust replays every case to its expected trajectory, byte for byte`() throws {
    let rust = try #require(Self.rust)
    let sources = Repository.root.appendingPathComponent("Sources/Rust")
    let folder = try TemporaryFolder()
    // The crate asks for the library by the name that it has when installed.
    try FileManager.default.createSymbolicLink(
      at: folder.url.appendingPathComponent("libpantograph.so"), withDestinationURL: Self.library)
    func compile(_ arguments: String...) throws {
      let search = ["--edition", "2021", "-D", "warnings", "-L", folder.url.path]
      let compilation = try Program(rust, search + arguments)
      try #require(compilation.status == 0, "\(compilation.complaints)")
    }
    let crate = folder.url.appendingPathComponent("libpantograph.rlib").path
    try compile(
      "--crate-type", "rlib", "--crate-name", "pantograph",
      sources.appendingPathComponent("src/lib.rs").path, "-o", crate)
    let replay = folder.url.appendingPathComponent("replay")
    try compile(
      sources.appendingPathComponent("examples/replay.rs").path, "--extern", "pantograph=" + crate,
      "-l", "dylib=pantograph", "-C", "link-arg=-Wl,-rpath," + CLibrary.folder.path, "-o",
      replay.path)
    try replayCases(replay)
  }
}
