import Foundation
import PantographBase
import PantographInteractions
import PantographReports
import PantographTestSupport
import PantographTouchScripts
import PantographTouches
import PantographTrajectories
import Testing

@Suite struct `A page of a trajectory` {
  static let xmllint = OtherProgram.find("xmllint")

  /// The distance is 50 mm to the right, so 100 mm/s are two per second.
  private static func interaction(
    _ properties: [(name: String, to: Double)] = [("offset", -320), ("alpha", 0.5)],
    rule: String = #"{ "fractionAbove": 0.5 }"#
  ) throws -> Interaction {
    let listed = try properties.map { name, end in
      let quoted = String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
      return #"{ "name": \#(quoted), "from": 0, "to": \#(end) }"#
    }
    let text = """
      { "version": 1,
        "gesture": { "pan": { "slop": { "mm": 0 }, "fingers": [1, 2] } },
        "progress": { "toward": "right", "distance": { "mm": 50 } },
        "rule": \(rule),
        "animation": { "duration": 1, "curve": "linear",
          "properties": [\(listed.joined(separator: ", "))] },
        "rate": 10 }
      """
    return try Interaction(parsing: Array(text.utf8))
  }

  /// One finger 30 mm to the right in 0.1 s.
  private static let oneFinger = """
    0    1:10,20
    20   1:16,20
    40   1:22,20
    60   1:28,20
    80   1:34,20
    100  1:40,20
    110
    """
  private static let twoFingers = """
    0    1:10,20 2:10,40
    20   1:16,20 2:16,40
    40   1:22,20 2:22,40
    60   1:28,20
    80
    """

  private static func page(
    _ interaction: Interaction, _ script: String = oneFinger, named name: String = "swipe.yml"
  ) throws -> String {
    let touches = frames(script)
    var page = TrajectoryPage(interaction, named: name)
    page.source = [name]
    var driver = TrajectoryDriver(interaction, start: touches[0].time)
    for frame in touches { driver.feed(frame, into: &page) }
    driver.finish(into: &page)
    return page.text
  }

  private func matches(_ pattern: String, in text: String) throws -> [String] {
    let expression = try NSRegularExpression(
      pattern: pattern, options: .dotMatchesLineSeparators)
    let range = NSRange(text.startIndex..., in: text)
    return expression.matches(in: text, range: range).compactMap { match in
      Range(match.range(at: 1), in: text).map { String(text[$0]) }
    }
  }

  private static let data = #"<script id="replay-data" type="application/json">(.*?)</script>"#

  private func json(in page: String) throws -> JSON {
    let text = try #require(try matches(Self.data, in: page).first)
    return try JSONDecoder().decode(JSON.self, from: Data(text.utf8))
  }

  /// A rule that uses a velocity, too.
  private static let fast = """
    { "clauses": [
        { "when": { "velocity": { "above": 100, "unit": "mm/s" } }, "then": "finish" },
        { "when": { "fraction": { "above": 0.25 } }, "then": "finish" } ],
      "otherwise": "cancel" }
    """

  // MARK: The whole page

  @Test func `links only to itself, and loads nothing`() throws {
    let pages = [
      try Self.page(Self.interaction()), try Self.page(Self.interaction(), Self.twoFingers),
      try Self.page(Self.interaction(rule: Self.fast)),
      try Self.page(Self.interaction(), "0 1:10,20\n20\n"),
    ]
    // The edge at which curves end is an element of the page.
    for text in pages.map({ $0.replacing("url(#sides)", with: "") }) {
      let ids = try matches(#" id="([^"]*)""#, in: text)
      #expect(Set(ids).count == ids.count, "duplicate IDs")
      let links = try matches(##" href="([^"]*)""##, in: text)
      // The script follows links to instants, such as `#t=0.250000`.
      #expect(
        !links.isEmpty
          && links.filter { !$0.hasPrefix("#t=") }.allSatisfy {
            $0.hasPrefix("#") && ids.contains(String($0.dropFirst()))
          })
      let labels = try matches(#" (?:aria-labelledby|for)="([^"]*)""#, in: text)
        .flatMap { $0.split(separator: " ").map(String.init) }
      #expect(labels.allSatisfy(ids.contains))
      // What is part of the page, such as its typeface, is loaded from nowhere.
      #expect(try matches(#"(url\((?!data:))"#, in: text).isEmpty)
      for word in ["http:", "https:", " src=", "@import", "javascript:", " on", "eval("] {
        let isThere =
          word == " on"
          ? try !matches(#"<[a-z]+ [^>]*\b(on[a-z]+)="#, in: text).isEmpty : text.contains(word)
        #expect(!isThere, "\(word)")
      }
      let levels = try matches("<h([1-6])", in: text).compactMap { Int($0) }
      #expect(levels.first == 1 && zip(levels, levels.dropFirst()).allSatisfy { $1 <= $0 + 1 })
      let pictures = try matches(#"(<svg class="(?:plot|stage)[^>]*>)"#, in: text)
      #expect(pictures.allSatisfy { $0.contains(#"role="img""#) && $0.contains("aria-labelledby") })
    }
    #expect(pages[3].contains("No gesture: no touches match the interaction&#39;s gesture."))
  }

  /// 6 mm of 50 in each report are 38.4 px of 320, and of the frames of 10 ms each other one shows nothing new.
  ///
  /// The first report that moves is in the frame at 20 ms, and each one after it comes two frames later.
  @Test func `lists the janky frames of positions`() throws {
    var interaction = try Self.interaction()
    interaction.rate = 100
    let page = try Self.page(interaction)
    #expect(page.contains("Jank of each position, in pixels"))
    #expect(page.contains("none: the clock waits for each"))
    let rows = try matches(
      ##"href="#t=([0-9.]+)">[^<]+</a></th><td>1</td><td class="word">offset<"##, in: page)
    #expect(rows.prefix(3) == ["0.040000", "0.060000", "0.080000"], "\(rows)")
    #expect(page.contains("1 frame missed in a fast scroll (scroll jank v4, rule 2)"))
    let without = try Self.page(Self.interaction([("alpha", 0.5)]))
    #expect(!without.contains("Jank of each position"))
  }

  @Test(.enabled(if: xmllint != nil, OtherProgram.absence("xmllint")))
  func `is well formed for any names`() throws {
    let folder = try TemporaryFolder()
    for (number, name) in ["swipe.yml", Self.hostile].enumerated() {
      let text = try Self.page(
        Self.interaction([(Self.hostileProperty, 1), ("scale", 2)]), Self.twoFingers, named: name)
      let file = try folder.file("\(number).html", text)
      let program = try Program(try #require(Self.xmllint), ["--noout", file.path])
      #expect(program.status == 0, "\(program.complaints.prefix(400))")
    }
  }

  @Test func `is deterministic`() throws {
    #expect(try Self.page(Self.interaction()) == Self.page(Self.interaction()))
  }

  // MARK: The script

  @Test(.enabled(if: OtherProgram.python != nil, OtherProgram.absence("python3")))
  func `runs only the script whose hash its policy allows`() throws {
    let text = try Self.page(Self.interaction())
    let programs = try matches("<script>(.*?)</script>", in: text)
    #expect(programs.count == 1 && text.components(separatedBy: "<script").count == 4)
    let folder = try TemporaryFolder()
    let file = try folder.file("program.js", programs[0])
    let python = """
      import base64, hashlib, sys
      digest = hashlib.sha256(open(sys.argv[1], "rb").read()).digest()
      print("sha256-" + base64.b64encode(digest).decode())
      """
    let hash = try Program(try #require(OtherProgram.python), ["-c", python, file.path])
    try #require(hash.status == 0, "\(hash.complaints)")
    let policy = try #require(
      try matches(#"Content-Security-Policy" content="([^"]*)""#, in: text).first)
    let rules = policy.replacing("&#39;", with: "'").components(separatedBy: "; ")
    #expect(
      rules.contains(
        "script-src '\(hash.output.trimmingCharacters(in: .whitespacesAndNewlines))'"))
    #expect(rules.first == "default-src 'none'" && !policy.contains("unsafe-eval"))
  }

  @Test func `has no script if there is nothing to play`() {
    let page = CheckPage([.init("a", "same", "as expected", details: [], isFailure: false)]).text
    #expect(!page.contains("<script") && !page.contains("script-src"))
    #expect(page.contains("loads nothing and runs nothing"))
  }

  private static let hostile =
    #"</script><img src=x onerror=alert(1)>"'& ]]> <!-- "# + "\u{7}\u{202e}\u{2028}gpj"

  /// A property's name has no blanks, commas and quotes.
  private static let hostileProperty = "</script><img/src=x/onerror=alert(1)>&]]><!--\u{2028}"

  @Test func `escapes hostile names`() throws {
    let text = try Self.page(
      Self.interaction([(Self.hostileProperty, 100), ("__proto__", 1)]), named: Self.hostile)
    // The data, the notes and the program.
    #expect(text.components(separatedBy: "<script").count == 4)
    #expect(text.components(separatedBy: "</script").count == 4)
    #expect(!text.contains("<img") && !text.contains("<!--") && !text.contains("\u{7}"))
    let data = try #require(try matches(Self.data, in: text).first)
    for letter in ["<", ">", "&", "\u{2028}"] { #expect(!data.contains(letter)) }
    // Beside another trajectory its label is part of the script's data.
    let sample = Sample(
      time: Timestamp(microseconds: 0), phase: .tracking, fraction: 0, velocity: 0, values: [0])
    var later = sample
    later.time = Timestamp(microseconds: 10)
    let side = DiffReport.Side(Self.hostile, [Self.hostileProperty], [sample, later])
    var comparison = Differ(of: [Self.hostileProperty], within: Tolerances())
    let diff = DiffReport(comparison.finish(), expected: side, actual: side, knowsEvents: true).page
    #expect(diff.components(separatedBy: "</script").count == 4 && !diff.contains("<img"))
    let check = CheckPage([
      .init(
        Self.hostile, Self.hostile, Self.hostile, details: [Self.hostile], isFailure: true)
    ]).text
    #expect(!check.contains("<script") && !check.contains("<img") && !check.contains("\u{7}"))
  }

  // MARK: Playback

  /// Returns numbers in units of a decimal place.
  private func numbers(_ value: JSON, decimals: Int = 0) throws -> [Double] {
    try PageNumbers.numbers(value.text).map { Double($0) / pow(10, Double(decimals)) }
  }

  /// Reads channels as `numbers.js` explains them: texts, or lines over another channel.
  private func channels(_ list: [JSON]) throws -> [[Double]] {
    try list.map { channel in
      guard let over = channel["over"].number else { return try numbers(channel, decimals: 6) }
      let (slope, offset) = (channel["slope"].number ?? 0, channel["offset"].number ?? 0)
      return zip(try numbers(list[Int(over)], decimals: 6), try numbers(channel["rest"])).map {
        base, rest in
        (((offset + slope * base) * 1e6 + 0.5).rounded(.down) + rest) / 1e6
      }
    }
  }

  /// The numbers of `A report as CSV has a line for each sample`, which are calculated by hand, and between them the grab
  /// at 20 ms, the release at 110 ms, and the handoff a microsecond later; x is −320 times the fraction.
  @Test func `plays the same samples as the CSV`() throws {
    let run = try #require(try json(in: Self.page(Self.interaction()))["runs"].list.first)
    #expect(
      try numbers(run["times"]) == [
        0, 20_000, 100_000, 110_000, 110_001, 200_000, 300_000, 400_000, 500_000, 600_000,
      ])
    #expect(run["phases"].text == "i1t3s5r1")
    let channels = try channels(run["channels"].list)
    #expect(channels[0] == [0, 0.12, 0.6, 0.6, 0.6, 0.69, 0.79, 0.89, 0.99, 1])
    #expect(channels[2] == [0, -38.4, -192, -192, -192, -220.8, -252.8, -284.8, -316.8, -320])
    #expect(run["roles"].list.map { $0["to"].text } == ["x", "opacity"])
  }

  @Test(arguments: [
    ("offset", "x", 1), ("centerX", "x", 1), ("top", "y", 1), ("scale", "scale", 1),
    ("alpha", "opacity", 1), ("opacity", "opacity", 1), ("corner-radius", "radius", 1),
    ("blur", "blur", 1), ("height", "height", 1), ("dimming", "dimming", 1), ("mask", "", 0),
  ])
  func `gives a property the effect of its name`(
    name: String, target: String, factor: Double
  ) throws {
    let text = try Self.page(Self.interaction([(name, 1)]))
    let role = try #require(try json(in: text)["runs"].list.first?["roles"].list.first)
    #expect(role["to"].text == target && role["factor"].number ?? 0 == factor)
    #expect(text.contains("bar only") == target.isEmpty)
  }

  /// Values within ±4π, two turns in radians, are not taken as degrees.
  @Test(arguments: [(12.566, 180 / Double.pi), (12.567, 1)])
  func `takes small rotations as radians`(end: Double, factor: Double) throws {
    // Released at 0.6 it finishes, so the whole range is shown.
    let text = try Self.page(Self.interaction([("rotation", end)]))
    let role = try #require(try json(in: text)["runs"].list.first?["roles"].list.first)
    #expect(abs((role["factor"].number ?? 0) - factor) < 1e-9)
  }

  /// A hundred seconds at 120 samples per second, with a velocity that is large in a single one.
  private static let long = (0..<12_000).map { (number: Int) -> Sample in
    Sample(
      time: Timestamp(microseconds: Int64(number) * 8333), phase: .tracking,
      fraction: Double(number % 97) / 97, velocity: number == 7000 ? 75 : 1,
      values: [Double(number % 89) * 1e7, -0.000_000_4])
  }

  @Test func `contains every sample of a long recording`() throws {
    var page = TrajectoryPage(try Self.interaction(), named: "x")
    for sample in Self.long { page.receive(sample) }
    let text = page.text
    let run = try json(in: text)["runs"].list[0]
    #expect(try numbers(run["times"]) == Self.long.map { Double($0.time.microseconds) })
    #expect(run["phases"].text == "t12000")
    let channels = try channels(run["channels"].list)
    #expect(zip(channels[0], Self.long).allSatisfy { abs($0 - $1.fraction) < 5.1e-7 })
    #expect(channels[1] == Self.long.map(\.velocity) && channels[3].allSatisfy { $0 == 0 })
    #expect(channels[2] == Self.long.map { $0.values[0] })
    // 25 bytes a sample, and what every page has.
    #expect(text.utf8.count < 12_000 * 25 + 60_000)
  }

  @Test func `writes a property on a line over another one as that line, without losing a digit`()
    throws
  {
    var page = TrajectoryPage(
      try Self.interaction([("offset", 320), ("alpha", 0.4), ("square", 1)]), named: "x")
    var random = TestRandom(seed: 7)
    let samples = (0..<3000).map { number in
      let fraction = Double.random(in: -0.1...1.1, using: &random)
      return Sample(
        time: Timestamp(microseconds: Int64(number) * 8333), phase: .tracking, fraction: fraction,
        velocity: 0, values: [320 * fraction, 1 - 0.6 * fraction, fraction * fraction])
    }
    for sample in samples { page.receive(sample) }
    let list = try json(in: page.text)["runs"].list[0]["channels"].list
    #expect(list.map { $0["over"].number } == [2, 2, nil, 2, nil])
    #expect([0, 1, 3].allSatisfy { list[$0]["rest"].text.utf8.count < 300 })
    let channels = try channels(list)
    for (index, sample) in samples.enumerated() {
      let wanted = ([sample.fraction, sample.velocity] + sample.values)
        .map { ($0 * 1e6).rounded() / 1e6 }
      #expect(channels.map { $0[index] } == wanted)
    }
  }

  @Test func `contains numbers that a script can't add as they are`() throws {
    var page = TrajectoryPage(try Self.interaction(), named: "x")
    for number in 0..<3 {
      page.receive(
        Sample(
          time: Timestamp(microseconds: Int64(number) * 8333), phase: .tracking, fraction: 0,
          velocity: 0, values: [Double(number) * 1e300, Double(number) * 1e9]))
    }
    let channels = try json(in: page.text)["runs"].list[0]["channels"].list
    #expect(channels[2].numbers == [0, 1e300, 2e300])
    #expect(channels[3].numbers == [0, 1e9, 2e9])
  }

  @Test func `draws the highest value of every pixel`() throws {
    var page = TrajectoryPage(try Self.interaction(), named: "x")
    for sample in Self.long { page.receive(sample) }
    let plot = try plot("plot-1", in: page.text)
    let axis = try axis(of: plot)
    let curve = try #require(try matches(#"<path class="curve run0" d="M([^"]*)""#, in: plot).first)
    let numbers = curve.split { " L".contains($0) }.compactMap { Double($0) }
    #expect(numbers.count < 4 * 4 * 362 * 2)
    let heights = numbers.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    let highest = try #require(heights.min())
    #expect(abs(highest - (axis.origin + 75 * axis.unit)) < 0.3)
    let time = numbers[try #require(numbers.firstIndex(of: highest)) - 1]
    #expect(abs(time - (46 + 362 * 7000 / 11_999)) < 0.3)
  }

  // MARK: Plots

  /// Returns the position of 0 on the axis of a plot, and the length of its unit.
  private func axis(of plot: String) throws -> (origin: Double, unit: Double) {
    let pattern = #"<text class="end" x="40" y="([0-9.]+)">(?:−?[0-9.]+)<"#
    let positions = try matches(pattern, in: plot).compactMap { Double($0) }
    let numbers = try matches(#"<text class="end" x="40" y="[0-9.]+">(−?[0-9.]+)<"#, in: plot)
      .compactMap { Double($0.replacing("−", with: "-")) }
    try #require(positions.count > 1 && positions.count == numbers.count)
    let unit = (positions[1] - positions[0]) / (numbers[1] - numbers[0])
    // Labels are 4 below their lines.
    return (positions[0] - 4 - numbers[0] * unit, unit)
  }

  private func plot(_ id: String, in text: String) throws -> String {
    let start = try #require(text.range(of: #"aria-labelledby="\#(id)-title"#))
    let end = try #require(text.range(of: "</svg>", range: start.upperBound..<text.endIndex))
    return String(text[start.lowerBound..<end.lowerBound])
  }

  @Test func `draws the thresholds of the rule to scale`() throws {
    let text = try Self.page(Self.interaction(rule: Self.fast))
    // 100 mm/s over a distance of 50 mm.
    for (id, threshold) in [("plot-0", 0.25), ("plot-1", 2)] {
      let plot = try plot(id, in: text)
      let axis = try axis(of: plot)
      let lines = try matches(#"<line class="asked" x1="[0-9.]+" y1="([0-9.]+)""#, in: plot)
        .compactMap { Double($0) }
      #expect(lines.count == 1)
      #expect(abs(lines[0] - (axis.origin + threshold * axis.unit)) < 0.3, "\(id)")
    }
    #expect(try plot("plot-1", in: text).contains("above 100 mm/s"))
    // The rule saw 30 mm in 0.1 s: 6 per second.
    let seen = try #require(
      try matches(
        #"<path class="foundmark" d="M[0-9.]+ [0-9.]+L[0-9.]+ ([0-9.]+)"#,
        in: plot("plot-1", in: text)
      ).first)
    let axis = try axis(of: plot("plot-1", in: text))
    #expect(abs((Double(seen) ?? 0) - (axis.origin + 6 * axis.unit)) < 0.5)
  }

  @Test func `draws the paths of the fingers to scale, each in its own style`() throws {
    let text = try Self.page(Self.interaction(), Self.twoFingers)
    let plot = try plot("surface", in: text)
    let tracks = try matches(#"<path class="track (finger[01])""#, in: plot)
    #expect(tracks == ["finger0", "finger1"])
    // On 100 mm of an unknown surface, 330 high: 3.3 a millimetre; 18 mm to the right, and none down.
    let track = try #require(
      try matches(#"<path class="track finger0" d="M([^"]*)""#, in: plot).first)
    let numbers = track.split { " L".contains($0) }.compactMap { Double($0) }
    #expect(abs(numbers[numbers.count - 2] - numbers[0] - 18 * 3.3) < 0.2)
    #expect(numbers.last == numbers[1])
    #expect(text.contains("Contact 2, from 0.000 s to 0.060 s, ends 12 mm right of"))
  }

  @Test func `draws 48 contacts, and states how many more there were`() throws {
    func page(_ taps: Int) throws -> String {
      let lines = (0..<taps).map { "\($0 * 20) \($0 + 1):10,20\n\($0 * 20 + 10)" }
      return try Self.page(Self.interaction(), lines.joined(separator: "\n"))
    }
    #expect(try !page(48).contains("not drawn.</p>"))
    let text = try page(50)
    #expect(text.contains("2 more contacts are not drawn"))
    // The script shows all of them.
    #expect(try json(in: text)["fingers"].list.count == 50)
    #expect(text.components(separatedBy: #"id="tip-"#).count == 2)
  }

  @Test func `draws forty failing cases, and lists the rest`() throws {
    func example(_ number: Int, fails: Bool) -> CheckPage.Example {
      var example = CheckPage.Example(
        "cases/\(number)", fails ? "differs" : "same", "because", details: ["more"],
        isFailure: fails)
      let samples = (0..<120).map {
        Sample(
          time: Timestamp(microseconds: Int64($0) * 8333), phase: .settling,
          fraction: Double($0) / 120, velocity: 1, values: [])
      }
      if fails {
        example.curves = [
          .init(expected: samples, actual: samples, divergence: samples[60].time)
        ]
      }
      return example
    }
    let text = CheckPage((0..<1000).map { example($0, fails: $0 % 2 == 0) }).text
    #expect(text.contains("500 of 1000 cases fail"))
    #expect(text.components(separatedBy: "<details class=\"case\"").count == 41)
    #expect(text.components(separatedBy: "<svg class=\"plot").count == 41)
    let listed = Set(try matches("(cases/[0-9]+)<", in: text))
    #expect(listed == Set((0..<1000).map { "cases/\($0)" }))
    #expect(text.utf8.count < 1_000_000)
  }
}
