/// A format of results that a file name can imply.
///
/// The raw value is the name that `--format` accepts.
enum FileFormat: String, CaseIterable, Sendable {
  case csv, json, ndjson, html, xml, svg, png, pdf, perfetto, libinput, evemu
  // No command writes these.
  case jpeg, gif, tsv, gzip
  /// Plain text; no file name implies it.
  case text

  /// Creates the format that a file's extension implies; `nil` for other extensions, such as `.txt`.
  init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    guard let format = Self.allCases.first(where: { $0.endings.contains(ending) }) else {
      return nil
    }
    self = format
  }

  fileprivate var endings: [String] {
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

  /// Returns the ending of a file name after its last dot; `nil` without one.
  fileprivate static func ending(of path: String) -> String? {
    let name = path.split(separator: "/").last ?? ""
    return name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) }
  }

  /// The name of the format in a sentence.
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
  /// Whether a command with `--json` must write JSON: the option is given, or the output file implies it.
  var wantsJSON: Bool { has("--json") || impliedFormat == .json }

  /// Returns the value of `--format`, or the format that the output file implies.
  func format<Format: RawRepresentable<String>>(_ type: Format.Type) throws -> Format? {
    try choice("--format", type) ?? impliedFormat.flatMap { Format(rawValue: $0.rawValue) }
  }

  /// The format of a picture that the command must write; `nil` if it is none.
  var pictureFormat: FileFormat? {
    guard command.option("--figure") != nil else { return nil }
    let format = value("--format").map { FileFormat(rawValue: $0) } ?? impliedFormat
    return format.flatMap { CommonOptions.pictures.contains($0) ? $0 : nil }
  }

  private var impliedFormat: FileFormat? { value("--output").flatMap(FileFormat.init(path:)) }

  /// Throws if the name of an output file implies a format that the command does not write.
  func checkFormats() throws(CommandError) {
    for option in command.options where !option.writes.isEmpty {
      guard let path = value(option.name) else { continue }
      guard let format = FileFormat(path: path) else {
        try checkEnding(of: path, option)
        continue
      }
      guard format != .gzip else {
        throw CommandError("\(path): results are not compressed; run `gzip` afterwards")
      }
      let given = value("--format").flatMap(FileFormat.init(rawValue:))
      let written = given.map { option.writes.contains($0) ? [$0] : option.writes } ?? option.writes
      guard !written.contains(format) else { continue }
      let all = written.map(\.words)
      let list = (all.count > 1 ? [all.dropLast().joined(separator: ", ")] : []) + all.suffix(1)
      throw CommandError(
        "pantograph \(command.name): \(option.name) \(path): \(option.name) writes "
          + "\(list.joined(separator: " or ")), not \(format.words); \(advice(format, option))")
    }
  }

  /// Throws if the name of a table ends with an unknown extension, which would not be its format.
  ///
  /// Plain text may have any name, and so may a device.
  private func checkEnding(of path: String, _ option: Command.Option) throws(CommandError) {
    guard option.writes.contains(.csv), !option.writes.contains(.text), value("--format") == nil,
      OutputFile.isRegularOrNew(path), let ending = FileFormat.ending(of: path)
    else { return }
    let known = option.writes.flatMap(\.endings).map { ".\($0)" }
    throw CommandError(
      "pantograph \(command.name): \(option.name) \(path): unknown extension '.\(ending)'; expected one of"
        + " \(known.joined(separator: ", "))"
        + (command.option("--format") == nil ? "" : ", or --format"))
  }

  /// Returns how to get a format that an option does not write.
  private func advice(_ format: FileFormat, _ option: Command.Option) -> String {
    switch format {
    case .html where option.name == "--output" && command.option("--html") != nil:
      "--html writes a page"
    case .svg, .png, .pdf: "`pantograph replay` draws pictures"
    default: "choose another extension"
    }
  }
}
