package import Foundation
package import Testing

/// The locations of files for tests.
package enum Repository {
  /// The top folder of the repository.
  package static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of the project's cases.
  package static let recordings = root.appendingPathComponent("Recordings")

  /// Recordings by others, which are not part of the project.
  private static let shared = root.deletingLastPathComponent().appendingPathComponent("shared")

  /// Numbers measured on other systems; the README beside them names their sources.
  package static let oracles = root.appendingPathComponent("Tests/Oracles/measured")

  /// Returns the location of a script that computes or checks something independently.
  package static func script(_ name: String) -> URL {
    root.appendingPathComponent("Tests/Oracles/\(name)")
  }

  /// Recordings of real devices by others.
  package static let corpus = shared.appendingPathComponent("corpus")

  /// Whether the recordings of others exist, and all tests are run.
  package static let hasCorpus =
    LongTests.areRun && FileManager.default.fileExists(atPath: corpus.path)

  /// The reason why a test that needs them is skipped.
  package static let absence: Comment =
    "needs tools/test --all and other people's recordings in ../shared/corpus"

  /// Whether the memory of started programs can be limited; a sanitizer reserves terabytes.
  package static let canLimitMemory = !["ASAN_OPTIONS", "TSAN_OPTIONS"].contains {
    ProcessInfo.processInfo.environment[$0] != nil
  }
  /// The reason why a test that limits memory is skipped.
  package static let noLimit: Comment =
    "limits a program's memory, which none with a sanitizer can bear"

  /// Whether the thread sanitizer is enabled.
  package static let hasThreadSanitizer = ProcessInfo.processInfo.environment["TSAN_OPTIONS"] != nil
  /// Whether descriptors and file sizes of started programs can be limited.
  ///
  /// The thread sanitizer keeps its memory in a file, and starts another program to symbolize its reports.
  package static let canLimitFiles = !hasThreadSanitizer
  /// The reason why a test that limits files is skipped.
  package static let noFileLimit: Comment =
    "limits a program's files, which the thread sanitizer needs itself"

  /// A table of measured numbers.
  package static func oracle(_ name: String) -> Table {
    let table = Table(oracles.appendingPathComponent(name))
    precondition(!table.rows.isEmpty, "no measured numbers in \(name)")
    return table
  }

  /// Measured numbers of several shapes.
  package static func measurements(_ name: String) -> JSON {
    let numbers = JSON(oracles.appendingPathComponent(name))
    precondition(!numbers.names.isEmpty, "no measured numbers in \(name)")
    return numbers
  }

  /// The folders of all cases, sorted by name.
  package static let cases: [Case] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: recordings.path)) ?? []
    return names.sorted().compactMap { Case(folder: recordings.appendingPathComponent($0)) }
  }()
}

/// A folder with a recording, its interaction, and the expected trajectory.
package struct Case: Sendable, CustomTestStringConvertible {
  /// The name of the folder.
  package let name: String
  /// The location of the folder.
  package let folder: URL
  /// The recording.
  package let recording: URL
  /// The interaction.
  package let interaction: URL
  /// The expected trajectory.
  package let expected: URL

  init?(folder: URL) {
    name = folder.lastPathComponent
    self.folder = folder
    interaction = folder.appendingPathComponent("interaction.json")
    expected = folder.appendingPathComponent("expected.csv")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    guard let recording = names.sorted().first(where: { $0.hasPrefix("recording.") }) else {
      return nil
    }
    self.recording = folder.appendingPathComponent(recording)
  }

  /// The name, for the test runner.
  package var testDescription: String { name }
}
