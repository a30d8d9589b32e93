import Foundation
import PantographBase
import PantographGestures
import PantographTestSupport
import PantographTouches
import PantographTraces
import Testing

/// The gestures that `tools/lab libinput` played to libinput on a touchpad, made again, and recognised by ours.
@Suite struct `Recognisers beside libinput` {
  /// What our recognisers report.
  private enum Touch: Hashable, Sendable {
    case pan(fingers: Int)
    case pinch
    case tap(Int)
    case hold(Int)
  }

  private static let rows = Repository.oracle("lab_libinput.csv").rows

  /// Returns the events of a row's gesture.
  static func events(
    of row: Table.Row, on device: DeviceDescription = ModelDevice.touchpad.description
  ) throws -> [InputEvent] {
    var sensor = Sensor()
    sensor.rate = row.number("rate")
    sensor.noise = row.number("noise")
    sensor.pressureNoise = row.number("pressureNoise")
    sensor.seed = try #require(UInt64(row.text("seed")))
    let fingers = Int(row.text("fingers")) ?? 1
    let centre = Point(x: row.number("x"), y: row.number("y"))
    let (duration, lift, hold) = (row.number("duration"), row.number("lift"), row.number("hold"))
    var gesture: SyntheticGesture
    switch row.text("kind") {
    case "pinch", "rotate":
      let starts = SyntheticGesture.positions(
        fingers, about: centre, radius: row.number("radius"))
      gesture =
        row.text("kind") == "pinch"
        ? .pinch(
          from: starts, about: centre, scale: row.number("scale"), duration: duration, lift: lift,
          hold: hold)
        : .rotate(
          from: starts, about: centre, by: row.number("angle") * .pi / 180, duration: duration,
          lift: lift, hold: hold)
    case let kind:
      let moves = !row.text("byX").isEmpty
      let by = moves ? Vector(x: row.number("byX"), y: row.number("byY")) : Vector(x: 0, y: 1)
      let starts = SyntheticGesture.positions(
        fingers, from: centre, across: by, spacing: fingers > 1 ? row.number("spacing") : 0)
      gesture =
        switch kind {
        case "tap": .tap(at: starts, hold: hold)
        case "press": .press(at: starts, to: row.number("peak"), duration: duration, hold: hold)
        case "flick": .flick(from: starts, by: by, duration: duration, lift: lift)
        case "hold-flick":
          .flick(from: starts, by: by, duration: duration, lift: lift, hold: hold)
        case "reversal":
          .reversal(
            from: starts, by: by, duration: duration, back: row.number("back"), lift: lift)
        default: .swipe(from: starts, by: by, duration: duration, lift: lift, hold: hold)
        }
    }
    if let stagger = Double(row.text("stagger")) { gesture = gesture.staggered(by: stagger) }
    return try sensor.events(of: gesture, on: device)
  }

  /// What our recognisers made of a gesture, in libinput's words.
  private struct Verdict {
    var names: [String] = []
    /// When the first gesture but a hold began, in milliseconds since the landing.
    var begin: Double?

    /// A hold ends where something else begins.
    var outcome: String {
      let moves = names.filter { !$0.hasPrefix("hold") }
      let all = moves.isEmpty ? names : moves
      return all.isEmpty ? "none" : all.joined(separator: "+")
    }
  }

  /// Returns an arena of all recognisers that have a counterpart in libinput.
  private static func arena() -> GestureArena<Touch> {
    var arena = GestureArena<Touch>()
    // Taps and holds go with anything. The fingers pan, or they pinch and turn.
    var (still, pans) = ([GestureArena<Touch>.Entrant](), [GestureArena<Touch>.Entrant]())
    for fingers in 1...3 {
      var settings = TapGestureRecognizer.Settings.libinput
      settings.fingers = fingers
      still.append(arena.add(TapGestureRecognizer(settings)) { _ in .tap(fingers) })
    }
    let pinches = [
      arena.add(PinchGestureRecognizer(.libinput)) { _ in .pinch },
      arena.add(RotationGestureRecognizer(.init(fingers: 2...2))) { _ in .pinch },
    ]
    for fingers in 1...5 {
      // Measured: two fingers scroll after 1.5 mm of each, and each further finger adds 0.5 mm.
      let slop = fingers == 1 ? 1.3 : 0.5 + 0.5 * Double(fingers)
      let pan = PanGestureRecognizer.Settings(
        fingers == 1 ? .chromium : .libinput, fingers: fingers...fingers, slop: slop,
        axisLock: .libinput)
      pans.append(arena.add(PanGestureRecognizer(pan)) { .pan(fingers: $0.fingers) })
      guard fingers < 5 else { continue }
      var settings = LongPressGestureRecognizer.Settings.libinput
      settings.fingers = fingers
      // Measured: libinput's hold of one or two fingers begins after 40 ms, unless they move by the pan's slop.
      if fingers < 3 { settings.minimumDuration = 0.04 }
      settings.slop = slop
      still.append(arena.add(LongPressGestureRecognizer(settings)) { _ in .hold(fingers) })
    }
    arena.allow(still + pans)
    arena.allow(still + pinches)
    return arena
  }

  /// The frames of a row's gesture.
  private static func frames(of row: Table.Row) throws -> [TouchFrame] {
    let events = try events(of: row)
    var assembler = FrameAssembler(try Surface(ModelDevice.touchpad.description))
    return events.compactMap { assembler.feed($0) ? assembler.frame : nil }
  }

  private static func verdict(on frames: [TouchFrame]) -> Verdict {
    var arena = arena()
    var found: [GestureEvent<Touch>] = []
    for frame in frames { arena.feed(frame, into: &found) }
    var verdict = Verdict()
    for event in found {
      let name: String
      switch event.value {
      case .pan(fingers: 1): name = "motion"
      case .pan(fingers: 2): name = "scroll"
      case .pan(let fingers): name = "swipe\(fingers)"
      case .pinch: name = "pinch2"
      case .tap(let fingers): name = "tap\(fingers)"
      case .hold(let fingers): name = "hold\(fingers)"
      }
      guard event.phase == .began || name.hasPrefix("tap") else { continue }
      if !verdict.names.contains(name) { verdict.names.append(name) }
      if verdict.begin == nil, !name.hasPrefix("hold") {
        verdict.begin = (event.time - frames[0].time) * 1000
      }
    }
    return verdict
  }

  /// What our recognisers make of the gestures of which libinput makes something else, and why.
  private static let differences: [String: (ours: String, reason: String)] = {
    let hold = "libinput's threshold decreases when the fingers rest first"
    let swipe = "libinput 1.22 makes a swipe of every movement of three fingers"
    return [
      "motion-0.5": ("hold1", hold), "motion-1": ("hold1", hold),
      "swipe5-right-20": ("swipe5", "libinput counts at most four fingers"),
      "swipe3-stagger-0.05": (
        "scroll+swipe3",
        "with taps on, libinput takes a finger that has moved by 0.7 mm for one that rests"
      ),
      "rotate-6": ("hold2", "libinput has no angle to exceed: each finger has moved 1.9 mm"),
      "pinch3-0.5": ("none", swipe), "pinch3-1.4": ("hold3", swipe), "rotate3-60": ("none", swipe),
      "tap2-stagger-0.06": ("hold1", "the second finger lands when the first has begun a hold"),
    ]
  }()

  /// The documentation page with the agreement.
  private static var page: String {
    get throws {
      try String(
        contentsOf: Repository.root.appendingPathComponent(
          "Sources/Interactions/Interactions.docc/RunningToolkits.md"), encoding: .utf8)
    }
  }

  @Test func `make of a gesture what libinput makes of it`() throws {
    var agreed = 0
    for row in Self.rows {
      let outcome = Self.verdict(on: try Self.frames(of: row)).outcome
      let expected = Self.differences[row.text("name")]?.ours ?? row.text("outcome")
      #expect(outcome == expected, "\(row)")
      agreed += outcome == row.text("outcome") ? 1 : 0
    }
    let page = try Self.page
    #expect(page.contains("\(agreed) of \(Self.rows.count) gestures"), "\(agreed)")
    for (_, reason) in Self.differences.values { #expect(page.contains(reason), "\(reason)") }
  }

  /// What our recognisers make of gestures that people made, where libinput makes something else, and why.
  private static let differencesOfPeople: [String: (ours: String, reason: String)] = {
    let drift = "the hand drifts by 1.3 mm before the fingers have turned by 10°"
    let thumb = "a finger rests while another one scrolls, which libinput takes for a thumb"
    let before = "a finger moves before the other one lands, which our hold counts"
    let rested = "libinput's threshold decreases when the fingers rest first"
    return [
      "rotate_clockwise_2": ("scroll", drift), "rotate_counterclockwise_2": ("scroll", drift),
      "43ad-down": ("pinch2", thumb), "43ad-right": ("pinch2", thumb),
      "8251-tap2": ("none", before), "8fe9-tap2": ("none", before),
      "94a2-drag": ("hold1", rested), "0f55-move": ("hold1", rested),
      "8fe9-down": ("pinch2", "a finger sets out before the other one"),
      "8fe9-tap": ("motion", "a tap moves by 1.4 mm, of which libinput's hysteresis takes 0.25 mm"),
      "65e6-tap2": ("pinch2", "a finger jumps by 30 mm, which libinput discards"),
    ]
  }()

  @Test(.enabled(if: Repository.hasCorpus, Repository.absence))
  func `make of a recorded gesture what libinput makes of it`() throws {
    let rows = Repository.oracle("lab_libinput-corpus.csv").rows.filter {
      $0.text("kind") == "corpus"
    }
    var agreed = 0
    for row in rows {
      let name = row.text("name")
      let frames = try `Scrolls of people beside GTK`.frames(of: row)
      let outcome = Self.verdict(on: frames).outcome
      let expected = Self.differencesOfPeople[name]?.ours ?? row.text("outcome")
      #expect(outcome == expected, "\(row)")
      agreed += outcome == row.text("outcome") ? 1 : 0
    }
    let page = try Self.page
    #expect(page.contains("\(agreed) of \(rows.count) recorded gestures"), "\(agreed)")
    for (_, reason) in Self.differencesOfPeople.values { #expect(page.contains(reason)) }
  }

  /// Returns the mean displacement of the fingers in millimetres, from each frame to the last.
  private static func displacements(_ frames: [TouchFrame]) -> [(ms: Double, left: Vector)] {
    var result: [(Double, Vector)] = []
    var left = Vector.zero
    for (frame, next) in zip(frames, frames.dropFirst()).reversed() {
      let moved = frame.contacts.compactMap { contact in
        next.contacts.first { $0.id == contact.id }.map { $0.position - contact.position }
      }
      left += moved.reduce(.zero, +) / Double(max(moved.count, 1))
      result.append(((frame.time - frames[0].time) * 1000, left))
    }
    return result.reversed()
  }

  /// The unit of libinput's scrolls and unaccelerated swipes is `scroll-px`, 267.12 per inch.
  @Test(arguments: ["scroll", "swipe"])
  func `count libinput's pixels`(outcome: String) throws {
    var count = 0
    for row in Self.rows
    where row.text("outcome").hasPrefix(outcome) && !row.text("outcome").contains("+")
      // libinput cancels a swipe of five fingers, of which it counts four.
      && row.text("fingers") != "5"
    {
      let frames = try Self.frames(of: row)
      // The first event has the movement since the report before.
      let left = Self.displacements(frames).last { $0.ms < row.number("begin") - 1 }?.left
      var moved = try #require(left, "\(row)")
      // A scroll within 30° of an axis goes along it.
      if outcome == "scroll" {
        let tangent = 3.0.squareRoot()
        if abs(moved.x) > tangent * abs(moved.y) { moved.y = 0 }
        if abs(moved.y) > tangent * abs(moved.x) { moved.x = 0 }
      }
      let unit = 267.12 / 25.4
      // Half a unit of the touchpad.
      #expect(abs(row.number("movedX") - unit * moved.x) < 0.025 * unit, "\(row)")
      #expect(abs(row.number("movedY") - unit * moved.y) < 0.025 * unit, "\(row)")
      count += 1
    }
    #expect(count >= 8)
  }

  @Test func `begin with libinput's report, or the one before`() throws {
    var (count, close) = (0, 0)
    for row in Self.rows
    where ["scroll", "motion"].contains(row.text("outcome"))
      && Self.differences[row.text("name")] == nil
    {
      let begin = try #require(Self.verdict(on: try Self.frames(of: row)).begin, "\(row)")
      let reports = ((row.number("begin") - begin) / 1000 * row.number("rate")).rounded()
      count += 1
      close += reports == 0 || reports == 1 ? 1 : 0
      // With taps on, libinput lets fingers that have moved by less than 1.3 mm wait for 180 ms.
      let isLate = row.number("begin") > 180
      #expect((isLate ? -12...4 : -1...2).contains(reports), "\(reports) \(row)")
    }
    #expect(count > 50 && Double(close) > 0.85 * Double(count))
  }

  /// libinput's scale and angle count from the report before its pinch begins.
  @Test func `measure libinput's scales and angles`() throws {
    func line(_ frame: TouchFrame) -> Vector {
      frame.contacts[1].position - frame.contacts[0].position
    }
    var count = 0
    for row in Self.rows where row.text("outcome") == "pinch2" {
      let frames = try Self.frames(of: row).filter { $0.contacts.count == 2 }
      let before = try #require(
        frames.last { ($0.time - frames[0].time) * 1000 < row.number("begin") - 1 }, "\(row)")
      let (start, end) = (line(before), line(try #require(frames.last)))
      #expect(abs(row.number("endScale") - end.length / start.length) < 0.002, "\(row)")
      let angle = atan2(end.y, end.x) - atan2(start.y, start.x)
      #expect(abs(row.number("endAngle") - remainder(angle * 180 / .pi, 360)) < 0.2, "\(row)")
      // Each finger has moved 1.5 mm, and at most what it moves in a report.
      let moved = (start + line(frames[0]) * -1).length / 2
      #expect((1.5...1.85).contains(moved), "\(row) \(moved)")
      count += 1
    }
    #expect(count > 10)
  }
}
