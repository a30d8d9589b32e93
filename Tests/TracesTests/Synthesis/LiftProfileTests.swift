import PantographBase
import PantographTouchScripts
import PantographTouches
import PantographTraces
import Testing

extension [TouchFrame] {
  /// Times in milliseconds, and who is where, as they are written in a script.
  fileprivate var script: [String] {
    map { frame in
      let contacts = frame.contacts.map { contact in
        " \(contact.id):\(contact.position.x.asWritten),\(contact.position.y.asWritten)"
      }
      return (Double(frame.time.microseconds) / 1000).asWritten + contacts.joined()
    }
  }
}

extension Double {
  /// To a tenth of a micrometre.
  fileprivate var asWritten: String {
    let number = (self * 10_000).rounded() / 10_000
    return number == number.rounded() ? "\(Int(number))" : "\(number)"
  }
}

@Suite struct `A profile of lifts` {
  /// Reports every 8 ms of a finger that gets faster; its last step is 10 mm, 6 to the right and 8 down.
  private static let stroke = """
    0   1:20,30
    8   1:20,32
    16  1:23,36
    24  1:26,40
    32  1:32,48
    40
    """
  private static let landing = ["0 1:20,30"]
  private static let moves = ["8 1:20,32", "16 1:23,36", "24 1:26,40", "32 1:32,48"]

  private func reports(_ name: String, _ script: String) throws -> [TouchFrame] {
    try #require(LiftProfile.named(name)).reports(of: frames(script))
  }

  /// A CSS pixel is 25.4/160 mm, 0.15875 mm: 0.4 of them are 0.0635 mm, of which 0.6 and 0.8 are 0.0381 and 0.0508;
  /// 0.3 of them are 0.047625 mm, of which these are 0.028575 and 0.0381.
  @Test(arguments: [
    ("still", landing + moves + ["39.8 1:32.0381,48.0508", "40"]),
    ("recoil", landing + moves + ["39.8 1:31.9714,47.9619", "40"]),
    // Another step like the last one, which took as long.
    ("travel", landing + moves + ["40 1:38,56", "40"]),
    ("one-move", landing + ["32 1:32,48", "40"]),
    // Half of the time until the last move has passed at 16 ms.
    ("two-moves", landing + ["16 1:23,36", "32 1:32,48", "40"]),
    ("equal-moves", landing + ["8 1:20,30", "16 1:20,30", "24 1:20,30", "32 1:32,48", "40"]),
    ("silent-rest", landing + moves + ["40"]),
  ])
  func `changes the reports of a stroke`(name: String, expected: [String]) throws {
    #expect(try reports(name, Self.stroke).script == expected)
    // It knows no other state than that of the stroke.
    #expect(try reports(name, Self.stroke) == reports(name, Self.stroke))
  }

  @Test func `has a name and a source for each`() {
    let names = LiftProfile.all.map(\.name)
    #expect(Set(names).count == 7)
    #expect(Set(LiftProfile.all.map(\.change)).count == 7)
    for profile in LiftProfile.all {
      #expect(LiftProfile.named(profile.name) == profile)
      #expect(!profile.words.isEmpty && profile.source.contains("#"))
    }
    #expect(LiftProfile.named("stil") == nil)
  }

  @Test(arguments: LiftProfile.all)
  func `leaves a tap as it is, and a recording that begins with the lift`(profile: LiftProfile) {
    for script in ["0 1:20,30\n80", "0\n8 1:20,30 2:40,30\n16 2:40,30\n24", "5", ""] {
      #expect(profile.reports(of: frames(script)) == frames(script))
    }
  }

  /// Reports every 4 ms, and a lift 4 ms after the last: the still report delays the lift and what comes until then.
  @Test func `delays the lift until it has been reported`() throws {
    let script = "0 1:20,30\n4 1:22,30\n8 1:24,30\n12\n14 2:50,30\n18 2:52,30\n22"
    #expect(
      try reports("still", script).script == [
        "0 1:20,30", "4 1:22,30", "8 1:24,30", "15.8 1:24.0635,30", "15.8", "15.8 2:50,30",
        "18 2:52,30", "25.8 2:52.0635,30", "25.8",
      ])
  }

  /// The rest that an estimator must see is not a movement: 40 ms are one report too many at 25 Hz.
  @Test func `has no travel after a rest`() throws {
    let moving = "0 1:20,30\n40 1:22,30\n"
    #expect(try reports("travel", moving + "80").script.suffix(2) == ["80 1:24,30", "80"])
    #expect(try reports("travel", moving + "80.5") == frames(moving + "80.5"))
    let late = "0 1:20,30\n40.5 1:22,30\n80"
    #expect(try reports("travel", late) == frames(late))
    // Two reports at one instant have no velocity.
    let twice = "0 1:20,30\n8 1:20,30\n8 1:22,30\n16"
    #expect(try reports("travel", twice) == frames(twice))
    // A finger that did not move has no direction, either.
    let rest = "0 1:20,30\n8 1:20,30\n16"
    #expect(
      try reports("still", rest).script == ["0 1:20,30", "8 1:20,30", "15.8 1:20,30", "16"])
  }

  /// One pixel from where it was last reported, 0.15875 mm: not from report to report.
  @Test func `is silent at rest, and reports slow movements step by step`() throws {
    let slow =
      "0 1:20,30\n8 1:20.1,30\n16 1:20.16,30\n24 1:20.3,30\n32 1:20.16,30.2\n40 1:20.2,30.2\n48"
    #expect(
      try reports("silent-rest", slow).script == [
        "0 1:20,30", "16 1:20.16,30", "32 1:20.16,30.2", "48",
      ])
    // Either of two fingers is enough.
    let two = "0 1:20,30 2:40,30\n8 1:20.1,30 2:41,30\n16 1:20.3,30 2:41,30\n24"
    #expect(
      try reports("silent-rest", two).script == [
        "0 1:20,30 2:40,30", "8 1:20.1,30 2:41,30", "16 1:20.3,30 2:41,30", "24",
      ])
  }

  /// The lift of one finger ends the stroke of both, and the other goes on; between reports it is on its way.
  @Test func `applies to each finger that lifts`() throws {
    let script = """
      0    1:20,30
      8    1:22,30
      16   1:24,30  2:40,30
      24   1:26,30  2:44,30
      32 1:28,30  2:48,30
      42 1:38,30
      50   1:40,30
      58
      """
    #expect(
      try reports("still", script).script == [
        "0 1:20,30", "8 1:22,30", "16 1:24,30 2:40,30", "24 1:26,30 2:44,30", "32 1:28,30 2:48,30",
        "39.8 1:35.8,30 2:48.0635,30", "42 1:38,30", "50 1:40,30", "57.8 1:40.0635,30", "58",
      ])
    #expect(
      try reports("travel", script).script.suffix(6) == [
        "32 1:28,30 2:48,30", "42 1:38,30 2:53,30", "42 1:38,30", "50 1:40,30",
        "58 1:42,30", "58",
      ])
    #expect(
      try reports("one-move", script).script == [
        "0 1:20,30", "8 1:22,30", "16 1:24,30 2:40,30", "32 1:28,30 2:48,30", "42 1:38,30",
        "50 1:40,30", "58",
      ])
  }

  /// 1 mm every 8 ms for 16 s, of which at least 256 moves are held: the half is met within 1/256 of the time.
  @Test func `merges a long stroke, and one that does not end`() throws {
    let script = (0...2000).map { "\($0 * 8) 1:\($0),30" }.joined(separator: "\n")
    for end in ["", "\n16008"] {
      let reports = try reports("two-moves", script + end)
      try #require(reports.count == (end.isEmpty ? 3 : 4))
      #expect(abs((reports[1].time - reports[0].time) - 8) < 0.064)
      #expect(reports[1].contacts[0].position.x * 8000 == Double(reports[1].time.microseconds))
      #expect(reports[2] == frames(script).last)
      #expect(try self.reports("one-move", script + end)[1] == frames(script).last)
    }
    // The next stroke has all of its moves again.
    let next = "\n16016 2:20,30\n16024 2:21,30\n16032 2:22,30\n16040 2:23,30\n16048"
    #expect(
      try reports("two-moves", script + "\n16008" + next).script.suffix(4) == [
        "16016 2:20,30", "16032 2:22,30", "16040 2:23,30", "16048",
      ])
    // Two moves are two, and one is one.
    let two = "0 1:20,30\n8 1:21,30\n16 1:24,30\n24"
    #expect(try reports("two-moves", two) == frames(two))
    let one = "0 1:20,30\n8 1:21,30\n16"
    #expect(try reports("two-moves", one) == frames(one))
    // The last but one, if the second half has only the last.
    let late = "0 1:20,30\n8 1:21,30\n16 1:22,30\n80 1:24,30\n88"
    #expect(
      try reports("two-moves", late).script == ["0 1:20,30", "16 1:22,30", "80 1:24,30", "88"])
  }

  /// Lost events, a jump and a contact that vanishes: nobody knows what the finger did in between.
  @Test(arguments: LiftProfile.all)
  func `reports what is more than a move`(profile: LiftProfile) {
    var marked = frames("0 1:20,30\n8 1:22,30\n16 1:24,30\n24")
    for mark in [
      { (frame: inout TouchFrame) in frame.hasLostEvents = true },
      { $0.clockStep = 0.1 }, { $0.unplaced = [UnplacedContact(id: 3)] }, { $0.vanished = [2] },
      { $0.contacts[0].remarks.insert(.jump) },
    ] as [(inout TouchFrame) -> Void] {
      marked[1] = frames("8 1:22,30")[0]
      mark(&marked[1])
      let reports = profile.reports(of: marked)
      #expect(Array(reports.prefix(2)) == Array(marked.prefix(2)))
      #expect(reports.last?.contacts.isEmpty == true)
    }
    // A contact that vanishes does not lift, and has not travelled.
    var gone = frames("0 1:20,30\n8 1:22,30\n16")
    gone[2].vanished = [1]
    let end = profile.reports(of: gone)
    #expect(end.last == gone[2] && end.count == 3)
  }
}
