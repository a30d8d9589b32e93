public import Foundation
public import Testing

/// Where the files are that tests read.
public enum Repository {
  /// The top folder of the repository.
  public static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of cases that come with the project.
  public static let recordings = root.appendingPathComponent("Recordings")

  /// Material of others that is tested against in place and is not part of the project.
  private static let shared = root.deletingLastPathComponent().appendingPathComponent("shared")

  /// Numbers measured on other systems.
  public static let oracles = shared.appendingPathComponent("oracles")
  /// Recordings of real devices by others.
  public static let corpus = shared.appendingPathComponent("corpus")

  /// Whether the material of others is there.
  public static let hasOracles = FileManager.default.fileExists(atPath: oracles.path)
  /// Whether the recordings of others are there.
  public static let hasCorpus = FileManager.default.fileExists(atPath: corpus.path)

  /// Why a test that needs either is skipped.
  public static let absence: Comment = "needs ../shared, measured numbers and recordings of others"

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

  /// A table of measured numbers, empty where the material of others is absent.
  public static func oracle(_ name: String) -> Table {
    Table(oracles.appendingPathComponent(name))
  }

  /// Measured numbers of several shapes, nothing where the material of others is absent.
  public static func measurements(_ name: String) -> JSON {
    JSON(oracles.appendingPathComponent(name))
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
