package import Foundation
package import Testing

/// Programs by others, with which tests compare ours.
///
/// `tools/test` runs without them, so that the same tests run on every machine. `tools/test --all` installs
/// them and runs the tests that need them.
package enum OtherProgram {
  /// Whether tests run other programs.
  package static let areRun = LongTests.areRun

  /// Returns the location of a program, or `nil` if it is not installed or tests run without it.
  package static func find(_ name: String) -> URL? {
    guard areRun else { return nil }
    return ["/usr/bin/", "/bin/", "/usr/local/bin/"].map { URL(fileURLWithPath: $0 + name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// Python 3.
  package static let python = find("python3")

  /// Returns whether a Python script ends with status 0.
  package static func pythonRuns(_ arguments: String...) -> Bool {
    guard let python else { return false }
    return (try? Program(python, arguments))?.status == 0
  }

  /// Returns whether Python finds a module, also in what `tools/lib/install-python-packages` has installed.
  package static func pythonHas(_ module: String) -> Bool {
    let packages = Repository.root.appendingPathComponent(".build/python").path
    return pythonRuns(
      "-c", "import sys; sys.path.insert(0, sys.argv[1]); __import__(sys.argv[2])", packages, module
    )
  }

  /// Returns the reason why a test that needs `program` is skipped.
  package static func absence(_ program: String) -> Comment {
    "needs \(program), which tools/test --all installs and runs"
  }
}
