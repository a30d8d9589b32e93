import Foundation
import PantographTestSupport
import Testing

/// The programs in `tools`, some of them in Python.
private let tools =
  (try? FileManager.default.contentsOfDirectory(
    at: Repository.root.appendingPathComponent("tools"), includingPropertiesForKeys: nil
  ))?.filter { isProgram($0) }
  .sorted { $0.path < $1.path } ?? []

private func isProgram(_ file: URL) -> Bool {
  FileManager.default.isExecutableFile(atPath: file.path)
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
