import Foundation
import PantographBase
import PantographInteractions
import PantographTestSupport
import PantographTouchScripts
import PantographTouches
import PantographTraces
import Testing

import PantographTuning

@Suite struct `A what-if replay` {
  /// A pan to the right that finishes beyond half of the distance.
  private static func interaction(distance: Double) throws -> Interaction {
    try Interaction(
      parsing: Array(
        """
        {
          "version": 1,
          "gesture": { "pan": { "fingers": 1, "slop": { "mm": 0.5 } } },
          "progress": { "toward": "right", "distance": { "mm": \(distance) } },
          "rule": { "fractionAbove": 0.5 },
          "animation": {
            "duration": 0.5, "properties": [{ "name": "offset", "from": 0, "to": 320 }]
          },
          "rate": 120
        }
        """.utf8))
  }

  /// A touchpad of 100 mm × 65 mm.
  private static func surface() throws -> Surface {
    let path = Repository.recordings.appendingPathComponent("touchpad-flick/recording.yml").path
    var recording = try RecordingStream(path)
    _ = try recording.readBatch()
    return try recording.surface()
  }

  /// The effect of each variant of frames on touches.
  private static func rows(
    _ touches: [TouchFrame], distance: Double,
    _ variants: [WhatIfVariant] = WhatIfVariant.all.filter { $0.group != .drops }
  ) throws -> (gestures: [JudgedGesture], rows: [WhatIfResult.Row]) {
    let (interaction, surface) = (try interaction(distance: distance), try surface())
    func gestures(_ variant: WhatIfVariant?) -> [JudgedGesture] {
      let driver = WhatIfDriver(
        interaction, variant, seed: 1, start: touches[0].time, on: surface, explains: variant == nil
      )
      for frame in touches { driver.feed(frame) }
      return driver.finish()
    }
    let before = gestures(nil)
    return (
      before, variants.map { WhatIfResult.Row($0, of: before, now: gestures($0)) }
    )
  }

  /// 1 mm every 8 ms to the right from 20 mm on, and a lift some milliseconds after the last report.
  private static func stroke(_ millimetres: Int, restsFor rest: Int, lift: Double) -> [TouchFrame] {
    var script = (0...millimetres).map { "\($0 * 8) 1:\(20 + $0),30" }
    let last = millimetres * 8
    script += stride(from: 8, through: rest, by: 8).map { "\(last + $0) 1:\(20 + millimetres),30" }
    script.append("\(lift)")
    return frames(script.joined(separator: "\n"))
  }

  @Test func `keeps the outcome of a clear release`() throws {
    // 40 mm of 45, and a rest: 0.8 times that is 32, and half of the distance and the slop 23.
    let (gestures, rows) = try Self.rows(
      Self.stroke(40, restsFor: 160, lift: 488), distance: 45)
    #expect(gestures.map(\.outcome) == [.finish])
    for row in rows {
      #expect(row.same == 1 && row.changes.isEmpty && row.new.isEmpty, "\(row.variant.name)")
    }
  }

  @Test
  func `flips a release under scales beyond its margin, and under nothing else`()
    throws
  {
    // 20 mm without the slop of 0.5 mm are 3 mm short of half of 45: 1.15 times as far is far enough, and
    // five deviations of the greatest noise are not.
    let (gestures, rows) = try Self.rows(
      Self.stroke(20, restsFor: 160, lift: 328), distance: 45)
    #expect(gestures.map(\.outcome) == [.cancel])
    #expect(abs((gestures[0].nearest?.change ?? 0) - 3) < 1e-6)
    for row in rows {
      let flips = ["scale-1.25", "scale-2"].contains(row.variant.name)
      #expect(row.count(.cancelToFinish) == (flips ? 1 : 0), "\(row.variant.name)")
      #expect(row.same == (flips ? 0 : 1), "\(row.variant.name)")
    }
    #expect(rows.count { $0.count(.cancelToFinish) == 1 } == 2)
    // On both sides of 1.15.
    let near = try Self.rows(
      Self.stroke(20, restsFor: 160, lift: 328), distance: 45,
      [1.14, 1.16].map { WhatIfVariant(.scale(factor: $0)) })
    #expect(near.rows.map(\.same) == [1, 0])
  }

  @Test func `flips a release under the sensor that does not see its end`() throws {
    // 12 mm in 96 ms, and a lift at 99 ms. At 30 Hz the last sample before that is at 66.7 ms, where it has
    // moved 8.33 mm; at 60 Hz at 83.3 ms and 10.4 mm. Half of the distance and the slop are 10 mm.
    let (gestures, rows) = try Self.rows(Self.stroke(12, restsFor: 0, lift: 99), distance: 19)
    #expect(gestures.map(\.outcome) == [.finish])
    for row in rows where row.variant.group == .reports || row.variant.group == .frames {
      let flips = row.variant.name == "reports-30"
      #expect(row.count(.finishToCancel) == (flips ? 1 : 0), "\(row.variant.name)")
      #expect(row.same == (flips ? 0 : 1), "\(row.variant.name)")
    }
    // 0.8 times 12 mm are 9.6.
    #expect(rows.first { $0.variant.name == "scale-0.8" }?.count(.finishToCancel) == 1)
    #expect(rows.first { $0.variant.name == "scale-1.25" }?.same == 1)
  }

  @Test func `loses a gesture that becomes too small`() throws {
    // 0.6 mm are a pan, 0.8 times that are not, as the slop is 0.5 mm.
    let touches = frames("0 1:20,30\n8 1:20.6,30\n16 1:20.6,30\n200")
    let (gestures, rows) = try Self.rows(touches, distance: 45)
    #expect(gestures.count == 1)
    #expect(rows.first { $0.variant.name == "scale-0.8" }?.count(.lost) == 1)
    #expect(rows.first { $0.variant.name == "scale-1.25" }?.same == 1)
    let smaller = frames("0 1:20,30\n8 1:20.45,30\n16 1:20.45,30\n200")
    let (none, others) = try Self.rows(smaller, distance: 45)
    #expect(none.isEmpty)
    #expect(others.first { $0.variant.name == "scale-0.8" }?.count(.new) == 0)
    #expect(others.first { $0.variant.name == "scale-1.25" }?.count(.new) == 1)
  }

  // MARK: Which gesture is which

  private static func gesture(_ landed: Int64, _ ended: Int64) -> JudgedGesture {
    JudgedGesture(
      number: 1, landed: Timestamp(microseconds: landed), began: Timestamp(microseconds: ended),
      ended: Timestamp(microseconds: ended), outcome: .finish, target: 1)
  }

  @Test(
    arguments: [
      // The same, a little later.
      ([(0, 10), (20, 30)], [(2, 12), (21, 33)], ["0-0", "1-1"]),
      // One is missing: at the start, in the middle, at the end.
      ([(0, 10), (20, 30), (40, 50)], [(20, 30), (40, 50)], ["0-", "1-0", "2-1"]),
      ([(0, 10), (20, 30), (40, 50)], [(0, 10), (40, 50)], ["0-0", "1-", "2-1"]),
      ([(0, 10), (20, 30), (40, 50)], [(0, 10), (20, 30)], ["0-0", "1-1", "2-"]),
      // One is new.
      ([(20, 30)], [(0, 10), (20, 30), (40, 50)], ["-0", "0-1", "-2"]),
      // One is two: it is the one that it shares more time with.
      ([(0, 30)], [(0, 8), (10, 30)], ["-0", "0-1"]),
      ([(0, 30)], [(0, 20), (22, 30)], ["0-0", "-1"]),
      // Two are one.
      ([(0, 8), (10, 30)], [(0, 30)], ["0-", "1-0"]),
      // To share an instant is enough; to miss each other by one is not.
      ([(0, 10)], [(10, 20)], ["0-0"]), ([(0, 10)], [(11, 20)], ["0-", "-0"]),
      ([(11, 20)], [(0, 10)], ["-0", "0-"]), ([], [], []),
    ] as [([(Int64, Int64)], [(Int64, Int64)], [String])])
  func `matches gestures that overlap in time`(
    before: [(Int64, Int64)], now: [(Int64, Int64)], pairs: [String]
  ) {
    let found = GesturePairing.pairs(
      before.map { Self.gesture($0.0, $0.1) }, now.map { Self.gesture($0.0, $0.1) })
    #expect(
      found.map { "\($0.map(String.init) ?? "")-\($1.map(String.init) ?? "")" } == pairs)
  }

  @Test func `reports how a gesture differs`() {
    func row(_ old: (Decision.Outcome, Double), _ new: (Decision.Outcome, Double))
      -> WhatIfResult.Row
    {
      var (before, now) = (Self.gesture(0, 10), Self.gesture(0, 10))
      (before.outcome, before.target) = old
      (now.outcome, now.target) = new
      return WhatIfResult.Row(WhatIfVariant.all[0], of: [before], now: [now])
    }
    #expect(row((.finish, 1), (.cancel, 0)).count(.finishToCancel) == 1)
    #expect(row((.cancel, 0), (.finish, 1)).count(.cancelToFinish) == 1)
    #expect(row((.snap, 0.5), (.finish, 1)).count(.other) == 1)
    #expect(row((.snap, 0.3), (.snap, 0.6)).count(.other) == 1)
    #expect(row((.snap, 0.3), (.snap, 0.3)).same == 1)
  }

  @Test func `has a name for each variant, and for each group`() {
    let names = WhatIfVariant.all.map(\.name)
    #expect(Set(names).count == names.count)
    for name in names { #expect(WhatIfVariant.named(name).map(\.name) == [name]) }
    let groups = WhatIfVariant.Group.allCases.map { WhatIfVariant.named($0.rawValue) }
    #expect(groups.map(\.count) == [6, 8, 3, 3, 6, 7])
    #expect(groups.joined().map(\.name) == names)
    #expect(WhatIfVariant.named("").isEmpty)
  }

  @Test func `loses the middle of a gesture, or the time just before its end`() {
    var gesture = Self.gesture(0, 300_000)
    gesture.began = Timestamp(microseconds: 100_000)
    func losses(_ loss: WhatIfVariant.Loss) -> [Int64] {
      WhatIfVariant(.drops(milliseconds: 50, loss)).losses(in: [gesture]).flatMap {
        [$0.lowerBound.microseconds, $0.upperBound.microseconds]
      }
    }
    #expect(losses(.middle) == [175_000, 225_000])
    #expect(losses(.end) == [250_000, 300_000])
  }
}
