import Foundation
import PantographBase
import PantographInteractions
import PantographLaws
import PantographSubjects
import PantographTestSupport
import PantographTraces
import Testing

/// The files that the fuzzer makes by schemas, and the verdicts that its laws rely on.
@Suite struct `Drafts by a schema` {
  static let schemas = [
    "interaction": InteractionSchema.text, "subject": SubjectSchema.text,
    "recording": PageSchema.text,
  ]

  private static let isReady = SchemaValidator.isReady(
    for: Repository.recordings.appendingPathComponent("interaction.schema.json").path)

  /// Drafts by random bytes, every second one with a damage.
  private func drafts(by schema: Schema, _ count: Int) -> [(draft: Draft, isDamaged: Bool)] {
    let maker = SchemaDrafts(schema, words: ["*": ["a", "x", "t", "id", "", "a b", "é", "--s"]])
    var random = TestRandom(seed: 3)
    return (0..<count).map { number in
      let bytes = (0..<400).map { _ in UInt8.random(in: 0...255, using: &random) }
      var chance = ByteChance(bytes)
      var draft = maker.make(by: &chance)
      if number % 2 == 1 { draft.damage(by: &chance) }
      return (draft, number % 2 == 1)
    }
  }

  @Test(
    .enabled(if: isReady, OtherProgram.absence("python3-jsonschema")),
    arguments: schemas.keys.sorted())
  func `are valid as jsonschema says, and mostly valid without damage`(name: String) throws {
    let text = try #require(Self.schemas[name])
    let schema = try Schema(text)
    // Python reads neither what is no JSON, nor very deep lists.
    let judged = drafts(by: schema, 1200).filter { draft, _ in
      let bytes = draft.bytes()
      let isDeep = bytes.firstRange(of: Array(repeating: UInt8(ascii: "["), count: 50)) != nil
      return !isDeep && (try? JSONNode(parsing: bytes)) != nil
    }
    let folder = try TemporaryFolder()
    let verdicts = try SchemaValidator.verdicts(
      on: judged.map { String(decoding: $0.draft.bytes(), as: UTF8.self) },
      by: folder.file("schema.json", text).path)
    for (one, verdict) in zip(judged, verdicts) {
      #expect(
        schema.takes(one.draft) == (verdict == "yes"),
        "\(verdict): \(String(decoding: one.draft.bytes().prefix(1000), as: UTF8.self))")
    }
    let whole = judged.filter { !$0.isDamaged }
    let good = whole.count { schema.takes($0.draft) }
    let bad = judged.count { $0.isDamaged && !schema.takes($0.draft) }
    print("\(name): \(good) of \(whole.count) are valid, and \(bad) of the damaged ones are not")
    #expect(whole.count == 600 && good > 300 && bad > 100)
  }

  @Test func `are read the same in each layout, as JSON`() throws {
    let schema = try Schema(InteractionSchema.text)
    for (draft, isDamaged) in drafts(by: schema, 200) where !isDamaged {
      for layout in Draft.Layout.allCases {
        let text = draft.bytes(layout)
        let again = try Draft(JSONNode(parsing: text))
        #expect(schema.takes(again) == schema.takes(draft))
        let dense = try Draft(JSONNode(parsing: again.bytes())).bytes()
        #expect(dense == again.bytes())
      }
    }
  }
}
