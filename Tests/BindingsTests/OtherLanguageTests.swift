import Foundation
import PantographBase
import PantographTestSupport
import Testing

/// A page of the documentation.
struct Page {
  private let text: String

  init(_ name: String) throws {
    let folder = Repository.root.appendingPathComponent("Sources/Commands/Commands.docc")
    text = try String(contentsOf: folder.appendingPathComponent(name + ".md"), encoding: .utf8)
  }

  /// Returns the blocks of code in a language; there must be some.
  func blocks(_ language: String) throws -> [String] {
    let blocks = text.components(separatedBy: "```" + language + "\n").dropFirst()
    try #require(!blocks.isEmpty)
    return blocks.map { $0.components(separatedBy: "```")[0] }
  }
}

/// The pages that show how to use the library from other languages.
@Suite struct `Pages about other languages` {
  @Test(.enabled(if: CLibrary.compiler != nil, "needs a C compiler"))
  func `show C that runs`() throws {
    let folder = try TemporaryFolder()
    // A finger moves up by 2 mm each 8 ms and lifts; the display has 60 Hz.
    let source = try folder.file(
      "page.c",
      """
      #include <math.h>
      #include <pantograph.h>
      #include <stdio.h>
      #include <stdlib.h>
      static int64_t shown = 1000000, touch;
      static void die(const char *message) { puts(message); exit(1); }
      static void draw(double value) { printf("%.3f\\n", value); }
      static void schedule_frame(void) { puts("frame"); }
      static void open_sheet(void) { puts("opens"); }
      static double scrolled;
      static void scroll_by(double distance) { scrolled = distance; }
      static int64_t next_presentation(void) { return shown += 16667; }
      static int wait_for_touch(void) {
      \twhile (touch <= 12 && 1000000 + 8000 * touch > shown) shown += 16667;
      \treturn touch <= 12;
      }
      static int next_touch(int64_t *time, struct pg_contact *contacts, size_t *count) {
      \tif (touch > 12 || 1000000 + 8000 * touch > shown) return 0;
      \tcontacts[0] = (struct pg_contact){.id = 2, .x = 50, .y = 60 - 2.0 * (double)touch, .pressure = NAN};
      \t*time = 1000000 + 8000 * touch;
      \t*count = touch++ < 12;
      \treturn 1;
      }
      int main(void) {
      \tint64_t start = 0, time = 8000, presentation_time = 30000;
      \(try Page("UseFromC").blocks("c").joined())
      \tprintf("scrolled %.1f\\n", scrolled);
      \tputs(sample.phase == PG_REST && sample.fraction == 1 ? "rests" : "does not rest");
      \treturn 0;
      }

      """)
    let page = try CLibrary.compile(source, into: folder.url)
    let run = try Program(page, [])
    let lines = run.output.split(separator: "\n")
    let drawn = lines.compactMap { Double($0) }
    // The template's sheet comes up from 800 to 100.
    #expect(run.status == 0 && drawn.first == 800 && drawn.last == 100, "\(run)")
    #expect(lines.last == "rests" && drawn.count > 20, "\(run)")
    // GTK's pan jumps to the finger, which has moved by 9 mm.
    #expect(lines.contains("scrolled -9.0"), "\(run)")
  }

  @Test(.enabled(if: Example.areBuilt, OtherProgram.absence("pkg-config")))
  func `show commands that build and run a program in C`() throws {
    let folder = try TemporaryFolder()
    try CLibrary.describe(in: folder)
    for name in ["Tests", "Recordings"] {
      try FileManager.default.createSymbolicLink(
        at: folder.file(name), withDestinationURL: Repository.root.appendingPathComponent(name))
    }
    let run = try Program(
      URL(fileURLWithPath: "/bin/sh"),
      ["-c", "set -e; export PKG_CONFIG_PATH=.\n" + Page("UseFromC").blocks("sh").joined()],
      in: folder.url)
    let flick = try #require(Repository.cases.first { $0.name == "touchpad-flick" })
    let same = try run.output == CLibrary.trajectory(of: flick)
    #expect(run.status == 0 && same, "\(run.complaints)")
  }

  @Test(.enabled(if: BindingsPrograms.hasPython, BindingsPrograms.absence))
  func `show Python that runs`() throws {
    let run = try BindingsPrograms.runPython([
      "-c", Page("UseFromPython").blocks("python").joined(),
    ])
    #expect(run.status == 0 && run.output.hasPrefix("['finish']\n1.0625"), "\(run)")
  }

  @Test(.enabled(if: BindingsPrograms.rust != nil, OtherProgram.absence("rustc")))
  func `show Rust that runs`() throws {
    let crate = try RustCrate()
    let source = crate.folder.url.appendingPathComponent("page.rs")
    let text = """
      #[allow(unused_variables)]
      fn main() -> Result<(), pantograph::Error> {
      \(try Page("UseFromRust").blocks("rust").dropFirst().joined())
      Ok(()) }

      """
    try Data(text.utf8).write(to: source)
    let run = try withExtendedLifetime(crate) { try Program(crate.compile(source), []) }
    #expect(run.status == 0 && run.output.hasPrefix("Finish: ["), "\(run)")
  }
}

/// Programs in other languages than C that use the C library.
@Suite struct `Bindings of other languages` {
  @Test(.enabled(if: BindingsPrograms.hasPython, BindingsPrograms.absence))
  func `Python replays every case to its expected trajectory, byte for byte`() throws {
    let script = Repository.root.appendingPathComponent("Tests/Examples/python/replay.py").path
    for `case` in Repository.cases {
      let run = try BindingsPrograms.runPython([
        script, `case`.recording.path, `case`.interaction.path,
      ])
      let same = try run.output == CLibrary.trajectory(of: `case`)
      #expect(run.status == 0 && same, "\(`case`.name): \(run.complaints)")
    }
  }

  @Test(.enabled(if: BindingsPrograms.hasPython, BindingsPrograms.absence))
  func `Python's package does what its tests say`() throws {
    try BindingsPrograms.test("package_test.py")
  }

  @Test(
    .enabled(
      if: BindingsPrograms.hasPython && OtherProgram.pythonHas("pyarrow"),
      OtherProgram.absence("pyarrow")))
  func `Python's tables for Arrow have the columns of those for pandas`() throws {
    try BindingsPrograms.test("arrow_test.py")
  }

  @Test(
    .enabled(
      if: BindingsPrograms.hasPython && OtherProgram.pythonHas("mypy"), OtherProgram.absence("mypy")
    ))
  func `Python's package and its use are strictly typed`() throws {
    try BindingsPrograms.test("types_test.py")
  }

  @Test(.enabled(if: BindingsPrograms.hasPython, BindingsPrograms.absence))
  func `Python's tables and plugin for pytest report what the program reports`() throws {
    try BindingsPrograms.test("program_test.py")
  }

  @Test(.enabled(if: BindingsPrograms.hasPython, BindingsPrograms.absence))
  func `Python's tutorial shows what it prints`() throws {
    try BindingsPrograms.test("notebook_test.py")
  }

  @Test(.enabled(if: BindingsPrograms.rust != nil, OtherProgram.absence("rustc")))
  func `Rust replays every case to its expected trajectory, byte for byte`() throws {
    let crate = try RustCrate()
    defer { withExtendedLifetime(crate) {} }
    let replay = try crate.compile(
      RustCrate.sources.appendingPathComponent("examples/replay.rs"))
    for `case` in Repository.cases {
      let run = try Program(replay, [`case`.recording.path, `case`.interaction.path])
      let same = try run.output == CLibrary.trajectory(of: `case`)
      #expect(run.status == 0 && same, "\(`case`.name): \(run.complaints)")
    }
  }
}

/// The crate as its users build it.
@Suite struct `The crate with cargo` {
  @Test(.enabled(if: BindingsPrograms.cargo != nil, OtherProgram.absence("cargo")))
  func `passes its tests and those of its documentation, and serves a dependent`() throws {
    let folder = try TemporaryFolder()
    let crate = folder.url.appendingPathComponent("crate")
    try FileManager.default.copyItem(at: RustCrate.sources, to: crate)
    try CLibrary.link(into: folder)
    let tests = try cargo(["test"], in: crate, besides: folder)
    #expect(tests.status == 0, "\(tests.output)\n\(tests.complaints)")
    #expect(tests.output.contains("src/lib.rs - (line "), "\(tests.output)")

    // As the page has it: the library is found without LD_LIBRARY_PATH.
    let dependent = folder.url.appendingPathComponent("dependent")
    let page = try Page("UseFromRust")
    let manifest = try page.blocks("toml")[0]
      .replacingOccurrences(of: "pantograph/Sources/Rust", with: "../crate")
    let files = [
      "Cargo.toml": "[package]\nname = \"dependent\"\nversion = \"0.1.0\"\nedition = \"2021\"\n"
        + manifest,
      "build.rs": try page.blocks("rust")[0],
      "src/main.rs": "fn main() { println!(\"{}\", pantograph::version()) }\n",
    ]
    for (name, text) in files {
      let file = dependent.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    let run = try cargo(["run", "--quiet"], in: dependent, besides: folder)
    #expect(run.status == 0 && run.output == "\(Version.number)\n", "\(run.complaints)")
  }

  /// Runs cargo without a network.
  private func cargo(
    _ arguments: [String], in package: URL, besides folder: TemporaryFolder
  ) throws -> Program {
    try Program(
      URL(fileURLWithPath: "/usr/bin/env"),
      [
        "-u", "LD_LIBRARY_PATH", "PANTOGRAPH_LIB=" + folder.url.path,
        "CARGO_TARGET_DIR=" + folder.url.appendingPathComponent("target").path,
        #require(BindingsPrograms.cargo).path,
      ] + arguments + ["--offline"], in: package)
  }
}

/// The programs that other languages need.
enum BindingsPrograms {
  static let hasPython =
    (try? runPython(["-c", "import matplotlib, numpy, pandas, pytest"]))?.status == 0
  static let rust = OtherProgram.find("rustc")
  static let cargo = OtherProgram.find("cargo")
  static let absence = OtherProgram.absence("Python with pandas, Matplotlib and pytest")

  /// Runs Python at the top of the repository, with the package of its sources and those of
  /// tools/lib/install-python-packages.
  static func runPython(_ arguments: [String]) throws -> Program {
    try Program(
      URL(fileURLWithPath: "/usr/bin/env"),
      [
        "PANTOGRAPH_LIBRARY=" + CLibrary.sharedObject.path,
        "PANTOGRAPH_PROGRAM=" + Program.pantograph.path, "MPLBACKEND=Agg",
        "PYTHONPATH=Sources/Python:.build/python", "PYTHONDONTWRITEBYTECODE=1",
        #require(OtherProgram.python).path,
      ] + arguments, in: Repository.root)
  }

  /// Runs tests that are written in Python.
  static func test(_ name: String) throws {
    let tests = Repository.root.appendingPathComponent("Tests/BindingsTests/" + name)
    let run = try runPython([tests.path])
    #expect(run.status == 0, "\(run.complaints)")
  }
}

/// The crate, compiled.
private final class RustCrate {
  static let sources = Repository.root.appendingPathComponent("Sources/Rust")
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try CLibrary.link(into: folder)
    let library = Self.sources.appendingPathComponent("src/lib.rs")
    try run([
      "--crate-type", "rlib", "--crate-name", "pantograph", "--cfg", "feature=\"evdev\"", "-l",
      "dylib=pantograph-evdev", "-l", "dylib=pantograph", library.path, "-o", crate,
    ])
  }

  private var crate: String { folder.url.appendingPathComponent("libpantograph.rlib").path }

  /// Compiles a program that uses the crate, and returns its location.
  func compile(_ source: URL) throws -> URL {
    let program = folder.url.appendingPathComponent(
      source.deletingPathExtension().lastPathComponent)
    try run([
      source.path, "--extern", "pantograph=" + crate, "-C",
      "link-arg=-Wl,-rpath," + folder.url.path, "-o", program.path,
    ])
    return program
  }

  private func run(_ arguments: [String]) throws {
    let compilation = try Program(
      #require(BindingsPrograms.rust),
      ["--edition", "2021", "-D", "warnings", "-L", folder.url.path] + arguments)
    try #require(compilation.status == 0, "\(compilation.complaints)")
  }
}
