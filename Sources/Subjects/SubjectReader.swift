package import PantographCases
import PantographJSON
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

  private init(parsing bytes: [UInt8]) throws(JSONError) {
    let file = try JSONNode(parsing: bytes).members(known: [
      "$schema", "version", "command", "page", "input", "pace", "pixelsPerMillimetre", "browser",
      "viewport", "placement", "elements", "show", "frameRate", "rest", "timeLimit", "tolerances",
    ])
    _ = try file["$schema"]?.text("the location of a schema")
    _ = try file.required("version", "the version of the file format, 1")
      .number(in: 1...1, "the version 1")
    let (kind, node) = try file.exactlyOne(
      of: ["command", "page"], "a program and its arguments, or a page")
    for name in kind == "page" ? ["input", "pace"] : Self.keysOfPages {
      guard let node = file[name] else { continue }
      throw node.error("only for a \(kind == "page" ? "command" : "page"): leave it out")
    }
    self.init(
      kind == "page"
        ? .page(try Page(node, file)) : .command(try Command(node, file)))
    if let node = file["frameRate"] {
      frameRate = try node.number(in: 1...1000, "frames per second")
    }
    if let node = file["rest"] { rest = try node.number(in: 0...600, "seconds") }
    if let node = file["timeLimit"] { timeLimit = try node.number(in: 0.1...3600, "seconds") }
    try file["tolerances"].map { node throws(JSONError) in try readTolerances(node) }
  }

  private static let keysOfPages = ["browser", "viewport", "placement", "elements", "show"]

  /// Reads the tolerances of columns by name; `*` is every other column, and `events` all events.
  private mutating func readTolerances(_ node: JSONNode) throws(JSONError) {
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

extension Subject.Command {
  fileprivate init(_ node: JSONNode, _ file: JSONMembers) throws(JSONError) {
    words = try node.elements().map { word throws(JSONError) in
      try word.text("the program or an argument")
    }
    guard let first = words.first, !first.isEmpty else {
      throw node.error("expected the program and its arguments, such as [\"./drawer\"]")
    }
    if let node = file["input"] {
      input = try node.name(among: Input.allCases.map { ($0.rawValue, $0) }, "input")
    }
    if let node = file["pace"] {
      pace = try node.name(among: Pace.allCases.map { ($0.rawValue, $0) }, "pace")
    }
    pixelsPerMillimetre = try file["pixelsPerMillimetre"]?.number(in: 0.01...1000, "a density")
  }
}

extension Subject.Page {
  /// What can be taken down of an element, besides its custom properties.
  private static let properties = [
    "x", "y", "width", "height", "opacity", "scrollTop", "scrollLeft",
  ]

  fileprivate init(_ node: JSONNode, _ file: JSONMembers) throws(JSONError) {
    location = try node.text("a file of the folder, or a URL")
    guard !location.isEmpty, !location.hasPrefix("/"),
      !location.split(separator: "/").contains("..")
    else { throw node.error("expected a file below this folder, or a URL") }
    browser = try file["browser"]?.text("a program")
    if let node = file["viewport"] {
      let size = try node.members(known: ["width", "height"])
      if let node = size["width"] { width = Int(try node.number(in: 50...10_000, "CSS pixels")) }
      if let node = size["height"] { height = Int(try node.number(in: 50...10_000, "CSS pixels")) }
    }
    if let node = file["pixelsPerMillimetre"] {
      pixelsPerMillimetre = try node.number(in: 0.01...1000, "a density")
    }
    if let node = file["placement"] {
      let ends = try node.members(known: ["from", "to"])
      placement.from = try ends.required("from", "a point of the surface in mm").point()
      placement.to = try ends.required("to", "a point of the page in CSS pixels").point()
    }
    let node = try file.required("elements", "the elements to take down, with their selectors")
    elements = try node.allMembers().map { name, node throws(JSONError) in
      Subject.Element(name: name, selector: try node.text("a selector"))
    }
    guard !elements.isEmpty else { throw node.error("expected at least one element") }
    guard let node = file["show"] else { return }
    shown = try node.elements().map { node throws(JSONError) in
      let name = try node.text("a property")
      guard name.hasPrefix("--") else {
        return try node.name(among: Self.properties.map { ($0, $0) }, "property")
      }
      return name
    }
  }
}

extension JSONNode {
  /// Reads a point, [x, y].
  fileprivate func point() throws(JSONError) -> Point {
    let numbers = try elements()
    guard numbers.count == 2 else { throw error("expected a point, [x, y]") }
    return Point(
      x: try numbers[0].number(in: -100_000...100_000, "x"),
      y: try numbers[1].number(in: -100_000...100_000, "y"))
  }
}
