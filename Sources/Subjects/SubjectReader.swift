import PantographBase
package import PantographTraces
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
      try self.init(JSONNode(parsing: bytes))
    } catch {
      let key = error.path.isEmpty ? "" : "\(error.path): "
      throw UnusableFile(
        path, line: error.location.line, column: error.location.column, key + error.sentence)
    }
  }

  private init(_ node: JSONNode) throws(JSONError) {
    let file = try node.members(of: .subject)
    _ = try file.text("$schema")
    _ = try file.requiredNumber("version")
    let kind = try file.exactlyOne(
      of: ["command", "page"], "a program and its arguments, or a page")
    let isPage = kind.name == "page"
    for name in isPage ? ["log", "socket"] : Self.keysOfPages {
      guard let node = file[name] else { continue }
      throw node.error("only for a \(isPage ? "command" : "page"): leave it out")
    }
    if !isPage, try file["input"]?.input(Command.Input.self) == .device {
      for name in Self.keysOfRows {
        guard let node = file[name] else { continue }
        throw node.error("not for the input device, whose events come in real time: leave it out")
      }
    }
    self.init(
      isPage ? .page(try Page(file)) : .command(try Command(file)),
      pace: try file.name("pace", as: Pace.self) ?? .fast)
    frameRate = try file.number("frameRate") ?? frameRate
    rest = try file.number("rest") ?? rest
    timeLimit = try file.number("timeLimit") ?? timeLimit
    if let node = file["tolerances"] { try tolerances.read(node) }
    let tolerances =
      if case .command(let command) = self.kind { Tolerances.of(command.input) } else {
        Tolerances()
      }
    guard let node = file["agrees"] else { return }
    agreements = try node.elements().map { node throws(JSONError) in
      try Agreement(node, tolerances)
    }
    guard !agreements.isEmpty else { throw node.error("expected at least one agreement") }
  }

  private static let keysOfRows = ["pace", "pixelsPerMillimetre", "frameRate"]

  private static let keysOfPages = [
    "browser", "viewport", "placement", "elements", "show", "events",
  ]
}

extension Tolerances {
  /// Reads the tolerances of columns by name; `*` is every other column, and `events` all events.
  fileprivate mutating func read(_ node: JSONNode) throws(JSONError) {
    for (name, node) in try node.allMembers() {
      let members = try node.members(of: .tolerance)
      // In real time, what is not given is as usual.
      let usual =
        usualShare != nil
        ? name == "events" ? self.usual : self[name]
        : Tolerance(value: 0, microseconds: self.usual.microseconds)
      let microseconds = try members.number("seconds").map { Int64(($0 * 1e6).rounded()) }
      let tolerance = Tolerance(
        value: try members.number("value") ?? usual.value,
        microseconds: microseconds ?? usual.microseconds)
      switch name {
      case "events": events = tolerance.microseconds
      case "*": others = tolerance
      default: columns[name] = tolerance
      }
    }
  }
}

extension Subject.Agreement {
  fileprivate init(
    _ node: JSONNode, _ usual: Tolerances
  ) throws(JSONError) {
    let members = try node.members(of: .agreement)
    let file = try members.required("with")
    other = try file.fileBelow("a file of the folder")
    columns = try members.required("columns").allMembers().map { name, node throws(JSONError) in
      Subject.Pair(here: name, there: try node.text("a column"))
    }
    guard !columns.isEmpty else {
      throw members.parent.error("expected at least one column to compare")
    }
    tolerances = usual
    if let node = members["tolerances"] {
      try tolerances.read(node)
      try tolerancesOfDevice.read(node)
    }
  }
}

extension Subject.Command {
  fileprivate init(_ file: Members) throws(JSONError) {
    let node = try file.required("command")
    words = try node.elements().map { word throws(JSONError) in
      try word.argument("the program or an argument")
    }
    guard let first = words.first, !first.isEmpty else {
      throw node.error("expected the program and its arguments, such as [\"./drawer\"]")
    }
    input = try file["input"]?.input(Input.self) ?? input
    if let log = file["log"] { output = .log(try log.fileBelow("a file below this folder")) }
    if try file.flag("socket") ?? false {
      if let log = file["log"] { throw log.error("not together with socket: leave one out") }
      output = .socket
    }
    pixelsPerMillimetre = try file.number("pixelsPerMillimetre")
  }
}

extension Subject.Page {
  /// What can be recorded of an element, besides its custom properties.
  static let properties = [
    "x", "y", "width", "height", "opacity", "scrollTop", "scrollLeft",
  ]

  fileprivate init(_ file: Members) throws(JSONError) {
    let page = try file.required("page")
    location = try page.text("a file below this folder, or a URL")
    if let mistake { throw page.error(mistake) }
    if server == nil { _ = try page.fileBelow("a file below this folder, or a URL") }
    browser = try file["browser"]?.argument("a program")
    input = try file["input"]?.input(Input.self)
    if let size = try file["viewport"]?.members(of: .viewport) {
      width = try size.number("width").map { Int($0) } ?? width
      height = try size.number("height").map { Int($0) } ?? height
    }
    pixelsPerMillimetre = try file.number("pixelsPerMillimetre") ?? pixelsPerMillimetre
    if let ends = try file["placement"]?.members(of: .placement) {
      placement.from = try ends.required("from").point()
      placement.to = try ends.required("to").point()
    }
    let node = try file.required("elements")
    elements = try node.allMembers().map { name, node throws(JSONError) in
      Subject.Element(name: name, selector: try node.text("a selector"))
    }
    guard !elements.isEmpty else { throw node.error("expected at least one element") }
    events =
      try file["events"]?.elements().map { node throws(JSONError) in
        try node.text("the name of a DOM event")
      } ?? []
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
  /// Reads how a subject receives a recording.
  fileprivate func input<Input: CaseIterable & RawRepresentable<String>>(
    _ type: Input.Type
  ) throws(JSONError) -> Input {
    try name(among: Input.allCases.map { ($0.rawValue, $0) }, "input")
  }

  /// Reads the path of a file that is not outside of the folder.
  fileprivate func fileBelow(_ what: String) throws(JSONError) -> String {
    let path = try argument(what)
    guard !path.isEmpty, !path.hasPrefix("/"), !path.split(separator: "/").contains("..")
    else { throw error("expected \(what)") }
    let isShort =
      path.utf8.count < 4096 && path.split(separator: "/").allSatisfy { $0.utf8.count < 256 }
    guard isShort else { throw error("expected a shorter name: the system takes 255 bytes") }
    return path
  }

  /// Reads a word of a command line.
  fileprivate func argument(_ what: String) throws(JSONError) -> String {
    let word = try text(what)
    guard !word.utf8.contains(0) else {
      throw error("expected \(what) without U+0000, at which the system would cut it off")
    }
    return word
  }

  /// Reads a point, [x, y].
  fileprivate func point() throws(JSONError) -> Point {
    let numbers = try elements()
    guard numbers.count == 2 else { throw error("expected a point, [x, y]") }
    return Point(
      x: try numbers[0].number(in: -100_000...100_000, "x"),
      y: try numbers[1].number(in: -100_000...100_000, "y"))
  }
}

extension FieldTable {
  /// The keys of `subject.json`.
  static let subject = FieldTable(
    """
    $schema | - | - | The location of this schema, for editors.
    version | 1…1 the version 1 | - | The version of the file format. | !the version of the file format, 1
    command | - | - | A program and its arguments; it runs in this folder, without a shell.
    page | - | - | A page for a browser: a file below this folder, a folder such as dist/, or a URL.
    input | - | - | For a command, the contacts as a table (the default) or as a JSON object a line, or the events of a virtual device; for a page, fingers on a touchscreen, two fingers on a touchpad, or a pen, by default as the device.
    log | - | - | A file below this folder into which the program writes; by default its standard output.
    socket | flag | false | Whether the program connects to the Unix socket in PANTOGRAPH_SOCKET and writes there.
    pace | - | "fast" | As fast as the subject takes the events, or each at its time.
    pixelsPerMillimetre | 0.01…1000 a density | - | Pixels per millimetre; for a page CSS pixels, by default 160 per inch.
    browser | - | - | The browser, such as firefox-esr; by default the first Chromium that is found.
    viewport | - | - | The size of the viewport.
    placement | - | - | Where on the page the fingers are; by default the upper left corners coincide.
    elements | - | - | The elements to record: names, and the selectors that find them. | the elements to record, with their selectors
    show | - | ["x", "y", "opacity"] | The properties to record of each element.
    events | - | - | The names of the DOM events to record, besides performance.mark.
    frameRate | 1…1000 frames per second | 60 | Frames per second.
    rest | 0…600 seconds | 1 | Seconds after the last event, with frames.
    timeLimit | 0.1…3600 seconds | - | Seconds after which the subject is killed; by default 10, for a page 60.
    tolerances | - | - | How far columns may differ, by name; * is every other column, and events all events.
    agrees | - | - | What else must show the same: other subjects, or interactions of Pantograph.
    """,
    [
      "$schema": .text("the location of a schema"),
      "command": .list(of: .inline(.text("the program or an argument")), atLeast: 1),
      "page": .text("a file of the folder, or a URL"),
      "input": .name(inputsOfCommands + inputsOfPages, "input"),
      "log": .text("a file of the folder"),
      "pace": .name(of: Subject.Pace.self, "pace"), "browser": .text("a program"),
      "viewport": .object(viewport), "placement": .object(placement),
      "elements": .members(.inline(.text("a selector")), atLeast: 1),
      "show": .list(
        of: .anyOf([
          .inline(.name(Subject.Page.properties, "property")),
          .inline(.schema(##""type": "string", "pattern": "^--""##)),
        ]), atLeast: 0),
      "events": .list(of: .inline(.text("the name of a DOM event")), atLeast: 0),
      "tolerances": tolerances, "agrees": .list(of: .object(agreement), atLeast: 1),
    ], ranges: [],
    after: [
      """
      "if": { "required": ["page"] },
      "then": {
        "required": ["elements"],
        "properties": {
          "command": false, "log": false, "socket": false,
          "input": { "enum": \(SchemaText.names(inputsOfPages)) }
        }
      },
      "else": {
        "required": ["command"],
        "properties": {
          "input": { "enum": \(SchemaText.names(inputsOfCommands)) },
          "browser": false, "viewport": false, "placement": false, "elements": false, "show": false,
          "events": false
        },
        "not": { "required": ["log", "socket"], "properties": { "socket": { "const": true } } },
        "if": { "required": ["input"], "properties": { "input": { "const": "device" } } },
        "then": {
          "properties": { "pace": false, "pixelsPerMillimetre": false, "frameRate": false }
        }
      }
      """
    ])

  private static let inputsOfCommands = Subject.Command.Input.allCases.map(\.rawValue)
  private static let inputsOfPages = Subject.Page.Input.allCases.map(\.rawValue)

  static let viewport = FieldTable(
    """
    width | 50…10000 CSS pixels | 412 | Its width.
    height | 50…10000 CSS pixels | 915 | Its height.
    """, ranges: [])

  static let placement = FieldTable(
    """
    from | - | - | A point of the touch surface in millimetres, [x, y]. | !a point of the surface in mm
    to | - | - | The point of the viewport that lies there, in CSS pixels. | !a point of the page in CSS pixels
    """, ["from": point, "to": point], ranges: [])

  static let agreement = FieldTable(
    """
    with | - | - | A file of the folder: another subject, or an interaction. | !a file of the folder: another subject, or an interaction
    columns | - | - | The columns to compare, and their names there. | !the columns to compare, with their names there
    tolerances | - | - | How far these columns may differ, by name; * is every other column.
    """,
    [
      "with": .text("a file of the folder"),
      "columns": .members(.inline(.text("a column")), atLeast: 1), "tolerances": tolerances,
    ], ranges: [])

  static let tolerance = FieldTable(
    """
    value | 0…1e12 an allowed difference | - | The allowed difference; by default 0, for a page in real time 2.
    seconds | 0…60 seconds | - | How much earlier or later; by default 0, for a device 1/30, for a page in real time 0.25.
    """, ranges: [])

  private static let tolerances = Field.Kind.members(.object(tolerance), atLeast: 0)

  private static let point = Field.Kind.schema(
    ##""type": "array", "items": { "type": "number" }, "minItems": 2, "maxItems": 2"##)
}

/// The JSON Schema of `subject.json`, made from the table that its reader uses.
package enum SubjectSchema {
  /// The schema, in draft 2020-12.
  package static let text =
    SchemaText.object(
      [
        ##""$schema": "https://json-schema.org/draft/2020-12/schema""##,
        ##""title": "Subject of Pantograph""##,
        ##""description": "A program or a page under test.""##,
      ] + FieldTable.subject.schema) + "\n"
}
