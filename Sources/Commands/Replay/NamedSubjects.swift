import Glibc
import Pantograph
import PantographSubjects
import PantographTraces

/// The subjects that a command line names for one recording, or those that a case names.
struct NamedSubjects {
  static let subjects = Command.Option(
    "--subject", value: .file("FILE…"),
    help: "compare this subject.json; may be repeated")
  static let columns = Command.Option(
    "--columns", value: "NAMES",
    help: "only these; list.y=offset pairs a column with another name")

  private let arguments: Arguments
  let recording: String
  /// The interaction whose animation is compared, too.
  let interaction: String?
  /// The case's own subject, if it is compared.
  private let own: SubjectCase?
  private let others: [SubjectCase]
  /// How many are compared, with the interaction.
  let count: Int

  /// The subjects that are named, or those of a case; `nil` if there are none.
  init?(_ arguments: Arguments) throws {
    self.arguments = arguments
    let operand = arguments.operands[0]
    var (recording, subject): (String, String?) = (operand, nil)
    var interaction = arguments.value("--interaction")
    if operand == "-" || InputFile.canBeReadAgain(operand) {
      subject = SubjectFeatures.subject(of: operand)
      interaction = interaction ?? CommonOptions.ownInteraction(of: operand)
    } else {
      switch try? CaseSearch.content(of: operand) {
      case .observed(let found): (recording, subject) = (found.recording, found.subject)
      case .complete(let found):
        recording = found.recording
        interaction = interaction ?? found.interaction
      default: break
      }
    }
    let given = arguments.values("--subject")
    let isFile = recording == operand
    guard !given.isEmpty || subject != nil && !(isFile && interaction != nil) else {
      for option in ["--columns", "--browser"] where arguments.has(option) {
        throw arguments.error("\(option) requires a subject; name it with --subject")
      }
      return nil
    }
    guard !isFile || InputFile.canBeReadAgain(operand) || !Self.exists(operand) else {
      throw CommandError("\(operand): each subject reads the recording again; save it in a file")
    }
    self.recording = recording
    self.interaction = interaction
    // A single one is compared with the case's own.
    if given.count > 1 { subject = nil }
    let folder = isFile ? CaseSearch.folder(of: operand) : operand
    do {
      own = try subject.map { file throws(UnusableFile) in
        try SubjectCase(folder, testing: file, with: recording)
      }
      others = try given.map { file throws(UnusableFile) in
        try SubjectCase(folder, testing: file, with: recording)
      }
    } catch {
      throw CommandError(error)
    }
    let agreements = given.isEmpty ? own?.subject.agreements.count ?? 0 : 0
    count = (interaction == nil ? 0 : 1) + (own == nil ? 0 : 1) + others.count + agreements
    guard count > 1 else {
      throw CommandError(
        "\(operand): only one subject; name others with --subject, or list them in the key agrees")
    }
  }

  private static func exists(_ path: String) -> Bool {
    var target = stat()
    return unsafe path == "-" || stat(path, &target) == 0
  }

  /// Runs the subjects, and prints the notes about them.
  func compare() throws -> SubjectComparison {
    let columns = try columns()
    BrowserPool.shared.choose(arguments.value("--browser"))
    defer { BrowserPool.shared.end() }
    let comparison: SubjectComparison
    do {
      comparison = try run(columns)
    } catch {
      throw CommandError(error)
    }
    try check(comparison, columns)
    var noted: Set<String> = []
    for participant in comparison.participants {
      for note in participant.shown.notes where noted.insert(note).inserted {
        printNotice("\(participant.name): note: \(note)")
      }
    }
    return comparison
  }

  /// Reads `list.y=offset,opacity`: columns with all their names.
  private func columns() throws -> [[String]]? {
    guard let text = arguments.value("--columns") else { return nil }
    let columns = text.split(separator: ",", omittingEmptySubsequences: false).map { column in
      column.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
    }
    guard !columns.contains(where: { $0.contains("") }) else {
      throw arguments.invalidValue(
        "--columns", "expected comma-separated names, such as list.y=offset,list.opacity")
    }
    return columns
  }

  private func run(_ columns: [[String]]?) throws(UnusableFile) -> SubjectComparison {
    var participants: [SubjectComparison.Participant] = []
    var rows: GestureRows?
    if let interaction {
      participants.append(try .init(interaction: interaction, recording: recording))
    }
    for example in [own].compactMap(\.self) + others {
      let (received, participant) = try example.participant()
      participants.append(participant)
      rows = rows ?? received
    }
    if let own, others.isEmpty {
      for agreement in own.subject.agreements {
        participants.append(try own.participant(agreement))
      }
    }
    guard let rows else { preconditionFailure("nothing but an interaction is compared") }
    return SubjectComparison(participants, rows, columns: columns)
  }

  /// Throws if a column is shown by none of the subjects, or none by two of them.
  private func check(_ comparison: SubjectComparison, _ columns: [[String]]?) throws {
    let shown = comparison.participants.map { participant in
      "\(participant.name) shows \(participant.shown.columns.map(\.name).joined(separator: ", "))"
    }.joined(separator: "; ")
    for names in columns ?? []
    where comparison.participants.allSatisfy({ $0.column(names[0]) == nil }) {
      throw arguments.error("--columns: no column '\(names.joined(separator: "="))'; \(shown)")
    }
    guard !comparison.columns.isEmpty else {
      throw arguments.error(
        "no column has the same name in two subjects; pair them with --columns one=other; \(shown)")
    }
  }
}
