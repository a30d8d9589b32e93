import PantographBase
import PantographInteractions
import PantographMotion
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
      throw UnusableFile(path, error)
    }
  }

  private init(_ node: JSONNode) throws(Complaint) {
    var text = SubjectText()
    let file = try SubjectText.keys.read(node, into: &text)
    func refuse(_ names: [String], _ reason: String) throws(Complaint) {
      for name in names {
        if let node = file[name] { throw node.error("\(reason): leave it out") }
      }
    }
    let key = try file.exactlyOne(
      of: SubjectText.Kind.allCases.map { $0.rawValue }, "a program and its arguments, or a page")
    switch SubjectText.Kind(rawValue: key.name) ?? .command {
    case .command:
      try refuse(SubjectText.keysOfPages, "only for a page")
      text.command.input = try file["input"].map(Form.name("input").read) ?? text.command.input
      if text.command.input == .device {
        try refuse(
          SubjectText.keysOfRows, "not for the input device, whose events come in real time")
      }
      if text.command.output == .socket, let log = file["log"] {
        throw log.error("not together with socket: leave one out")
      }
      self.init(.command(text.command), pace: text.pace)
    case .page:
      try refuse(["log", "socket"], "only for a command")
      guard file["elements"] != nil else { throw SubjectText.keys.missing("elements", of: node) }
      text.page.input = try file["input"].map(Form.name("input").read)
      if text.page.input != .wheel { try refuse(["momentum"], "only with the input wheel") }
      self.init(.page(text.page), pace: text.pace)
    }
    frameRate = text.frameRate
    rest = text.rest
    timeLimit = text.timeLimit ?? timeLimit
    if let node = file["tolerances"] { try tolerances.read(node) }
    if let node = file["conditions"] { conditions = try Conditions(node) }
    let tolerances = kind.tolerances
    guard let node = file["agrees"] else { return }
    agreements = try node.elements().map { node throws(Complaint) in
      try Agreement(node, tolerances)
    }
    guard !agreements.isEmpty else { throw node.error("expected at least one agreement") }
  }
}

/// What `subject.json` says of a command or a page.
private struct SubjectText: Sendable {
  var command = Subject.Command(words: [])
  var page = Subject.Page(location: "")
  var pace = Subject.Pace.fast
  var frameRate = 60.0
  var rest = 1.0
  var timeLimit: Double?

  /// The keys that each name a kind.
  enum Kind: String, CaseIterable { case command, page }

  static let keysOfRows = ["pace", "pixelsPerMillimetre", "frameRate"]

  static let keysOfPages = [
    "browser", "viewport", "placement", "momentum", "elements", "show", "events", "others",
  ]

  static let keys = KeyTable<Self>(
    usual: Self(),
    after: [
      """
      "if": { "required": ["page"] },
      "then": {
        "required": ["elements"],
        "properties": {
          "command": false, "log": false, "socket": false,
          "input": { "enum": \(SchemaText.names(inputsOfPages)) }
        },
        "if": { "required": ["momentum"] },
        "then": { "required": ["input"], "properties": { "input": { "const": "wheel" } } }
      },
      "else": {
        "required": ["command"],
        "properties": {
          "input": { "enum": \(SchemaText.names(inputsOfCommands)) },
          "browser": false, "viewport": false, "placement": false, "momentum": false,
          "elements": false, "show": false, "events": false, "others": false
        },
        "not": { "required": ["log", "socket"], "properties": { "socket": { "const": true } } },
        "if": { "required": ["input"], "properties": { "input": { "const": "device" } } },
        "then": {
          "properties": { "pace": false, "pixelsPerMillimetre": false, "frameRate": false }
        }
      }
      """
    ],
    [
      Key("$schema", .text("the location of a schema"), "The location of this schema, for editors.")
      {
        _, _ in
      },
      Key(
        "version", .number(1...1, "the version 1"), "The version of the file format.",
        required: "the version of the file format, 1"
      ) { _, _ in },
      Key(
        "command", .list(of: .inline(.text), atLeast: 1),
        "A program and its arguments; it runs in this folder, without a shell."
      ) { (node, text) throws(Complaint) in
        text.command.words = try node.elements().map { word throws(Complaint) in
          try word.argument("the program or an argument")
        }
        guard let first = text.command.words.first, !first.isEmpty else {
          throw node.error("expected the program and its arguments, such as [\"./drawer\"]")
        }
      },
      Key(
        "page", .text,
        "A page for a browser: a file below this folder, a folder such as dist/, or a URL."
      ) { (node, text) throws(Complaint) in
        text.page.location = try node.text("a file below this folder, or a URL")
        if let mistake = text.page.mistake { throw node.error(mistake) }
        if text.page.server == nil { _ = try node.fileBelow("a file below this folder, or a URL") }
      },
      // Which of them it may be depends on what else the file has.
      Key(
        "input", .names(inputsOfCommands + inputsOfPages),
        "For a command, the contacts as a table (the default) or as a JSON object a line, or the events of a virtual device; for a page, fingers on a touchscreen, two fingers on a touchpad, or a pen, by default as the device."
      ) { _, _ in },
      Key(
        "log", .text,
        "A file below this folder into which the program writes; by default its standard output."
      ) { (node, text) throws(Complaint) in
        text.command.output = .log(try node.fileBelow("a file below this folder"))
      },
      Key(
        "socket", .flag,
        "Whether the program connects to the Unix socket in PANTOGRAPH_SOCKET and writes there.",
        usual: false
      ) { if $1 { $0.command.output = .socket } },
      Key(
        "pace", .name("pace"), "As fast as the subject takes the events, or each at its time.",
        { $0.pace }, { $0.pace = $1 }),
      Key(
        "pixelsPerMillimetre", .number(0.01...1000, "a density"),
        "Pixels per millimetre; for a page CSS pixels, by default 160 per inch."
      ) {
        $0.command.pixelsPerMillimetre = $1
        $0.page.pixelsPerMillimetre = $1
      },
      Key(
        "browser", argument("a program"),
        "The browser, such as firefox-esr; by default the first Chromium that is found."
      ) { $0.page.browser = $1 },
      Key("viewport", .lazy { viewport.schema }, "The size of the viewport.") {
        (node, text) throws(Complaint) in try viewport.read(node, into: &text.page)
      },
      Key(
        "placement", .lazy { placement.schema },
        "Where on the page the fingers are; by default the upper left corners coincide."
      ) { (node, text) throws(Complaint) in text.page.placement = try readPlacement(node) },
      Key(
        "momentum", .name(among: momenta, "law"),
        "The law by which wheel events go on after the fingers lift; by default none follow. Untrusted ones have the flag momentum, and the browser does not scroll by them."
      ) { $0.page.momentum = $1 },
      Key(
        "elements", .members(.inline(.text), atLeast: 1),
        "The elements to record: names, and the selectors that find them.",
        missing: "the elements to record, with their selectors"
      ) { (node, text) throws(Complaint) in
        text.page.elements = try node.allMembers().map { name, node throws(Complaint) in
          Subject.Element(name: name, selector: try node.text("a selector"))
        }
        guard !text.page.elements.isEmpty else {
          throw node.error("expected at least one element")
        }
      },
      Key(
        "show", shown, "The properties to record of each element.", { $0.page.shown },
        { $0.page.shown = $1 }),
      Key(
        "events", .list(of: .inline(.text), atLeast: 0),
        "The names of the DOM events to record, besides performance.mark."
      ) { (node, text) throws(Complaint) in
        text.page.events = try node.elements().map { node throws(Complaint) in
          try node.text("the name of a DOM event")
        }
      },
      Key(
        "others", .names(["still"]),
        "still if everything on the page must stand still that is not an element, in one or around one."
      ) { (node, text) throws(Complaint) in
        text.page.standsStill = try node.name(among: [("still", true)], "demand")
      },
      Key(
        "frameRate", .number(1...1000, "frames per second"), "Frames per second.",
        { $0.frameRate }, { $0.frameRate = $1 }),
      Key(
        "rest", .number(0...600, "seconds"), "Seconds after the last event, with frames.",
        { $0.rest }, { $0.rest = $1 }),
      Key(
        "timeLimit", .number(0.1...3600, "seconds"),
        "Seconds after which the subject is killed; by default 10, for a page 60."
      ) { $0.timeLimit = $1 },
      // Both depend on what runs.
      Key(
        "tolerances", tolerances,
        "How far columns may differ, by name; * is every other column, and events all events."
      ) { _, _ in },
      Key(
        "conditions", Conditions.form,
        "What must hold, whatever was accepted, by column or element; * is every other column."
      ) { _, _ in },
      Key(
        "agrees", .list(of: .lazy { agreement.schema }, atLeast: 1),
        "What else must show the same: other subjects, or interactions of Pantograph."
      ) { _, _ in },
    ])

  private static let inputsOfCommands = Subject.Command.Input.allCases.map { $0.rawValue }
  private static let inputsOfPages = Subject.Page.Input.allCases.map { $0.rawValue }

  private static func argument(_ noun: String) -> Form<String> {
    Form(.text, { (node) throws(Complaint) in try node.argument(noun) })
  }

  private static let viewport = KeyTable<Subject.Page>(
    usual: Subject.Page(location: ""),
    [
      Key(
        "width", .number(50...10_000, "CSS pixels"), "Its width.", { Double($0.width) },
        { $0.width = Int($1) }),
      Key(
        "height", .number(50...10_000, "CSS pixels"), "Its height.", { Double($0.height) },
        { $0.height = Int($1) }),
    ])

  private static let placement = KeyTable<Subject.Placement>(
    count: .some,
    after: [
      """
      "if": { "required": ["on"] },
      "then": { "properties": { "from": false, "to": false } },
      "else": { "required": ["from", "to"], "properties": { "part": false } }
      """
    ],
    [
      Key(
        "on", .text("a selector"), "The selector of the element on which the first finger lands."
      ) { $0.on = $1 },
      Key(
        "part", point,
        "Where it lands there, in parts of the element's width and height, [x, y]; by default its middle."
      ) { $0.part = $1 },
      Key(
        "from", point, "A point of the touch surface in millimetres, [x, y].",
        missing: "a point of the surface in mm"
      ) { $0.from = $1 },
      Key(
        "to", point, "The point of the viewport that lies there, in CSS pixels.",
        missing: "a point of the page in CSS pixels"
      ) { $0.to = $1 },
    ])

  /// The laws, by their names, and the same with untrusted events.
  private static let momenta: [(name: String, value: Subject.Momentum)] =
    [true, false].flatMap { isTrusted in
      TouchpadGlide.Law.allCases.map { law in
        (
          law.rawValue + (isTrusted ? "" : "-untrusted"),
          Subject.Momentum(law: law, isTrusted: isTrusted)
        )
      }
    }

  /// Either an element, or two points.
  private static func readPlacement(_ node: JSONNode) throws(Complaint) -> Subject.Placement {
    var read = Subject.Placement()
    let file = try placement.read(node, into: &read)
    for name in read.on == nil ? ["part"] : ["from", "to"] {
      guard let node = file[name] else { continue }
      throw node.error(
        read.on == nil ? "only with 'on': leave it out" : "not together with 'on': leave it out")
    }
    for name in ["from", "to"] where read.on == nil && file[name] == nil {
      throw placement.missing(name, of: node)
    }
    return read
  }

  private static let point = Form<Point>(
    .schema(##""type": "array", "items": { "type": "number" }, "minItems": 2, "maxItems": 2"##),
    { (node) throws(Complaint) in
      let numbers = try node.elements()
      guard numbers.count == 2 else { throw node.error("expected a point, [x, y]") }
      return Point(
        x: try numbers[0].number(in: -100_000...100_000, "x"),
        y: try numbers[1].number(in: -100_000...100_000, "y"))
    })

  /// What can be recorded of an element, besides its custom properties.
  private static let properties = [
    "x", "y", "width", "height", "opacity", "scrollTop", "scrollLeft",
  ]

  private static let shown = Form<[String]>(
    .list(
      of: .anyOf([
        .inline(.names(properties)), .inline(.schema(##""type": "string", "pattern": "^--""##)),
      ]), atLeast: 0),
    { (node) throws(Complaint) in
      try node.elements().map { node throws(Complaint) in
        let name = try node.text("a property")
        guard name.hasPrefix("--") else {
          return try node.name(among: properties.map { ($0, $0) }, "property")
        }
        return name
      }
    }, write: { SchemaText.names($0) })

  static let agreement = KeyTable<Subject.Agreement>([
    Key(
      "with", .text, "A file of the folder: another subject, or an interaction.",
      required: "a file of the folder: another subject, or an interaction"
    ) { (node, agreement) throws(Complaint) in
      agreement.other = try node.fileBelow("a file of the folder")
    },
    Key(
      "columns", .members(.inline(.text), atLeast: 1),
      "The columns to compare, and their names there.",
      required: "the columns to compare, with their names there"
    ) { (node, agreement) throws(Complaint) in
      agreement.columns = try node.allMembers().map { name, node throws(Complaint) in
        Subject.Pair(here: name, there: try node.text("a column"))
      }
    },
    Key(
      "tolerances", tolerances,
      "How far these columns may differ, by name; * is every other column."
    ) { (node, agreement) throws(Complaint) in
      try agreement.tolerances.read(node)
      try agreement.tolerancesOfDevice.read(node)
    },
  ])

  /// The tolerances as read: the value, and the seconds.
  static let tolerance = KeyTable<(value: Double?, seconds: Double?)>([
    Key(
      "value", .number(0...1e12, "an allowed difference"),
      "The allowed difference; by default 0, for a page in real time 2."
    ) { $0.value = $1 },
    Key(
      "seconds", .number(0...60, "seconds"),
      "How much earlier or later; by default 0, for a device 1/30, for a page in real time 0.25."
    ) { $0.seconds = $1 },
  ])

  private static let tolerances = ValueKind.members(.lazy { tolerance.schema }, atLeast: 0)
}

extension Tolerances {
  /// Reads the tolerances of columns by name; `*` is every other column, and `events` all events.
  fileprivate mutating func read(_ node: JSONNode) throws(Complaint) {
    for (name, node) in try node.allMembers() {
      var given: (value: Double?, seconds: Double?) = (nil, nil)
      try SubjectText.tolerance.read(node, into: &given)
      // In real time, what is not given is as usual.
      let usual =
        usualShare != nil
        ? name == "events" ? self.usual : self[name]
        : Tolerance(value: 0, microseconds: self.usual.microseconds)
      let microseconds = given.seconds.map { Int64(($0 * 1e6).rounded()) }
      let tolerance = Tolerance(
        value: given.value ?? usual.value,
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
  ) throws(Complaint) {
    self.init(other: "", columns: [], tolerances: usual)
    try SubjectText.agreement.read(node, into: &self)
    guard !columns.isEmpty else { throw node.error("expected at least one column to compare") }
  }
}

extension JSONNode {
  /// Reads the path of a file that is not outside of the folder.
  fileprivate func fileBelow(_ what: String) throws(Complaint) -> String {
    let path = try argument(what)
    guard !path.isEmpty, !path.hasPrefix("/"), !path.split(separator: "/").contains("..")
    else { throw error("expected \(what)") }
    let isShort =
      path.utf8.count < 4096 && path.split(separator: "/").allSatisfy { $0.utf8.count < 256 }
    guard isShort else { throw error("expected a shorter name: the system takes 255 bytes") }
    return path
  }

  /// Reads a word of a command line.
  fileprivate func argument(_ what: String) throws(Complaint) -> String {
    let word = try text(what)
    guard !word.utf8.contains(0) else {
      throw error("expected \(what) without U+0000, at which the system would cut it off")
    }
    return word
  }
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
      ] + SubjectText.keys.schema) + "\n"
}
