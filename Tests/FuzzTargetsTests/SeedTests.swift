import Foundation
import PantographFuzzTargets
import PantographTestSupport
import Testing

@MainActor @Suite struct `The seeds of the fuzzer` {
  nonisolated private static func seeds(_ target: FuzzTarget) -> [URL] {
    let folder = Repository.root.appendingPathComponent("Tests/Proofs/Fuzzing/seeds/\(target)")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().map { folder.appendingPathComponent($0) }
  }

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
    let seeds = Self.seeds(target)
    #expect(!seeds.isEmpty)
    for seed in seeds {
      let bytes = [UInt8](try Data(contentsOf: seed))
      #expect(throws: Never.self, "\(seed.lastPathComponent)") { try target.check(bytes) }
    }
  }
}
