import Glibc
import Pantograph
import PantographCommands
import PantographInteractions
package import PantographLaws
import PantographRecordingLaws
import PantographServing
import PantographTraces
import PantographTuning

/// Laws of what the pages send: the recordings of the recorder, and the forms of the page that asks for labels.
///
/// Both are nearly valid, by the choices of bytes.
///
/// * Each is answered with a status that its kind can have, and the server is alive afterwards.
/// * A recording that is refused has a mistake at a position in it. One that is accepted is in the folder, byte for
///   byte, and its schema takes it.
/// * Whatever a form contains, the table of labels can be read, has one row for a gesture at most, and a page follows.
package final class UploadLaws: Sendable {
  private let server: LiveServer
  private let folder: String
  private let schema: Schema
  private let drafts: SchemaDrafts

  private var table: String { "\(folder)/labels.csv" }

  /// A drag, which the page that asks for labels shows.
  private static let drag = """
    { "format": "pointer-recording", "version": 1, "viewport": [400, 800], "cssPxPerMm": 6.3,
      "columns": ["phase", "id", "t", "x", "y"],
      "rows": [["b", 1, 0, 100, 700], ["m", 1, 8, 150, 700], ["m", 1, 16, 300, 700], ["e", 1, 24, 300, 700],
        ["b", 2, 900, 100, 700], ["m", 2, 908, 160, 700], ["m", 2, 916, 310, 700], ["e", 2, 924, 310, 700]] }
    """

  /// Starts a server on any port of this machine, with a folder of its own.
  package init() throws {
    schema = try Schema(PageSchema.text)
    drafts = SchemaDrafts(
      schema, words: ["*": ["phase", "id", "t", "x", "y", "force", "rx", "ry", "tiltX", "a"]])
    folder = try ScratchFolder.path.get()
    let (recording, interaction) = ("\(folder)/drag.json", "\(folder)/sheet.json")
    try ScratchFolder.write(Array(Self.drag.utf8), to: recording)
    let starter = InteractionStarter.all.first { $0.text.utf8.contains("\"pan\"".utf8) }
    try ScratchFolder.write(Array((starter?.text ?? "").utf8), to: interaction)
    let labels = "\(folder)/labels.csv"
    var settings = LiveServer.Settings()
    settings.endpoint = Endpoint("127.0.0.1:0") ?? .local
    settings.token = RequestLaws.token
    // A receiver for each, as nobody takes what it keeps.
    settings.receive = { [folder] in RecordingReceiver(folder: folder).receive($0) }
    settings.answer = try LabelServer.answers(
      [recording, "-i", interaction, "-o", labels], into: labels)
    server = try LiveServer(settings, about: [])
  }

  /// Sends what the bytes choose.
  package func check(_ bytes: [UInt8]) throws(BrokenLaw) {
    var chance = ByteChance(bytes)
    if chance.byte() % 4 == 3 {
      try checkForms(&chance)
    } else {
      try checkRecording(&chance)
    }
    // The page itself takes longer than all else.
    let refusal = try answer("GET", "/")
    try hold(refusal.status == 403, "the server is not as before: \(refusal)")
  }

  // MARK: Recordings

  private func checkRecording(_ chance: inout ByteChance) throws(BrokenLaw) {
    let isDamaged = chance.byte() & 1 == 1
    let layout = Draft.Layout.allCases[Int(chance.byte()) % Draft.Layout.allCases.count]
    var draft = Self.withRows(drafts.make(by: &chance), &chance)
    if isDamaged { draft.damage(by: &chance) }
    let body = draft.bytes(layout)
    let answer = try answer("POST", "/recordings?token=\(RequestLaws.token)", body)
    switch answer.status {
    case 201:
      let path = String(answer.body.prefix { $0 != "," })
      let saved = try ScratchFolder.content(of: path)
      try hold(saved == body, "other bytes were saved in \(answer.body)")
      unsafe unlink(path)
      try hold(schema.takes(draft), "its schema does not take \(Self.shown(body))")
    case 422:
      let parts = answer.body.split(separator: ":", maxSplits: 2).prefix(2).map { Int($0) }
      guard parts.count == 2, let line = parts[0], let column = parts[1] else {
        throw BrokenLaw("a refusal without a position: \(answer.body)")
      }
      let lines = body.split(separator: 0x0a, omittingEmptySubsequences: false)
      try hold((1...lines.count).contains(line), "line \(line) of \(lines.count): \(answer.body)")
      try hold(
        (1...lines[line - 1].count + 1).contains(column),
        "column \(column) of \(lines[line - 1].count): \(answer.body)")
    case 413:
      try hold(body.count > 4 << 20, "too large with \(body.count) bytes")
    default: throw BrokenLaw("a recording is answered by \(answer): \(Self.shown(body))")
    }
    try PantographRecordingLaws.checkRecording(body)
  }

  /// Returns a recording with rows that fit its columns; the schema leaves rows to the reader.
  private static func withRows(_ draft: Draft, _ chance: inout ByteChance) -> Draft {
    let columns = draft["columns"]?.elements ?? []
    var (milliseconds, x, y) = (0.0, 100.0, 700.0)
    var rows: [Draft] = []
    var down: Set<Int> = []
    for _ in 0..<(chance.byte() & 31) {
      let choice = chance.byte()
      let pointer = Int(choice & 3) + 1
      let isOdd = choice > 0xf0
      // Mostly a pointer begins, moves and ends; sometimes anything happens.
      var phase = "b"
      if down.contains(pointer) { phase = choice & 0x1c == 0x1c ? "e" : "m" }
      if isOdd { phase = ["b", "m", "e", "c"][pointer - 1] }
      if phase == "b" || phase == "m" { down.insert(pointer) } else { down.remove(pointer) }
      milliseconds += Double(chance.byte()) / 8
      x += Double(Int8(bitPattern: chance.byte()))
      y += Double(Int8(bitPattern: chance.byte()))
      let cells = columns.map { column -> Draft in
        switch column {
        case .text("phase"): .text(phase)
        case .text("id"): .number("\(pointer)")
        case .text("t"): .number("\(milliseconds)")
        case .text("x"): .number("\(x)")
        case .text("y"): .number("\(y)")
        case .text("force"): .number("\(Double(chance.byte()) / 255)")
        case .text("tiltX"), .text("tiltY"): .number("\(Int(chance.byte()) % 181 - 90)")
        default: isOdd ? .null : .number("\(chance.byte())")
        }
      }
      rows.append(.list(cells))
    }
    let members = draft.members.map { $0.name == "rows" ? .init("rows", .list(rows)) : $0 }
    return .object(members)
  }

  // MARK: Forms

  private func checkForms(_ chance: inout ByteChance) throws(BrokenLaw) {
    // The same table for all inputs, so that a finding can be repeated.
    unsafe unlink(table)
    var next: String?
    for _ in 0..<8 where !chance.isUsedUp {
      let action = Self.pick(["label", "label", "label", "undo", "redo", "erase", ""], &chance)
      let answer = try answer(
        "POST", "/\(RequestLaws.token)/?do=\(action)", Self.form(&chance),
        type: "application/x-www-form-urlencoded")
      try hold([303, 400, 404, 413].contains(answer.status), "a form is answered by \(answer)")
      try checkTable()
      if answer.status == 303 { next = answer.location }
    }
    guard let next else { return }
    let page = try answer("GET", (next.first == "/" ? "" : "/\(RequestLaws.token)/") + next)
    try hold(
      page.status == 200 && page.body.hasPrefix("<!DOCTYPE html>"), "no page follows: \(page)")
  }

  private static func form(_ chance: inout ByteChance) -> [UInt8] {
    let values: [(String, [String])] = [
      ("at", ["0", "1", "0", "1", "2", "-1", "9223372036854775808", "a", ""]),
      (
        "word",
        [
          "finish", "cancel", "nothing", "scroll", "Finish", "a b", " ", "", "\"", ",", "\n", "=x",
          "é", "e\u{301}", "\u{0}", "\u{1b}[2J", "<script>", "\u{202e}",
          String(repeating: "w", count: 5000),
        ]
      ),
      ("was", ["", "", "finish", "cancel", "nothing", "scroll", "x"]),
      ("changes", (0..<6).map { "\($0)" } + ["-1", ""]), ("show", ["all", "unlabelled", ""]),
    ]
    var form: [UInt8] = []
    for (name, choices) in values where chance.byte() & 7 != 0 {
      if !form.isEmpty { form.append(UInt8(ascii: "&")) }
      form += "\(name)=".utf8
      for byte in pick(choices, &chance).utf8 {
        let digits = String(byte, radix: 16)
        form += "%\(digits.count == 1 ? "0" : "")\(digits)".utf8
      }
    }
    if chance.byte() > 0xd0 {
      form += pick(["%", "%zz", "&&", "=", "%ff", "&at=1&at=0", "&a"], &chance).utf8
    }
    return form
  }

  /// The table is missing, or can be read, with a row for each of the two gestures at most.
  private func checkTable() throws(BrokenLaw) {
    guard unsafe access(table, F_OK) == 0 else { return }
    let rows: [LabelTable.Row]
    do throws(UnusableFile) {
      rows = try LabelTable(table).rows
    } catch {
      throw BrokenLaw("the table can't be read: \(error)")
    }
    try hold(rows.count <= 2, "\(rows.count) rows for two gestures")
  }

  // MARK: Requests

  private struct Answer: CustomStringConvertible {
    var status: Int
    var location: String
    var body: String
    var description: String { "\(status) \(body.prefix(300))" }
  }

  private func answer(
    _ method: String, _ target: String, _ body: [UInt8] = [], type: String = "application/json"
  ) throws(BrokenLaw) -> Answer {
    let head =
      "\(method) \(target) HTTP/1.1\r\nHost: \(server.endpoint)\r\nContent-Type: \(type)\r\n"
      + (method == "POST" ? "Content-Length: \(body.count)\r\n" : "") + "\r\n"
    let connection: Connection
    do {
      connection = try Connection(server)
    } catch {
      throw BrokenLaw("the server can't be reached any more: \(error)")
    }
    let request = Array(head.utf8) + body
    connection.send(request[...])
    let text = connection.readAll()
    let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
    let lines = parts[0].split(separator: "\r\n")
    guard let line = lines.first, line.hasPrefix("HTTP/1.1 "), parts.count == 2,
      let status = Int(line.dropFirst("HTTP/1.1 ".count).prefix(3))
    else { throw BrokenLaw("this is no answer to \(target): \(text.prefix(300))") }
    let location = lines.first { $0.lowercased().hasPrefix("location: ") }
    return Answer(
      status: status, location: String(location?.dropFirst("location: ".count) ?? ""),
      body: String(parts[1]))
  }

  private static func pick(_ choices: [String], _ chance: inout ByteChance) -> String {
    choices[Int(chance.byte()) % choices.count]
  }

  private static func shown(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.prefix(2000), as: UTF8.self)
  }
}

/// The folder of a server, which disappears at the end of the process.
private enum ScratchFolder {
  static let path: Result<String, BrokenLaw> = {
    let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    var name = Array("\(folder)/pantograph-uploads.XXXXXX".utf8CString)
    guard unsafe mkdtemp(&name) != nil else {
      return .failure(BrokenLaw("no folder can be made in \(folder)"))
    }
    atexit {
      guard let path = try? ScratchFolder.path.get() else { return }
      for name in ["drag.json", "sheet.json", "labels.csv"] { unsafe unlink("\(path)/\(name)") }
      unsafe rmdir(path)
    }
    return .success(String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }()

  static func write(_ bytes: [UInt8], to path: String) throws(BrokenLaw) {
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { close(file) }
    let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
    try hold(count == bytes.count, "\(path) can't be written")
  }

  static func content(of path: String) throws(BrokenLaw) -> [UInt8] {
    var target = stat()
    try hold(unsafe stat(path, &target) == 0, "no file \(path)")
    var bytes = [UInt8](repeating: 0, count: Int(target.st_size))
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
    try hold(count == bytes.count, "\(path) can't be read")
    return bytes
  }
}
