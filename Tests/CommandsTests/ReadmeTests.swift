import Foundation
import TestSupport
import Testing

@Suite struct `The README` {
  @Test func `prints what it shows`() throws {
    #expect(Page.readme.commands.count >= 4)
    for (line, output) in Page.readme.commands
    where OtherProgram.python != nil || !line.contains(".py") {
      let command = line.replacingOccurrences(
        of: ".build/debug/pantograph", with: "'\(Program.pantograph.path)'")
      #expect(command != line)
      let program = try Program(
        URL(fileURLWithPath: "/bin/sh"), ["-c", command], in: Repository.root)
      // `diff` exits with 1 for a difference.
      let status: Int32 = line.contains("pantograph diff ") ? 1 : 0
      #expect(program.status == status, "\(line)\n\(program.complaints)")
      #expect(program.output == output, "\(line)")
    }
  }

  @Test func `shows a valid interaction`() throws {
    let text = try String(contentsOf: Page.readme.file, encoding: .utf8)
    let block = try #require(
      text.components(separatedBy: "```json\n").dropFirst().first?
        .components(separatedBy: "```").first)
    let folder = try TemporaryFolder()
    let interaction = try folder.file("my.json", block).path
    let recording = Repository.recordings.appendingPathComponent("touchpad-flick/recording.yml")
    let program = try Program.pantograph("replay", recording.path, "--interaction", interaction)
    #expect(program.status == 0 && program.output.contains("finish"))
  }
}
