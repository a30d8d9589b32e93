import Foundation
import PantographBase
import PantographInteractions
import PantographReports
import PantographTestSupport
import PantographTouchScripts
import PantographTouches
import PantographTrajectories
import Testing

/// The limits of pages, with tests on both sides of each.
@Suite struct `The limits of a page` {
  private func interaction(_ count: Int = 1) throws -> Interaction {
    let properties = (0..<count).map { #"{ "name": "p\#($0)", "from": 0, "to": 1 }"# }
    let text = """
      { "version": 1, "gesture": { "pan": { "slop": { "mm": 0 } } },
        "progress": { "toward": "right", "distance": { "mm": 50 } },
        "animation": { "duration": 1, "curve": "linear",
          "properties": [\(properties.joined(separator: ", "))] },
        "settle": { "finish": { "jump": true }, "cancel": { "jump": true } }, "rate": 10 }
      """
    return try Interaction(parsing: Array(text.utf8))
  }

  /// Returns swipes to the right and left in turn, two seconds apart.
  private func swipes(_ count: Int) -> [TouchFrame] {
    let lines = (0..<count).map { number in
      let (start, id, direction) = (number * 2000, number + 1, number % 2 == 0 ? 1 : -1)
      return """
        \(start)  \(id):50,20
        \(start + 20)  \(id):\(50 + 15 * direction),20
        \(start + 40)  \(id):\(50 + 30 * direction),20
        \(start + 60)
        """
    }
    return frames(lines.joined(separator: "\n"))
  }

  private func drive<Sink: TrajectorySink>(
    _ touches: [TouchFrame], into sink: inout Sink
  ) throws where Sink.Failure == Never {
    var driver = TrajectoryDriver(try interaction(), start: touches[0].time)
    for frame in touches { driver.feed(frame, into: &sink) }
    driver.finish(into: &sink)
  }

  private func matches(_ pattern: String, in text: String) throws -> [String] {
    let expression = try NSRegularExpression(pattern: pattern)
    return expression.matches(in: text, range: NSRange(text.startIndex..., in: text)).compactMap {
      Range($0.range(at: 1), in: text).map { String(text[$0]) }
    }
  }

  private func page(_ count: Int) throws -> String {
    var page = TrajectoryPage(try interaction(), named: "x")
    try drive(swipes(count), into: &page)
    return page.text
  }

  @Test func `collapse more than three releases`() throws {
    #expect(try !page(3).contains(#"<details class="case decision""#))
    #expect(try page(4).components(separatedBy: #"<details class="case decision""#).count == 5)
  }

  /// Each swipe has five lines: began, released, decided, handoff and rest.
  @Test func `collapse a list of more than 24 events`() throws {
    #expect(try !page(4).contains("lines, from the first gesture to the last"))
    #expect(try page(5).contains("25 lines, from the first gesture to the last"))
  }

  @Test func `allow plots of 24 properties`() throws {
    func page(_ count: Int) throws -> String {
      var page = TrajectoryPage(try interaction(count), named: "x")
      for time in 0..<2 {
        page.receive(
          Sample(
            time: Timestamp(microseconds: Int64(time) * 1000), phase: .tracking, fraction: 0,
            velocity: 0, values: Array(repeating: Double(time), count: count)))
      }
      return page.text
    }
    #expect(try !page(24).contains("more properties have no plot"))
    #expect(try page(24).contains(#"id="plot-25-title""#))
    let text = try page(25)
    #expect(text.contains("1 more properties have no plot"))
    #expect(!text.contains(#"id="plot-26-title""#) && text.contains(#"id="cell-0-26""#))
  }

  /// The engine of a page, packed: 0.42 MB, as `tools/ci/check-web` measures the file that contains it.
  private static let engine = 420_000

  /// A finger that goes to and fro, with noise and pressure.
  ///
  /// Its 98 reports a second are sampled at 120 Hz, and their events are in the page for its engine. What the data of a
  /// minute are longer than those of half a minute, an hour has 119 times. The pictures have an end: an hour's have 0.4 MB.
  @Test func `allow an hour of unbroken movement in less than 6 MB`() throws {
    let text = """
      { "version": 1, "gesture": { "pan": { "slop": { "mm": 0 } } },
        "progress": { "toward": "right", "distance": { "mm": 50 } },
        "animation": { "duration": 1, "curve": "linear",
          "properties": [{ "name": "offset", "from": 0, "to": 320 }, { "name": "alpha", "from": 1, "to": 0.4 }] },
        "rate": 120 }
      """
    let interaction = try Interaction(parsing: Array(text.utf8))
    let hash = "sha256-" + String(repeating: "A", count: 43) + "="
    let file = "pantograph \(Version.number) \(hash)\nH4sIAAAA\n//<![CDATA[\n\n//]]>\n"
    let engine = try PageEngine(parsing: Array(file.utf8))
    var device = DeviceDescription()
    for (code, most) in [(EventCode.absX, 4000), (.absY, 2400), (.absPressure, 100)] {
      device.add(axis: code, AxisRange(minimum: 0, maximum: Int32(most), resolution: 40))
    }
    device.add(.key, .btnTouch)
    func size(seconds: Int) throws -> Int {
      var random = TestRandom(seed: 3)
      var noise: Double { .random(in: -0.02...0.02, using: &random) }
      let touches = (0...seconds * 98).map { number in
        let time = Double(number) / 98, angle = 2 * Double.pi * time / 1.7
        let contact = Contact(
          id: 1, position: Point(x: 50 + 30 * sin(angle) + noise, y: 30 + 5 * cos(angle) + noise),
          pressure: 0.3 + noise)
        return TouchFrame(
          time: Timestamp(microseconds: Int64(time * 1e6)),
          contacts: number == seconds * 98 ? [] : [contact])
      }
      var page = TrajectoryPage(interaction, named: "x")
      page.engine = engine
      page.file = InteractionText(Array(text.utf8))
      page.recorded = try Self.recorded(touches, on: device)
      var driver = TrajectoryDriver(interaction, start: touches[0].time)
      for frame in touches { driver.feed(frame, into: &page) }
      driver.finish(into: &page)
      let data = try matches(#"<script[^>]* type="application/json">(.*?)</script>"#, in: page.text)
      // The run, the recorded frames, and no notes yet.
      #expect(data.count == 3)
      return data.map(\.utf8.count).reduce(0, +)
    }
    let (half, whole) = try (size(seconds: 30), size(seconds: 60))
    let hour = half + 119 * (whole - half) + Self.engine + 450_000
    #expect(whole > half && hour < 6_000_000, "\(hour)")
  }

  /// Returns the events of a touchpad of 40 units a millimetre whose pressure has 100 steps.
  private static func recorded(
    _ touches: [TouchFrame], on device: DeviceDescription
  ) throws -> RecordedTouches {
    var recorded = try RecordedTouches(device, on: Surface(device), from: touches[0].time)
    for frame in touches {
      func event(_ type: EventType, _ code: EventCode, _ value: Double) -> InputEvent {
        InputEvent(time: frame.time, type: type, code: code, value: Int32(value.rounded()))
      }
      recorded.append(
        frame.contacts.flatMap { contact in
          [
            event(.absolute, .absX, contact.position.x * 40),
            event(.absolute, .absY, contact.position.y * 40),
            event(.absolute, .absPressure, (contact.pressure ?? 0) * 100),
          ]
        } + [event(.synchronization, .synReport, 0)])
    }
    return recorded
  }

  @Test func `allow tables of 200 releases`() throws {
    func page(_ count: Int) throws -> String {
      let interaction = try interaction()
      var (page, log) = (ComparePage(interaction, named: "x"), ReleaseLog())
      try drive(swipes(count), into: &page)
      try drive(swipes(count), into: &log)
      return page.text(
        CompareReport(
          interaction.rule, Array(ReleasePreset.all.prefix(2)), [], log, of: interaction.gesture))
    }
    #expect(try page(1).contains("<h3>Released at"))
    let whole = try page(200)
    #expect(
      try matches("<summary>Gesture ([0-9]+), released at", in: whole)
        == (1...200).map(String.init))
    #expect(!whole.contains("gestures; --json lists all"))
    let text = try page(201)
    #expect(try matches("<summary>Gesture ([0-9]+), released at", in: text).count == 200)
    #expect(text.contains("200 of 201 gestures; --json lists all"))
  }

  /// Each swipe has five lines.
  @Test func `allow events and measures of 500 gestures`() throws {
    let whole = try page(500)
    #expect(whole.contains("2500 lines, from the first gesture to the last"))
    #expect(whole.contains("<summary>500 gestures</summary>"))
    let text = try page(501)
    #expect(
      text.contains("2500 lines, of the first 250 gestures and the last 250, without 1 in between"))
    #expect(text.contains("<summary>500 of 501 gestures</summary>"))
    let table = try #require(
      text.components(separatedBy: "Measures of each gesture</caption>").last)
    let numbers = try matches(#"<th scope="row">([0-9]+)</th>"#, in: table)
    #expect(numbers == (Array(1...250) + Array(252...501)).map(String.init))
  }

  @Test func `allow a list of 2000 cases`() {
    func page(_ count: Int) -> String {
      CheckPage(
        (0..<count).map { .init("c\($0)", "same", "", details: [], isFailure: false) }
      ).text
    }
    #expect(!page(2000).contains("not shown") && page(2000).contains("c1999<"))
    #expect(page(2001).contains("1 more are not shown") && !page(2001).contains("c2000<"))
  }
}
