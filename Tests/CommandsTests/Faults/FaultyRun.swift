import Foundation
import TestSupport
import Testing

/// A command in a folder of its own, with all that it reads and a place for its result, and what came of it.
struct FaultyRun {
  let command: String
  let folder: TemporaryFolder
  /// What is typed after the command; the same for all commands stands for the same.
  private(set) var words: [String]
  /// What a shell does before it becomes the command.
  var preparation = ""
  /// What a shell puts before the command and behind it.
  var before = "", behind = ""

  /// What each command is asked to do.
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
    case/recording.yml cancel.yml -i case/interaction.json --labels meant.csv --draws 0 --rules none \
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
    "manual": "--folder place",
    "completions": "bash",
    "devices": "case/recording.yml",
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
    // Where nothing may be before, such as at a socket, the command makes it anew.
    if !["live", "record"].contains(command) { try text.write(to: result) }
  }

  /// What stands in the place of the result before.
  var text: Data { Data((command == "label" ? Self.labels : Self.precious).utf8) }

  var recording: URL { folder.file("case/recording.yml") }
  var interaction: URL { folder.file("case/interaction.json") }
  var place: URL { folder.file("place") }
  /// Where the result is to go.
  var result: URL {
    place.appendingPathComponent(command == "manual" ? "pantograph.1" : "out")
  }

  func reads(_ file: URL) -> Bool {
    let name = "case/" + file.lastPathComponent
    return words.contains(name) || words.contains("case")
  }

  /// Puts something else in the place of a file.
  func replace(_ file: URL, byLinkTo target: String) throws {
    try? FileManager.default.removeItem(at: file)
    try FileManager.default.createSymbolicLink(
      atPath: file.path, withDestinationPath: target)
  }

  /// Has the result go to standard output.
  mutating func printResult() {
    if command == "manual" { words = [] }
    words = words.map { $0 == "place/out" && command != "label" && command != "live" ? "-" : $0 }
  }

  /// Adds a word to what is typed.
  mutating func type(_ word: String) { words.append(word) }

  /// What a shell is asked to do, with the program and what is typed behind it.
  private var line: [String] {
    [
      "-c", #"cd "$1" && shift; \#(preparation) exec \#(before) "$@" \#(behind)"#, "sh",
      folder.url.path, Program.pantograph.path, command,
    ] + words
  }

  func start() throws -> RunningProgram {
    try RunningProgram(URL(fileURLWithPath: "/bin/sh"), line)
  }

  /// Runs it to its end.
  func run() throws -> Outcome {
    let program = try start()
    program.type("f\n")
    program.closeInput()
    return outcome(of: program)
  }

  /// What came of it.
  struct Outcome {
    var status: Int32
    var output: String
    var complaints: [Substring]
    /// What is in the place of the result, and that.
    var names: [String]
    var result: Data?
  }

  func outcome(of program: RunningProgram) -> Outcome {
    let status = program.wait()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
    return Outcome(
      status: status, output: program.output,
      // What is said of what goes well is no complaint.
      complaints: program.complaints.split(separator: "\n").filter {
        !$0.hasPrefix("following ") && !$0.contains(" events are left, after ")
      }, names: names.sorted(), result: contents(result))
  }

  /// What is in a file, if it is one.
  private func contents(_ file: URL) -> Data? {
    var target = stat()
    guard unsafe stat(file.path, &target) == 0, target.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return try? Data(contentsOf: file)
  }

  /// Whether all that stood in the place of the result is still there, and nothing else.
  func isUntouched(_ outcome: Outcome, but new: [String] = []) -> Bool {
    let stood = ["live", "record"].contains(command) ? [] : [result.lastPathComponent]
    return outcome.names.filter { !new.contains($0) } == stood
      && (stood.isEmpty || outcome.result == text)
  }

  /// What comes of each command where nothing is wrong, once for all tests.
  static let usual: [String: Outcome] = {
    var usual: [String: Outcome] = [:]
    for command in typed.keys {
      usual[command] = try? FaultyRun(command).run()
    }
    return usual
  }()
}
