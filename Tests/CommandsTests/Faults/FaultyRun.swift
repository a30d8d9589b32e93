import Foundation
import PantographTestSupport
import Testing

/// A command in its own folder, with its inputs and a destination for its result, and the outcome.
struct FaultyRun {
  let command: String
  let folder: TemporaryFolder
  /// The arguments of the command; common file names are the same for all commands.
  private(set) var words: [String]
  /// Shell commands to run before the command.
  var preparation = ""
  /// Shell text before and after the command.
  var before = "", behind = ""

  /// The arguments of each command.
  private static let typed = [
    "replay": "case/recording.yml -i case/interaction.json --format csv -o place/out",
    "explain": "case/recording.yml -i case/interaction.json -o place/out",
    "compare": "case/recording.yml -i case/interaction.json -o place/out",
    "check": "case --junit place/out",
    "diff":
      "case/recording.yml -i case/interaction.json --rules gnome-shell,kwin -o place/out",
    "features": "case/recording.yml -i case/interaction.json -o place/out",
    "label": "case/recording.yml -i case/interaction.json -o place/out",
    "tune": """
    case/recording.yml cancel.yml -i case/interaction.json --labels meant.csv --resamples 0 --rules none \
    -o place/out
    """,
    "whatif": "case/recording.yml -i case/interaction.json --variants scale-2 -o place/out",
    "timing": "case/recording.yml -i case/interaction.json --settle-time 0.5 -o place/out",
    "interaction": "case/interaction.json",
    "live":
      "case/recording.yml -i case/interaction.json --speed 1000 --format csv --socket place/out",
    "record": "case/recording.yml -o place/new",
    "play": "case/recording.yml",
    "info": "case/recording.yml",
    "convert": "case/recording.yml --format evemu -o place/out",
    "shrink": "case/recording.yml -i case/interaction.json --while outcome=finish -o place/out",
    "synth": "--device case/recording.yml -o place/out",
    "curve": "--named easeIn -o place/out",
    "recorder": "-o place/out",
    "manual": "--folder place",
    "completions": "bash",
    "devices": "case/recording.yml", "guard": "case/index.html",
    "doctor": "", "rules": "",
  ]

  private static let precious = "precious\n"
  private static let labels = "recording,gesture,label,person,device\nother.yml,1,finish,,\n"

  init(_ command: String) throws {
    self.command = command
    folder = try TemporaryFolder()
    words = try #require(Self.typed[command]).split(separator: " ").map(String.init)
    let cases = Repository.cases
    let flick = try #require(cases.first { $0.name == "touchpad-flick" })
    let cancel = try #require(cases.first { $0.name == "touchpad-pan-cancel" })
    let files = FileManager.default
    for name in ["case", "place"] {
      try files.createDirectory(at: folder.file(name), withIntermediateDirectories: true)
    }
    for (file, copy) in [
      (flick.recording, recording), (flick.interaction, interaction),
      (flick.expected, folder.file("case/expected.csv")),
      (cancel.recording, folder.file("cancel.yml")),
    ] {
      try Data(contentsOf: file).write(to: copy)
    }
    _ = try folder.file(
      "meant.csv",
      "recording,gesture,label,person,device\ncase/recording.yml,1,finish,,\n"
        + "cancel.yml,,cancel,,\n")
    // `live` and `record` create their file and need a new path.
    if !["live", "record"].contains(command) { try text.write(to: result) }
  }

  /// The content of the destination before the run.
  var text: Data { Data((command == "label" ? Self.labels : Self.precious).utf8) }

  var recording: URL { folder.file("case/recording.yml") }
  var interaction: URL { folder.file("case/interaction.json") }
  var place: URL { folder.file("place") }
  /// The path of the result.
  var result: URL {
    place.appendingPathComponent(command == "manual" ? "pantograph.1" : "out")
  }

  func reads(_ file: URL) -> Bool {
    let name = "case/" + file.lastPathComponent
    return words.contains(name) || words.contains("case")
  }

  /// Replaces a file by a link.
  func replace(_ file: URL, byLinkTo target: String) throws {
    try? FileManager.default.removeItem(at: file)
    try FileManager.default.createSymbolicLink(
      atPath: file.path, withDestinationPath: target)
  }

  /// Sends the result to standard output.
  mutating func printResult() {
    if command == "manual" { words = [] }
    words = words.map { $0 == "place/out" && command != "label" && command != "live" ? "-" : $0 }
  }

  /// Appends an argument.
  mutating func type(_ word: String) { words.append(word) }

  /// The arguments of the shell that runs the program.
  private var line: [String] {
    [
      "-c", #"cd "$1" && shift; \#(preparation) exec \#(before) "$@" \#(behind)"#, "sh",
      folder.url.path, Program.pantograph.path, command,
    ] + words
  }

  func start() throws -> RunningProgram {
    try RunningProgram(URL(fileURLWithPath: "/bin/sh"), line)
  }

  /// Runs the command to its end.
  func run() throws -> Outcome {
    let program = try start()
    program.type("f\n")
    program.closeInput()
    return outcome(of: program)
  }

  /// The outcome of a run.
  struct Outcome {
    var status: Int32
    var output: String
    var complaints: [Substring]
    /// The files at the destination, and the result.
    var names: [String]
    var result: Data?
  }

  func outcome(of program: RunningProgram) -> Outcome {
    let status = program.wait()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
    return Outcome(
      status: status, output: program.output,
      // Normal messages are not errors.
      complaints: program.complaints.split(separator: "\n").filter {
        !$0.hasPrefix("following ") && !$0.contains(" events are left, after ")
      }, names: names.sorted(), result: contents(result))
  }

  /// Returns the content of a regular file.
  private func contents(_ file: URL) -> Data? {
    var target = stat()
    guard unsafe stat(file.path, &target) == 0, target.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return try? Data(contentsOf: file)
  }

  /// Returns whether the destination contains only its original file.
  func isUntouched(_ outcome: Outcome, but new: [String] = []) -> Bool {
    let stood = ["live", "record"].contains(command) ? [] : [result.lastPathComponent]
    return outcome.names.filter { !new.contains($0) } == stood
      && (stood.isEmpty || outcome.result == text)
  }

  /// The outcomes of all commands without a fault, computed once.
  static let usual: [String: Outcome] = {
    var usual: [String: Outcome] = [:]
    for command in typed.keys {
      usual[command] = try? FaultyRun(command).run()
    }
    return usual
  }()
}
