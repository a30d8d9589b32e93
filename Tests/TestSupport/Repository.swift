public import Foundation
public import Testing

/// Where the files are that tests read.
public enum Repository {
  /// The top folder of the repository.
  public static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of cases that come with the project.
  public static let recordings = root.appendingPathComponent("Recordings")

  /// Recordings by others, tested in place and not part of the project.
  private static let shared = root.deletingLastPathComponent().appendingPathComponent("shared")

  /// Numbers measured on other systems; the README beside them names their sources.
  public static let oracles = root.appendingPathComponent("Tests/Oracles/measured")
  /// Recordings of real devices by others.
  public static let corpus = shared.appendingPathComponent("corpus")

  /// Whether the recordings of others are there and all tests are run.
  public static let hasCorpus =
    LongTests.areRun && FileManager.default.fileExists(atPath: corpus.path)

  /// Why a test that needs them is skipped.
  public static let absence: Comment =
    "needs tools/test --all and other people's recordings in ../shared/corpus"

  /// Whether programs that tests start can be given little memory: a sanitizer reserves terabytes of it.
  public static let canLimitMemory = !["ASAN_OPTIONS", "TSAN_OPTIONS"].contains {
    ProcessInfo.processInfo.environment[$0] != nil
  }
  /// Why a test that does so is skipped.
  public static let noLimit: Comment =
    "limits a program's memory, which none with a sanitizer can bear"

  /// Whether the thread sanitizer watches.
  public static let hasThreadSanitizer = ProcessInfo.processInfo.environment["TSAN_OPTIONS"] != nil
  /// Whether programs that tests start can be given few or small files: the thread sanitizer has its own memory in one, and asks
  /// another program for the names of what it has seen.
  public static let canLimitFiles = !hasThreadSanitizer
  /// Why a test that does so is skipped.
  public static let noFileLimit: Comment =
    "limits a program's files, which the thread sanitizer needs itself"

  /// A table of measured numbers.
  public static func oracle(_ name: String) -> Table {
    let table = Table(oracles.appendingPathComponent(name))
    precondition(!table.rows.isEmpty, "no measured numbers in \(name)")
    return table
  }

  /// Measured numbers of several shapes.
  public static func measurements(_ name: String) -> JSON {
    let numbers = JSON(oracles.appendingPathComponent(name))
    precondition(!numbers.names.isEmpty, "no measured numbers in \(name)")
    return numbers
  }

  /// The folders of all cases, sorted by name.
  public static let cases: [Case] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: recordings.path)) ?? []
    return names.sorted().compactMap { Case(folder: recordings.appendingPathComponent($0)) }
  }()
}

/// A folder with a recording, the interaction it drives, and the trajectory that is expected.
public struct Case: Sendable, CustomTestStringConvertible {
  /// The name of the folder.
  public let name: String
  /// Where it is.
  public let folder: URL
  /// The recording in it.
  public let recording: URL
  /// The interaction that it drives.
  public let interaction: URL
  /// The trajectory that was accepted.
  public let expected: URL

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

  /// The name, as the runner shows it.
  public var testDescription: String { name }
}
