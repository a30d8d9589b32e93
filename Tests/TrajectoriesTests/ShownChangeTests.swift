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
  var response = 0.4
  var damping = 0.8
  /// An ease-out of this many seconds instead of the spring.
  var ease: Double?
  /// The power of the way that the scrim's opacity has.
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
    let offset = factor * way + lead
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
      return start + (target - start) * (1 - (1 - share) * (1 - share))
    }
    let omega = 2 * Double.pi / response
    let turn = omega * (1 - damping * damping).squareRoot()
    let velocity = carriesVelocity ? -300 * 2 * 0.9875 / 0.4 : 0
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
    return FingerTrack(gestures: [gesture], x: x, y: y, unit: "px")
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
    let both = " (also scrim.opacity)"
    #expect(
      diagnosis { $0.factor = 0.5 }?.sentence
        == "sheet.y moves 0.50 times as far with the finger" + both)
    #expect(
      diagnosis { $0.slop = 30 }?.sentence
        .hasPrefix("sheet.y begins after 75 px of the finger instead of 47") ?? false,
      "\(diagnosis { $0.slop = 30 }?.sentence ?? "")")
    #expect(
      diagnosis { $0.axis = 0 }?.sentence
        .hasPrefix("sheet.y follows the finger along x instead of y") ?? false)
    #expect(
      diagnosis { $0.lead = -40 }?.sentence
        == "sheet.y is 40 ahead of what it was, from its first movement on" + both)
    #expect(
      diagnosis { $0.delay = 0.05 }?.sentence
        == "sheet.y is 50 ms late with the finger" + both)
    let bounded = Sheet(limit: -200)
    #expect(
      diagnosis(bounded) { $0.resistance = 0 }?.sentence
        .hasPrefix("sheet.y stops at −200") ?? false)
    #expect(
      diagnosis(bounded) { $0.resistance = 0.6 }?.sentence
        .contains(" times as far beyond −") ?? false)
    #expect(diagnosis { $0.factor = -1 }?.kind == .direction)
    #expect(
      diagnosis {
        $0.factor = 0; $0.opens = false; $0.carriesVelocity = false
      }?.sentence.contains("does not move any more") ?? false)
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
    let both = " (also scrim.opacity)"
    #expect(
      diagnosis { $0.opens = false }?.sentence
        == "sheet.y goes back to 0 instead of on to −400 at the release (the finger went 316 px and"
        + " lifted at 1333 px/s)" + both)
    #expect(
      diagnosis { $0.carriesVelocity = false }?.sentence
        == "sheet.y loses the finger's velocity at the release: 0 a second instead of −1481"
        + both)
    #expect(
      diagnosis { $0.wait = 0.1 }?.sentence
        .hasPrefix("sheet.y begins 122 ms after the release instead of 22 ms") ?? false)
    #expect(
      diagnosis { $0.end = -360 }?.sentence.hasPrefix("sheet.y ends at −360 instead of −400")
        ?? false)
  }

  @Test func `names how it gets to its end`() {
    let spring = diagnosis { $0.response = 0.6 }?.sentence ?? ""
    #expect(
      spring.hasPrefix(
        "sheet.y follows another spring after the release: response 0.60 s instead of 0.40 s"))
    #expect(
      diagnosis { $0.damping = 0.5 }?.sentence
        .contains("damping ratio 0.50 instead of 0.80") ?? false)
    let eased = Sheet(ease: 0.3)
    #expect(
      diagnosis(eased) { $0.ease = 0.6 }?.sentence
        .hasPrefix("sheet.y takes 2.00 times as long after the release") ?? false)
    #expect(diagnosis { $0.ease = 0.3 }?.kind == .curve)
    #expect(
      diagnosis { $0.late = -380 }?.sentence
        .hasPrefix("sheet.y moves again at 1.617 s after it had come to rest, to −380") ?? false)
    #expect(
      diagnosis { $0.power = 2 }?.sentence
        == "only scrim.opacity takes another way between the same ends")
  }

  /// Two cases of the same change are one line, with its number if they share it.
  @Test func `says what cases have in common`() throws {
    let half = try #require(diagnosis { $0.factor = 0.5 })
    let third = try #require(diagnosis { $0.factor = 0.3 })
    let spring = try #require(diagnosis { $0.response = 0.6 })
    #expect(
      ShownChange.overview([half, spring, half], of: 4)
        == ["2 of 4 cases: sheet.y moves 0.50 times as far with the finger (also scrim.opacity)"])
    #expect(
      ShownChange.overview([half, third], of: 2)
        == ["all 2 cases: sheet.y moves less far with the finger (also scrim.opacity)"])
    #expect(ShownChange.overview([half, spring], of: 2) == [])
  }
}
