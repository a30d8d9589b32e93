import Foundation
import PantographTestSupport
import Testing

/// The page about recorded scrolls: its commands are run on the corpus, and must print the shown results.
@Suite(.enabled(if: Repository.hasCorpus, Repository.absence))
struct `The page on recorded scrolls` {
  private let folder: TemporaryFolder
  private let page: String

  init() throws {
    folder = try TemporaryFolder()
    page = try String(
      contentsOf: Repository.root.appendingPathComponent(
        "Sources/Tuning/Tuning.docc/Scrolls.md"), encoding: .utf8)
    _ = try folder.file("scroll.json", blocks("json")[0])
    try FileManager.default.createSymbolicLink(
      at: folder.file("corpus"), withDestinationURL: Repository.corpus)
    // The commands use the installed name of the program.
    try FileManager.default.createSymbolicLink(
      at: folder.file("pantograph"), withDestinationURL: Program.pantograph)
  }

  /// The text of the page's code blocks in a language.
  private func blocks(_ language: String) -> [String] {
    page.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
  }

  private func run(_ commands: String) throws -> Program {
    try Program(
      URL(fileURLWithPath: "/bin/bash"),
      ["-euo", "pipefail", "-c", "PATH=$PWD:$PATH\n\(commands)"],
      in: folder.url)
  }

  /// The cells of the rows with a prefix.
  private func row(_ name: String) throws -> [String] {
    let line = page.split(separator: "\n").first { $0.hasPrefix("| \(name) |") }
    return try #require(line, "\(name)").split(separator: "|").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }

  @Test(.enabled(if: LongTests.areRun, LongTests.absence))
  func `shows the results of its commands`() throws {
    let shell = blocks("sh")
    let features = try run(shell[0])
    #expect(features.status == 0 && features.complaints.isEmpty, "\(features.complaints)")
    let commands = shell[1].split(separator: "\n").map(String.init)
    var (found, total): ([JSON], Int) = ([], 0)
    for (command, name) in zip(commands, ["`half`", "`other-half`"]) {
      let text = try run("\(command) --resamples 0 --folds 0")
      #expect(text.status == 0 && text.complaints.isEmpty, "\(text.complaints)")
      let program = try run("\(command) --resamples 0 --folds 0 --json")
      let json = try JSONDecoder().decode(JSON.self, from: Data(program.output.utf8))
      let cells = try row(name)
      let thresholds = json["thresholds"].list.compactMap { $0["after"].number }
      #expect(zip(cells[1...2], thresholds).allSatisfy { Double($0.prefix { $0 != " " }) == $1 })
      let heldOut = json["heldOut"]
      let (wrong, count) = (heldOut["after"]["wrong"].number, heldOut["gestures"].number)
      let received = "\(Int(wrong ?? -1)) of \(Int(count ?? -1))"
      #expect(cells[3] == received)
      let held = text.output.split(separator: "held out of tuning: ").last ?? ""
      let tuned = held.split(separator: "\n").first { $0.hasPrefix("  tuned ") } ?? ""
      #expect(tuned.contains(" \(received) "))
      // The best of the presets, which are no better.
      let rules = heldOut["rules"].list.map { ($0["rule"].text, $0["score"]["wrong"].number ?? 0) }
      let least = try #require(rules.map(\.1).min())
      let best = rules.filter { $0.1 == least }.map { "`\($0.0)`" }
      #expect(cells[4] == "\(best.joined(separator: ", ")): \(Int(least))")
      #expect(try least >= #require(wrong))
      found.append(heldOut)
      total += Int(count ?? 0)
    }
    #expect(page.contains("\n\(total) gestures are left:"))
    // Every preset has a row.
    func numbers(_ score: (JSON) -> JSON?) -> [String] {
      found.map { "\(Int(score($0)?["wrong"].number ?? -1))" }
    }
    #expect(try Array(row("tuned").dropFirst()) == numbers { $0["after"] })
    #expect(try Array(row("as it was written").dropFirst()) == numbers { $0["before"] })
    let names = found[0]["rules"].list.compactMap { $0["rule"].text }
    #expect(names.count > 30)
    for name in names {
      let scores = numbers { $0["rules"].list.first { $0["rule"].text == name }?["score"] }
      #expect(try Array(row("`\(name)`").dropFirst()) == scores, "\(name): \(scores)")
    }
  }
}
