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
      if case .command(let command) = self.kind { Tolerances(reading: command.input) } else {
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

extension Subject.Tolerances {
  /// Reads the tolerances of columns by name; `*` is every other column, and `events` all events.
  fileprivate mutating func read(_ node: JSONNode) throws(JSONError) {
    for (name, node) in try node.allMembers() {
      let members = try node.members(of: .tolerance)
      // In real time, what is not given is as usual.
      let usual =
        isInRealTime
        ? name == "events" ? Self.realTime : self[name] : Tolerance(value: 0, microseconds: usual)
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
    _ node: JSONNode, _ usual: Subject.Tolerances
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
