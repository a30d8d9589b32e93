import Cases
import Evdev
import Gestures
import Glibc
import Interactions
import Quantities
import Reports
import Touches
import Traces

/// Options that several commands have.
enum CommonOptions {
  static let interaction = Command.Option(
    "--interaction", "-i", value: .file(), isRequired: true,
    help: "what the gesture does to which animation (JSON)")
  /// The same where a case needs none.
  static let ownInteraction = Command.Option(
    "--interaction", "-i", value: .file(),
    help: "what the gesture does to which animation (JSON); a case has its own")
  static let output = output(
    writes: [.text, .json], help: "write there instead of to standard output; .json is --json")
  static let page = Command.Option(
    "--html", value: .file(), writes: [.html],
    help: "write it there as a page, too: one file, for any browser")
  static let recording = Command.Option(
    "--output", "-o", value: .file(), isRequired: true, writes: [.libinput, .evemu],
    help: "the recording to make; `-` is standard output")
  static let recordingFormat = Command.Option(
    "--format", value: .choice("NAME", RecordingFormat.writable, usual: .libinput),
    help: "else told by the ending of --output")
  static let device = Command.Option(
    "--device", value: .file(),
    help: "take the device's description from there: a recording or a node")
  static let kind = Command.Option(
    "--kind", value: .choice("NAME", TouchKind.allCases),
    help: "what the list of axes of --device is of")
  static let node = Command.Option(
    "--node", value: "NODE",
    help: "of several recorded devices, this one: its node, or its place from 1")
  static let grab = Command.Option(
    "--grab", help: "keep the device's events from all other programs meanwhile")
  static let lenient = Command.Option(
    "--lenient", help: "use what is whole of a damaged recording")
  static let jobs = Command.Option(
    "--jobs", "-j", value: "N", help: "threads, instead of one for each processor")
  /// Of a command that reads what was meant by gestures.
  static let labelling = [
    Worklist.list, FeatureRun.labels, FeatureRun.namePattern, FeatureRun.inTurn,
  ]
  static let json = Command.Option("--json", help: "say it to a program: one JSON object")
  /// Of a command that prints a text for people.
  static let textual = [
    Command.Option(
      "--color", value: .choice("WHEN", ColorChoice.allCases, usual: .auto),
      help: "NO_COLOR is heeded"),
    Command.Option("--ascii", help: "nothing but ASCII, as where the locale has no UTF-8"),
  ]
  static let rate = Command.Option(
    "--rate", value: "HZ", help: "samples per second, instead of the interaction's")

  /// A result that goes to standard output unless a file is named.
  static func output(
    writes formats: [FileFormat], help: String = "write there instead of to standard output"
  ) -> Command.Option {
    Command.Option("--output", "-o", value: .file(), writes: formats, help: help)
  }

  /// The format to write a recording in, which is given or announced by the file's name.
  static func recordingFormat(_ arguments: Arguments) throws -> RecordingFormat {
    try arguments.format(RecordingFormat.self) ?? .libinput
  }

  /// The recorded device that is meant.
  static func deviceChoice(_ arguments: Arguments) -> DeviceChoice {
    guard let node = arguments.value("--node") else { return .automatic }
    return Int(node).map(DeviceChoice.number) ?? .node(node)
  }

  static let withoutPalms = Command.Option(
    "--without-palms", help: "leave palms out of everything, not only of pans")

  static let withPalms = Command.Option(
    "--with-palms", help: "let palms take part in a pan, like fingers")

  /// Lets palms take part in a gesture if the options say so.
  static func choosePalms(_ interaction: inout Interaction, _ arguments: Arguments) {
    interaction.ignoresPalms = !arguments.has("--with-palms")
  }

  static let touchPressure = Command.Option(
    "--touch-pressure", value: "DOWN,UP",
    help: "percent of the pressure at which fingers land and lift, such as 12,10")

  /// Of a command that replays a recording.
  static let replayed = [
    device, kind, node, touchPressure, withoutPalms, withPalms, lenient,
  ]

  static func touchSettings(
    _ arguments: Arguments, for interaction: Interaction
  ) throws -> TouchSettings {
    var settings = interaction.touchSettings
    guard !arguments.has("--with-palms") || !arguments.has("--without-palms") else {
      throw Complaint("--with-palms and --without-palms contradict each other; choose one")
    }
    settings.leavesPalmsOut = arguments.has("--without-palms")
    if let percents = try arguments.numbers("--touch-pressure", count: 2) {
      guard 0 <= percents[1], percents[1] <= percents[0], percents[0] <= 100 else {
        throw Complaint(
          "--touch-pressure: expected two numbers from 0 to 100, the greater one first")
      }
      settings.pressureThreshold = PressureThreshold(
        down: percents[0] / 100, up: percents[1] / 100)
    }
    return settings
  }

  static func readInteraction(_ arguments: Arguments) throws -> Interaction {
    let path = try arguments.required("--interaction", "it says what the gesture drives")
    return try readInteraction(at: path, arguments)
  }

  /// The recording of the first operand, which may be a case, and the interaction that it drives.
  static func drivenRecording(
    _ arguments: Arguments
  ) throws -> (recording: String, interaction: Interaction) {
    let (recording, path) = try recordingAndInteraction(arguments)
    return (recording, try readInteraction(at: path, arguments))
  }

  private static func readInteraction(
    at path: String, _ arguments: Arguments
  ) throws -> Interaction {
    var interaction = try readInteraction(at: path)
    if let rate = try arguments.number("--rate", in: 1...10_000) { interaction.rate = rate }
    choosePalms(&interaction, arguments)
    return interaction
  }

  /// The interaction of a text that was read from a file, and perhaps changed.
  static func interaction(
    _ text: InteractionText, at path: String
  ) throws(Complaint) -> Interaction {
    do {
      return try Interaction(bytes: text.bytes, named: path)
    } catch {
      throw Complaint(error)
    }
  }

  /// Words with commas between them.
  static func words(_ list: String?) -> [String]? {
    list?.split(separator: ",").map(String.init)
  }

  /// Names with a range for each, as in `velocity=100..800,fraction=0.2..0.6`.
  static func ranges(
    _ option: String, _ arguments: Arguments
  ) throws(Complaint) -> [(name: String, range: ClosedRange<Double>)] {
    guard let list = arguments.value(option) else { return [] }
    var ranges: [(name: String, range: ClosedRange<Double>)] = []
    for word in list.split(separator: ",", omittingEmptySubsequences: false) {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let text = parts.last ?? ""
      let points = text.indices.first { text[$0...].hasPrefix("..") } ?? text.endIndex
      let ends = [text[..<points], text[points...].dropFirst(2)].map { Double($0) }
      guard parts.count == 2, let low = ends[0], let high = ends[1],
        low.magnitude <= 1e9, high.magnitude <= 1e9
      else {
        throw Complaint(
          "\(option) \(word): expected a name and two numbers, such as velocity=100..800")
      }
      guard low <= high else {
        throw Complaint(
          "\(option) \(word): nothing is above \(low.asWritten) and below \(high.asWritten);"
            + " give the lower end first")
      }
      ranges.append((String(parts[0]), low...high))
    }
    return ranges
  }

  /// Sees to it that a result does not take the place of labels, which stand beside recordings under
  /// these names.
  static func keepLabels(_ arguments: Arguments) throws(Complaint) {
    for option in ["--output", "--html"] {
      guard let path = arguments.value(option) else { continue }
      let name = path.split(separator: "/").last.map(String.init) ?? path
      guard ![LabelBook.tableName, LabelBook.caseName].contains(name) else {
        throw Complaint("\(path): labels are looked for under this name; choose another one")
      }
    }
  }

  static func jobs(_ arguments: Arguments) throws -> Int {
    try arguments.integer("--jobs", in: 1...256) ?? Parallel.processors
  }

  static func readInteraction(at path: String) throws -> Interaction {
    let bytes = try InputFile(path).readAll(limit: 16 << 20)
    do {
      return try Interaction(bytes: bytes, named: path)
    } catch {
      throw Complaint(error)
    }
  }

  /// The files of the recording and of its interaction: those of a case, if that is the first operand or
  /// the folder of it, or those that are given.
  static func recordingAndInteraction(
    _ arguments: Arguments
  ) throws -> (recording: String, interaction: String) {
    let operand = arguments.operands[0]
    if let path = arguments.value("--interaction") {
      return ((try? Case(operand))?.recording ?? operand, path)
    }
    if let path = ownInteraction(of: operand) { return (operand, path) }
    let found = try givenCase(operand)
    return (found.recording, found.interaction)
  }

  /// The interaction beside a recording that belongs to a case.
  static func ownInteraction(of recording: String) -> String? {
    let slash = recording.lastIndex(of: "/")
    let folder = slash.map { String(recording[...$0]) } ?? ""
    let path = folder + "interaction.json"
    let isOfCase = recording[(slash.map(recording.index(after:)) ?? recording.startIndex)...]
      .hasPrefix("recording.")
    return isOfCase && InputFile.canBeReadAgain(path) ? path : nil
  }

  /// The case that an operand names, where no interaction is given for it.
  static func givenCase(_ operand: String) throws(Complaint) -> Case {
    do {
      return try Case(operand)
    } catch {
      var target = stat()
      guard unsafe stat(operand, &target) != 0 || target.st_mode & S_IFMT != S_IFDIR else {
        throw Complaint(error)
      }
      guard unsafe operand == "-" || stat(operand, &target) == 0 else {
        throw Complaint("\(operand): no such file or folder")
      }
      throw Complaint(
        "\(operand): --interaction is missing: it says what the gesture drives; only a case has its own"
      )
    }
  }

  // MARK: Names

  static let presetNames: Command.Value.Names = { ReleasePreset.all.map(\.name) }
  static let estimatorNames: Command.Value.Names = {
    VelocityEstimator.allCases.map(\.rawValue)
  }

  /// What stands for names instead of them.
  enum ListWord: String, CaseIterable {
    case all, none
  }

  /// An option that ``list(_:_:_:named:)`` reads.
  static func listOption(
    _ option: String, _ names: @escaping Command.Value.Names, help: String
  ) -> Command.Option {
    Command.Option(
      option, value: .list("NAMES", names, or: ListWord.allCases.map(\.rawValue)), help: help)
  }

  static func preset(_ name: String) throws(Complaint) -> ReleasePreset {
    if let preset = ReleasePreset.named(name) { return preset }
    throw unknown("rule", name, among: presetNames())
  }

  static func estimator(_ name: String) throws(Complaint) -> VelocityEstimator {
    if let estimator = VelocityEstimator(rawValue: name) { return estimator }
    throw unknown("estimator", name, among: estimatorNames())
  }

  private static func unknown(_ what: String, _ name: String, among names: [String]) -> Complaint {
    let advice = Spelling.nearest(to: name, among: names).map { "did you mean \($0)?" }
    return Complaint("no \(what) \(name); \(advice ?? "`pantograph rules` lists them")")
  }

  /// What is named with commas between, or all, or none.
  static func list<Value>(
    _ option: String, _ arguments: Arguments, _ all: [Value],
    named value: (String) throws(Complaint) -> Value
  ) throws(Complaint) -> [Value] {
    guard let names = arguments.value(option) else { return all }
    switch ListWord(rawValue: names) {
    case .all: return all
    case .none?: return []
    case nil:
      var values: [Value] = []
      guard !names.isEmpty else {
        throw Complaint("\(option): expected names with commas between them, all or none")
      }
      for name in names.split(separator: ",") { values.append(try value(String(name))) }
      return values
    }
  }

  // MARK: Results

  /// The files that a command reads, which a result must not take the place of; those of a case, too.
  static func inputs(_ arguments: Arguments) -> [String] {
    let named = ["--interaction", "--against", "--device"].compactMap { arguments.value($0) }
    return named
      + arguments.operands.flatMap {
        [$0] + files(ofCase: $0) + [ownInteraction(of: $0)].compactMap(\.self)
      }
  }

  /// The files of a case by its folder; none where there is no such case.
  static func files(ofCase folder: String) -> [String] {
    guard let found = try? Case(folder) else { return [] }
    return [found.recording, found.interaction, found.expected]
  }

  /// The file of a page that is asked for beside the result.
  static func pageFile(_ arguments: Arguments) throws(Complaint) -> OutputFile? {
    guard let path = arguments.value("--html") else { return nil }
    // Through the other's name it would take the place of what has just been written.
    if let other = arguments.value("--output"), other == path, path != "-" {
      throw Complaint("\(path): --output and --html can't be the same file")
    }
    return try OutputFile(result: path, inputs: inputs(arguments))
  }

  /// Writes a result for a person, below a heading, or with `--json` for a program, piece by piece.
  ///
  /// Only what is written is made: the other may be far larger.
  static func write<Lines: Sequence<String>, JSON: Sequence<String>>(
    heading: [String], lines: @autoclosure () -> Lines, json: @autoclosure () -> JSON,
    _ arguments: Arguments
  ) throws {
    let output =
      try arguments.value("--output").map { path throws(Complaint) in
        try OutputFile(result: path, inputs: inputs(arguments))
      } ?? OutputFile()
    if arguments.wantsJSON {
      try output.write(pieces: json())
    } else {
      let style = try TextStyle(arguments)
      try output.write(lines: heading, in: style)
      try output.write(lines: lines(), in: style)
    }
    try output.finish()
  }
}
