import Foundation
import TestSupport
import Testing

/// What `--help` says of a command, as somebody reads it.
struct HelpText {
  struct Option {
    var name: String
    /// What stands for its value; empty where it takes none.
    var value: String
    var what: String
  }

  let options: [Option]
  /// What stands for operands, with brackets around what may be left out.
  let operands: [String]

  init(of command: String) throws {
    let lines = try Program.pantograph(command, "--help").output
      .split(separator: "\n", omittingEmptySubsequences: false)
    // The first lines that are set in: more about the command comes after an empty one.
    options = lines.drop { !$0.hasPrefix("  ") }.prefix { !$0.isEmpty }.compactMap { line in
      line.wholeMatch(of: #/  (--[a-z-]+)(?:, -[a-z])?(?: ([^ ]+))?  +(.*)/#).map {
        Option(name: String($0.1), value: String($0.2 ?? ""), what: String($0.3))
      }
    }
    let usage = try #require(lines.first { $0.hasPrefix("usage: ") })
    operands = usage.split(separator: " ").dropFirst(3).map(String.init)
      .prefix { !$0.hasPrefix("--") && $0 != "[options]" }.map(\.self)
  }

  /// The names of all commands, in their order.
  static func commands() throws -> [String] {
    try Program.pantograph("--help").output.split(separator: "\n")
      .compactMap { $0.prefixMatch(of: #/  ([a-z]+)  /#).map { String($0.1) } }
  }
}
