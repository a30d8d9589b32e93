import PantographBase
import Testing

@Suite struct `A JSON file` {
  private func node(_ text: String) throws -> JSONNode { try JSONNode(parsing: Array(text.utf8)) }

  /// A file, the position of its mistake, and what is expected there.
  static let mistakes: [(String, String, String)] = [
    ("", "1:1", "expected a value"),
    (" \n ", "2:2", "expected a value"),
    ("{", "1:2", "expected a key in quotes"),
    ("{ 1: 2 }", "1:3", "expected a key in quotes"),
    ("{ \"a\": 1,\n}", "2:1", "expected a key in quotes"),
    ("{ \"a\" 1 }", "1:7", "expected a colon"),
    ("{ \"a\": }", "1:8", "expected a value"),
    ("{ \"a\": 1 \"b\": 2 }", "1:10", "expected a comma or a closing brace"),
    ("[1 2]", "1:4", "expected a comma or a closing bracket"),
    ("[1,]", "1:4", "expected a value"),
    ("[tru]", "1:2", "expected a value"),
    ("[+1]", "1:2", "expected a value"),
    ("[01]", "1:3", "expected a comma or a closing bracket"),
    ("[1.]", "1:4", "expected a digit"),
    ("[-]", "1:3", "expected a digit"),
    ("[1e+]", "1:5", "expected a digit"),
    ("1 2", "1:3", "expected the end of the file"),
    ("\"a", "1:3", "expected a closing quote"),
    ("\"a\nb\"", "1:3", "expected a closing quote"),
    ("\"a\\x\"", "1:4", "behind the backslash"),
    ("\"\\u12g4\"", "1:6", "expected four digits from 0 to f"),
    ("[\"\\ud83d\"]", "1:3", "expected both halves of a character"),
    ("[\"\\ude00\"]", "1:3", "expected both halves of a character"),
    ("[\"\\ud83d\\u0041\"]", "1:3", "expected both halves of a character"),
    ("[0,\n 1e400]", "2:2", "the number 1e400 is too large"),
    ("[-1e309]", "1:2", "the number -1e309 is too large"),
    (
      "{ \"a\": 1,\n  \"b\": 2,\n  \"a\": 3 }", "3:3",
      "duplicate key 'a', first in line 1: leave out one of them"
    ),
    (
      "{ \"a\": 1, \"\\u0061\": 3 }", "1:11",
      "duplicate key 'a', first in line 1: leave out one of them"
    ),
    ("[1, /* 2\n", "1:5", "expected an end of this comment, */"),
    ("/*/", "1:1", "expected an end of this comment, */"),
    ("[1, / 2]", "1:5", "expected a value"),
    ("1 // 2\n3", "2:1", "expected the end of the file"),
    // Columns count bytes, as in recordings.
    ("{ \"ä\": x }", "1:9", "expected a value"),
  ]

  @Test(arguments: mistakes)
  func `reports the position of its first mistake`(text: String, place: String, part: String) {
    let error = #expect(throws: Complaint.self) { try node(text) }
    #expect(error?.description.hasPrefix("\(place): ") == true)
    // No key is named.
    #expect(error?.sentence == part || error?.sentence.hasPrefix("not valid JSON: ") == true)
    #expect(error?.sentence.contains(part) == true, "\(error?.sentence ?? "")")
  }

  /// Bytes that are not UTF-8, and the position of the first wrong one.
  @Test(
    arguments: [
      ([0xff, 0xfe, 0x7b], "1:1"), ([0x22, 0x61, 0xff, 0x22], "1:3"), ([0x31, 0x0a, 0x80], "2:1"),
      // Overlong; half of a pair; cut off.
      ([0x22, 0xc0, 0x80, 0x22], "1:2"), ([0x22, 0xed, 0xa0, 0x80, 0x22], "1:2"),
      ([0x22, 0xc3], "1:2"),
      ([0x2f, 0x2f, 0xff, 0x0a, 0x31], "1:3"), ([0x2f, 0x2a, 0x0a, 0xff], "2:1"),
    ] as [([UInt8], String)])
  func `reports the first byte that is not UTF-8`(bytes: [UInt8], place: String) {
    let error = #expect(throws: Complaint.self) { try JSONNode(parsing: bytes) }
    #expect(
      error?.description == "\(place): not valid JSON: expected a character in UTF-8")
  }

  @Test func `reports the first mistake, not a wrong byte after it`() {
    let error = #expect(throws: Complaint.self) {
      try JSONNode(parsing: [0x5b, 0x78, 0xff])
    }
    #expect(error?.description == "1:2: not valid JSON: expected a value")
  }

  @Test func `may have comments wherever blanks are allowed`() throws {
    let text = """
      // What it is. /* No end needed here.
      /**/ { // "a": 0,
        /* one
           // and two */ "a" /***/ : /* * / */ [ 1 //
        /**/ , 2 ] /*, "b": 3*/ } //
      """
    let list = try #require(try node(text).members(known: ["a"])["a"])
    #expect(try list.elements().map { try $0.number(in: 0...9, "a number") } == [1, 2])
    #expect("\(list.error(""))" == "4:42: a: ")
    // In strings, they are text.
    #expect(try node(#""//""#).text("a text") == "//")
    #expect(throws: Complaint.self) { try node("1/**/2") }
    #expect(throws: Complaint.self) { try node("tr/**/ue") }
    // A line may end as on classic Mac OS.
    #expect(try node("//\r1").number(in: 0...9, "a number") == 1)
  }

  @Test func `may begin with a byte order mark`() throws {
    let bytes: [UInt8] = [0xef, 0xbb, 0xbf] + Array("[1]".utf8)
    #expect(try "\(JSONNode(parsing: bytes).elements()[0].error(""))" == "1:2: [0]: ")
    #expect(throws: Complaint.self) { try JSONNode(parsing: Array("[\u{feff}1]".utf8)) }
  }

  @Test func `nests 512 brackets and no more`() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array(
        (String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)).utf8)
    }
    var node = try JSONNode(parsing: nested(512))
    while node.isArray { node = try node.elements()[0] }
    #expect(node.path.hasPrefix("[0][0]") && node.isNumber)
    let error = #expect(throws: Complaint.self) { try JSONNode(parsing: nested(513)) }
    #expect(
      error?.description == "1:513: not valid JSON: expected fewer levels of brackets")
  }

  @Test func `nests 512 objects and no more`() throws {
    func nested(_ depth: Int) -> [UInt8] {
      let opening = String(repeating: "{\"a\":", count: depth)
      return Array((opening + "1" + String(repeating: "}", count: depth)).utf8)
    }
    #expect(try JSONNode(parsing: nested(512)).isObject)
    #expect(throws: Complaint.self) { try JSONNode(parsing: nested(513)) }
  }

  /// Digits, and the nearest double; of two equally near ones, the even one.
  static let numbers: [(String, Double)] = [
    ("0", 0), ("-0", -0.0), ("0.1", 0.1), ("1E2", 100), ("1e-2", 0.01), ("10.50e+1", 105),
    // Halfway between two neighbours, and one digit more.
    ("9007199254740993", 9_007_199_254_740_992),
    ("9007199254740993.0000000000000001", 9_007_199_254_740_994),
    ("2.2250738585072011e-308", .leastNormalMagnitude.nextDown),
    ("2.2250738585072012e-308", .leastNormalMagnitude),
    ("1.7976931348623157e308", .greatestFiniteMagnitude), ("5e-324", .leastNonzeroMagnitude),
    ("2.4703282292062327e-324", 0), ("2.4703282292062328e-324", .leastNonzeroMagnitude),
    ("1e-400", 0), ("0e999", 0),
  ]

  @Test(arguments: numbers)
  func `reads numbers to their last bit`(text: String, number: Double) throws {
    let whole = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
    #expect(try node(text).number(in: whole, "a number").bitPattern == number.bitPattern)
  }

  @Test func `reads all escapes in strings`() throws {
    let text = #""a\"\\\/\b\f\n\r\t\u00e4\u20AC\ud83d\uDE00\u0000ä€😀""#
    #expect(
      try node(text).text("a text")
        == "a\"\\/\u{8}\u{c}\n\r\t\u{e4}\u{20ac}\u{1f600}\u{0}\u{e4}\u{20ac}\u{1f600}")
  }

  @Test func `knows the kind and the position of every value`() throws {
    let file = try node(
      "{ \"o\": {},\n \"l\": [], \"t\":\n\"x\", \"n\": 1, \"f\": true, \"z\": null }")
    let members = try file.members(known: ["o", "l", "t", "n", "f", "z"])
    let places = "oltnfz".map { members["\($0)"]?.error("wrong").description }
    #expect(
      places == [
        "1:8: o: wrong", "2:7: l: wrong", "3:1: t: wrong", "3:11: n: wrong", "3:19: f: wrong",
        "3:30: z: wrong",
      ])
    let kinds = ["o", "l", "t", "n", "f", "z"].map { name in
      members[name].map { [$0.isObject, $0.isArray, $0.isText, $0.isNumber] } ?? []
    }
    for (index, kinds) in kinds.enumerated() {
      #expect(kinds == (0..<4).map { $0 == index })
    }
    #expect(try members["f"]?.flag() == true)
    let error = #expect(throws: Complaint.self) { try members["z"]?.flag() }
    #expect(error?.description == "3:30: z: expected true or false")
  }

  @Test func `reports the first unknown key, at the key`() {
    let error = #expect(throws: Complaint.self) {
      try node("{ \"known\": 1,\n  \"zwrong\": 2, \"awrong\": 3 }").members(known: ["known"])
    }
    #expect(error?.description == "2:3: unknown key 'zwrong'; known keys: known")
  }

  @Test func `shortens a long key in the message`() {
    let name = String(repeating: "long", count: 1000)
    let error = #expect(throws: Complaint.self) {
      try node("{ \"\(name)\": 1 }").members(known: ["known"])
    }
    #expect(error?.sentence.contains("'\(String(repeating: "long", count: 15))…'") == true)
  }

  @Test(arguments: [59, 60, 61]) func `does not shorten a key of sixty letters`(length: Int) {
    let name = String(repeating: "x", count: length)
    let error = #expect(throws: Complaint.self) {
      try node("{ \"\(name)\": 1 }").members(known: ["known"])
    }
    let shown = length > 60 ? String(repeating: "x", count: 60) + "…" : name
    #expect(error?.sentence.hasPrefix("unknown key '\(shown)';") == true)
  }

  @Test func `returns one of several keys that exclude each other`() throws {
    func choice(_ text: String, _ names: [String]) throws -> (name: String, node: JSONNode) {
      try node(text).members(known: ["toward", "either", "around", "distance"])
        .exactlyOne(of: names, "where the fingers move")
    }
    let (name, value) = try choice(#"{ "distance": 3, "either": 7 }"#, ["toward", "either"])
    #expect(try name == "either" && value.number(in: 0...9, "a number") == 7)
    let missing = #expect(throws: Complaint.self) {
      try choice("\n { \"distance\": 3 }", ["toward", "either"])
    }
    #expect(missing?.description == "2:2: expected toward or either: where the fingers move")
    let both = #expect(throws: Complaint.self) {
      try choice(#"{ "either": 1, "toward": 2 }"#, ["toward", "either"])
    }
    #expect(both?.description == "1:26: toward: expected toward or either, not both")
    let three = #expect(throws: Complaint.self) {
      try choice(#"{ "either": 1, "toward": 2 }"#, ["toward", "either", "around"])
    }
    #expect(
      three?.description == "1:26: toward: expected toward, either or around, one of them only")
  }
}

@Suite struct `The beginning of a JSON file` {
  /// The first bytes, and the numbers that are complete in them.
  @Test(arguments: [
    ("[1, 2, 3", [1, 2, 3]), ("[1, 2, 3.", [1, 2]), ("[1, [2, 3], [4, \"5", [1, 2, 3, 4]),
    ("{ \"a\": 1, \"b\": { \"c\": [2, {", [1, 2]), ("{ \"a\": 1, \"b\": 2 } ", [1, 2]),
    // Nothing is read beyond a mistake.
    ("[1, [2, x, 3], 4]", [1, 2]), ("[1, [2,, 3], 4]", [1, 2]), ("[1, [2 3], 4]", [1, 2]),
    ("{ \"a\": 1, \"a\": 2, \"b\": 3 }", [1]), ("[1, /* 2, 3]", [1]), ("[", []),
  ])
  func `has the values before the first mistake`(text: String, numbers: [Double]) throws {
    let node = try JSONNode(parsingBeginning: Array(text.utf8))
    #expect(try node.numbers.map { try $0.number(in: 0...9, "a number") } == numbers)
  }

  @Test(arguments: ["", "x", "\"a"]) func `may have none`(text: String) {
    #expect(throws: Complaint.self) { try JSONNode(parsingBeginning: Array(text.utf8)) }
  }
}
