import Foundation
import PantographBase
import PantographTestSupport
import Testing

@Suite struct `Another JSON reader` {
  /// Corners of RFC 8259: each alone, in a list, and as a member.
  static let corners = [
    "", " ", "\t1\r\n", "\u{b}1", "\u{c}1", "\u{a0}1", "\u{2028}1", "\u{feff}1", "1\u{feff}", "\0",
    "null", "nul", "nulll", "Null", "true", "truefalse", "false", "NaN", "Infinity", "-Infinity",
    "undefined", "{}", "{ }", "[]", "[ ]", "{", "}", "[", "]", "{]", "[}", "[,]", "[1,]", "[,1]",
    "[1,,2]", "[1 2]", "[1:2]", "{,}", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{\"a\":1 \"b\":2}",
    "{a:1}", "{'a':1}", "{1:1}", "{null:1}", "{\"a\":1,\"a\":2}", "{\"a\":1,\"\\u0061\":2}",
    "{\"\":0}", "{\"a\"::1}", "{\"a\",1}", "{\"a\":{\"a\":1}}", "[[[]]]", "1]", "{}}", "[] []",
    "0", "-0", "00", "01", "-01", "-", "+1", "--1", "1.", ".5", "-.5", "0.5", "0.", "1.5.5", "1e5",
    "1E5", "1e", "1e+", "1e-5", "1e+05", "1e5.5", "0e0", "0x10", "1_000", "1,5", "1 000", "1e400",
    "-1e400", "1e-400", "123456789012345678901234567890", "0.1e-1", "４", "1a", "1.0E+2",
    "4.35", "2.2250738585072012e-308", "1.7976931348623159e308", "9007199254740993", "1e23",
    "\"\"", "\"a\"", "'a'", "\"a", "a\"", "\"a\"b\"", "\"\\\"\"", "\"\\\\\"", "\"\\\\\\\"",
    "\"\\/\"", "\"\\'\"", "\"\\a\"", "\"\\0\"", "\"\\x41\"", "\"\\U0041\"", "\"\\u0041\"",
    "\"\\u004\"", "\"\\u00g1\"", "\"\\u+041\"", "\"\\u 041\"", "\"\\u0000\"", "\"\\ud800\"",
    "\"\\udc00\"", "\"\\udc00\\ud800\"", "\"\\ud83d\\ude00\"", "\"\\ud83d\\ude01\"",
    "\"\\uD83D\\uDE00\"",
    "\"\\ud800\\ud800\"", "\"\\ud800\\n\"", "\"\\ud800a\"", "\"\\ud83d\\u\"", "\"\\\"", "\"\n\"",
    "\"\t\"", "\"\u{1f}\"", "\"\u{7f}\"", "\"\u{2028}\"", "\"ä€😀\"", "\"\0\"",
    "\"\\b\\f\\n\\r\\t\"",
  ]

  private static var texts: [[UInt8]] {
    var texts = corners.flatMap { text in
      [text, "[\(text)]", "{\"member\":\(text)}"].map { Array($0.utf8) }
    }
    texts += [[0x22, 0xff, 0x22], [0x22, 0xc0, 0x80, 0x22], [0x22, 0xed, 0xa0, 0x80, 0x22]]
    texts.append([0x22, 0xf4, 0x90, 0x80, 0x80, 0x22])
    // No slash: Python rejects comments.
    let pieces = Array("    01259{}[]\",:.-+eE01259 \\truefalsnu\n\u{1}ä").map {
      Array("\($0)".utf8)
    }
    var chance = TestRandom(seed: 7)
    let whole = Array(
      #"{"a":[1,-0.5e+3,"b\n\ud83d\ude00",true,{"c":null,"d":[]}],"e":"ä","f":[false,{}]}"#.utf8)
    for _ in 0..<2500 {
      var bytes = whole
      for _ in 0...Int.random(in: 0...1, using: &chance) {
        // Usually inserted, which often leaves the text valid.
        let start = Int.random(in: 0...bytes.count, using: &chance)
        let end = min(bytes.count, start + max(0, Int.random(in: -3...2, using: &chance)))
        bytes.replaceSubrange(start..<end, with: pieces.randomElement(using: &chance) ?? [])
      }
      texts.append(bytes)
    }
    return texts
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  private static func verdict(_ node: JSONNode) throws -> String {
    let whole = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
    if node.isNumber {
      let digits = String(try node.number(in: whole, "a number").bitPattern, radix: 16)
      return "n" + String(repeating: "0", count: 16 - digits.count) + digits
    }
    if node.isText { return try "t" + hex(Array(node.text("a text").utf8)) }
    if node.isArray { return "[\(try node.elements().map(verdict).joined(separator: ","))]" }
    if node.isObject { return "{}" }
    return (try? node.flag()).map { "\($0)" } ?? "null"
  }

  /// Tests/Oracles/json_verdicts.py uses Python's reader.
  @Test(.enabled(if: OtherProgram.python != nil, OtherProgram.absence("python3")))
  func `accepts the same texts, and reads the same values`() throws {
    let texts = Self.texts
    let folder = try TemporaryFolder()
    let oracle = try Program(
      try #require(OtherProgram.python),
      [
        Repository.script("json_verdicts.py").path,
        folder.file("texts", texts.map { Self.hex($0) + "\n" }.joined()).path,
      ])
    try #require(oracle.status == 0, "\(oracle.complaints)")
    let verdicts = oracle.output.split(separator: "\n")
    try #require(verdicts.count == texts.count)
    #expect(verdicts.count { $0 == "no" } > 1000)
    #expect(verdicts.count { $0 != "no" } > 400)
    for (text, expected) in zip(texts, verdicts) {
      let verdict = try (try? JSONNode(parsing: text)).map(Self.verdict) ?? "no"
      if verdict != expected {
        Issue.record("\(String(decoding: text, as: UTF8.self)): \(verdict), not \(expected)")
      }
    }
  }
}
