/// A format of results, as far as file names announce one.
///
/// Where a command has `--format`, the raw value is the name there.
enum FileFormat: String, CaseIterable, Sendable {
  case csv, json, ndjson, html, xml, svg, png, perfetto, libinput, evemu
  // Nothing writes these.
  case pdf, jpeg, gif, tsv, gzip
  /// Text for people; no ending announces it.
  case text

  /// The format that the ending of a file's name announces; nothing for other endings, such as `.txt`.
  init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    guard let format = Self.allCases.first(where: { $0.endings.contains(ending) }) else {
      return nil
    }
    self = format
  }

  private var endings: [String] {
    switch self {
    case .csv, .json, .xml, .svg, .png, .pdf, .gif, .tsv: [rawValue]
    case .ndjson: ["ndjson", "jsonl"]
    case .html: ["html", "htm"]
    case .perfetto: ["pftrace", "perfetto-trace"]
    case .libinput: ["yml", "yaml"]
    case .evemu: ["evemu", "events"]
    case .jpeg: ["jpg", "jpeg"]
    case .gzip: ["gz"]
    case .text: []
    }
  }

  /// What it is called in a sentence.
  fileprivate var words: String {
    switch self {
    case .csv, .json, .ndjson, .html, .xml, .svg, .png, .pdf, .jpeg, .gif, .tsv:
      rawValue.uppercased()
    case .perfetto: "a Perfetto trace"
    case .libinput: "libinput YAML"
    case .evemu, .gzip, .text: rawValue
    }
  }
}

extension Arguments {
  /// Whether a command with `--json` must write JSON: it is asked for, or the name of the result
  /// announces it.
  var wantsJSON: Bool { has("--json") || announcedFormat == .json }

  /// The value of `--format`, or the one that the name of the result announces.
  func format<Format: RawRepresentable<String>>(_ type: Format.Type) throws -> Format? {
    try choice("--format", type) ?? announcedFormat.flatMap { Format(rawValue: $0.rawValue) }
  }

  private var announcedFormat: FileFormat? { value("--output").flatMap(FileFormat.init(path:)) }

  /// Throws where the name of a result announces a format that would not be in it.
  func checkFormats() throws(Complaint) {
    for option in command.options where !option.writes.isEmpty {
      guard let path = value(option.name), let format = FileFormat(path: path) else { continue }
      guard format != .gzip else {
        throw Complaint("\(path): results are written unpacked; `gzip` packs them afterwards")
      }
      let given = value("--format").flatMap(FileFormat.init(rawValue:))
      let written = given.map { option.writes.contains($0) ? [$0] : option.writes } ?? option.writes
      guard !written.contains(format) else { continue }
      let all = written.map(\.words)
      let list = (all.count > 1 ? [all.dropLast().joined(separator: ", ")] : []) + all.suffix(1)
      throw Complaint(
        "pantograph \(command.name): \(option.name) \(path): \(option.name) writes "
          + "\(list.joined(separator: " or ")), not \(format.words); \(advice(format, option))")
    }
  }

  /// How to get a format that an option doesn't write.
  private func advice(_ format: FileFormat, _ option: Command.Option) -> String {
    switch format {
    case .html where option.name == "--output" && command.option("--html") != nil:
      "--html writes a page"
    case .svg where command.name != "replay", .png where command.name != "replay":
      "`pantograph replay` draws pictures"
    default: "choose another ending"
    }
  }
}
