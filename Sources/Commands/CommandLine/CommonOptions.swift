import Glibc
import Pantograph
import PantographBase
import PantographGestures
import PantographInteractions
import PantographReports
import PantographSubjects
import PantographTouches
import PantographTraces
import PantographTuning

/// Options shared by several commands.
enum CommonOptions {
  static let interaction = Command.Option(
    "--interaction", "-i", value: .file(), isRequired: true,
    help: "the interaction: which gesture drives which animation (JSON)")
  /// The same, optional because a case folder contains its own.
  static let ownInteraction = Command.Option(
    "--interaction", "-i", value: .file(),
    help: "the interaction (JSON); default: the one in the case folder")
  static let output = output(
    writes: [.text, .json],
    help: "write to FILE instead of standard output; a .json file implies --json")
  static let outputOrFigure = output(
    writes: [.text, .json] + pictures,
    help: "write to FILE; .json implies --json, and .svg, .pdf or .png a plot")
  static let page = Command.Option(
    "--html", value: .file(), writes: [.html],
    help: "also write an HTML page, as one self-contained file")
  static let subject = Command.Option(
    "--subject", value: .file(), help: "use this subject.json instead of the folder's own")
  static let browser = Command.Option(
    "--browser", value: .file("PROGRAM"),
    help: "show pages in this browser, such as firefox-esr")
  static let recording = Command.Option(
    "--output", "-o", value: .file(), isRequired: true, writes: [.libinput, .evemu],
    help: "the recording to write; `-` is standard output")
  static let recordingFormat = Command.Option(
    "--format", value: .choice("NAME", RecordingFormat.writable),
    help: "default: by the extension of --output, or libinput")
  static let device = Command.Option(
    "--device", value: .file(),
    help: "read the device description from this recording or device node")
  static let kind = Command.Option(
    "--kind", value: .choice("NAME", TouchKind.allCases),
    help: "the kind, if --device lists only axes")
  static let node = Command.Option(
    "--node", value: "NODE",
    help: "which recorded device to use: its device node or 1-based index")
  static let grab = Command.Option(
    "--grab", help: "grab the device, so that no other program receives its events")
  static let lenient = Command.Option(
    "--lenient", help: "use the intact part of a damaged recording")
  static let jobs = Command.Option(
    "--jobs", "-j", value: "N", help: "number of threads (default: one per processor)")
  /// Options of a command that reads labelled gestures.
  static let labelling = [
    Worklist.list, FeatureRun.labels, FeatureRun.namePattern, FeatureRun.inTurn,
  ]
  static let json = Command.Option("--json", help: "print one JSON object")
  /// Options of a command that prints text.
  static let textual = [
    Command.Option(
      "--color", value: .choice("WHEN", ColorChoice.allCases, usual: .auto),
      help: "NO_COLOR is respected"),
    Command.Option("--ascii", help: "print only ASCII; implied if the locale is not UTF-8"),
  ]
  static let rate = Command.Option(
    "--rate", value: "HZ", help: "samples per second; overrides the interaction")

  /// An option that names the file for a result; the default is standard output.
  static func output(
    writes formats: [FileFormat], help: String = "write to FILE instead of standard output"
  ) -> Command.Option {
    Command.Option("--output", "-o", value: .file(), writes: formats, help: help)
  }

  /// Returns the format of a recording to write: the given one, or the one that the file name implies.
  static func recordingFormat(_ arguments: Arguments) throws -> RecordingFormat {
    try arguments.format(RecordingFormat.self) ?? .libinput
  }

  /// Returns the recorded device that `--node` selects.
  static func deviceChoice(_ arguments: Arguments) -> DeviceChoice {
    guard let node = arguments.value("--node") else { return .automatic }
    return Int(node).map(DeviceChoice.number) ?? .node(node)
  }

  static let withoutPalms = Command.Option(
    "--without-palms",
    help: "ignore palms in all gestures; by default, they cancel all but pans")

  static let withPalms = Command.Option(
    "--with-palms", help: "count palms as fingers of pans, which ignore them by default")

  /// Applies `--with-palms` to an interaction.
  static func choosePalms(_ interaction: inout Interaction, _ arguments: Arguments) {
    interaction.ignoresPalms = !arguments.has("--with-palms")
  }

  static let touchPressure = Command.Option(
    "--touch-pressure", value: "DOWN,UP",
    help: "pressure at which fingers land and lift, in percent, such as 12,10")

  /// Options of a command that replays a recording.
  static let replayed = [
    device, kind, node, touchPressure, withoutPalms, withPalms, lenient,
  ]

  /// Returns what ``replayed`` sets, except the description, which is read once.
  static func replayOptions(
    _ arguments: Arguments, describedBy described: DeviceDescription?,
    for interaction: Interaction
  ) throws -> ReplayOptions {
    var options = ReplayOptions()
    options.choice = deviceChoice(arguments)
    options.isLenient = arguments.has("--lenient")
    options.described = described
    options.touches = try touchSettings(arguments, for: interaction)
    return options
  }

  private static func touchSettings(
    _ arguments: Arguments, for interaction: Interaction
  ) throws -> TouchSettings {
    var settings = interaction.touchSettings
    guard !arguments.has("--with-palms") || !arguments.has("--without-palms") else {
      throw arguments.error("--with-palms and --without-palms exclude each other")
    }
    settings.leavesPalmsOut = arguments.has("--without-palms")
    let expected = "DOWN,UP in percent, the larger one first, such as 12,10"
    if let percents = try arguments.numbers("--touch-pressure", count: 2, expected) {
      guard 0 <= percents[1], percents[1] <= percents[0], percents[0] <= 100 else {
        throw arguments.invalidValue("--touch-pressure", "expected \(expected)")
      }
      settings.pressureThreshold = PressureThreshold(
        down: percents[0] / 100, up: percents[1] / 100)
    }
    return settings
  }

  /// Returns why the engine of a page would give another trajectory than a replay with these arguments: it knows only
  /// the interaction file, and all events.
  static func reasonForNoTouches(_ arguments: Arguments) -> String? {
    let others = [touchPressure, withPalms, withoutPalms].map(\.name) + ["--from", "--until"]
    let given = others.filter(arguments.has)
    guard !given.isEmpty else { return nil }
    return "the page can't replay with " + given.joined(separator: " and ")
  }

  static func readInteraction(_ arguments: Arguments) throws -> Interaction {
    let path = try arguments.required("--interaction", "it defines what the gesture drives")
    return try readInteraction(at: path, arguments)
  }

  /// Returns the recording of the first operand, which may be a case, and the interaction it drives.
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

  /// Returns the text of the interaction that is driven, with the rate of the command line; `nil` for one from a pipe.
  static func drivenText(_ arguments: Arguments) throws -> InteractionText? {
    let (_, path) = try recordingAndInteraction(arguments)
    guard InputFile.canBeReadAgain(path) else { return nil }
    let bytes = try InputFile(path).readAll(limit: 16 << 20)
    guard let rate = try arguments.number("--rate", in: 1...10_000) else {
      return InteractionText(bytes)
    }
    let changed = try JSONReplacement(of: bytes).replacing(
      ["rate"], with: Array(rate.asWritten.utf8))
    return changed.map { InteractionText($0) }
  }

  /// Parses the possibly edited text of an interaction file.
  static func interaction(
    _ text: InteractionText, at path: String
  ) throws(CommandError) -> Interaction {
    do {
      return try Interaction(bytes: text.bytes, named: path)
    } catch {
      throw CommandError(error)
    }
  }

  /// Splits a comma-separated list.
  static func words(_ list: String?) -> [String]? {
    list?.split(separator: ",").map(String.init)
  }

  /// Parses named ranges such as `velocity=100..800,fraction=0.2..0.6`.
  static func ranges(
    _ option: String, _ arguments: Arguments
  ) throws(CommandError) -> [(name: String, range: ClosedRange<Double>)] {
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
        throw arguments.error(
          "\(option) \(word): expected a name and two numbers, such as velocity=100..800")
      }
      guard low <= high else {
        throw arguments.error(
          "\(option) \(word): the range \(low.asWritten)..\(high.asWritten) is empty;"
            + " give the lower bound first")
      }
      ranges.append((String(parts[0]), low...high))
    }
    return ranges
  }

  /// Refuses a result file whose name is reserved for the labels beside recordings.
  static func keepLabels(_ arguments: Arguments) throws(CommandError) {
    for option in ["--output", "--html"] {
      guard let path = arguments.value(option) else { continue }
      let name = path.split(separator: "/").last.map(String.init) ?? path
      guard ![LabelBook.tableName, LabelBook.caseName].contains(name) else {
        throw CommandError("\(path): this name is reserved for labels; choose another one")
      }
    }
  }

  static func jobs(_ arguments: Arguments) throws -> Int {
    try arguments.integer("--jobs", in: 1...256) ?? Parallel.processors
  }

  static func readInteraction(at path: String) throws -> Interaction {
    let bytes = try InputFile(path).readAll(limit: 16 << 20)
    let interaction: Interaction
    do {
      interaction = try Interaction(bytes: bytes, named: path)
    } catch {
      throw CommandError(error)
    }
    if let note = interaction.noteOnFormerKeys { printNotice("\(path): note: \(note)") }
    return interaction
  }

  /// Returns the paths of the recording and of its interaction.
  ///
  /// They come from the case that the first operand names or belongs to, or from the options.
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

  /// Returns the path of the interaction beside a recording that belongs to a case.
  static func ownInteraction(of recording: String) -> String? {
    let slash = recording.lastIndex(of: "/")
    let folder = slash.map { String(recording[...$0]) } ?? ""
    let path = folder + "interaction.json"
    let isOfCase = recording[(slash.map(recording.index(after:)) ?? recording.startIndex)...]
      .hasPrefix("recording.")
    return isOfCase && InputFile.canBeReadAgain(path) ? path : nil
  }

  /// Returns the case that an operand names when no interaction is given.
  static func givenCase(_ operand: String) throws(CommandError) -> Case {
    do {
      return try Case(operand)
    } catch {
      var target = stat()
      guard !InputFile.isFolder(operand) else { throw CommandError(error) }
      guard unsafe operand == "-" || stat(operand, &target) == 0 else {
        throw CommandError("\(operand): no such file or folder")
      }
      throw CommandError(
        "\(operand): --interaction is required, because this is not a case folder"
      )
    }
  }

  // MARK: Names

  static let presetNames: Command.Value.Names = { ReleasePreset.all.map(\.name) }
  static let estimatorNames: Command.Value.Names = {
    VelocityEstimator.allCases.map(\.rawValue)
  }

  /// A word that replaces a list of names.
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

  static func preset(
    _ name: String, _ arguments: Arguments
  ) throws(CommandError) -> ReleasePreset {
    if let preset = ReleasePreset.named(name) { return preset }
    throw unknown("rule", name, among: presetNames(), arguments)
  }

  static func estimator(
    _ name: String, _ arguments: Arguments
  ) throws(CommandError) -> VelocityEstimator {
    if let estimator = VelocityEstimator(rawValue: name) { return estimator }
    throw unknown("estimator", name, among: estimatorNames(), arguments)
  }

  private static func unknown(
    _ what: String, _ name: String, among names: [String], _ arguments: Arguments
  ) -> CommandError {
    let advice = Spelling.nearest(to: name, among: names).map { "did you mean '\($0)'?" }
    return arguments.error(
      "unknown \(what) '\(name)'; \(advice ?? "`pantograph rules` lists them")")
  }

  /// Returns the values named in a comma-separated list, or all of them, or none.
  static func list<Value>(
    _ option: String, _ arguments: Arguments, _ all: [Value],
    named value: (String) throws(CommandError) -> Value
  ) throws(CommandError) -> [Value] {
    guard let names = arguments.value(option) else { return all }
    switch ListWord(rawValue: names) {
    case .all: return all
    case .none?: return []
    case nil:
      var values: [Value] = []
      guard !names.isEmpty else {
        throw arguments.error("\(option): expected comma-separated names, all or none")
      }
      for name in names.split(separator: ",") { values.append(try value(String(name))) }
      return values
    }
  }

  // MARK: Results

  /// Returns the files that a command reads, including those of a case, which a result must not replace.
  static func inputs(_ arguments: Arguments) -> [String] {
    let named = ["--interaction", "--against", "--device", "--subject"].flatMap(arguments.values)
    return named
      + arguments.operands.flatMap {
        [$0] + files(ofCase: $0) + [ownInteraction(of: $0)].compactMap(\.self)
      }
  }

  /// Returns the files of the case in a folder, or none if there is no case.
  static func files(ofCase folder: String) -> [String] {
    guard case .complete(let found)? = try? CaseSearch.content(of: folder) else { return [] }
    return found.files + ((try? SubjectCase(found))?.pageFiles ?? [])
  }

  /// Returns the file for the page that `--html` requests beside the result.
  static func pageFile(_ arguments: Arguments) throws(CommandError) -> OutputFile? {
    guard let path = arguments.value("--html") else { return nil }
    // The page would replace the result.
    if let other = arguments.value("--output"), other == path, path != "-" {
      throw CommandError("\(path): --output and --html can't be the same file")
    }
    return try OutputFile(result: path, inputs: inputs(arguments))
  }

  /// Writes a result as text below a heading, or as JSON piece by piece if `--json` is given.
  ///
  /// Only the requested form is built, since the others may be far larger. If the file is a picture, it is one of
  /// `figures`.
  static func write<Lines: Sequence<String>, JSON: Sequence<String>>(
    heading: [String], lines: @autoclosure () -> Lines, json: @autoclosure () -> JSON,
    figures: @autoclosure () throws -> Figures = Figures.none, _ arguments: Arguments
  ) throws {
    let figure = try FigureRequest(arguments)
    let picture = try figure?.svg(of: figures())
    let output =
      try arguments.value("--output").map { path throws(CommandError) in
        try OutputFile(result: path, inputs: inputs(arguments))
      } ?? OutputFile()
    if let picture, let figure {
      try figure.write(picture, to: output)
    } else if arguments.wantsJSON {
      try output.write(pieces: json())
    } else {
      let style = try TextStyle(arguments)
      try output.write(lines: heading, in: style)
      try output.write(lines: lines(), in: style)
    }
    try output.finish()
  }
}
