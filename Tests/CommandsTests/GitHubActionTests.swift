import Foundation
import PantographTestSupport
import Testing

/// `.github/action`, whose steps run as GitHub's runner runs them.
@Suite struct `The action for GitHub` {
  @Test(.enabled(if: OtherProgram.pythonHas("yaml"), OtherProgram.absence("python3-yaml")))
  func `checks cases, and says what differs`() throws {
    let program = try Program(
      Repository.root.appendingPathComponent("tools/ci/check-action"),
      ["--program", Program.pantograph.path])
    #expect(program.status == 0, "\(program.output)\n\(program.complaints)")
  }
}
