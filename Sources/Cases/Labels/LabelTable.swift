import Tuning

/// A table that says what was meant by gestures: `recording,gesture,label,person,device`.
///
/// Columns may stand in any order, and only `recording` has to be there. Other columns are ignored. Recordings are counted from the
/// table's own folder; a row without a gesture is about all gestures of its recording.
public struct LabelTable: Sendable {
  /// What a row says.
  public struct Row: Sendable {
    /// The file of the recording, from where the program runs.
    public var recording: String
    /// Which gesture it is, from 1; all of them where there is nothing.
    public var gesture: Int?
    /// What is said.
    public var words: LabelWords
    /// Where the row begins.
    public var line: Int
    /// Where in the line the number of the gesture stands, or else the recording.
    public var column: Int
  }

  /// The names of the columns.
  public static let columns = ["recording", "gesture", "label", "person", "device"]

  /// The file.
  public let path: String
  /// How many columns of its own it has after all of ours in the order in which rows are written; nothing
  /// where ours are others.
  public let ownColumnCount: Int?
  /// The rows, in the order of the file.
  public private(set) var rows: [Row] = []

  /// Reads a file.
  public init(_ path: String) throws(UnusableFile) {
    self.path = path
    var table = try CSVReader(path, takesEndlessLine: true)
    guard let head = try table.next() else {
      throw UnusableFile(
        path, line: 1, column: 1,
        "the table is empty; it begins with \(Self.columns.joined(separator: ","))")
    }
    let places = try Self.places(head, table)
    ownColumnCount =
      head.map(\.text).starts(with: Self.columns) ? head.count - Self.columns.count : nil
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    // By whichever names the file is called: of two rows that contradict each other only one could hold.
    var seen: [Key: Int] = [:]
    while let fields = try table.next() {
      guard fields.count == head.count else {
        throw UnusableFile(
          path, line: fields[0].line, column: 1,
          "\(fields.count) fields, and \(head.count) columns: a comma is missing or too much")
      }
      let row = try Self.row(fields, places, below: folder, table)
      let key = Key(recording: RecordingIdentity(row.recording), gesture: row.gesture)
      if let line = seen.updateValue(row.line, forKey: key) {
        throw UnusableFile(
          path, line: row.line, column: row.column,
          "line \(line) is about the same gesture; leave out one of them")
      }
      rows.append(row)
    }
  }

  private struct Key: Hashable {
    var recording: RecordingIdentity
    var gesture: Int?
  }

  private static func places(
    _ head: [CSVReader.Field], _ table: CSVReader
  ) throws(UnusableFile) -> [String: Int] {
    var places: [String: Int] = [:]
    let missing = columns.filter { name in !head.contains { $0.text == name } }
    for (place, field) in head.enumerated() {
      guard columns.contains(field.text) else {
        // Any other column is the user's own.
        guard let name = Spelling.nearest(to: field.text, among: missing) else { continue }
        throw table.mistake(at: field, "no column \(field.text); did you mean \(name)?")
      }
      guard places.updateValue(place, forKey: field.text) == nil else {
        throw table.mistake(at: field, "there is a column \(field.text) already")
      }
    }
    guard places["recording"] != nil else {
      throw UnusableFile(
        table.path, line: 1, column: 1,
        "the column recording is missing; a table of labels begins with"
          + " \(columns.joined(separator: ","))")
    }
    return places
  }

  private static func row(
    _ fields: [CSVReader.Field], _ places: [String: Int], below folder: String, _ table: CSVReader
  ) throws(UnusableFile) -> Row {
    func field(_ name: String) -> CSVReader.Field? {
      places[name].map { fields[$0] }.flatMap { $0.text.isEmpty ? nil : $0 }
    }
    guard let recording = field("recording") else {
      throw table.mistake(at: fields[places["recording"] ?? 0], "expected the file of a recording")
    }
    let isAbsolute = recording.text.hasPrefix("/")
    var row = Row(
      recording: isAbsolute ? recording.text : folder + recording.text, words: LabelWords(),
      line: fields[0].line, column: recording.column)
    if let gesture = field("gesture") {
      guard let number = Int(gesture.text), number > 0 else {
        throw table.mistake(
          at: gesture, "expected the number of a gesture, from 1; nothing stands for all of them")
      }
      row.gesture = number
      row.column = gesture.column
    }
    if let label = field("label") {
      do { row.words.meaning = try LabelWords.checkedMeaning(of: label.text) } catch {
        throw table.mistake(at: label, error.sentence)
      }
    }
    row.words.person = field("person")?.text
    row.words.device = field("device")?.text
    return row
  }

  // MARK: Writing

  /// The head of a table, as a line.
  public static var head: String { columns.joined(separator: ",") + "\n" }

  /// A row as a line.
  public static func line(recording: String, gesture: Int?, _ words: LabelWords) -> String {
    var bytes: [UInt8] = []
    for text in [
      recording, gesture.map { "\($0)" }, words.meaning?.word, words.person, words.device,
    ] {
      if !bytes.isEmpty { bytes.append(UInt8(ascii: ",")) }
      bytes.appendField(text ?? "")
    }
    return String(decoding: bytes, as: UTF8.self) + "\n"
  }
}
