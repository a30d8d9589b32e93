import Foundation
import PantographTestSupport
import Testing

/// Unusual numbers give a numeric result, or an error message in one line.
@Suite struct `Odd numbers on the command line` {
  private static let numbers = [
    "0", "-0", "1", "-1", "1e-320", "1e-160", "1e-12", "1e-3", "0.3", "0.999999999", "1.0000001",
    "7", "1e3",
    "1e5", "1e6", "1e17", "1e308", "-1e308", "inf", "-inf", "nan", "0x1p-1063",
  ]

  private func check(_ arguments: [String]) throws {
    let program = try Program(Program.pantograph, arguments)
    #expect([0, 2].contains(program.status), "\(arguments): \(program.status)")
    let output = program.output.lowercased()
    #expect(!output.contains("inf") && !output.contains("nan"), "\(arguments)")
    guard program.status == 2 else { return }
    #expect(program.output.isEmpty, "\(arguments)")
    #expect(program.complaints.split(separator: "\n").count == 1, "\(program.complaints)")
    #expect(program.complaints.hasPrefix("pantograph \(arguments[0])"), "\(program.complaints)")
  }

  @Test(arguments: [("--spring", 3), ("--cubic", 4), ("--ratio", 1), ("--bounce", 1)])
  func `produce a curve or a spring, or are refused`(option: String, count: Int) throws {
    var chance = TestRandom(seed: 21)
    func numbers(_ count: Int) -> String {
      (0..<count).map { _ in Self.numbers.randomElement(using: &chance) ?? "0" }
        .joined(separator: ",")
    }
    for _ in 0..<60 {
      var arguments = ["curve", "--rate", "20", option + "=" + numbers(count)]
      for extra in ["--velocity", "--duration", "--response"]
      where Int.random(in: 0..<4, using: &chance) == 0 {
        arguments.append(extra + "=" + numbers(1))
      }
      if Bool.random(using: &chance), option != "--cubic" { arguments.append("--overdamped") }
      try check(arguments)
    }
  }

  @Test(.enabled(if: LongTests.areRun, LongTests.absence))
  func `are goals for a timing, or are refused`() throws {
    let flick = Repository.recordings.appendingPathComponent("touchpad-flick").path
    var chance = TestRandom(seed: 22)
    for number in Self.numbers {
      for option in ["--settle-time", "--overshoot", "--peak-velocity"] {
        let weight = Bool.random(using: &chance) ? "" : "*1000"
        try check(["timing", flick, option + "=" + number + weight, "--json"])
      }
      try check(["timing", flick, "--overshoot=0.1*" + number])
    }
  }
}
