import Foundation
import PantographBase
import PantographSubjects
import PantographTrajectories
import Testing

/// Movements whose curves are known: a finger drags at a speed until 0.2 s, and the rest follows a law.
@Suite("A movement in real time") struct MovementComparisonTests {
  private static let release = 0.2

  /// A movement to 400 that ends at rest, sampled 60 times per second.
  ///
  /// - Parameters:
  ///   - speed: the finger's speed.
  ///   - duration: the time from the release to rest.
  ///   - law: the progress after the release, of a share of the duration.
  ///   - delay: how much later everything happens, and is sampled.
  private func movement(
    to end: Double = 400, speed: Double = 500, duration: Double = 0.6, delay: Double = 0,
    law: (Double) -> Double = { 1 - pow(1 - $0, 3) }
  ) throws -> ResultTable {
    let start = speed * Self.release
    let rows = (0..<90).map { frame in
      let time = Double(frame) / 60 + delay / 2
      let moved = max(time - delay, 0)
      let share = min(max((moved - Self.release) / duration, 0), 1)
      let value =
        moved < Self.release ? speed * moved : start + (end - start) * law(share)
      return "\(time),\(value)\n"
    }
    return try TableReader.read(Array("time,x\n\(rows.joined())".utf8))
  }

  private func difference(
    _ actual: ResultTable, from expected: ResultTable
  ) -> MovementDifference? {
    var tolerances = Tolerances.ofPageInRealTime
    tolerances.others = Tolerance(value: 2, microseconds: 150_000)
    let release = Timestamp(microseconds: Int64(Self.release * 1e6))
    let comparison = ComparedTables(
      of: actual, expecting: expected, within: tolerances, releases: [release])
    guard case .movement(let difference)? = comparison.result.first?.kind else { return nil }
    return difference
  }

  @Test(arguments: [0, 0.009, 0.03, 0.1])
  func `is the same in other frames, and a little later`(delay: Double) throws {
    #expect(try difference(movement(delay: delay), from: movement()) == nil)
  }

  @Test(arguments: [
    ("b 0.32, a 0.34", nil), ("a 0.30, b 0.33, b 0.9", "b 0.9"), ("a 0.30", "b 0.32"),
    ("a 0.30, b 0.62", "b 0.32"), ("b 0.1, a 0.3", nil),
  ])
  func `has the same events of each name, in either order if they are close`(
    shown: String, different: String?
  ) throws {
    func events(_ text: String) throws -> ResultTable {
      let rows = text.split(separator: ", ").map { event in
        event.split(separator: " ").reversed().joined(separator: ",") + "\n"
      }
      return try TableReader.read(Array("time,event\n\(rows.joined())".utf8))
    }
    let comparison = ComparedTables(
      of: try events(shown), expecting: try events("a 0.30, b 0.32"),
      within: Tolerances.ofPageInRealTime, releases: [])
    let words: String? =
      if case .event(let event)? = comparison.result.first?.kind {
        (event.expected ?? event.actual).map {
          "\($0.name) \(Double($0.time.microseconds) / 1e6)"
        }
      } else { nil }
    #expect(words == different)
  }

  @Test func `that ends elsewhere differs`() throws {
    #expect(try difference(movement(to: 402), from: movement()) == nil)
    let found = try #require(difference(movement(to: 403), from: movement()))
    #expect(found.quantity == .end && found.expected == 400 && abs(found.actual - 403) < 1e-9)
  }

  /// Velocities differ by 40 % of the greater one, and by 2 pixels in 80 ms: 25 pixels per second.
  @Test func `that is slower at the release differs`() throws {
    // The rest begins slowly, or two frames later the velocity would be the same.
    let smooth = { (share: Double) in share * share * (3 - 2 * share) }
    let fast = try movement(law: smooth)
    #expect(try difference(movement(speed: 420, law: smooth), from: fast) == nil)
    let found = try #require(difference(movement(speed: 100, law: smooth), from: fast))
    #expect(found.quantity == .velocity && found.column == "x")
    #expect(abs(found.expected - 500) < 20 && abs(found.allowed - 225) < 20)
  }

  /// A cube is within 2 of 300 at 1 − ∛(2/300) = 0.81 of its duration.
  @Test func `that comes to rest later differs`() throws {
    #expect(try difference(movement(duration: 0.75), from: movement()) == nil)
    let found = try #require(difference(movement(duration: 0.85), from: movement()))
    #expect(found.quantity == .rest)
    #expect(abs(found.expected - (0.2 + 0.81 * 0.6)) < 0.02)
    #expect(abs(found.actual - (0.2 + 0.81 * 0.85)) < 0.02)
  }

  /// A movement that starts slowly is far below one that starts fast.
  @Test func `with another curve differs`() throws {
    let slow = try movement { share in share * share * (3 - 2 * share) }
    #expect(try difference(slow, from: movement()) == nil)
    // It rests at the same time, and stays at the release for most of it.
    let late = try movement { share in share < 0.7 ? 0 : 1 - pow((1 - share) / 0.3, 3) * 0.027 }
    let found = try #require(difference(late, from: movement()))
    #expect(found.quantity == .shape && abs(found.allowed - 102) < 1e-9)
  }

  /// Three frames: longer than the two by which a sample may be early or late.
  @Test func `that flickers differs`() throws {
    func flicker(_ frames: Range<Int>) throws -> ResultTable {
      let rows = (0..<60).map { frame in
        "\(Double(frame) / 60),\(frames.contains(frame) ? 300 : min(frame * 10, 400))\n"
      }
      return try TableReader.read(Array("time,x\n\(rows.joined())".utf8))
    }
    let calm = try flicker(0..<0)
    let found = try #require(difference(flicker(3..<6), from: calm))
    #expect(found.quantity == .shape && found.actual == 300)
    #expect(try difference(calm, from: flicker(3..<6))?.quantity == .shape)
  }

  @Test func `of an element that vanishes differs`() throws {
    func shown(_ text: String) throws -> ResultTable {
      try TableReader.read(Array("time,x\n\(text)".utf8))
    }
    let (whole, gone, never) = try (
      shown("0,1\n1,1\n"), shown("0,1\n1,none\n"), shown("0,none\n1,none\n")
    )
    func isSame(_ actual: ResultTable, _ expected: ResultTable) -> Bool {
      ComparedTables(
        of: actual, expecting: expected, within: Tolerances.ofPageInRealTime, releases: []
      ).isSame
    }
    #expect(isSame(whole, whole) && isSame(gone, gone) && isSame(never, never))
    #expect(!isSame(gone, whole) && !isSame(whole, gone) && !isSame(never, whole))
  }

  @Test func `has its own usual tolerances, and keeps those that are not given`() throws {
    func tolerances(_ text: String) throws -> Tolerances {
      let bytes = Array(
        """
        { "version": 1, "page": "index.html", "pace": "real", "elements": { "a": "#a" },
          "tolerances": \(text) }
        """.utf8)
      return try Subject(bytes: bytes, named: "subject.json").tolerances
    }
    let usual = try tolerances("{}")
    #expect(usual["a.x"] == Tolerance(value: 2, microseconds: 250_000))
    #expect(usual["a.opacity"].value == 0.02 && usual["a.--progress"].value == 0.02)
    #expect(usual.events == 250_000)
    let given = try tolerances(
      """
      { "a.x": { "value": 3 }, "*": { "seconds": 0.5 }, "events": {} }
      """)
    #expect(given["a.x"] == Tolerance(value: 3, microseconds: 250_000))
    #expect(given["a.opacity"] == Tolerance(value: 2, microseconds: 500_000))
    #expect(given.events == 250_000)
  }

  /// A step has no shape that a shift could bring together with that of another one.
  @Test func `may step a frame later`() throws {
    func steps(_ frames: [Int]) throws -> ResultTable {
      let rows = (0..<60).map { frame in
        "\(Double(frame) / 60),\(frames.count { $0 <= frame } % 2 * 100)\n"
      }
      return try TableReader.read(Array("time,x\n\(rows.joined())".utf8))
    }
    #expect(try difference(steps([5, 30]), from: steps([6, 29])) == nil)
    #expect(try difference(steps([5, 30]), from: steps([6, 45]))?.quantity == .rest)
  }
}
