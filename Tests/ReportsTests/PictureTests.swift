import Foundation
import FoundationXML
import PantographBase
import PantographInteractions
import PantographReports
import PantographTestSupport
import PantographTouchScripts
import PantographTouches
import PantographTrajectories
import Testing

/// An interaction for a pan to the right: the distance is 50 mm, and the animation takes a second.
private func interaction(rule: String) throws -> Interaction {
  try Interaction(
    parsing: Array(
      """
      { "version": 1,
        "gesture": { "pan": { "slop": { "mm": 0 } } },
        "progress": { "toward": "right", "distance": { "mm": 50 } },
        "rule": \(rule),
        "animation": { "duration": 1, "curve": "linear",
          "properties": [{ "name": "offset", "from": 0, "to": -320 }] },
        "rate": 60 }
      """.utf8))
}

private let touches = frames(
  """
  0    1:10,20
  20   1:16,20
  40   1:22,20
  60   1:28,20
  80   1:34,20
  100  1:40,20
  110
  """)

private let aboveHalf = #"{ "fractionAbove": 0.5 }"#

@Suite struct `A picture of a trajectory` {
  private func picture(
    _ rule: String = aboveHalf, swipes: Int = 1, source: [String] = ["swipe.evemu"]
  ) throws -> String {
    let interaction = try interaction(rule: rule)
    var picture = TrajectoryPicture(interaction)
    var driver = TrajectoryDriver(interaction, start: touches[0].time)
    for turn in 0..<swipes {
      for var frame in touches {
        frame.time = frame.time.advanced(byMicroseconds: Int64(turn) * 1_000_000)
        driver.feed(frame, into: &picture)
      }
    }
    driver.finish(into: &picture)
    picture.source = source
    return picture.svg
  }

  /// The elements of a name, and the attributes of each.
  private func elements(_ name: String, _ svg: String) throws -> [[String: String]] {
    let reader = Elements(name)
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = reader
    try #require(parser.parse(), "\(String(describing: parser.parserError))")
    return reader.found
  }

  private final class Elements: NSObject, XMLParserDelegate {
    let name: String
    var found: [[String: String]] = []
    init(_ name: String) { self.name = name }
    func parser(
      _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      if element == name { found.append(attributes) }
    }
  }

  /// The corners of a path.
  private func corners(_ path: [String: String]) -> [(x: Double, y: Double)] {
    let numbers = (path["d"] ?? "").replacing("M", with: "").replacing("L", with: " ")
      .split(separator: " ").compactMap { Double($0) }
    return stride(from: 0, to: numbers.count - 1, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
  }

  /// The gesture begins at 0.12 and 20 ms, is released at 0.6 and 110 ms, and rests at 1 and 510 ms.
  @Test func `draws the fraction to scale`() throws {
    let svg = try picture()
    let paths = try elements("path", svg)
    let tracking = corners(try #require(paths.first { $0["class"] == "tracking" }))
    let settling = corners(try #require(paths.first { $0["class"] == "finish" }))
    let start = try #require(tracking.first)
    let handoff = try #require(tracking.last)
    let end = try #require(settling.last)
    #expect(try #require(settling.first) == handoff)
    // Horizontally: times are proportional to distances from the axis start at 58.
    let last = (end.x - 58) / 0.51
    #expect(abs((start.x - 58) / last - 0.02) < 0.001)
    #expect(abs((handoff.x - 58) / last - 0.11) < 0.001)
    // Vertically: from 0.12 to 0.6, and from there to 1.
    let height = (start.y - handoff.y) / 0.48
    #expect(abs((handoff.y - end.y) / height - 0.4) < 0.005)
    // The threshold is 0.1 below the handoff.
    let threshold = try #require(
      try elements("line", svg).first { $0["class"] == "asked" }?["y1"].flatMap(Double.init))
    #expect(abs((threshold - handoff.y) / height - 0.1) < 0.005)
    #expect(svg.contains(">above 0.5<"))
    #expect(svg.contains(">released at 0.110 s: finish<"))
    #expect(svg.contains("fraction 0.60 is above 0.50, by 0.10; at rest 0.400 s later"))
  }

  /// Over a distance of 50 mm, 100 mm/s are 2 per second; the gesture has 6, and the animation after it 1.
  @Test func `draws the threshold of a velocity in fractions per second`() throws {
    func line(_ threshold: Int) throws -> Double? {
      let rule = """
        { "clauses": [{ "when": { "velocity": { "above": \(threshold), "unit": "mm/s" } },
          "then": "finish" }], "otherwise": "cancel" }
        """
      let svg = try picture(rule)
      let lines = try elements("line", svg).filter { $0["class"] == "asked" }
      guard let y = lines.first?["y1"].flatMap(Double.init) else { return nil }
      let paths = try elements("path", svg)
      let tracking = corners(try #require(paths.last { $0["class"] == "tracking" }))
      let settling = corners(
        try #require(paths.last { ["finish", "cancel"].contains($0["class"]) }))
      // The gesture's velocity is constant.
      let high = try #require(tracking.first).y
      let low = try #require(settling.dropFirst(2).first).y
      return (low - y) / (low - high)
    }
    #expect(abs(try #require(try line(100)) - 0.2) < 0.01)
    // Thresholds up to twice the gesture's velocity are drawn.
    #expect(try line(600) != nil)
    #expect(try line(601) == nil)
  }

  @Test func `is well formed for any name of a recording`() throws {
    let name = "<script>alert(1)</script>&\"'\u{1b}[31m\u{202e}]]>.yml"
    let svg = try picture(source: [name, "a device \u{0}\u{fffe}"])
    #expect(!svg.contains("<script") && svg.contains("&lt;script&gt;"))
    _ = try elements("svg", svg)
    let long = try picture(source: [String(repeating: "folder/", count: 40) + "end.yml"])
    #expect(long.contains("…") && long.contains("end.yml</text>"))
  }

  @Test func `has its own colours, light ones first, and loads nothing`() throws {
    let svg = try picture()
    #expect(svg.hasPrefix(#"<?xml version="1.0" encoding="UTF-8"?>"# + "\n<svg xmlns="))
    #expect(!svg.contains("var(") && !svg.contains("url(") && !svg.contains("href"))
    let plain = try #require(svg.firstRange(of: ".paper{fill:#ffffff}"))
    let dark = try #require(svg.firstRange(of: "prefers-color-scheme:dark"))
    #expect(plain.lowerBound < dark.lowerBound)
    #expect(try elements("title", svg).count >= 1 && elements("desc", svg).count == 1)
  }

  @Test func `numbers several gestures, and lists the first and the last of very many`() throws {
    let few = try picture(swipes: 3)
    for number in 1...3 { #expect(few.contains(">\(number)</text>")) }
    #expect(few.contains("3  released at 2.110 s: finish"))
    let many = try picture(swipes: 30)
    #expect(many.contains(">… 6 more<") && many.contains(">30  released at 29.110 s: finish<"))
    #expect(try elements("circle", many).isEmpty)
  }

  @Test func `has a bounded size`() throws {
    let interaction = try interaction(rule: aboveHalf)
    func size(_ count: Int) -> Int {
      var picture = TrajectoryPicture(interaction)
      var random = TestRandom(seed: 1)
      for number in 0..<count {
        picture.receive(
          Sample(
            time: Timestamp(microseconds: Int64(number) * 8333), phase: .tracking,
            fraction: .random(in: 0...1, using: &random),
            velocity: .random(in: -1...1, using: &random), values: []))
      }
      return picture.svg.utf8.count
    }
    let small = size(12_000)
    #expect(small < 150_000)
    #expect(size(40_000) < small + small / 10)
  }

  @Test func `states that there is no release`() throws {
    let picture = TrajectoryPicture(try interaction(rule: aboveHalf))
    #expect(picture.svg.contains(">no release<"))
  }
}

@Suite struct `A message of Protocol Buffers` {
  /// The examples of protobuf.dev, "Encoding".
  @Test func `is encoded as in the specification`() {
    var number = ProtobufMessage()
    number.append(1, 150)
    #expect(number.bytes == [0x08, 0x96, 0x01])
    var text = ProtobufMessage()
    text.append(2, "testing")
    #expect(text.bytes == [0x12, 0x07, 0x74, 0x65, 0x73, 0x74, 0x69, 0x6e, 0x67])
    var outer = ProtobufMessage()
    outer.append(3, number)
    #expect(outer.bytes == [0x1a, 0x03, 0x08, 0x96, 0x01])
    // Field 25 is two bytes; 25.4 is 0x4039666666666666.
    var fixed = ProtobufMessage()
    fixed.append(25, number: 25.4)
    #expect(fixed.bytes == [0xc9, 0x01, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x39, 0x40])
    var high = ProtobufMessage()
    high.append(1, UInt64.max)
    #expect(high.bytes == [0x08] + Array(repeating: 0xff, count: 9) + [0x01])
  }
}

@Suite(.enabled(if: PerfettoTrace.canBeRead, PerfettoTrace.absence))
struct `A trace of contacts` {
  @Test func `has the position of each, on tracks that are reused`() throws {
    let interaction = try interaction(rule: aboveHalf)
    var report = PerfettoReport(interaction)
    var shown = frames(
      """
      0    1:10,20
      20   1:16,20.5  4:40,30
      40   4:41,31
      60   4:42,32   7:1,2
      80
      """)
    for index in shown.indices {
      for contact in shown[index].contacts.indices where shown[index].contacts[contact].id == 4 {
        shown[index].contacts[contact].pressure = 0.25
      }
    }
    shown[2].vanished = [1]
    for frame in shown { report.receive(frame) }
    let folder = try TemporaryFolder()
    let file = folder.file("swipe.pftrace")
    try Data(report.bytes).write(to: file)
    let trace = try #require(try PerfettoTrace.read([file]).first)
    func values(_ track: String) -> [String] {
      trace.values("pantograph/fingers/\(track)").map { "\($0.time / 1_000_000) \($0.value)" }
    }
    #expect(values("finger 1/x") == ["0 10.0", "20 16.0", "60 1.0"])
    #expect(values("finger 1/y") == ["0 20.0", "20 20.5", "60 2.0"])
    #expect(values("finger 2/x") == ["20 40.0", "40 41.0", "60 42.0"])
    #expect(values("finger 2/pressure") == ["20 0.25", "40 0.25", "60 0.25", "80 0.0"])
    #expect(values("finger 1/pressure").isEmpty)
    let slices = trace.entries.filter { $0.kind == "slice" }
    let texts = Set(
      slices.map {
        "\($0.track.suffix(8)) \($0.name) \($0.begin / 1_000_000)–\(($0.end ?? 0) / 1_000_000)"
      })
    #expect(
      texts == [
        "finger 1 contact 2 0–40", "finger 2 contact 5 20–80", "finger 1 contact 8 60–80",
      ])
  }
}
