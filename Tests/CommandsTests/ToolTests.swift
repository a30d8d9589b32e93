import Foundation
import PantographTestSupport
import Testing

/// The programs in `tools` and its folders, some of them in Python.
private let tools = {
  let folder = Repository.root.appendingPathComponent("tools")
  return (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? [])
    .sorted().map { folder.appendingPathComponent($0) }.filter { isProgram($0) }
}()

private func isProgram(_ file: URL) -> Bool {
  FileManager.default.isExecutableFile(atPath: file.path)
    && !file.hasDirectoryPath
    && (OtherProgram.python != nil
      || (try? String(contentsOf: file, encoding: .utf8))?.hasPrefix("#!/usr/bin/env bash") ?? false)
}

@Suite struct `Each of the tools` {
  /// A tool that ignored --help might run for half an hour.
  @Test(arguments: tools) func `prints its help, and does nothing else`(tool: URL) throws {
    let help = try Program(tool, ["--help"])
    #expect(help.status == 0 && help.complaints.isEmpty, "\(help.complaints)")
    #expect(help.output.count > 60 && !help.output.contains("#!"))
    #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 120 })
  }
}
