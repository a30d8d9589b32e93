import Foundation
import PantographBase
import PantographInteractions
import PantographTestSupport
import Testing

@Suite struct `The schema of interaction files` {
  /// Mistakes that only the reader finds, by a part of the message, and why a schema can't express
  /// them.
  static let beyondSchemas = [
    ("expected increasing forces", "a schema compares no numbers with each other"),
    ("or [smallest, largest]", "the same: fewest and most fingers"),
    ("expected [smallest, largest]", "the same: limits"),
    ("expected a start at or after the end of the previous keyframe", "the same: keyframes"),
    ("expected a progress greater than the previous one", "the same: snap points"),
    ("more than an hour to rest", "it calculates nothing"),
    ("another property is named", "it compares no names of different properties"),
    ("no earlier property is named", "the same: what is added to"),
    ("continues from the first animation", "the same: of two animations"),
    ("missing key 'from'", "the same: a second property that the first animation has not"),
    ("the estimator ", "the preset's units are not in the file"),
    ("a velocity per event can't be projected", "the preset's projection is not in the file"),
    ("the preset has several", "the preset's thresholds are not in the file"),
    ("moving needs a rule with clauses", "the preset's clauses are not in the file"),
    ("the animation can never finish", "the preset's verdicts are not in the file"),
  ]

  /// Returns how the two disagree, except in what a schema can't express; `nil` if they agree.
  private func disagreement(_ verdict: SchemaVerdict) -> String? {
    let isTaken = verdict.isTaken
    guard isTaken.reader != isTaken.schema else { return nil }
    guard let error = verdict.error else { return "only the reader takes it: \(verdict.schema)" }
    // A threshold that the preset lacks is an unknown key only to the reader.
    let isThreshold =
      error.sentence.hasPrefix("rule.thresholds") && error.sentence.contains("unknown key")
    let isKnown = Self.beyondSchemas.contains { error.sentence.contains($0.0) } || isThreshold
    return isKnown ? nil : "only the schema takes it: \(error)"
  }

  private func expectAgreement(
    _ verdicts: [SchemaVerdict], location: SourceLocation = #_sourceLocation
  ) {
    let wrong = verdicts.compactMap { verdict in
      disagreement(verdict).map { "\($0)\n\(verdict.text)" }
    }
    #expect(
      wrong.isEmpty, "\(wrong.count), such as\n\(wrong.prefix(5).joined(separator: "\n"))",
      sourceLocation: location)
  }

  /// Files from the grammar.
  private static let files: [Tree] = {
    var grammar = InteractionGrammar(seed: 21)
    return (0..<400).map { _ in grammar.file() }
  }()

  @Test func `is published as the code makes it`() throws {
    // To update it: `pantograph interaction --schema > Recordings/interaction.schema.json`.
    let published = try String(contentsOf: SchemaVerdict.file, encoding: .utf8)
    #expect(published == InteractionSchema.text)
  }

  @Test(.enabled(if: SchemaVerdict.canBeAsked, OtherProgram.absence("python3-jsonschema")))
  func `accepts every file in Pantograph, as the reader does`() throws {
    var texts = try Repository.cases.map { try String(contentsOf: $0.interaction, encoding: .utf8) }
    texts += InteractionStarter.all.map(\.text)
    let pages = ["Sources/Interactions/Interactions.docc/InteractionFile.md"]
    for page in pages {
      let text = try String(
        contentsOf: Repository.root.appendingPathComponent(page), encoding: .utf8)
      let blocks = text.components(separatedBy: "```json\n").dropFirst()
        .compactMap { $0.components(separatedBy: "```").first }
      #expect(!blocks.isEmpty)
      texts += blocks
    }
    for verdict in try SchemaVerdict.ask(texts) {
      #expect(verdict.isTaken == (true, true), "\(verdict)")
    }
  }

  @Test(.enabled(if: SchemaVerdict.canBeAsked, OtherProgram.absence("python3-jsonschema")))
  func `accepts every file of the grammar, as the reader does`()
    throws
  {
    for verdict in try SchemaVerdict.ask(Self.files.map(\.json)) {
      #expect(verdict.isTaken == (true, true), "\(verdict)")
    }
  }

  /// Values of each kind of position in the files, as often as asked, by path without indices.
  private static func places(
    _ count: Int, where isMeant: (Tree) -> Bool
  ) -> [(file: Tree, path: [Tree.Step], value: Tree)] {
    var seen: [String: Int] = [:]
    var result: [(file: Tree, path: [Tree.Step], value: Tree)] = []
    for file in files {
      for (path, value) in file.places where isMeant(value) {
        var kind = path.map { step in
          if case .key(let key) = step { key } else { "#" }
        }.joined(separator: ".")
        if case .number(_, let range) = value { kind += " \(range)" }
        guard seen[kind, default: 0] < count else { continue }
        seen[kind, default: 0] += 1
        result.append((file, path, value))
      }
    }
    return result
  }

  @Test(.enabled(if: SchemaVerdict.canBeAsked, OtherProgram.absence("python3-jsonschema")))
  func `has the reader's ranges, at both ends of each`() throws {
    var inside: [String] = []
    var outside: [String] = []
    for (file, path, value) in Self.places(
      1, where: { if case .number = $0 { true } else { false } })
    {
      guard case .number(_, let range) = value else { continue }
      let file = { (number: Double) in
        file.replacing(path[...]) { _ in .number(number, in: range) }.json
      }
      inside += [file(range.lowerBound), file(range.upperBound)]
      outside += [file(range.lowerBound.nextDown), file(range.upperBound.nextUp)]
    }
    #expect(inside.count > 150)
    expectAgreement(try SchemaVerdict.ask(inside))
    // Zero is a multiple of the duration, but a value slightly below the least one is not.
    for verdict in try SchemaVerdict.ask(outside) {
      #expect(verdict.isTaken == (false, false), "\(verdict)")
    }
  }

  @Test(.enabled(if: SchemaVerdict.canBeAsked, OtherProgram.absence("python3-jsonschema")))
  func `agrees with the reader on files without a key, or with one more`() throws {
    var texts: [String] = []
    var unknown: [String] = []
    let isObject = { (value: Tree) in if case .object = value { true } else { false } }
    for (file, path, value) in Self.places(2, where: isObject) {
      for key in value.keys { texts.append(file.replacing(path[...]) { $0.without(key) }.json) }
      unknown.append(file.replacing(path[...]) { $0.with("qqqqqqqqqqqqqqqq", .null) }.json)
    }
    #expect(texts.count > 200)
    expectAgreement(try SchemaVerdict.ask(texts))
    for verdict in try SchemaVerdict.ask(unknown) {
      #expect(verdict.isTaken == (false, false), "\(verdict)")
    }
  }

  @Test(.enabled(if: SchemaVerdict.canBeAsked, OtherProgram.absence("python3-jsonschema")))
  func `agrees with the reader on values of another kind, and unknown names`() throws {
    let others: [Tree] = [
      .number(-3, in: -3...3), .number(0, in: -3...3), .text("unknown"), .text("none"), .flag(true),
      .null, .list([]), .object([]),
    ]
    var texts = Self.places(1) { _ in true }.flatMap { file, path, _ in
      others.map { other in file.replacing(path[...]) { _ in other }.json }
    }
    // Lists of another length: one less, one more.
    let isList = { (value: Tree) in if case .list = value { true } else { false } }
    for (file, path, value) in Self.places(2, where: isList) {
      guard case .list(let values) = value, let last = values.last else { continue }
      for list in [values.dropLast(), values + [last]] as [[Tree]] {
        texts.append(file.replacing(path[...]) { _ in .list(list) }.json)
      }
      texts.append(file.replacing(path[...]) { _ in .list([values[0]]) }.json)
    }
    #expect(texts.count > 2000)
    expectAgreement(try SchemaVerdict.ask(texts))
  }

  @Test(.enabled(if: SchemaVerdict.canBeAsked, OtherProgram.absence("python3-jsonschema")))
  func `agrees with the reader on keys of one file in another`() throws {
    var chance = TestRandom(seed: 5)
    var texts: [String] = []
    for file in Self.files {
      let other = Self.files.randomElement(using: &chance) ?? file
      let places = other.places
      for (path, value) in file.places {
        guard case .object = value,
          let twin = places.first(where: { $0.path == path })?.value,
          case .object(let members) = twin
        else { continue }
        for member in members where !value.keys.contains(member.key) {
          texts.append(file.replacing(path[...]) { $0.with(member.key, member.value) }.json)
        }
      }
    }
    #expect(texts.count > 1500)
    let verdicts = try SchemaVerdict.ask(Array(texts.shuffled(using: &chance).prefix(1200)))
    expectAgreement(verdicts)
    #expect(verdicts.count { $0.error != nil } > 200)
  }

  @Test(.enabled(if: SchemaVerdict.canBeAsked, OtherProgram.absence("python3-jsonschema")))
  func `rejects what the reader rejects, as far as schemas can`() throws {
    // Duplicate keys are beyond schemas, and not every JSON reader reports them.
    let malformed = Malformed.all.filter { $0.kind != "a key twice" }
    expectAgreement(try SchemaVerdict.ask(malformed.map(\.text)))
  }

  // MARK: Keys

  /// The keys of every object in the schema that allows no others.
  private static func objects(_ schema: JSON) -> [[String]] {
    switch schema {
    case .list(let values): return values.flatMap(objects)
    case .object(let values):
      // An object whose keys are free names has no others.
      let isClosed = values["additionalProperties"] != nil && values["properties"] != nil
      let own = isClosed ? [schema["properties"].names] : []
      return own + values.keys.sorted().flatMap { objects(values[$0] ?? .nothing) }
    default: return []
    }
  }

  /// The keys in the reader's messages, for every object in the files.
  private static let known: Set<[String]> = {
    var known: Set<[String]> = []
    for (file, path, value) in places(1, where: { if case .object = $0 { true } else { false } }) {
      let text = file.replacing(path[...]) { $0.with("qqqqqqqqqqqqqqqq", .null) }.json
      do throws(Complaint) {
        _ = try Interaction(parsing: Array(text.utf8))
      } catch {
        guard !error.sentence.hasPrefix("rule.thresholds"),
          let list = error.sentence.split(separator: "known keys: ").dropFirst().first
        else { continue }
        known.insert(list.split(separator: ", ").map(String.init).sorted())
      }
    }
    return known
  }()

  @Test func `has the reader's keys, each with its description`() throws {
    let schema = try JSONDecoder().decode(JSON.self, from: Data(InteractionSchema.text.utf8))
    #expect(Set(Self.objects(schema)) == Self.known)
    #expect(Self.known.count > 25)
    #expect(Self.keysWithoutDescription(schema).isEmpty)
  }

  /// The keys without a proper description, of objects that allow no others.
  private static func keysWithoutDescription(_ schema: JSON) -> [String] {
    switch schema {
    case .list(let values): return values.flatMap(keysWithoutDescription)
    case .object(let values):
      let properties = schema["properties"]
      let own = properties.names.filter { name in
        let text = properties[name]["description"].text
        return !text.hasSuffix(".") || text.count > 160
      }
      return (values["additionalProperties"] == nil ? [] : own)
        + values.keys.sorted().flatMap { keysWithoutDescription(values[$0] ?? .nothing) }
    default: return []
    }
  }

  @Test func `lists every key, with what it is by default`() {
    let keys = InteractionSchema.keys
    let listed = Set(keys.compactMap { $0.path.split(separator: ".").last.map(String.init) })
    #expect(listed == Set(Self.known.joined()))
    #expect(Set(keys.map(\.path)).count == keys.count)
    let slop = keys.first { $0.path == "gesture.pan.slop" }
    #expect(slop?.usual == #"{ "mm": 1.6 }"#)
    #expect(slop?.words == "The distance that fingers move before the gesture begins.")
    #expect(keys.contains { $0.path == "progress.limits.rubberBand" })
  }
}
