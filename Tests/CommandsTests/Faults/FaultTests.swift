import Foundation
import PantographTestSupport
import Testing

/// Every command under every fault that needs no device; the page defines the expected results.
@Suite(.enabled(if: LongTests.areRun, LongTests.absence)) struct `Faults` {
  private static let page = FaultPage.here

  /// The cells that apply and need no device.
  private static let cells: [(Fault, String)] = Fault.allCases.flatMap { fault in
    page.commands.compactMap { command in
      let word = page.word(command, fault.rawValue)
      let others = ["writes no", "reads no", "has no", "drives a"]
      let isUntouched = others.contains { word.hasPrefix($0) }
      let isOfGuest = FaultPage.ofGuest[command]?.contains(fault.rawValue) ?? false
      return isUntouched || isOfGuest ? nil : (fault, command)
    }
  }

  @Test func `have a page with a word for each command and fault`() throws {
    let page = Self.page
    #expect(
      try page.commands
        == HelpText.commands().sorted { one, other in
          // The page has the order of `--help`.
          let order = page.commands
          return (order.firstIndex(of: one) ?? 0) < (order.firstIndex(of: other) ?? 0)
        })
    #expect(Set(page.faults) == Set(Fault.allCases.map(\.rawValue)))
    for command in page.commands {
      for fault in page.faults {
        #expect(page.words.contains(page.word(command, fault)), "\(command), \(fault)")
      }
    }
    for (command, faults) in FaultPage.ofGuest {
      for fault in faults { #expect(page.cells[command]?[fault] != nil, "\(command), \(fault)") }
    }
  }

  @Test(arguments: cells.filter { ![.killed, .terminated].contains($0.0) })
  func `have the effect on each command that the page describes`(fault: Fault, command: String)
    throws
  {
    if fault.limitsMemory, !Repository.canLimitMemory { try Test.cancel(Repository.noLimit) }
    let word = Self.page.word(command, fault.rawValue)
    let runs = try fault.runs(of: command)
    #expect(!runs.isEmpty)
    for run in runs {
      try judge(run.run(), of: run, by: word, fault)
    }
  }

  /// Checks the result of a run against a word of the page.
  private func judge(
    _ outcome: FaultyRun.Outcome, of run: FaultyRun, by word: String, _ fault: Fault
  ) throws {
    let usual = try #require(FaultyRun.usual[run.command])
    let said: Comment = "\(run.command), \(fault): \(outcome)"
    let complaint = outcome.complaints.first ?? ""
    let isOfFault = fault.reason(of: run.command).map { complaint.contains($0) } ?? true
    switch word {
    case "refused":
      #expect(outcome.status == 2, said)
      #expect(outcome.complaints.count == 1, said)
      #expect(outcome.output.isEmpty, said)
      #expect(complaint.contains(": ") && isOfFault, said)
      if fault != .diskFull, fault != .link { #expect(run.isUntouched(outcome), said) }
    case "skipped":
      #expect(outcome.status == 2, said)
      #expect(outcome.complaints.count == 1, said)
      #expect(complaint.hasPrefix("case/") && isOfFault, said)
      #expect(outcome.names == usual.names && outcome.result != nil, said)
    case "warned":
      #expect(outcome.status == usual.status && outcome.names == usual.names, said)
      #expect(!outcome.complaints.isEmpty, said)
      #expect((outcome.result == nil) == (usual.result == nil), said)
      for complaint in outcome.complaints {
        #expect(complaint.hasPrefix("case/recording.yml: ") && isOfFault, said)
      }
    case "unaffected":
      #expect(outcome.status == usual.status && outcome.complaints == usual.complaints, said)
      #expect(outcome.names == usual.names, said)
      if fault != .clockBack, fault != .clockAhead {
        #expect(outcome.result == usual.result && outcome.output == usual.output, said)
      }
    case "followed":
      #expect(outcome.status == usual.status && outcome.complaints == usual.complaints, said)
      #expect(outcome.names == usual.names && outcome.result == usual.result, said)
      #expect(
        try FileManager.default.destinationOfSymbolicLink(atPath: run.result.path) == "../target")
      try FileManager.default.removeItem(at: run.folder.file("target"))
      let again = try run.run()
      #expect(again.status == 2 && again.output.isEmpty, "\(again)")
      #expect(
        again.complaints.count == 1
          && again.complaints.joined().contains("a dangling link"), "\(again)")
      #expect(!FileManager.default.fileExists(atPath: run.folder.file("target").path))
    case "ok":
      #expect(outcome.status == usual.status && outcome.complaints.isEmpty, said)
    default: Issue.record("\(run.command), \(fault): unknown word \(word)")
    }
  }

  // MARK: Signals

  @Test(arguments: cells.filter { [.killed, .terminated].contains($0.0) })
  func `end each command as the page describes`(fault: Fault, command: String) throws {
    let word = Self.page.word(command, fault.rawValue)
    var run = try FaultyRun(command)
    let stall = try Stall(&run, isEnding: word == "stopped")
    let program = try run.start()
    try stall.wait(for: program)
    program.signal(fault == .killed ? SIGKILL : SIGTERM)
    let outcome = run.outcome(of: program)
    program.closeInput()
    let said: Comment = "\(command), \(fault): \(outcome)"
    switch word {
    case "aborted":
      #expect(outcome.status == -1, said)
      // Existing files are unchanged; pipes have nothing to keep.
      if stall.keepsResult {
        #expect(run.isUntouched(outcome, but: command == "live" ? ["out"] : []), said)
      }
    case "stopped":
      #expect(outcome.status == 0 && outcome.complaints.isEmpty, said)
      if command == "label" { try expectLabel(run, outcome) }
      if command == "shrink" { #expect(outcome.result?.starts(with: Data("# ".utf8)) == true) }
      if command == "live" { #expect(run.isUntouched(outcome), said) }
    case "kept": try expectLabel(run, outcome)
    case "resumed":
      #expect(outcome.status == -1, said)
      #expect(run.isUntouched(outcome, but: ["out.part", "out.part.state"]), said)
      let again = try FaultyRun(command).run()
      #expect(again.result == FaultyRun.usual[command]?.result)
    default: Issue.record("\(command), \(fault): unknown word \(word)")
    }
  }

  /// Expects that the answer was appended to the table as a complete row.
  private func expectLabel(_ run: FaultyRun, _ outcome: FaultyRun.Outcome) throws {
    let table = String(decoding: try #require(outcome.result), as: UTF8.self)
    #expect(
      table.hasSuffix("\nother.yml,1,finish,,\n../case/recording.yml,1,finish,,\n"), "\(table)")
  }
}
