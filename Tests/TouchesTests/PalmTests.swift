import Foundation
import PantographBase
import PantographGestures
import PantographTestSupport
import PantographTouchScripts
import PantographTouches
import Testing

@Suite struct `Palms` {
  /// Returns a touchpad, with sizes in tenths of millimetres.
  static func pad(
    _ width: Int32 = 1000, _ height: Int32 = 500, gram: Int32 = 0, properties: [UInt16] = [0]
  ) -> DeviceDescription {
    var device = DeviceDescription()
    device.properties = properties
    device.add(.key, .btnToolFinger)
    device.add(axis: .absMTSlot, AxisRange(minimum: 0, maximum: 4))
    device.add(axis: .absMTPositionX, AxisRange(minimum: 0, maximum: width, resolution: 10))
    device.add(axis: .absMTPositionY, AxisRange(minimum: 0, maximum: height, resolution: 10))
    device.add(axis: .absMTPressure, AxisRange(minimum: 0, maximum: 255, resolution: gram))
    return device
  }

  /// Returns the contacts of each frame, with a `p` for a palm: `0 1p| 0p`.
  static func story(
    _ script: String, on device: DeviceDescription = pad(),
    _ settings: TouchSettings = TouchSettings()
  ) throws -> String {
    let assembler = FrameAssembler(try Surface(device), settings)
    return frames(events(script), by: assembler).map { frame in
      let contacts = frame.contacts.map { "\($0.id)\($0.remarks.contains(.palm) ? "p" : "")" }
      let vanished = frame.vanished.map { "-\($0)" }
      return (contacts + vanished).joined(separator: " ")
    }.joined(separator: "|")
  }

  @Test func `press harder than 130, and stay palms until they lift`() throws {
    let script = """
      0  id=1 x=500 y=250 p=130
      8  p=131
      16 p=10
      24 id=-1
      32 id=2
      """
    #expect(try Self.story(script) == "0|0p|0p||1")
    // A pressure in grams measures force, not size.
    #expect(try Self.story(script, on: Self.pad(gram: 1)) == "0|0|0||1")
    #expect(try Self.story(script, on: Self.pad(properties: [1])) == "0|0|0||1")
    #expect(try Self.story(script, TouchSettings(palms: .device)) == "0|0|0||1")
    #expect(
      try Self.story(script, TouchSettings(palms: PalmRule(pressure: 129))) == "0p|0p|0p||1")
  }

  @Test func `are contacts that any device reports as palms, until they lift`() throws {
    let script = """
      0  id=1 x=500 y=250 tool=0
      8  tool=2
      16 tool=0
      24 id=2
      """
    #expect(try Self.story(script) == "0|0p|0p|1")
    #expect(try Self.story(script, on: Self.pad(properties: [1])) == "0|0p|0p|1")
    #expect(try Self.story(script, TouchSettings(palms: .device)) == "0|0p|0p|1")
  }

  @Test(arguments: ["major", "minor", "wide", "narrow"])
  func `are contacts larger than the limit, if one is given`(extent: String) throws {
    let script = """
      0  id=1 x=500 y=250 \(extent)=20
      8  \(extent)=21
      16 \(extent)=3
      """
    #expect(try Self.story(script, TouchSettings(palms: PalmRule(size: 20))) == "0|0p|0p")
    #expect(try Self.story(script) == "0|0|0")
  }

  /// The position where a contact lands, in tenths of millimetres, and whether it is at an edge.
  @Test(
    arguments: [
      // 8 % of 90 mm at each side.
      (900, 500, 71, 250, true), (900, 500, 72, 250, false),
      (900, 500, 828, 250, false), (900, 500, 829, 250, true),
      // At most 8 mm, from 100 mm on.
      (1500, 500, 79, 250, true), (1500, 500, 80, 250, false), (1500, 500, 1421, 250, true),
      // No zone on a pad narrower than 70 mm.
      (700, 500, 0, 250, true), (699, 500, 0, 250, false),
      // 5 % at the top, on a pad higher than 55 mm.
      (1000, 600, 500, 29, true), (1000, 600, 500, 30, false), (1000, 600, 500, 600, false),
      (1000, 551, 500, 0, true), (1000, 550, 500, 0, false),
    ] as [(Int32, Int32, Int, Int, Bool)])
  func `land at the edges`(
    width: Int32, height: Int32, x: Int, y: Int, isPalm: Bool
  ) throws {
    let script = "0 id=1 x=\(x) y=\(y)"
    #expect(try Self.story(script, on: Self.pad(width, height)) == (isPalm ? "0p" : "0"))
  }

  @Test func `don't land at edges of touchscreens, or at an upper edge that has buttons`() throws {
    #expect(try Self.story("0 id=1 x=0 y=0", on: Self.pad(properties: [1])) == "0")
    let buttons = Self.pad(1000, 600, properties: [0, 4])
    #expect(try Self.story("0 id=1 x=500 y=0", on: buttons) == "0")
  }

  /// Where a contact that landed at the edge is after some milliseconds, and whether it still is a palm.
  @Test(
    arguments: [
      ("x=20 y=250", 199, "x=100", false), ("x=20 y=250", 200, "x=100", true),
      ("x=20 y=250", 50, "x=79", true), ("x=980 y=250", 50, "x=900", false),
      // From the left edge by 41° and by 40° from straight downwards; their tangents are 0.869, 0.839.
      ("x=20 y=100", 50, "x=107 y=200", false), ("x=20 y=100", 50, "x=104 y=200", true),
      // From above, by 49° and 50°, 1.150 and 1.200.
      ("x=300 y=20", 50, "x=369 y=80", false), ("x=300 y=20", 50, "x=372 y=80", true),
      ("x=300 y=20", 50, "x=300 y=31", false), ("x=300 y=20", 50, "x=301 y=31", true),
      // Less than 2 mm do not count, except straight inward.
      ("x=70 y=250", 50, "x=85", false), ("x=70 y=250", 50, "x=85 y=251", true),
      ("x=70 y=250", 50, "x=90 y=251", false),
    ])
  func `become fingers if they soon move in from the edge`(
    landing: String, after: Int, then: String, isPalm: Bool
  ) throws {
    let story = try Self.story("0 id=1 \(landing)\n\(after) \(then)", on: Self.pad(1000, 600))
    #expect(story == (isPalm ? "0p|0p" : "0p|0"))
  }

  @Test func `are not contacts that move to the edge, begin unseen or have a finger beside them`()
    throws
  {
    #expect(try Self.story("0 id=1 x=500 y=250\n8 x=10\n16 x=10") == "0|0|0")
    #expect(try Self.story("0 x=10 y=250\n8 id=1 x=11") == "0|0")
    let second = "0 id=1 x=500 y=250\n8 slot=1 id=2 x=10 y=250\n16 slot=0 id=-1"
    #expect(try Self.story(second) == "0|0 1|1")
    // A palm becomes a finger if a finger lands beside it, but not if a palm does.
    let first = "0 id=1 x=10 y=250\n8 slot=1 id=2 x=500 y=250"
    #expect(try Self.story(first) == "0p|0 1")
    #expect(try Self.story(first + " tool=2") == "0p|0p 1p")
    // Both at once: neither, as in libinput.
    #expect(try Self.story("0 id=1 x=10 y=150 slot=1 id=2 x=10 y=350") == "0 1")
  }

  // MARK: Several contacts of a hand

  /// One lands 1 mm from the edge, and another farther away than two fingers of a hand.
  @Test func `are contacts that land at once and out of reach of each other, one at an edge`()
    throws
  {
    let hand = "0 id=1 x=10 y=250 slot=1 id=2 x=700 y=250"
    #expect(try Self.story(hand) == "0p 1p")
    #expect(try Self.story("0 id=1 x=10 y=250 slot=1 id=2 x=560 y=250") == "0 1")
    // 55.1 mm apart.
    #expect(try Self.story("0 id=1 x=10 y=250 slot=1 id=2 x=561 y=250") == "0p 1p")
    // Both remain palms, unless the one at the edge soon moves in, as in a pinch.
    #expect(try Self.story(hand + "\n300 slot=0 x=100") == "0p 1p|0p 1p")
    #expect(try Self.story(hand + "\n50 slot=0 x=100") == "0p 1p|0 1")
    // The parts of a hand land within 50 ms.
    let first = "0 id=1 x=700 y=250"
    #expect(try Self.story(first + "\n49 slot=1 id=2 x=10 y=250") == "0|0p 1p")
    #expect(try Self.story(first + "\n50 slot=1 id=2 x=10 y=250") == "0|0 1")
  }

  @Test func `are two contacts that land at opposite sides`() throws {
    #expect(try Self.story("0 id=1 x=10 y=250 slot=1 id=2 x=990 y=250") == "0p 1p")
    #expect(
      try Self.story("0 id=1 x=10 y=250\n50 slot=1 id=2 x=990 y=250\n60 x=900") == "0p|0p 1p|0p 1")
    // Beside a finger between them, they are fingers, too.
    #expect(
      try Self.story("0 id=1 x=10 y=250 slot=1 id=2 x=990 y=250 slot=2 id=3 x=500 y=250") == "0 1 2"
    )
  }

  @Test
  func
    `are contacts that land at an edge beside a palm, even if they move in or have another beside them`()
    throws
  {
    let palm = "0 id=1 x=500 y=250 p=140\n300 slot=1 id=2 x=10 y=250"
    #expect(try Self.story(palm + "\n350 x=300") == "0p|0p 1p|0p 1p")
    #expect(try Self.story(palm + " slot=2 id=3 x=20 y=100") == "0p|0p 1p 2p")
    // A contact that lands elsewhere is a finger.
    #expect(try Self.story("0 id=1 x=500 y=250 p=140\n300 slot=1 id=2 x=80 y=250") == "0p|0p 1")
    // A palm that lands at the same time, or has lifted, does not count.
    #expect(
      try Self.story("0 id=1 x=10 y=250 slot=1 id=2 x=500 y=250 p=140\n50 slot=0 x=300")
        == "0p 1p|0 1p")
    #expect(
      try Self.story(palm + "\n310 slot=0 id=-1\n320 slot=2 id=3 x=10 y=0") == "0p|0p 1p|1p|1p 2p")
  }

  /// A palm that has moved by 4 mm, "Palm Stationary Distance" of ChromeOS, in the last 0.18 s.
  @Test(
    arguments: [
      // Time and position of the palm, then the time of the landing.
      (0, 500, 179, true), (0, 500, 180, false),
      (500, 540, 679, true), (500, 540, 680, false), (500, 539, 501, false),
    ])
  func `are contacts that land while a palm moves`(
    time: Int, position: Int, landing: Int, isPalm: Bool
  ) throws {
    let move = time == 0 ? "" : "\(time) x=\(position)\n"
    let script = "0 id=1 x=500 y=250 p=140\n\(move)\(landing) slot=1 id=2 x=700 y=250"
    #expect(try Self.story(script).hasSuffix(isPalm ? "0p 1p" : "0p 1"))
    // Not if only the device's palms count, nor on a touchscreen.
    #expect(try Self.story(script + " tool=0", TouchSettings(palms: .device)).hasSuffix("0 1"))
    let tool = script.replacing("p=140", with: "tool=2")
    #expect(try Self.story(tool, TouchSettings(palms: .device)).hasSuffix("0p 1"))
    #expect(try Self.story(tool, on: Self.pad(properties: [1])).hasSuffix("0p 1"))
  }

  // MARK: Fingers after all

  /// Where a contact goes that landed 2 mm from the left edge and 25 mm from the top, and whether it is a finger then.
  @Test(
    arguments: [
      // By 14.9 and 15 mm, too late to leave the edge otherwise.
      ("400 x=70\n500 x=120\n600 x=169", false), ("400 x=70\n500 x=120\n600 x=170", true),
      // Along the edge, until it leaves it.
      ("400 y=200\n500 y=150\n600 y=100", false), ("400 y=170 x=79\n500 y=100", false),
      ("400 y=170 x=80\n500 y=100", true),
      // By 20 mm in zigzag: the path has 24.9 mm, or 21.5 mm.
      ("400 x=70 y=287\n500 x=120 y=250\n600 x=170 y=287\n700 x=220 y=250", false),
      ("400 x=70 y=270\n500 x=120 y=250\n600 x=170 y=270\n700 x=220 y=250", true),
      // A trembling of less than 4 mm makes no path, and a jump by more than 20 mm makes no finger.
      ("400 y=289\n410 y=211\n420 y=289\n430 y=250\n440 x=100\n450 x=170", true),
      ("400 x=220\n500 x=300", true), ("400 x=221\n500 x=300", false),
    ])
  func `are fingers once they have gone straight by 15 mm`(path: String, isFinger: Bool) throws {
    let story = try Self.story("0 id=1 x=20 y=250\n" + path)
    #expect(story.hasSuffix("|0p") == !isFinger && story.hasSuffix("|0") == isFinger, "\(story)")
    // Pressure and tool remain what they are.
    #expect(try Self.story("0 id=1 x=20 y=250 p=140\n" + path).hasSuffix("|0p"))
  }

  @Test func `are fingers if they go away from the palm beside which they landed`() throws {
    let palm = "0 id=1 x=500 y=250 p=140\n300 slot=1 id=2 x=10 y=250\n"
    let stroke = "400 x=60\n500 x=110\n600 x=161"
    #expect(try Self.story(palm + stroke) == "0p|0p 1p|0p 1p|0p 1p|0p 1")
    // A quarter of 15.1 mm is 3.775 mm.
    #expect(try Self.story(palm + "350 slot=0 x=537\n390 slot=1\n" + stroke).hasSuffix("|0p 1"))
    #expect(try Self.story(palm + "350 slot=0 x=538\n390 slot=1\n" + stroke).hasSuffix("|0p 1p"))
    // Where another palm has been meanwhile is unknown.
    let other = palm + "310 slot=2 id=3 x=700 y=250 p=140\n320 slot=1\n"
    #expect(try Self.story(other + stroke).hasSuffix("|0p 1p 2p"))
    // So is where one that lifted has been; what it left may be a finger.
    #expect(try Self.story(palm + "310 slot=0 id=-1\n320 slot=1\n" + stroke).hasSuffix("|1"))
  }

  /// 40 mm in 5 s, at 500 reports a second, with as much noise as 0.3 mm.
  @Test func `are not slow fingers on a noisy sensor`() throws {
    var script = "0 id=1 x=20 y=250\n"
    var noise: UInt64 = 1
    func next() -> Int {
      noise = noise &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(noise >> 33) % 7 - 3
    }
    for report in 1...2500 {
      script += "\(2 * report) x=\(20 + report * 400 / 2500 + next()) y=\(250 + next())\n"
    }
    let story = try Self.story(script).split(separator: "|")
    #expect(story.last == "0")
    #expect((900...1100).contains(story.count { $0 == "0p" }))
  }

  @Test func `are left out if requested, and vanish instead of lifting`() throws {
    let script = """
      0  id=1 x=500 y=250 p=60 slot=1 id=2 x=600 y=250 p=60 two=1
      8  p=140
      16 p=60
      24 id=-1 two=0 one=1
      32 slot=0 id=-1 one=0
      """
    #expect(try Self.story(script) == "0 1|0 1p|0 1p|0|")
    let leaving = TouchSettings(leavesPalmsOut: true)
    #expect(try Self.story(script, leaving) == "0 1|0 -1|0|0|")
    let assembler = FrameAssembler(try Surface(Self.pad()), leaving)
    #expect(frames(events(script), by: assembler).map(\.fingerCount) == [2, 1, 1, 1, 0])
    // A contact that moves in from the edge exists from then on.
    #expect(try Self.story("0 id=1 x=10 y=250\n50 x=100\n60 id=-1", leaving) == "|0|")
  }

  @Test func `cancel their gesture when they are left out`() throws {
    let script = """
      0  id=1 x=300 y=250 p=60
      8  x=330
      16 x=360 p=140
      24 id=-1
      """
    func phases(_ settings: TouchSettings) throws -> [GesturePhase] {
      var recognizer = PanGestureRecognizer(.init(ignoresPalms: false))
      var gestures: [GestureEvent<PanGestureRecognizer.Value>] = []
      let assembler = FrameAssembler(try Surface(Self.pad()), settings)
      for frame in frames(events(script), by: assembler) {
        recognizer.feed(frame, into: &gestures)
      }
      return gestures.map(\.phase)
    }
    #expect(try phases(TouchSettings()) == [.began, .changed, .ended])
    #expect(try phases(TouchSettings(leavesPalmsOut: true)) == [.began, .cancelled])
  }

  // MARK: Real palms

  /// Returns whether each recording of a study on one pad has a contact that presses as hard as palms do.
  static func study(_ holds: (String) -> Bool) throws -> [Bool] {
    let folder = Repository.corpus.appendingPathComponent("usability")
    var (device, _) = try `Contacts of real devices`.read(
      folder.appendingPathComponent("lumpy.axes"))
    device.add(.key, .btnToolFinger)
    let assembler = FrameAssembler(
      try Surface(device), TouchSettings(palms: PalmRule(pressure: PalmRule.libinput.pressure)))
    return try `Named gestures`.files("usability")
      .filter { $0.path.contains("/lumpy-") && holds($0.lastPathComponent) }
      .map { file in
        frames(try `Contacts of real devices`.read(file).1, by: assembler)
          .contains { $0.contacts.contains { $0.remarks.contains(.palm) } }
      }
  }

  @Test(.enabled(if: Repository.hasCorpus, Repository.absence))
  func `exceed libinput's pressure limit, and fingers don't`() throws {
    let palms = try Self.study { $0.hasPrefix("palm-palm_presence") }
    #expect(!palms.isEmpty && palms.allSatisfy { $0 })
    let fingers = try Self.study { !$0.hasPrefix("palm-") }
    #expect(!fingers.isEmpty && Double(fingers.count { $0 }) <= 0.05 * Double(fingers.count))
  }
}
