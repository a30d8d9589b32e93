public import Foundation
public import Testing

/// Other people's programs, with which tests compare ours.
///
/// `tools/test` runs without them, so that the same tests run on every machine. `tools/test --all` installs
/// them and runs the tests that need them.
public enum OtherProgram {
  /// Whether tests run other programs.
  public static let areRun = LongTests.areRun

  /// Returns where a program is installed; nothing if it is not, or if tests do without.
  public static func find(_ name: String) -> URL? {
    guard areRun else { return nil }
    return ["/usr/bin/", "/bin/", "/usr/local/bin/"].map { URL(fileURLWithPath: $0 + name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// Python 3.
  public static let python = find("python3")

  /// Returns whether a Python script ends with status 0.
  public static func pythonRuns(_ arguments: String...) -> Bool {
    guard let python else { return false }
    return (try? Program(python, arguments))?.status == 0
  }

  /// Returns why a test is skipped that needs `program`.
  public static func absence(_ program: String) -> Comment {
    "needs \(program), which tools/test --all installs and runs"
  }
}
