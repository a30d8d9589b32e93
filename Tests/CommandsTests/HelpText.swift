import Foundation
import PantographTestSupport
import Testing

/// The parsed `--help` of a command.
struct HelpText {
  struct Option {
    var name: String
    /// The placeholder of the value; empty for a flag.
    var value: String
    var what: String
  }

  let options: [Option]
  /// The placeholders of operands, in brackets if optional.
  let operands: [String]

  init(of command: String) throws {
    let lines = try Program.pantograph(command, "--help").output
      .split(separator: "\n", omittingEmptySubsequences: false)
    // The first indented lines; the details follow after an empty line.
    options = lines.drop { !$0.hasPrefix("  ") }.prefix { !$0.isEmpty }.compactMap { line in
      line.wholeMatch(of: #/  (--[a-z-]+)(?:, -[a-z])?(?: ([^ ]+))?  +(.*)/#).map {
        Option(name: String($0.1), value: String($0.2 ?? ""), what: String($0.3))
      }
    }
    let usage = try #require(lines.first { $0.hasPrefix("usage: ") })
    operands = usage.split(separator: " ").dropFirst(3).map(String.init)
      .prefix { !$0.hasPrefix("--") && $0 != "[options]" }.map(\.self)
  }

  /// The names of all commands, in order.
  static func commands() throws -> [String] {
    try Program.pantograph("--help").output.split(separator: "\n")
      .compactMap { $0.prefixMatch(of: #/  ([a-z]+)  /#).map { String($0.1) } }
  }
}
