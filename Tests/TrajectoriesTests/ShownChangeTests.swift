import Foundation
import PantographBase
import PantographTrajectories
import Testing

/// A sheet whose mistakes are known, computed here by its own formulas.
private struct Sheet {
  var axis = 1
  var slop = 10.0
  var factor = 1.0
  var lead = 0.0
  /// Beyond this, it goes `resistance` times as far.
  var limit = -1000.0
  var resistance = 0.3
  /// Seconds by which it is behind the finger, and the release.
  var delay = 0.0
  var wait = 0.0
  var opens = true
  var end = -400.0
  var carriesVelocity = true
  /// The share of the velocity that it carries.
  var velocityShare = 1.0
  /// The pixels by which it moves to and fro beside the finger.
  var tremble = 0.0
  var response = 0.4
  var damping = 0.8
  /// The stiffness, at a mass of 1 and a damping of 26 a second, of a spring that the page integrates frame by frame.
  var stiffness: Double?
  /// An ease-out of this many seconds instead of the spring, and its power.
  var ease: Double?
  var easePower = 2.0
  /// The power of the share that the scrim's opacity has.
  var power = 1.0
  /// A second movement after it has come to rest.
  var late: Double?

  /// The finger lands at 0.1 s and lifts at 0.495 s; it goes up 300 pixels, ever faster, and to the right, ever slower.
  static let landing = 0.1
  static let release = 0.495
  static func finger(_ time: Double) -> (x: Double, y: Double) {
    let share = min(max((time - landing) / 0.4, 0), 0.9875)
    return (120 * share * (2 - share), -300 * share * share)
  }

  private func dragged(_ time: Double) -> Double {
    let finger = Self.finger(time - delay)
    let way = axis == 1 ? finger.y : finger.x
    guard abs(way) >= slop else { return 0 }
    let offset = factor * way + lead + tremble * sin(way / 7)
    return offset < limit ? limit + resistance * (offset - limit) : offset
  }

  func offset(_ time: Double) -> Double {
    guard time >= Self.release else { return dragged(time) }
    let start = dragged(Self.release)
    // A page's animation begins with the first frame after the release, and a while later if it waits.
    let begin = 0.5 + wait
    guard time > begin else { return start }
    let target = opens ? end : 0
    let age = time - begin
    if let late, time > 1.6 { return late }
    if let ease {
      let share = min(age / ease, 1)
      return start + (target - start) * (1 - pow(1 - share, easePower))
    }
    if let stiffness {
      var (place, velocity) = (start - target, -300 * 2 * 0.9875 / 0.4 * velocityShare)
      for _ in 0..<Int((60 * age).rounded()) {
        velocity -= (stiffness * place + 26 * velocity) / 60
        place += velocity / 60
      }
      return target + place
    }
    let omega = 2 * Double.pi / response
    let turn = omega * (1 - damping * damping).squareRoot()
    let velocity = carriesVelocity ? -300 * 2 * 0.9875 / 0.4 * velocityShare : 0
    let from = start - target
    let sine = (velocity + damping * omega * from) / turn
    return target
      + exp(-damping * omega * age) * (from * cos(turn * age) + sine * sin(turn * age))
  }

  /// Its offset and the scrim's opacity in the frames of two and a half seconds, as a browser rounds them.
  var table: ResultTable {
    var table = ResultTable()
    for frame in 0...150 {
      let seconds = Double(frame) / 60
      let time = Timestamp(microseconds: Int64((seconds * 1e6).rounded()))
      let offset = offset(seconds)
      let share = min(max(offset / -400, 0), 1)
      table.add((offset * 1000).rounded() / 1000, to: "sheet.y", at: time)
      table.add(0.6 * pow(share, power), to: "scrim.opacity", at: time)
    }
    return table
  }

  static var track: FingerTrack {
    func time(_ seconds: Double) -> Timestamp {
      Timestamp(microseconds: Int64((seconds * 1e6).rounded()))
    }
    var x = ResultTable.Column(name: "x")
    var y = ResultTable.Column(name: "y")
    for step in 0...79 {
      let seconds = landing + 0.005 * Double(step)
      let place = finger(seconds)
      x.points.append(.init(time: time(seconds), value: 200 + place.x))
      y.points.append(.init(time: time(seconds), value: 700 + place.y))
    }
    let gesture = GestureSpan(landing: time(landing), release: time(release), end: time(2.5))
    return FingerTrack(gestures: [gesture], x: x, y: y, unit: "px", scale: 6.3)
  }
}

/// What is said of a page that has changed.
@Suite("A change of what is shown") struct ShownChangeTests {
  private func diagnosis(
    _ before: Sheet = Sheet(), _ change: (inout Sheet) -> Void
  ) -> ShownChange? {
    var sheet = before
    change(&sheet)
    let compared = ComparedTables(
      of: sheet.table, expecting: before.table, within: Tolerances(every: Tolerance(value: 0.0005)))
    return compared.diagnosis(of: Sheet.track)
  }

  @Test func `is none of a page that is the same`() {
    #expect(diagnosis { _ in } == nil)
  }

  /// The numbers follow from the sheet's formulas: the sheet first moves at 0.1833 s, when the
  /// finger is 46.6 pixels from where it landed, or at 0.2333 s, when it is 74.5.
  @Test func `names what has changed while the finger moves`() {
    let sheet = "sheet.y (also scrim.opacity) "
    #expect(
      diagnosis { $0.factor = 0.5 }?.sentence
        == sheet + "moves 50 % as far as before with the finger")
    #expect(
      diagnosis { $0.slop = 30 }?.sentence
        .hasSuffix(" begins after 75 px of the finger instead of 47") ?? false,
      "\(diagnosis { $0.slop = 30 }?.sentence ?? "")")
    #expect(
      diagnosis { $0.axis = 0 }?.sentence
        .hasSuffix(" follows the finger along x instead of y") ?? false)
    #expect(
      diagnosis { $0.lead = -40 }?.sentence
        == sheet + "is 40 ahead of what it was, from its first movement on")
    // It moves a frame earlier, too, after 10 px of the finger instead of 19.
    let jump = diagnosis(Sheet(slop: 1)) { ($0.slop, $0.lead) = (0.1, -40) }?.sentence ?? ""
    #expect(jump.contains(" ahead of what it was, from its first movement on"), "\(jump)")
    #expect(
      diagnosis { $0.delay = 0.05 }?.sentence
        == sheet + "is 50 ms late with the finger")
    let bounded = Sheet(limit: -200)
    #expect(
      diagnosis(bounded) { $0.resistance = 0 }?.sentence
        .contains(" stops at −200") ?? false)
    #expect(
      diagnosis(bounded) { $0.resistance = 0.6 }?.sentence
        .contains(" % as far as before beyond −") ?? false)
    #expect(diagnosis { $0.factor = -1 }?.kind == .direction)
    #expect(
      diagnosis {
        $0.factor = 0; $0.opens = false; $0.carriesVelocity = false
      }?.sentence.contains("does not move any more") ?? false)
  }

  /// A dot lights up at the release, a frame before the sheet turns back, and a gauge is rounded otherwise
  /// from the first move on: it is the sheet that a finger has taken elsewhere.
  @Test func `leads with what follows the finger, and not with what nobody sees`() throws {
    func table(opens: Bool, roundedBy rounding: Double) -> ResultTable {
      var table = ResultTable()
      let sheet = Sheet(opens: opens).table
      for (index, point) in sheet.columns[0].points.enumerated() {
        let isLit = opens && point.time.seconds >= Sheet.release
        table.add(isLit ? 1 : 0.2, to: "dot.opacity", at: point.time)
        table.add(sheet.columns[1].points[index].value + rounding, to: "gauge", at: point.time)
        table.add(point.value, to: "sheet.y", at: point.time)
      }
      return table
    }
    func diagnosis(roundedBy rounding: Double, opens: Bool) -> ShownChange? {
      ComparedTables(
        of: table(opens: opens, roundedBy: rounding), expecting: table(opens: true, roundedBy: 0),
        within: Tolerances(every: Tolerance(value: 0.0001))
      ).diagnosis(of: Sheet.track)
    }
    let turned = try #require(diagnosis(roundedBy: 0.0004, opens: false)?.sentence)
    #expect(turned.hasPrefix("sheet.y (also gauge) goes back to 0"), "\(turned)")
    // A difference that is the only one is told all the same.
    let rounded = try #require(diagnosis(roundedBy: 0.0004, opens: true)?.sentence)
    #expect(rounded.hasPrefix("only gauge is"), "\(rounded)")
  }

  /// A dot lights up at the release; the sheet, which the finger has moved, is elsewhere 0.1 s later, or a little more.
  @Test(arguments: [(0.595, "sheet.y"), (0.596, "dot.opacity")])
  func `takes what begins within a tenth of a second for decided at the release`(
    start: Double, lead: String
  ) throws {
    func table(isChanged: Bool) -> ResultTable {
      var table = ResultTable()
      let frames = (0...100).map { Double($0) / 50 }
      for seconds in (frames + [0.494, Sheet.release, start - 0.001, start]).sorted() {
        let time = Timestamp(microseconds: Int64((seconds * 1e6).rounded()))
        let offset = seconds < Sheet.release ? Sheet().offset(seconds) : -200
        table.add(
          isChanged && seconds >= Sheet.release ? 1 : 0, to: "dot.opacity", at: time)
        table.add(isChanged && seconds >= start ? -100 : offset, to: "sheet.y", at: time)
      }
      return table
    }
    let change = ComparedTables(
      of: table(isChanged: true), expecting: table(isChanged: false),
      within: Tolerances(every: Tolerance(value: 0.0005))
    ).diagnosis(of: Sheet.track)
    #expect(change?.column == lead, "\(change?.sentence ?? "")")
  }

  /// A meter from 0 to 1 is off from the start on, by less than anybody sees or by more.
  @Test(arguments: [(0.0009, "sheet.y"), (0.0011, "meter")])
  func `sees a thousandth of what a column covers`(error: Double, lead: String) {
    func table(_ error: Double, _ sheet: Sheet) -> ResultTable {
      var table = ResultTable()
      for point in sheet.table.columns[0].points {
        table.add(point.value, to: "sheet.y", at: point.time)
        table.add((point.time.seconds < 1 ? 0 : 1) + error, to: "meter", at: point.time)
      }
      return table
    }
    let change = ComparedTables(
      of: table(error, Sheet(end: -360)), expecting: table(0, Sheet()),
      within: Tolerances(every: Tolerance(value: 0.0001))
    ).diagnosis(of: Sheet.track)
    #expect(change?.column == lead, "\(change?.sentence ?? "")")
  }

  /// The sheet lies 20 pixels lower, and does what it did.
  @Test func `names another start`() {
    var lower = Sheet().table
    for index in lower.columns[0].points.indices { lower.columns[0].points[index].value += 20 }
    let compared = ComparedTables(
      of: lower, expecting: Sheet().table, within: Tolerances(every: Tolerance(value: 0.0005)))
    #expect(
      compared.diagnosis(of: Sheet.track)?.sentence
        == "only sheet.y is 20 instead of 0 before any finger lands")
  }

  @Test func `names what has changed at the release`() {
    let sheet = "sheet.y (also scrim.opacity) "
    let back = diagnosis { $0.opens = false }?.sentence ?? ""
    let beginning =
      sheet + "goes back to 0 instead of on to −400 when the finger lifts after 316 px at "
    // By its formula, the finger has 1481 px/s there; the last report is 5 ms old.
    #expect(back.hasPrefix(beginning) && back.hasSuffix(" px/s"), "\(back)")
    let speed = Double(back.dropFirst(beginning.count).prefix { $0.isNumber }) ?? 0
    #expect(abs(speed / 1481 - 1) < 0.02, "\(back)")
    #expect(
      diagnosis { $0.carriesVelocity = false }?.sentence
        == sheet + "loses the finger's velocity at the release: 0 a second instead of −1481")
    #expect(
      diagnosis { $0.wait = 0.1 }?.sentence
        .hasSuffix(" begins 122 ms after the release instead of 22 ms") ?? false)
    #expect(
      diagnosis { $0.end = -360 }?.sentence.hasSuffix(" ends at −360 instead of −400") ?? false)
  }

  /// The page closes where it opened before, after the first of two gestures and after the second.
  @Test(arguments: [1, 2])
  func `names the gesture of several after which it goes elsewhere`(number: Int) {
    var track = Sheet.track
    let gesture = track.gestures[0]
    let other =
      number == 1
      ? GestureSpan(landing: gesture.end, release: gesture.end, end: gesture.end)
      : GestureSpan(
        landing: Timestamp(microseconds: 0), release: Timestamp(microseconds: 50_000),
        end: gesture.landing)
    track.gestures.insert(other, at: number == 1 ? 1 : 0)
    let compared = ComparedTables(
      of: Sheet(opens: false).table, expecting: Sheet().table,
      within: Tolerances(every: Tolerance(value: 0.0005)))
    let sentence = compared.diagnosis(of: track)?.sentence ?? ""
    #expect(
      sentence.contains(" when the finger of gesture \(number) lifts after 316 px"), "\(sentence)")
  }

  /// The finger lands again between two frames, and takes it along by 50 pixels a frame.
  @Test func `does not take the next movement for an end`() {
    var track = Sheet.track
    let landing = Timestamp(microseconds: 2_455_000)
    track.gestures[0].end = landing
    track.gestures.append(GestureSpan(landing: landing, release: landing, end: landing))
    func table(_ sheet: Sheet) -> ResultTable {
      var table = ResultTable()
      for point in sheet.table["sheet.y"]?.points ?? [] {
        let moved = point.time < landing ? 0 : 3000 * (point.time - landing)
        table.add(point.value + moved, to: "sheet.y", at: point.time)
      }
      return table
    }
    let compared = ComparedTables(
      of: table(Sheet(opens: false)), expecting: table(Sheet()),
      within: Tolerances(every: Tolerance(value: 0.0005)))
    let sentence = compared.diagnosis(of: track)?.sentence ?? ""
    #expect(sentence.contains("goes back to 0 instead of on to −400"), "\(sentence)")
  }

  @Test func `names how it gets to its end`() {
    let spring = diagnosis { $0.response = 0.6 }?.sentence ?? ""
    #expect(
      spring.hasSuffix(
        " follows another spring after the release: response 0.60 s instead of 0.40 s"))
    #expect(
      diagnosis { $0.damping = 0.5 }?.sentence
        .contains("damping ratio 0.50 instead of 0.80") ?? false)
    let eased = Sheet(ease: 0.3)
    #expect(
      diagnosis(eased) { $0.ease = 0.6 }?.sentence
        .hasSuffix(" takes 2.00 times as long after the release") ?? false)
    #expect(diagnosis { $0.ease = 0.3 }?.kind == .curve)
    // A quarter to three quarters of a quadratic take 1.31 times as long as those of a cubic, and all of it the same.
    for powers in [(2.0, 3.0), (3, 2), (3, 4)] {
      #expect(
        diagnosis(Sheet(ease: 0.3, easePower: powers.0)) { $0.easePower = powers.1 }?.sentence
          == "sheet.y (also scrim.opacity) takes another curve to the same end after the release")
    }
    #expect(
      diagnosis { $0.late = -380 }?.sentence
        .hasSuffix(" moves again at 1.617 s after it had come to rest, to −380") ?? false)
    #expect(
      diagnosis { $0.power = 2 }?.sentence
        == "only scrim.opacity takes another curve between the same ends")
  }

  /// The steps of such a page are those of another spring, without error: of z² − (2 − c/60 − k/3600) z + 1 − c/60 = 0, k = 260
  /// has a response of 0.3390 s and a damping ratio of 0.919, k = 240 has 0.3530 s and 0.957.
  @Test func `tells a spring that is a little softer from another velocity`() throws {
    let page = Sheet(stiffness: 260)
    let softer = try #require(diagnosis(page) { $0.stiffness = 240 })
    #expect(
      softer.sentence.hasSuffix(
        " follows another spring after the release: response 0.353 s and damping ratio 0.957"
          + " instead of 0.339 s and 0.919"), "\(softer.sentence)")
    #expect(diagnosis(page) { $0.velocityShare = 0.8 }?.kind == .velocity)
  }

  /// 5 %, and what two decimals would not tell apart.
  @Test func `gives springs that are close to each other a third decimal`() {
    for (now, words) in [(0.43, "0.43 s instead of 0.40 s"), (0.415, "0.415 s instead of 0.400 s")]
    {
      let change = diagnosis { $0.response = now }?.sentence ?? ""
      #expect(change.hasSuffix(": response \(words)"), "\(change)")
    }
    let shaky = Sheet(response: 0.07, damping: 0.06)
    let change = diagnosis(shaky) { $0.damping = 0.064 }?.sentence ?? ""
    #expect(change.hasSuffix(": damping ratio 0.064 instead of 0.060"), "\(change)")
  }

  /// All of the sheet lies 20 pixels lower, and ends so: it does not end otherwise.
  @Test func `does not take another place for another end`() throws {
    func table(startingAt start: Double, endingAt end: Double) -> ResultTable {
      var table = ResultTable()
      for frame in 0...100 {
        let seconds = Double(frame) * 0.02
        let share = min(max(seconds - 0.5, 0), 1)
        table.add(
          start + (end - start) * share, to: "sheet.y",
          at: Timestamp(microseconds: Int64((seconds * 1e6).rounded())))
      }
      return table
    }
    func change(_ start: Double, _ end: Double) throws -> ShownChange {
      var track = Sheet.track
      track.gestures[0].landing = Timestamp(microseconds: 0)
      return try #require(
        ComparedTables(
          of: table(startingAt: start, endingAt: end),
          expecting: table(startingAt: 600, endingAt: 200),
          within: Tolerances(every: Tolerance(value: 0.0005))
        ).diagnosis(of: track))
    }
    let lower = try change(620, 220)
    #expect(lower.kind == .start && !lower.endsOtherwise, "\(lower)")
    let closed = try change(620, 620)
    #expect(closed.kind == .start && closed.endsOtherwise, "\(closed)")
  }

  /// A slider moves in steps, so that no value of it is a multiple of another slider's.
  @Test func `knows what moves in steps`() {
    func steps(of length: Double, _ factor: Double = 1) -> ResultTable {
      var table = ResultTable()
      for frame in 0...150 {
        let seconds = Double(frame) / 60
        let way = factor * Sheet.finger(seconds).y
        table.add(
          (way / length).rounded() * length, to: "handle.y",
          at: Timestamp(microseconds: Int64((seconds * 1e6).rounded())))
      }
      return table
    }
    func change(_ table: ResultTable, since former: ResultTable) -> String {
      ComparedTables(
        of: table, expecting: former, within: Tolerances(every: Tolerance(value: 0.0005))
      ).diagnosis(of: Sheet.track)?.sentence ?? ""
    }
    #expect(
      change(steps(of: 50), since: steps(of: 20))
        == "handle.y moves in steps of 50 instead of 20")
    let half = change(steps(of: 20, 0.5), since: steps(of: 20))
    #expect(half.hasSuffix(" % as far as before with the finger"), "\(half)")
    // A touch surface has steps, too, far smaller ones.
    let fine = change(steps(of: 0.3, 0.5), since: steps(of: 0.3))
    #expect(fine == "handle.y moves 50 % as far as before with the finger", "\(fine)")
  }

  /// A row makes room while the finger goes on: 64 pixels, as soon as the finger has moved 40, by an ease-out of 0.12 s.
  @Test func `knows what a finger sets off`() {
    func row(after distance: Double = 40, in duration: Double = 0.12, easesIn: Bool = false)
      -> ResultTable
    {
      // The finger has moved `distance` upwards at this time.
      let begin = Sheet.landing + 0.4 * (distance / 300).squareRoot()
      var table = ResultTable()
      for frame in 0...150 {
        let seconds = Double(frame) / 60
        let share = min(max((seconds - begin) / duration, 0), 1)
        table.add(
          64 * (easesIn ? pow(share, 3) : 1 - pow(1 - share, 3)), to: "row.y",
          at: Timestamp(microseconds: Int64((seconds * 1e6).rounded())))
      }
      return table
    }
    func change(_ table: ResultTable) -> String {
      ComparedTables(
        of: table, expecting: row(), within: Tolerances(every: Tolerance(value: 0.0005))
      ).diagnosis(of: Sheet.track)?.sentence ?? ""
    }
    let slow = change(row(in: 0.24))
    // Seven frames and fourteen say it to 1 %.
    #expect(["1.99", "2.00", "2.01"].contains { slow.hasPrefix("row.y takes \($0)") }, "\(slow)")
    #expect(slow.hasSuffix(" times as long while the finger moves"), "\(slow)")
    #expect(
      change(row(easesIn: true))
        == "row.y takes another curve to the same place while the finger moves")
    let late = change(row(after: 90))
    #expect(late.hasPrefix("row.y begins ") && late.contains(" ms later, after "), "\(late)")
  }

  /// On both sides of each limit.
  @Test func `is judged by limits that are what they say`() {
    // Within 2 % of 300 pixels, a sheet that moves 2 pixels to and fro beside it is the same; with 9, it is not.
    #expect(
      diagnosis {
        $0.factor = 0.5; $0.tremble = 2
      }?.kind == .scale)
    #expect(
      diagnosis {
        $0.factor = 0.5; $0.tremble = 9
      }?.kind == .path)
    // Of a velocity, 15 % are left: a velocity of 0.12 of 1481 is lost, 0.18 is another one.
    for (share, words) in [(0.12, "loses the finger's"), (0.18, "leaves the finger at another")] {
      let sentence = diagnosis { $0.velocityShare = share }?.sentence ?? ""
      #expect(sentence.contains("\(words) velocity"), "\(sentence)")
    }
    // A frame later is at once, two are a wait.
    #expect(diagnosis { $0.wait = 1.0 / 60 }?.kind != .wait)
    #expect(diagnosis { $0.wait = 2.0 / 60 }?.kind == .wait)
    // If both have changed, what explains the course better is named.
    #expect(
      diagnosis {
        $0.response = 0.375; $0.carriesVelocity = false
      }?.kind == .velocity)
    #expect(
      diagnosis {
        $0.response = 0.3; $0.velocityShare = 0.95
      }?.kind == .curve)
    // A duration within 5 % is another curve; 8 % is another pace.
    let eased = Sheet(ease: 0.5)
    #expect(diagnosis(eased) { $0.ease = 0.515 }?.kind == .curve)
    #expect(diagnosis(eased) { $0.ease = 0.55 }?.kind == .pace)
    // What is late by half a frame to 200 ms is late; beyond, it is another movement.
    #expect(diagnosis { $0.delay = 0.2 }?.kind == .delay)
    #expect(diagnosis { $0.delay = 0.25 }?.kind != .delay)
  }

  /// A difference of 0.4 % is shown as such, and pixels of 10³⁰⁰ have an exponent.
  @Test func `has digits enough, and not too many`() throws {
    #expect(
      diagnosis { $0.factor = 1.004 }?.sentence.contains("moves 100.40 % as far") ?? false,
      "\(diagnosis { $0.factor = 1.004 }?.sentence ?? "")")
    var (before, now) = (Sheet().table, Sheet(opens: false).table)
    for index in before.columns[0].points.indices {
      before.columns[0].points[index].value *= 1e300
      now.columns[0].points[index].value *= 1e300
    }
    let compared = ComparedTables(
      of: now, expecting: before, within: Tolerances(every: Tolerance(value: 0.0005)))
    let sentence = try #require(compared.diagnosis(of: Sheet.track)?.sentence)
    #expect(sentence.contains("-4e+302"), "\(sentence)")
    #expect(sentence.utf8.count < 200, "\(sentence)")
  }

  /// Two cases of the same change are one line, with its number if they share it.
  @Test func `says what cases have in common`() throws {
    let half = try #require(diagnosis { $0.factor = 0.5 })
    let third = try #require(diagnosis { $0.factor = 0.3 })
    let spring = try #require(diagnosis { $0.response = 0.6 })
    #expect(
      ShownChange.overview([half, spring, half], of: 4)
        == [
          "2 of 4 cases: sheet.y (also scrim.opacity) moves 50 % as far as before with the finger"
        ])
    #expect(
      ShownChange.overview([half, third], of: 2)
        == ["all 2 cases: sheet.y (also scrim.opacity) moves less far with the finger"])
    #expect(ShownChange.overview([half, spring], of: 2) == [])
  }
}

/// How a finger lifts, after 40 units at a constant speed and some time at rest.
@Suite("The lift of a finger") struct FingerLiftTests {
  /// A report each 8 ms, as of a touchpad of 125 Hz.
  private func lift(
    at speed: Double, after rest: Double, of unit: String, scale: Double, isCutOff: Bool = false
  ) throws -> FingerTrack.Lift {
    func time(_ seconds: Double) -> Timestamp {
      Timestamp(microseconds: Int64((seconds * 1e6).rounded()))
    }
    let duration = 40 / speed
    var x = ResultTable.Column(name: "x")
    var y = ResultTable.Column(name: "y")
    for seconds in stride(from: 0, through: duration + rest, by: 0.008) {
      x.points.append(.init(time: time(seconds), value: min(speed * seconds, 40)))
      y.points.append(.init(time: time(seconds), value: 7))
    }
    var gesture = GestureSpan(
      landing: time(0), release: time(duration + rest), end: time(duration + rest + 1))
    gesture.wasCutOff = isCutOff
    let track = FingerTrack(gestures: [gesture], x: x, y: y, unit: unit, scale: scale)
    return try #require(track.lift(of: gesture))
  }

  @Test func `has its distance and speed, at rest or cut off`() throws {
    #expect(try lift(at: 100, after: 0, of: "px", scale: 6.3).words == "40 px at 100 px/s")
    #expect(try lift(at: 100, after: 0.3, of: "px", scale: 6.3).words == "40 px, at rest")
    #expect(
      try lift(at: 100, after: 0, of: "px", scale: 6.3, isCutOff: true).words == "40 px, cut off")
  }

  /// A finger rests below 1 mm/s, whatever the unit: 6 px/s are 0.95 mm/s, 8 px/s are 1.27.
  @Test func `is at rest below a millimetre a second in every unit`() throws {
    #expect(try lift(at: 6, after: 0, of: "px", scale: 6.3).words == "40 px, at rest")
    #expect(try lift(at: 8, after: 0, of: "px", scale: 6.3).words == "40 px at 8 px/s")
    #expect(try lift(at: 4, after: 0, of: "mm", scale: 1).words == "40 mm at 4 mm/s")
  }
}
