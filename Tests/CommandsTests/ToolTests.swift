import Foundation
import TestSupport
import Testing

/// Those of `tools` that are programs; the others are read by them.
private let tools =
  (try? FileManager.default.contentsOfDirectory(
    at: Repository.root.appendingPathComponent("tools"), includingPropertiesForKeys: nil
  ))?.filter { FileManager.default.isExecutableFile(atPath: $0.path) }
  .sorted { $0.path < $1.path } ?? []

@Suite struct `Each of the tools` {
  /// Somebody who asks what a tool does does not want half an hour of it.
  @Test(arguments: tools) func `says what it does, and no more`(tool: URL) throws {
    let help = try Program(tool, ["--help"])
    #expect(help.status == 0 && help.complaints.isEmpty, "\(help.complaints)")
    #expect(help.output.count > 60 && !help.output.contains("#!"))
    #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 120 })
  }
}
