import Foundation
import PantographFuzzTargets
import PantographTestSupport
import Testing

@MainActor @Suite struct `The seeds of the fuzzer` {
  /// The targets of this build: without the package trait Web there is no server.
  nonisolated private static let targets: [FuzzTarget] = {
    #if Web
      FuzzTarget.allCases
    #else
      FuzzTarget.allCases.filter { $0 != .http && $0 != .uploads }
    #endif
  }()

  @Test(.enabled(if: LongTests.areRun, LongTests.absence), arguments: targets)
  func `keep the laws`(target: FuzzTarget) throws {
    let desk = try TemporaryFolder()
    let archive = Repository.root.appendingPathComponent("Tests/Fuzzing/seeds.tar.gz").path
    let tar = try Program(
      URL(fileURLWithPath: "/bin/tar"), ["-xzf", archive, "-C", desk.url.path, "seeds/\(target)"])
    #expect(tar.status == 0, "\(tar.complaints)")
    let folder = desk.file("seeds/\(target)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!names.isEmpty)
    for seed in names.sorted().map(folder.appendingPathComponent) {
      let bytes = [UInt8](try Data(contentsOf: seed))
      #expect(throws: Never.self, "\(seed.lastPathComponent)") { try target.check(bytes) }
    }
  }
}
