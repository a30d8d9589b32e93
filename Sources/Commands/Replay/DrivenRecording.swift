import Pantograph
import PantographInteractions
import PantographReports
import PantographTouches
import PantographTraces
import PantographTrajectories

/// A recording and the interaction that it drives, for commands that process many recordings.
struct DrivenRecording: Sendable {
  /// The options that apply to every recording.
  struct Options: Sendable {
    fileprivate let arguments: Arguments
    fileprivate let described: DeviceDescription?
    fileprivate let given: Interaction?
  }

  static let options =
    [
      Command.Option(
        "--interaction", "-i", value: .file(),
        help: "the interaction (JSON); default: the one of each case"),
      Worklist.list,
    ] + CommonOptions.replayed

  let recording: String
  private let ownInteraction: String?
  private let options: Options

  /// Returns the recordings that the operands name: files, and those in and below folders.
  static func find(_ arguments: Arguments) throws -> [DrivenRecording] {
    let options = Options(
      arguments: arguments, described: try CommonOptions.described(arguments),
      given: try arguments.value("--interaction").map { _ in
        try CommonOptions.readInteraction(arguments)
      })
    let worklist = try Worklist(arguments, usesCases: options.given == nil)
    var entries = try worklist.entries(in: 0..<worklist.count)
    var recordings: [DrivenRecording] = []
    var seen: Set<String> = []
    while let entry = try entries.next() {
      guard seen.insert(entry.recording).inserted else { continue }
      recordings.append(
        DrivenRecording(
          recording: entry.recording, ownInteraction: entry.ownInteraction, options: options))
    }
    return recordings
  }

  /// Reads the interaction that it drives.
  func interaction() throws(UnusableFile) -> Interaction {
    if let given = options.given { return given }
    guard let ownInteraction else {
      throw UnusableFile(
        recording,
        "no interaction.json beside it; --interaction is required")
    }
    var interaction = try Interaction(file: ownInteraction)
    CommonOptions.choosePalms(&interaction, options.arguments)
    return interaction
  }

  /// Returns how it is read.
  func replayOptions(for interaction: Interaction) throws(UnusableFile) -> ReplayOptions {
    do {
      return try CommonOptions.replayOptions(
        options.arguments, describedBy: options.described, for: interaction)
    } catch {
      throw UnusableFile(recording, "\(error)")
    }
  }

  /// Returns the result of a closure, or the reason why the recording can't be used.
  func result<Value>(
    _ make: (_ recording: DrivenRecording, _ interaction: Interaction) throws(UnusableFile) -> Value
  ) -> Result<Value, UnusableFile> {
    do throws(UnusableFile) {
      return .success(try make(self, interaction()))
    } catch {
      return .failure(error)
    }
  }

  /// Returns the successful results, and prints the errors of the others.
  static func usable<Value>(_ results: [Result<Value, UnusableFile>]) -> [Value] {
    results.compactMap { result in
      switch result {
      case .success(let value): return value
      case .failure(let mistake):
        printNotice(CommandError(mistake).sentence)
        return nil
      }
    }
  }
}

/// Sends a trajectory to a report and, if there is one, to a page.
struct ReplaySink<Report: TrajectorySink>: TrajectorySink where Report.Failure == Never {
  var report: Report
  private(set) var page: TrajectoryPage?
  /// Writes what the report has ready.
  private let flush: (inout Report) throws -> Void

  init(_ report: Report, _ page: TrajectoryPage?) {
    self.report = report
    self.page = page
    flush = { _ in }
  }

  /// Creates a sink that writes the report to a file in pieces of about 64 KiB; the caller writes the
  /// last piece.
  init(_ report: Report, _ page: TrajectoryPage? = nil, to output: OutputFile)
  where Report: StreamReport {
    self.report = report
    self.page = page
    flush = { if $0.isFull { try output.write(&$0.bytes) } }
  }

  mutating func receive(_ sample: Sample) throws(any Error) {
    report.receive(sample)
    page?.receive(sample)
    try flush(&report)
  }

  mutating func receive(_ event: TrajectoryEvent) throws(any Error) {
    // Written with the sample or the frame that follows.
    report.receive(event)
    page?.receive(event)
  }

  mutating func receive(_ frame: TouchFrame) throws(any Error) {
    report.receive(frame)
    page?.receive(frame)
    try flush(&report)
  }
}
