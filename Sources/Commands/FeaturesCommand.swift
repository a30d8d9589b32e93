import Cases
import Glibc
import Reports

/// `pantograph features`: everything that rules may ask about the gestures of recordings, as a table.
enum FeaturesCommand {
  static let command = Command(
    name: "features",
    summary: "tells what the hand did in each gesture of many recordings, a row for each",
    operands: [],
    optionalOperands: [.file("PATH…")],
    options: FeatureRun.options + [
      .init("--format", value: .choice("NAME", FeatureWriter.Format.allCases, usual: .csv)),
      CommonOptions.output(writes: [.csv, .ndjson]),
      CommonOptions.jobs,
      .init("--shard", value: "I/N", help: "only the I-th of N parts of the recordings"),
      .init("--restart", help: "begin anew, though an earlier run got some of the way"),
    ] + CommonOptions.replayed,
    details: """
      Each PATH is a recording, or a folder, in and below which recordings of all formats are found. A
      recording that is part of a case is driven by the case's own interaction, unless --interaction
      is given. A recording without a gesture has a row, too, whose gesture is 0. Each gesture is taken
      as if it were the only one, unless --in-turn has it begin where the ones before have led.

      The columns are recording, gesture, time, end (let-go, cut-off, none), label, person, device,
      duration, rest_time, fraction, start_fraction, peak, distance, travel, cross_travel,
      last_movement, projected, outcome, peak_pressure, velocity_NAME and cross_velocity_NAME for each
      estimator, and margin_C_K for condition K of clause C of the rule, more than 0 where it is held.
      Times are in s, lengths in mm, velocities in mm/s. `pantograph tune` reads what is written here.

      What was meant is taken from --labels, from labels.csv beside a recording, from label.json in a
      case, and from --name-pattern, in this order. A table has the columns recording, gesture (if
      empty, all of them), label (finish, cancel, nothing, or another gesture's name), person, device;
      its recordings are counted from its own folder. `pantograph label` writes one.

      The rows are the same bytes on any number of threads, and the parts of --shard 1/N to N/N, put
      together in this order, are the whole. With --output, an interrupted run goes on where it was
      when it is started again.
      """,
    exitStatus: "Ends with 0, and with 2 if something could not be used; the rest is written.",
    examples: [
      "pantograph features Recordings -o features.csv",
      "pantograph features corpus -i sheet.json --labels labels.csv --shard 1/4 -o 1.csv",
    ],
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let format = try arguments.format(FeatureWriter.Format.self) ?? .csv
    let jobs = try CommonOptions.jobs(arguments)
    let shard = try Shard(arguments)
    try CommonOptions.keepLabels(arguments)
    let run = try FeatureRun(arguments)
    let range = shard.range(of: run.worklist.count)
    let output = try Output(arguments, settings: run.digest)
    var progress = ProgressLine(of: range.count, after: output.done)
    var writer = FeatureWriter(format, run.margins)
    if shard.isFirst, output.done == 0 { writer.writeHead() }
    var book = run.book
    let isLenient = arguments.has("--lenient")
    var (done, failed, told) = (output.done, output.failed, 0)
    if done > 0 {
      say("goes on after \(done) of \(range.count) recordings; --restart would begin anew")
    }
    func tellOfLabels() {
      for mistake in book.mistakes.dropFirst(told) { say("\(mistake)") }
      if !isLenient { failed += book.mistakes.count - told }
      told = book.mistakes.count
    }
    var shared = SharedMistake(
      in: run.worklist, from: range.lowerBound + done, isLenient: isLenient)
    try run.forEach(in: range.lowerBound + done..<range.upperBound, jobs: jobs) { outcome in
      let lines = try shared.lines(of: outcome.mistake, in: outcome.recording)
      if !lines.isEmpty { progress.clear() }
      lines.forEach(say)
      if outcome.mistake != nil, !isLenient { failed += 1 }
      var gestures = outcome.gestures
      do {
        try book.label(&gestures)
      } catch let error as UnusableFile {
        throw Complaint(error)
      }
      tellOfLabels()
      if let rule = outcome.rule {
        for gesture in gestures { writer.write(gesture, by: rule) }
      }
      done += 1
      // 16 KiB, some twenty gestures: no more than that is done again.
      if writer.bytes.count >= 1 << 14 || done % 64 == 0 {
        try output.write(&writer.bytes, done: done, failed: failed)
      }
      progress.show(done)
    }
    tellOfLabels()
    progress.clear()
    shared.lastLine.map(say)
    try output.write(&writer.bytes, done: done, failed: failed)
    try output.finish()
    return failed > 0 ? .unusable : .fine
  }

  /// Where the rows go.
  private struct Output {
    private var stream: OutputFile?
    /// Whether a terminal shows the rows, which would obey what names may hold.
    private let isShown: Bool
    private var file: ResumableFile?

    init(_ arguments: Arguments, settings: Digest) throws {
      isShown = !arguments.has("--output") && isatty(STDOUT_FILENO) == 1
      guard let path = arguments.value("--output"), OutputFile.isPlaceOfFile(path) else {
        stream =
          try arguments.value("--output").map { path throws(Complaint) in
            try OutputFile(result: path)
          } ?? OutputFile()
        return
      }
      let inputs =
        CommonOptions.inputs(arguments)
        + ["--labels", "--list"].compactMap { arguments.value($0) }
      file = try ResumableFile(
        path, settings: settings, restarts: arguments.has("--restart"), inputs: inputs)
    }

    var done: Int { file?.done ?? 0 }
    var failed: Int { file?.failed ?? 0 }

    func write(_ bytes: inout [UInt8], done: Int, failed: Int) throws {
      if isShown {
        let lines = String(decoding: bytes, as: UTF8.self)
          .split(separator: "\n", omittingEmptySubsequences: false)
        bytes = Array(lines.map { String($0).shown }.joined(separator: "\n").utf8)
      }
      try stream?.write(&bytes)
      try file?.write(&bytes, done: done, failed: failed)
    }

    func finish() throws {
      try file?.finish()
    }
  }

  /// One of several equal parts of a list.
  struct Shard {
    private var number = 1
    private var count = 1

    init(_ arguments: Arguments) throws {
      guard let text = arguments.value("--shard") else { return }
      let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
      guard numbers.count == 2, let number = numbers[0], let count = numbers[1],
        (1...1_000_000).contains(count), (1...count).contains(number)
      else {
        throw Complaint("--shard \(text): expected which part of how many, such as 1/4")
      }
      (self.number, self.count) = (number, count)
    }

    /// Whether it has the head of the table.
    var isFirst: Bool { number == 1 }

    /// The places that belong to it, one after the other.
    func range(of total: Int) -> Range<Int> {
      (number - 1) * total / count..<number * total / count
    }
  }
}
