import Foundation
import PantographTestSupport
import Testing

/// What a program in C gets from the header and the shared object.
@Suite struct `A C program` {
  @Test(.enabled(if: CLibrary.compiler != nil, "needs a C compiler"))
  func `replays every case to its expected trajectory, byte for byte`() throws {
    let folder = try TemporaryFolder()
    let replay = try CLibrary.compile(
      CLibrary.examples.appendingPathComponent("replay.c"), into: folder.url)
    #expect(Repository.cases.count >= 30)
    for `case` in Repository.cases {
      let run = try Program(replay, [`case`.recording.path, `case`.interaction.path])
      #expect(run.status == 0, "\(`case`.name): \(run.complaints)")
      let same = try run.output == CLibrary.trajectory(of: `case`)
      #expect(same, "\(`case`.name)")
    }
  }

  @Test(.enabled(if: CLibrary.compiler != nil, "needs a C compiler"))
  func `learns what is wrong with its files, and where`() throws {
    let folder = try TemporaryFolder()
    let replay = try CLibrary.compile(
      CLibrary.examples.appendingPathComponent("replay.c"), into: folder.url)
    let flick = Repository.recordings.appendingPathComponent("touchpad-flick")
    let interaction = folder.url.appendingPathComponent("sheet.json")
    try Data(#"{ "gestur": {} }"#.utf8).write(to: interaction)
    let wrong = try Program(
      replay, [flick.appendingPathComponent("recording.yml").path, interaction.path])
    #expect(wrong.status == 2)
    #expect(
      wrong.complaints.hasPrefix("\(interaction.path):1:3: unknown key 'gestur'; did you mean"),
      "\(wrong.complaints)")
    let nothing = try Program(
      replay, ["/nowhere", flick.appendingPathComponent("interaction.json").path])
    #expect(nothing.status == 2)
    #expect(nothing.complaints.contains("no such file"), "\(nothing.complaints)")
  }

  @Test(
    .enabled(if: CLibrary.compiler != nil, "needs a C compiler"), arguments: ["c99", "c17"])
  func `can include the header in any standard`(standard: String) throws {
    try includeHeader(CLibrary.compiler, ["-x", "c", "-std=\(standard)"])
  }

  /// A C compiler alone can't compile C++.
  @Test(
    .enabled(if: OtherProgram.find("c++") != nil, OtherProgram.absence("c++")),
    arguments: ["c++11", "c++20"])
  func `can include the header in C++`(standard: String) throws {
    try includeHeader(OtherProgram.find("c++"), ["-x", "c++", "-std=\(standard)"])
  }

  private func includeHeader(_ compiler: URL?, _ language: [String]) throws {
    let folder = try TemporaryFolder()
    let source = folder.url.appendingPathComponent("empty.c")
    try Data("#include <pantograph.h>\nint main(void) { return pg_version() == 0; }\n".utf8)
      .write(to: source)
    let compilation = try Program(
      #require(compiler),
      language + [
        "-fsyntax-only", "-pedantic", "-Wall", "-Wextra", "-Werror", "-I", CLibrary.headers.path,
        source.path,
      ])
    #expect(compilation.status == 0, "\(compilation.complaints)")
  }

  /// `size` prints how much a session holds; less than 64 KiB is promised.
  @Test(
    .enabled(if: CLibrary.compiler != nil, "needs a C compiler"),
    arguments: ["threads", "fork", "busy", "size", "year", "behind"])
  func `uses sessions in threads, child processes and by the hundred`(use: String) throws {
    let folder = try TemporaryFolder()
    let source = Repository.root.appendingPathComponent("Tests/BindingsTests/processes.c")
    let run = try Program(CLibrary.compile(source, into: folder.url), [use])
    #expect(run.status == 0 && run.output.hasSuffix("\(use): as promised\n"), "\(run)")
  }

  /// Code that isn't optimized allocates, and a sanitizer counts for itself.
  @Test(
    .enabled(if: CLibrary.compiler != nil, "needs a C compiler"),
    .enabled(
      if: CLibrary.isOptimized && CLibrary.sanitizer == nil, "needs a release build"))
  func `allocates nothing in five thousand frames of a drag`() throws {
    let folder = try TemporaryFolder()
    let source = Repository.root.appendingPathComponent("Tests/BindingsTests/processes.c")
    let run = try Program(CLibrary.compile(source, into: folder.url, ["-DCOUNTED"]), ["drag"])
    #expect(run.output == "0 allocations\ndrag: as promised\n", "\(run)")
  }

  @Test(
    .enabled(if: LongTests.areRun, LongTests.absence),
    .enabled(
      if: CLibrary.compiler != nil && OtherProgram.find("valgrind") != nil,
      OtherProgram.absence("a C compiler and valgrind")))
  func `loses no more memory in a year than in a month`() throws {
    let folder = try TemporaryFolder()
    let source = Repository.root.appendingPathComponent("Tests/BindingsTests/processes.c")
    let program = try CLibrary.compile(source, into: folder.url)
    // Swift tags pointers to what it allocates once, so that valgrind takes some of it for lost.
    let lost = try ["month", "year"].map { time in
      let run = try Program(
        try #require(OtherProgram.find("valgrind")),
        ["--leak-check=full", "--error-exitcode=0", program.path, time])
      let summary = try #require(run.complaints.components(separatedBy: "LEAK SUMMARY:").last)
      // Lines such as `==1==    definitely lost: 5,536 bytes in 179 blocks`.
      return summary.matches(of: /(definitely|indirectly|possibly) lost: (.*)/).map(\.output.2)
    }
    #expect(lost[0] == lost[1] && lost[0].count == 3, "\(lost)")
  }

  @Test(.enabled(if: CLibrary.compiler != nil, "needs a C compiler"))
  func `finds every function of the header in the library`() throws {
    let folder = try TemporaryFolder()
    let header = try String(
      contentsOf: CLibrary.headers.appendingPathComponent("pantograph.h"), encoding: .utf8)
    let names = Set(
      header.matches(of: /(?m)^[a-z][\w \*]*?\b(pg_\w+)\(/).map { String($0.1) })
    #expect(names.count >= 45)
    let calls = names.sorted().map { "  (void (*)(void))\($0)," }.joined(separator: "\n")
    let source = folder.url.appendingPathComponent("all.c")
    try Data(
      """
      #include <pantograph.h>
      void (*const all[])(void) = {
      \(calls)
      };
      int main(void) { return all[0] == 0; }

      """.utf8
    ).write(to: source)
    let program = try CLibrary.compile(source, into: folder.url)
    #expect(try Program(program, []).status == 0)
  }
}
