package import PantographCases
import PantographInteractions
import PantographTrajectories

extension Subject {
  /// Reads `subject.json`; the page Guard your program documents its keys.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - path: the name of the file, for errors.
  package init(bytes: [UInt8], named path: String) throws(UnusableFile) {
    guard !bytes.isEmpty else {
      throw UnusableFile(path, line: 1, column: 1, "the file is empty")
    }
    do {
      try self.init(parsing: bytes)
    } catch {
      let key = error.path.isEmpty ? "" : "\(error.path): "
      throw UnusableFile(
        path, line: error.location.line, column: error.location.column, key + error.sentence)
    }
  }

  private init(parsing bytes: [UInt8]) throws(InteractionError) {
    let file = try JSONNode(parsing: bytes).members(known: [
      "$schema", "version", "command", "input", "pace", "pixelsPerMillimetre", "frameRate", "rest",
      "timeLimit", "tolerances",
    ])
    _ = try file["$schema"]?.text("the location of a schema")
    _ = try file.required("version", "the version of the file format, 1")
      .number(in: 1...1, "the version 1")
    let node = try file.required("command", "the program and its arguments")
    command = try node.elements().map { word throws(InteractionError) in
      try word.text("the program or an argument")
    }
    guard let first = command.first, !first.isEmpty else {
      throw node.error("expected the program and its arguments, such as [\"./drawer\"]")
    }
    if let node = file["input"] {
      input = try node.name(among: Input.allCases.map { ($0.rawValue, $0) }, "input")
    }
    if let node = file["pace"] {
      pace = try node.name(among: Pace.allCases.map { ($0.rawValue, $0) }, "pace")
    }
    pixelsPerMillimetre = try file["pixelsPerMillimetre"]?
      .number(in: 0.01...1000, "pixels per millimetre")
    if let node = file["frameRate"] {
      frameRate = try node.number(in: 1...1000, "frames per second")
    }
    if let node = file["rest"] { rest = try node.number(in: 0...600, "seconds") }
    if let node = file["timeLimit"] { timeLimit = try node.number(in: 0.1...3600, "seconds") }
    try file["tolerances"].map { node throws(InteractionError) in try readTolerances(node) }
  }

  /// Reads the tolerances of columns by name; `*` is every other column, and `events` all events.
  private mutating func readTolerances(_ node: JSONNode) throws(InteractionError) {
    for (name, node) in try node.allMembers() {
      let members = try node.members(known: ["value", "seconds"])
      let seconds = try members["seconds"]?.number(in: 0...60, "seconds") ?? 0
      let microseconds = Int64((seconds * 1e6).rounded())
      if name == "events" {
        eventTolerance = microseconds
        continue
      }
      let value = try members["value"]?.number(in: 0...1e12, "an allowed difference") ?? 0
      let tolerance = Tolerance(value: value, microseconds: microseconds)
      if name == "*" { everyTolerance = tolerance } else { tolerances[name] = tolerance }
    }
  }
}
