import PantographBase
import PantographGestures
import PantographTouchScripts
import PantographTouches
import Testing

@Suite struct `A pan's settings` {
  typealias Settings = PanGestureRecognizer.Settings

  // MARK: Direction

  /// Translations of a pan, and the directions that they have.
  static let translations: [(x: Double, y: Double, begins: Set<PanGestureRecognizer.Direction>)] = [
    (5, 0, [.any, .horizontal, .right]), (-5, 0, [.any, .horizontal, .left]),
    (0, -5, [.any, .vertical, .up]), (0, 5, [.any, .vertical, .down]),
    (5, 4.9, [.any, .horizontal, .right]), (4.9, 5, [.any, .vertical, .down]),
    (-5, -5, [.any, .horizontal, .left]), (5, -5, [.any, .horizontal, .right]),
    (-4.9, -5, [.any, .vertical, .up]),
  ]

  @Test(arguments: translations)
  func `let it begin in some directions and fail in others`(
    x: Double, y: Double, begins: Set<PanGestureRecognizer.Direction>
  ) {
    for direction in PanGestureRecognizer.Direction.allCases {
      let found = story(
        "0 1:50,50 \n 8 1:\(50 + x),\(50 + y) \n 16", Settings(slop: 2, direction: direction))
      #expect(found.isEmpty == !begins.contains(direction), "\(direction)")
    }
  }

  @Test(arguments: translations)
  func `classify a hundredth of a translation like the whole`(
    x: Double, y: Double, begins: Set<PanGestureRecognizer.Direction>
  ) {
    for direction in PanGestureRecognizer.Direction.allCases {
      let found = story(
        "0 1:50,50 \n 8 1:\(50 + x / 100),\(50 + y / 100) \n 16",
        Settings(slop: 0.02, direction: direction))
      #expect(found.isEmpty == !begins.contains(direction), "\(direction)")
    }
  }

  @Test func `fail a pan in the opposite direction until the finger has lifted`() {
    #expect(
      story(
        "0 1:50,50 \n 8 1:47,50 \n 16 1:70,50 \n 24 \n 32 2:50,50 \n 40 2:53,50 \n 48 2:40,50",
        Settings(slop: 2, direction: .right)) == ["began 1.00,0.00", "changed -12.00,0.00"])
  }

  // MARK: Axis lock

  @Test func `lock it to the axis along which it began`() {
    let script = "0 1:50,50 \n 8 1:56,55 \n 16 1:58,60 \n 24 1:58,50 \n 32"
    let locked = Settings(slop: 0, axisLock: .adwaita)
    #expect(
      story(script, locked)
        == ["began 6.00,0.00", "changed 8.00,0.00", "changed 8.00,0.00", "ended 8.00,0.00"])
    #expect(pans(frames(script), locked).allSatisfy { $0.velocity.y == 0 })
    let turned = "0 1:50,50 \n 8 1:55,56 \n 16 1:60,58 \n 24"
    #expect(
      story(turned, locked) == ["began 0.00,6.00", "changed 0.00,8.00", "ended 0.00,8.00"])
    #expect(pans(frames(turned), locked).allSatisfy { $0.velocity.x == 0 })
    #expect(pans(frames(turned), locked).contains { $0.velocity.y != 0 })
  }

  /// Translations with exactly the dominance, and just below it.
  @Test(
    arguments: [
      (PanGestureRecognizer.AxisLock.adwaita, 6.0, 5.0, false),
      (.adwaita, 5.99, 5, true), (.adwaita, 5, 5.99, true), (.adwaita, -5, 6, false),
      (.libinput, 1.7321, -1, false), (.libinput, 1.732, 1, true), (.libinput, 1, 1.732, true),
      (.libinput, -1, -1.7321, false), (.init(dominance: 1), 3, 3, false),
    ])
  func `leave it free if no axis dominates`(
    lock: PanGestureRecognizer.AxisLock, x: Double, y: Double, isFree: Bool
  ) throws {
    let events = pans(
      frames("0 1:50,50 \n 8 1:\(50 + x),\(50 + y)"), Settings(slop: 0, axisLock: lock))
    let translation = try #require(events.first).translation
    #expect((translation.x != 0 && translation.y != 0) == isFree)
    #expect((translation.x != 0) == (isFree || x.magnitude >= y.magnitude))
  }

  @Test func `subtract the slop along the direction, then lock`() {
    // A translation of 5 exceeds the slop of 2 by 3: of (4, 3), 2.4 along x.
    #expect(
      story("0 1:50,50 \n 8 1:54,53", Settings(slop: 2, axisLock: .adwaita))
        == ["began 2.40,0.00"])
  }

  // MARK: Origins

  /// The second report of each exceeds the slop of 2 mm, along one axis and along both.
  @Test(
    arguments: [
      (.slop, "0.50,0.00", "3.50,0.00", "2.40,1.80"),
      (.lastReport, "1.50,0.00", "4.50,0.00", "2.00,1.50"),
      (.landing, "2.50,0.00", "5.50,0.00", "4.00,3.00"),
      (.lastReportTwice, "3.00,0.00", "6.00,0.00", "6.00,4.50"),
      (.beginning, "0.00,0.00", "3.00,0.00", "0.00,0.00"),
      (.secondFrame, "0.00,0.00", "0.00,0.00", "0.00,0.00"),
    ] as [(FormerPanSettings.Origin, String, String, String)])
  func `count the translation from where they say`(
    origin: FormerPanSettings.Origin, first: String, second: String, slanted: String
  ) {
    let settings = Settings(slop: 2).with { $0.translationFrom = origin }
    #expect(
      story("0 1:50,50 \n 8 1:51,50 \n 16 1:52.5,50 \n 24 1:55.5,50", settings)
        == ["began \(first)", "changed \(second)"])
    #expect(
      story("0 1:50,50 \n 8 1:51,50.75 \n 16 1:54,53", settings)
        == ["began \(origin == .lastReport ? "3.00,2.25" : slanted)"])
  }

  /// 7.5 mm to the right of where it landed, beside a jump of 40 mm before or after the beginning.
  ///
  /// The velocity may begin with the pan. A second touch knows nothing of the first one.
  @Test(arguments: FormerPanSettings.Origin.allCases, FormerPanSettings.Origin.ofVelocity)
  func `know where the finger landed`(
    origin: FormerPanSettings.Origin, ofVelocity: FormerPanSettings.Origin
  ) {
    var recognizer = PanGestureRecognizer(
      Settings(slop: 2).with {
        $0.translationFrom = origin; $0.velocityFrom = ofVelocity
      })
    for (jump, positions) in [
      (4, [10, 11, 12.5, 14, 54, 56.5, 57.5]), (1, [10, 50, 51.5, 53, 55, 57.5]),
    ] {
      var all = frames(
        positions.enumerated().map { "\($0.offset * 30) 1:\($0.element),50" }.joined(
          separator: "\n"))
      all[jump].remark(.jump, on: 1)
      var events: [GestureEvent<PanGestureRecognizer.Value>] = []
      for frame in all { recognizer.feed(frame, into: &events) }
      let moved = (events.last?.value.translation ?? .zero) + recognizer.landing * -1
      #expect(abs(moved.x - 7.5) < 1e-9 && moved.y == 0, "\(moved)")
      // It stays where it was, whatever an application makes of the translation.
      recognizer.setTranslation(Vector(x: 100, y: 0), at: all[positions.count - 1].time)
      #expect(abs(recognizer.landing.x - 92.5) < 1e-9)
      recognizer.feed(
        TouchFrame(time: Timestamp(microseconds: 400_000), contacts: []), into: &events)
    }
  }

  /// A finger that moves obliquely, of which a locked pan takes one axis.
  @Test func `know where the finger landed along their axis`() {
    var recognizer = PanGestureRecognizer(Settings(slop: 2, axisLock: .init(dominance: 1.7)))
    var events: [GestureEvent<PanGestureRecognizer.Value>] = []
    for frame in frames("0 1:10,50 \n 8 1:14,51 \n 16 1:18,52") {
      recognizer.feed(frame, into: &events)
    }
    #expect(abs((events.last?.value.translation.x ?? 0) - recognizer.landing.x - 8) < 1e-9)
  }

  @Test func `let the translation follow 25 ms after the beginning`() {
    let script = "0 1:50,50 \n 8 1:53,50 \n 33 1:58,50 \n 34 1:59,51 \n 44 1:63,51 \n 54"
    let settings = Settings(slop: 2, estimator: .lastDifference).with {
      $0.translationFrom = .secondFrame
    }
    #expect(
      story(script, settings) == [
        "began 0.00,0.00", "changed 0.00,0.00", "changed 1.00,1.00", "changed 5.00,1.00",
        "ended 5.00,1.00",
      ])
    // The velocity is that of the fingers all the time.
    let velocities = pans(frames(script), settings).map(\.velocity.x)
    for (velocity, expected) in zip(velocities, [375.0, 200, 1000, 400, 400]) {
      #expect(abs(velocity - expected) < 1e-6, "\(velocities)")
    }
    // The next gesture waits, too.
    #expect(
      story(script.replacing("54", with: "54 \n 62 2:10,10 \n 70 2:15,10 \n 78 2:20,10"), settings)
        .suffix(2) == ["began 0.00,0.00", "changed 0.00,0.00"])
  }

  /// Qt's Flickable does not begin to drag then: no report is left for its second frame.
  @Test func `cancel a pan that would follow later, if the fingers do not move any more`() {
    let settings = Settings(slop: 2).with { $0.translationFrom = .secondFrame }
    #expect(
      story("0 1:50,50 \n 8 1:53,50 \n 16 1:53,50 \n 24", settings)
        == ["began 0.00,0.00", "changed 0.00,0.00", "cancelled 0.00,0.00"])
    #expect(
      story("0 1:50,50 \n 8 1:53,50 \n 16 1:53.1,50 \n 24", settings)
        == ["began 0.00,0.00", "changed 0.00,0.00", "ended 0.00,0.00"])
  }

  /// A finger that trembles by 0.4 mm, goes on, and turns back.
  @Test func `let the finger lag behind by the hysteresis`() {
    #expect(
      story(
        "0 1:50,50 \n 8 1:50.2,50 \n 16 1:49.8,50 \n 24 1:53,50 \n 32 1:54,50 \n 40 1:53.6,50",
        Settings(slop: 2, hysteresis: 0.25).with { $0.translationFrom = .landing })
        == ["began 2.75,0.00", "changed 3.75,0.00", "changed 3.75,0.00"])
  }

  /// One of two fingers rests, and one lifts 10 ms before the other.
  @Test func `follow the mean of all fingers until one lifts`() {
    let script = """
      0 1:50,50 2:70,50
      8 1:50,50 2:74,50
      16 1:50,50 2:78,50
      24 2:82,50
      32
      """
    func settings(_ follows: FormerPanSettings.Followed) -> Settings {
      Settings(fingers: 2...2, slop: 2).with {
        $0.translationFrom = .landing; $0.follows = follows
      }
    }
    #expect(
      story(script, settings(.movingFingers))
        == ["began 4.00,0.00", "changed 8.00,0.00", "changed 12.00,0.00", "ended 12.00,0.00"])
    #expect(
      story(script, settings(.allFingers))
        == ["began 2.00,0.00", "changed 4.00,0.00", "changed 4.00,0.00", "ended 4.00,0.00"])
    // The velocity is that until the lift.
    let last = pans(frames(script), settings(.allFingers)).last
    #expect(abs((last?.velocity.x ?? 0) - 250) < 50, "\(last as Any)")
  }

  @Test func `begin when each finger has moved, and end 100 ms after a lift`() {
    let settings = Settings(fingers: 2...2, slop: 2).with {
      $0.translationFrom = .landing; $0.follows = .allFingers
    }
    // The mean passes the slop with the second report, and the slower finger with the third.
    #expect(
      story(
        "0 1:50,50 2:70,50 \n 8 1:51,50 2:73.5,50 \n 16 1:52,50 2:73.8,50 \n 24 1:53,50 \n"
          + " 123 1:54,50 \n 124 1:55,50 \n 132 1:56,50 \n 140",
        settings)
        == [
          "began 2.90,0.00", "changed 2.90,0.00", "changed 2.90,0.00", "ended 2.90,0.00",
        ])
    // Fingers that move apart, and together by 0.1 mm, begin nothing.
    #expect(story("0 1:50,50 2:70,50 \n 8 1:46,50 2:74.2,50", settings) == [])
    // One finger alone begins with 4 mm.
    #expect(
      story("0 1:50,50 2:70,50 \n 8 1:50,50 2:73.9,50 \n 16 1:50,50 2:74,50", settings)
        == ["began 2.00,0.00"])
  }

  @Test func `end at the deadline after a lift, or are cancelled after a loss`() throws {
    let settings = Settings(fingers: 2...2, slop: 2).with { $0.follows = .allFingers }
    let touches = frames(
      "0 1:50,50 2:70,50 \n 8 1:54,50 2:74,50 \n 16 1:55,50 \n 24 1:56,50")
    func end(_ touches: [TouchFrame]) throws -> (phase: GesturePhase, milliseconds: Double) {
      var pan = PanGestureRecognizer(settings)
      var events: [GestureEvent<PanGestureRecognizer.Value>] = []
      for frame in touches { pan.feed(frame, into: &events) }
      let deadline = try #require(pan.deadline)
      pan.advance(to: deadline.advanced(bySeconds: -0.001), into: &events)
      #expect(pan.state == .active)
      pan.advance(to: deadline.advanced(bySeconds: 0.001), into: &events)
      #expect(pan.state == .idle && pan.deadline == nil)
      let last = try #require(events.last)
      return (last.phase, (last.time - touches[0].time) * 1000)
    }
    let lifted = try end(touches)
    #expect(lifted.phase == .ended && abs(lifted.milliseconds - 116) < 1e-6)
    // A finger that was lost may be anywhere.
    var lost = touches
    (lost[2].vanished, lost[2].hasLostEvents) = ([2], true)
    #expect(try end(lost).phase == .cancelled)
    // The same if the other one lifts before the deadline, or if the next frame comes after it.
    let lift = TouchFrame(time: lost[3].time.advanced(bySeconds: 0.01), contacts: [])
    #expect(pans(lost + [lift], settings).last?.phase == .cancelled)
    let late = TouchFrame(
      time: touches[3].time.advanced(bySeconds: 1), contacts: touches[3].contacts)
    let ended = try #require(pans(touches + [late], settings).last)
    #expect(ended.phase == .ended && abs((ended.time - touches[0].time) * 1000 - 116) < 1e-6)
  }

  @Test func `begin with the fourth report at the earliest`() {
    let settings = Settings(slop: 2).with {
      $0.fewestReports = 4; $0.translationFrom = .lastReport
    }
    #expect(
      story("0 1:50,50 \n 8 1:54,50 \n 16 1:58,50 \n 24 1:61,50 \n 32 1:62,50", settings)
        == ["began 3.00,0.00", "changed 4.00,0.00"])
    // The next finger starts anew.
    #expect(
      story("0 1:50,50 \n 8 1:54,50 \n 16 \n 24 2:50,50 \n 32 2:54,50 \n 40 2:55,50", settings)
        == [])
  }

  /// 1 mm in 100 ms, then 4 mm in 10 ms each: GTK's rule divides by the time since the first movement.
  @Test func `count the velocity from the landing or the last report`() throws {
    let script = "0 1:50,50 \n 100 1:51,50 \n 110 1:55,50 \n 120 1:59,50"
    func velocity(from origin: FormerPanSettings.Origin) throws -> Double {
      let events = pans(
        frames(script), Settings(slop: 2, estimator: .gtkScroll).with { $0.velocityFrom = origin })
      return try #require(events.last).velocity.x
    }
    #expect(try abs(velocity(from: .landing) - 9 / 0.020) < 1e-9)
    #expect(try abs(velocity(from: .lastReport) - 8 / 0.010) < 1e-9)
    // The movement of that report is in the history three times: GTK's rule counts them all.
    #expect(try abs(velocity(from: .lastReportTwice) - 16 / 0.010) < 1e-9)
  }

  /// Positions after a landing at 50, 50, and whether the pan begins with a dominance of 1 and of 2.
  @Test(
    arguments: [
      // 0.1 mm down, then 5 mm to the right.
      ("8 1:50,50.1 \n 16 1:55,50.1", false, false),
      // 0.1 mm to the right, and 0.15 mm down: for the latter, it leads nowhere yet.
      ("8 1:50.1,50.15 \n 16 1:55,50.1", false, true),
      ("8 1:50.1,50.15 \n 16 1:50.1,50.3 \n 24 1:55,50.1", false, false),
      // Twice as far down exactly, as in GTK's beside noise of 0.08 mm.
      ("8 1:50.125,50.25 \n 16 1:55,50.3", false, true),
      // To the right, then down: the first movement was enough.
      ("8 1:50.1,50 \n 16 1:50.1,50.3 \n 24 1:55,50.1", true, true),
    ])
  func `judge the axis along which the finger sets out`(
    script: String, first: Bool, second: Bool
  ) {
    for (dominance, begins) in [(1.0, first), (2, second)] {
      let settings = Settings(slop: 2).with {
        $0.firstDirection = .init(.horizontal, dominance: dominance)
      }
      // The next touch is judged anew.
      let found = story("0 1:50,50 \n \(script) \n 32 \n 40 2:50,50 \n 48 2:53,50", settings)
      #expect(found.count == (begins ? 3 : 1), "\(found)")
    }
  }

  @Test func `judge the vertical axis, too`() {
    let settings = Settings(slop: 2).with { $0.firstDirection = .init(.vertical, dominance: 1) }
    #expect(story("0 1:50,50 \n 8 1:50.1,50 \n 16 1:50.1,55", settings).isEmpty)
    #expect(story("0 1:50,50 \n 8 1:50,50.1 \n 16 1:55,50.1", settings).count == 1)
  }

  /// A movement by one unit of 0.01 mm along both axes, whose difference is 7e-15 mm: beside libadwaita, it begins.
  @Test func `take an exact diagonal for horizontal`() {
    let settings = Settings(slop: 2, direction: .right).with {
      $0.firstDirection = .init(.horizontal, dominance: 1)
    }
    let found = story("0 1:80.87,29.98 \n 8 1:80.88,29.99 \n 16 1:85,29.99", settings)
    #expect(found.count == 1)
  }

  /// As in libadwaita's leaflet, which makes a page ready on the side to which a finger sets out.
  @Test(arguments: [(0.1, true), (-0.1, false)])
  func `judge the side to which the finger sets out`(first: Double, begins: Bool) {
    let settings = Settings(slop: 2).with { $0.firstDirection = .init(.right, dominance: 1) }
    let found = story("0 1:50,50 \n 8 1:\(50 + first),50 \n 16 1:55,50", settings)
    #expect(found.count == (begins ? 1 : 0), "\(found)")
  }

  /// The finger moves 4 mm along and some distance across, and then straight on.
  @Test(arguments: [
    (PanGestureRecognizer.Direction.right, 4, 1.9, 1), (.right, 4, 2.1, 0),
    (.horizontal, -4, 2.1, 0),
    (.up, 1.9, -4, 1), (.up, 2.1, -4, 0), (.any, 2.1, 4, 0), (.any, 1.9, 4, 1), (.any, 4, -2.1, 0),
  ])
  func `wait while the finger is too far across`(
    direction: PanGestureRecognizer.Direction, x: Double, y: Double, began: Int
  ) {
    let settings = Settings(slop: 3, direction: direction).with { $0.mostAcross = 2 }
    let way = "0 1:50,50 \n 8 1:\(50 + x),\(50 + y)"
    #expect(story(way, settings).count == began)
    // It may come back.
    let (backX, backY) = x.magnitude > y.magnitude ? (50 + x, 50.0) : (50.0, 50 + y)
    #expect(story(way + " \n 16 1:\(backX),\(backY)", settings).count == began + 1)
  }

  /// As beside a long press of 0.5 s.
  @Test(arguments: [(500, 1), (501, 0)])
  func `begin in time, or not at all`(milliseconds: Int, began: Int) {
    let script = "0 1:50,50 \n 100 1:51,50 \n \(milliseconds) 1:53,50"
    #expect(story(script, Settings(slop: 2).with { $0.beginsWithin = 0.5 }).count == began)
    // The next touch has its own time.
    let next = script + " \n 800 \n 900 2:50,50 \n 950 2:53,50"
    #expect(story(next, Settings(slop: 2).with { $0.beginsWithin = 0.5 }).count == 2 * began + 1)
  }

  // MARK: Acceleration

  /// Speeds in mm/s, and the factors of libinput's profile.
  @Test(
    arguments: [
      (1.0, 0.4), (3, 0.6), (6, 0.9), (7, 0.9), (50, 0.9), (129, 0.9), (260, 1.55), (520, 4.8),
      (2000, 4.8),
    ])
  func `accelerate a steady movement as libinput does`(speed: Double, factor: Double) {
    let step = speed * 0.008
    let script = (0..<12).map { "\($0 * 8) 1:\(Double($0) * step),50" }
    let found = pans(
      frames(script.joined(separator: " \n ")),
      Settings(slop: 0).with {
        $0.translationFrom = .lastReport; $0.acceleration = .libinput
      })
    let moved = found[10].translation.x - found[9].translation.x
    // The default setting is a factor of 1.000875, and each movement takes 1 µs longer.
    #expect(abs(moved / step / factor - 1) < 0.002, "\(moved / step)")
  }

  /// Simpson's rule for the factor between two speeds.
  @Test func `accelerate by the speed of the movement before, too`() {
    let found = pans(
      frames("0 1:0,50 \n 10 1:1,50 \n 20 1:2,50 \n 30 1:5,50 \n 1530 1:6,50"),
      Settings(slop: 0).with {
        $0.translationFrom = .lastReport; $0.acceleration = .libinput
      })
    func profile(_ speed: Double) -> Double { 0.9 + 0.0025 * speed / 130 * (speed - 130) }
    let fast = (0.9 + 4 * profile(200) + profile(300)) / 6
    #expect(abs(found[2].translation.x - found[1].translation.x - 3 * fast) < 0.005)
    // A silence counts as one of a second.
    let slow = (profile(300) + 4 * profile(150.5) + 0.4) / 6
    #expect(abs(found[3].translation.x - found[2].translation.x - slow) < 0.005)
  }

  // MARK: Edges

  /// Where a finger lands on a surface of 100 mm × 60 mm, the edge of the settings, and whether the pan
  /// begins.
  @Test(
    arguments: [
      (3.0, 30.0, Edge.left, true), (3.01, 30, .left, false), (97, 30, .right, true),
      (96.99, 30, .right, false), (50, 3, .top, true), (50, 3.01, .top, false),
      (50, 57, .bottom, true), (50, 56.99, .bottom, false), (50, 57, .top, false),
      (3, 30, .right, false), (-1, 30, .left, true),
    ])
  func `let it begin only at an edge`(x: Double, y: Double, edge: Edge, begins: Bool) {
    let found = story(
      "0 1:\(x),\(y) \n 8 1:\(x + 5),\(y + 5) \n 16",
      Settings(slop: 2, edge: .init(edge, width: 3)), on: Vector(x: 100, y: 60))
    #expect(found.isEmpty == !begins)
  }
  typealias Edge = PanGestureRecognizer.EdgeStart.Edge

  @Test func `fail when a finger lands elsewhere and no other can join`() {
    func state(_ script: String, fingers: ClosedRange<Int>) -> RecognizerState {
      var recognizer = PanGestureRecognizer(
        Settings(fingers: fingers, edge: .init(.left)))
      var events: [PanEvent] = []
      for frame in frames(script) { recognizer.feed(frame, into: &events) }
      return recognizer.state
    }
    #expect(state("0 1:50,50", fingers: 1...1) == .failed)
    #expect(state("0 1:50,50", fingers: 1...2) == .possible)
    #expect(state("0 1:50,50 \n 8 1:53,50", fingers: 1...2) == .failed)
    #expect(state("0 1:50,50 \n 8 1:50,50 2:2,50 \n 16 1:55,50 2:7,50", fingers: 1...2) == .active)
  }

  @Test func `need a landing that was seen at the edge`() {
    let settings = Settings(slop: 2, edge: .init(.left))
    let script = "0 1:1,50 \n 8 1:9,50"
    #expect(story(script, settings) { _, _ in } == ["began 6.00,0.00"])
    #expect(story(script, settings) { $1.remark(.unseenLanding, on: 1) }.isEmpty)
    #expect(story(script, settings) { $1.hasLostEvents = $0 == 0 }.isEmpty)
    // Without an edge the landing need not be seen.
    #expect(story(script) { $1.remark(.unseenLanding, on: 1) } == ["began 6.00,0.00"])
  }

  @Test func `default to the width of UIKit's edge and the slops of UIKit and libinput`() {
    // 20 and 10 points at 163 points per inch.
    #expect(abs(PanGestureRecognizer.EdgeStart(.left).width - 20 / 163 * 25.4) < 0.05)
    #expect(abs(Settings().slop - 10 / 163 * 25.4) < 0.05)
    #expect(Settings().rollingSlop == 4 && Settings().fingers == 1...1 && Settings().ignoresPalms)
  }
}
