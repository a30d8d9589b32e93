import PantographBase
import PantographGestures
import PantographTouches
import Testing

@Suite struct `An arena` {
  /// All kinds of gestures, distinguished by their case.
  enum Touch: Hashable {
    case pan(PanGestureRecognizer.Value)
    case pinch(PinchGestureRecognizer.Value)
    case turn(RotationGestureRecognizer.Value)
    case tap(TapGestureRecognizer.Value)
    case doubleTap(TapGestureRecognizer.Value)
    case tripleTap(TapGestureRecognizer.Value)
    case longPress(LongPressGestureRecognizer.Value)
    case press(PressGestureRecognizer.Value)
    case preview(PreviewInteraction.Value)

    var name: String {
      switch self {
      case .pan: "pan"
      case .pinch: "pinch"
      case .turn: "turn"
      case .tap: "tap"
      case .doubleTap: "doubleTap"
      case .tripleTap: "tripleTap"
      case .longPress: "longPress"
      case .press: "press"
      case .preview: "preview"
      }
    }
  }

  private func story(_ arena: GestureArena<Touch>, _ script: String) -> [String] {
    events(arena, touches(script)).map {
      "\(Double($0.time.microseconds) / 1000) \($0.value.name) \($0.phase)"
    }
  }

  /// Two fingers that move together, apart and around each other in one frame, each far enough to be
  /// recognised.
  static let everything = """
    0  1:0,0 2:10,0
    10 1:10,0 2:10,20
    20 1:10,0 2:10,22
    30
    """

  private func transformations() -> (GestureArena<Touch>, [GestureArena<Touch>.Entrant]) {
    var arena = GestureArena<Touch>()
    let pan = arena.add(PanGestureRecognizer(.init(fingers: 2...2)), as: Touch.pan)
    let pinch = arena.add(PinchGestureRecognizer(), as: Touch.pinch)
    let turn = arena.add(RotationGestureRecognizer(), as: Touch.turn)
    return (arena, [pan, pinch, turn])
  }

  @Test func `lets the first gesture to begin win`() {
    let (arena, _) = transformations()
    // The fingers move apart, then together.
    #expect(
      story(
        arena,
        """
        0  1:0,0 2:10,0
        10 1:-1,0 2:11,0
        20 1:9,0 2:21,0
        30 1:19,9 2:31,-9
        40
        """)
        == ["10.0 pinch began", "20.0 pinch changed", "30.0 pinch changed", "40.0 pinch ended"])
    // The fingers move together, then turn and move apart.
    #expect(
      story(arena, "0 1:0,0 2:10,0 \n 10 1:5,0 2:15,0 \n 20 1:0,9 2:30,0 \n 30")
        == ["10.0 pan began", "20.0 pan changed", "30.0 pan ended"])
  }

  @Test func `prefers the recogniser that was added first if several begin in one frame`() {
    let (arena, _) = transformations()
    #expect(
      story(arena, Self.everything) == ["10.0 pan began", "20.0 pan changed", "30.0 pan ended"])
    var other = GestureArena<Touch>()
    other.add(RotationGestureRecognizer(), as: Touch.turn)
    other.add(PanGestureRecognizer(.init(fingers: 2...2)), as: Touch.pan)
    #expect(
      story(other, Self.everything) == ["10.0 turn began", "20.0 turn changed", "30.0 turn ended"])
  }

  @Test func `lets allowed recognisers be active together`() {
    var (arena, all) = transformations()
    arena.allow(all)
    #expect(
      story(arena, Self.everything)
        == [
          "10.0 pan began", "10.0 pinch began", "10.0 turn began", "20.0 pan changed",
          "20.0 pinch changed", "20.0 turn changed", "30.0 pan ended", "30.0 pinch ended",
          "30.0 turn ended",
        ])
    var (pair, two) = transformations()
    pair.allow([two[0], two[2]])
    #expect(
      story(pair, Self.everything)
        == [
          "10.0 pan began", "10.0 turn began", "20.0 pan changed", "20.0 turn changed",
          "30.0 pan ended", "30.0 turn ended",
        ])
  }

  @Test func `keeps the losers out until all fingers have lifted`() {
    let (arena, _) = transformations()
    #expect(
      story(
        arena,
        """
        0   1:0,0 2:10,0
        10  1:-5,0 2:15,0
        20  1:-5,0
        30  1:-5,0 3:20,0
        40  1:25,0 3:50,0
        50  1:25,0 3:70,0
        60
        70  1:0,0 2:10,0
        80  1:5,0 2:15,0
        90
        """)
        == [
          "10.0 pinch began", "20.0 pinch ended", "50.0 pinch began", "60.0 pinch ended",
          "80.0 pan began", "90.0 pan ended",
        ])
  }

  /// A tap that waits for a double tap, which may wait for a triple tap.
  private func taps(triple: Bool = false) -> GestureArena<Touch> {
    var arena = GestureArena<Touch>()
    var before: [GestureArena<Touch>.Entrant] = []
    if triple {
      before = [arena.add(TapGestureRecognizer(.init(taps: 3)), as: Touch.tripleTap)]
    }
    let double = arena.add(
      TapGestureRecognizer(.init(taps: 2)), as: Touch.doubleTap, afterFailureOf: before)
    arena.add(TapGestureRecognizer(), as: Touch.tap, afterFailureOf: [double])
    return arena
  }

  @Test func `holds a tap back until it can't become a double tap`() {
    #expect(story(taps(), "0 1:0,0 \n 10 \n 310") == ["310.0 tap ended"])
    #expect(story(taps(), "0 1:0,0 \n 10 \n 309") == [])
    #expect(story(taps(), "0 1:0,0 \n 10 \n 100 1:0,0 \n 110 \n 900") == ["110.0 doubleTap ended"])
    // The second one stays too long, or is too far away.
    #expect(story(taps(), "0 1:0,0 \n 10 \n 100 1:0,0 \n 500") == ["300.0 tap ended"])
    #expect(
      story(taps(), "0 1:0,0 \n 10 \n 100 1:50,0 \n 120 \n 900")
        == ["100.0 tap ended", "120.0 tap ended"])
    // A press that is too long is not a tap.
    #expect(story(taps(), "0 1:0,0 \n 300 \n 900") == [])
  }

  @Test func `recognises again after a tap at a deadline`() {
    #expect(
      story(taps(), "0 1:0,0 \n 10 \n 400 1:0,0 \n 410 \n 500 1:0,0 \n 510 \n 900")
        == ["310.0 tap ended", "510.0 doubleTap ended"])
  }

  @Test func `decides among one, two and three taps`() {
    let arena = taps(triple: true)
    #expect(story(arena, "0 1:0,0 \n 10 \n 900") == ["310.0 tap ended"])
    #expect(story(arena, "0 1:0,0 \n 10 \n 20 1:0,0 \n 30 \n 900") == ["330.0 doubleTap ended"])
    #expect(
      story(arena, "0 1:0,0 \n 10 \n 20 1:0,0 \n 30 \n 40 1:0,0 \n 50 \n 900")
        == ["50.0 tripleTap ended"])
    // The third is too far away: of the held events, only the double tap is reported.
    #expect(
      story(arena, "0 1:0,0 \n 10 \n 20 1:0,0 \n 30 \n 40 1:50,0 \n 50 \n 900")
        == ["40.0 doubleTap ended"])
  }

  @Test func `makes others wait for a recogniser that waits itself`() {
    var arena = GestureArena<Touch>()
    let triple = arena.add(TapGestureRecognizer(.init(taps: 3)), as: Touch.tripleTap)
    let double = arena.add(
      TapGestureRecognizer(.init(taps: 2, slop: 1)), as: Touch.doubleTap, afterFailureOf: [triple])
    arena.add(PanGestureRecognizer(.init(slop: 1.2)), as: Touch.pan, afterFailureOf: [double])
    #expect(
      story(
        arena,
        "0 1:0,0 \n 10 \n 20 2:0,0 \n 30 \n 40 3:0,0 \n 50 3:1.5,0 \n 60 3:5,0 \n 70 3:9,0 \n 80")
        == ["60.0 doubleTap ended"])
  }

  @Test func `reports one after the other if none waits`() {
    var arena = GestureArena<Touch>()
    let double = arena.add(TapGestureRecognizer(.init(taps: 2)), as: Touch.doubleTap)
    let tap = arena.add(TapGestureRecognizer(), as: Touch.tap)
    let script = "0 1:0,0 \n 10 \n 100 1:0,0 \n 110 \n 900"
    #expect(story(arena, script) == ["10.0 tap ended", "110.0 tap ended"])
    arena.allow([double, tap])
    #expect(
      story(arena, script) == ["10.0 tap ended", "110.0 doubleTap ended", "110.0 tap ended"])
  }

  /// A pan that waits for a long press.
  private func waitingPan(duration: Double = 0.1) -> GestureArena<Touch> {
    var arena = GestureArena<Touch>()
    let long = arena.add(
      LongPressGestureRecognizer(.init(minimumDuration: duration, slop: 5)), as: Touch.longPress)
    arena.add(PanGestureRecognizer(.init(slop: 2)), as: Touch.pan, afterFailureOf: [long])
    return arena
  }

  @Test func `begins a held gesture with its current value`() throws {
    let script = "0 1:0,0 \n 10 1:3,0 \n 20 1:4,0 \n 30 1:6,0 \n 40 1:7,0 \n 50"
    #expect(
      story(waitingPan(), script) == ["30.0 pan began", "40.0 pan changed", "50.0 pan ended"])
    let first = try #require(events(waitingPan(), touches(script)).first)
    guard case .pan(let pan) = first.value else { throw CancellationError() }
    #expect(pan.translation == Vector(x: 4, y: 0))
    // The finger lifts before the long press: it is a pan.
    #expect(
      story(waitingPan(), "0 1:0,0 \n 10 1:3,0 \n 20") == ["20.0 pan began", "20.0 pan ended"])
  }

  @Test func `drops a held gesture when the one it waits for begins`() {
    #expect(
      story(waitingPan(), "0 1:0,0 \n 10 1:3,0 \n 150 1:9,0 \n 160")
        == ["100.0 longPress began", "150.0 longPress changed", "160.0 longPress ended"])
  }

  @Test func `drops a held gesture when it is cancelled`() {
    #expect(story(waitingPan(), "0 1:0,0 \n 10 1:3,0 \n 20 -1 lost \n 30") == [])
  }

  @Test func `drops a held gesture when a third one begins`() {
    var arena = GestureArena<Touch>()
    let long = arena.add(
      LongPressGestureRecognizer(.init(minimumDuration: 0.1, slop: 5)), as: Touch.longPress)
    arena.add(PanGestureRecognizer(.init(slop: 2)), as: Touch.pan, afterFailureOf: [long])
    arena.add(PressGestureRecognizer(), as: Touch.press)
    #expect(
      story(
        arena, "0 1:0,0@0 \n 10 1:3,0@0 \n 20 1:4,0@0.5 \n 30 1:9,0@0.5 \n 200 1:9,0@0.8 \n 210")
        == ["20.0 press began", "30.0 press changed", "200.0 press changed", "210.0 press ended"])
  }

  @Test func `decides between a press and a long press`() {
    var arena = GestureArena<Touch>()
    arena.add(PressGestureRecognizer(), as: Touch.press)
    arena.add(LongPressGestureRecognizer(), as: Touch.longPress)
    #expect(
      story(arena, "0 1:0,0@0.1 \n 499 1:0,0@0.3 \n 600 1:0,0@0.8 \n 700")
        == ["499.0 press began", "600.0 press changed", "700.0 press ended"])
    #expect(
      story(arena, "0 1:0,0@0.1 \n 501 1:0,0@0.3 \n 600 1:0,0@0.8 \n 700")
        == [
          "500.0 longPress began", "501.0 longPress changed", "600.0 longPress changed",
          "700.0 longPress ended",
        ])
  }

  @Test func `reports a gesture that begins and ends in one frame`() {
    var arena = GestureArena<Touch>()
    arena.add(PreviewInteraction(), as: Touch.preview)
    arena.add(LongPressGestureRecognizer(), as: Touch.longPress)
    #expect(
      story(arena, "0 1:0,0@0.1 \n 10 1:0,0@0.9 \n 700 1:0,0@0.1 \n 710")
        == ["10.0 preview began", "10.0 preview ended"])
    // When held back, it is reported at its end.
    var waiting = GestureArena<Touch>()
    let long = waiting.add(LongPressGestureRecognizer(), as: Touch.longPress)
    waiting.add(PreviewInteraction(), as: Touch.preview, afterFailureOf: [long])
    #expect(
      story(waiting, "0 1:0,0@0.1 \n 10 1:0,0@0.16 \n 20 1:0,0@0.9 \n 30 1:9,9@0.1 \n 40")
        == ["30.0 preview began", "30.0 preview ended"])
  }

  /// A pan that waits for a pinch, which is impossible before there is a second finger.
  private func panAfterPinch(together: Bool) -> GestureArena<Touch> {
    var arena = GestureArena<Touch>()
    let pinch = arena.add(PinchGestureRecognizer(), as: Touch.pinch)
    let pan = arena.add(
      PanGestureRecognizer(.init(fingers: 1...2)), as: Touch.pan, afterFailureOf: [pinch])
    if together { arena.allow([pinch, pan]) }
    return arena
  }

  @Test func `does not stop an active gesture when one that it would have waited for begins`() {
    let script = "0 1:0,0 \n 10 1:5,0 \n 20 1:5,0 2:9,0 \n 30 1:5,0 2:19,0 \n 40"
    let pan = ["10.0 pan began", "20.0 pan changed", "30.0 pan changed", "40.0 pan ended"]
    #expect(story(panAfterPinch(together: false), script) == pan)
    #expect(
      story(panAfterPinch(together: true), script)
        == pan[..<2] + [
          "30.0 pinch began", "30.0 pan changed", "40.0 pinch ended", "40.0 pan ended",
        ])
  }

  @Test func `drops a gesture that waits for one that has begun, even if both are allowed`() {
    #expect(
      story(
        panAfterPinch(together: true),
        "0 1:0,0 2:9,0 \n 10 1:0,0 2:19,0 \n 20 1:0,0 2:30,0 \n 30")
        == ["10.0 pinch began", "20.0 pinch changed", "30.0 pinch ended"])
  }

  @Test func `handles deadlines without frames`() {
    var arena = taps()
    var found: [GestureEvent<Touch>] = []
    #expect(arena.state == .idle && arena.deadline == nil)
    arena.feed(touches("0 1:0,0")[0], into: &found)
    #expect(arena.state == .possible && arena.deadline == milliseconds(200))
    arena.feed(touches("10")[0], into: &found)
    #expect(arena.deadline == milliseconds(310))
    arena.advance(to: milliseconds(309), into: &found)
    #expect(found.isEmpty && arena.state == .possible)
    arena.advance(to: milliseconds(310), into: &found)
    #expect(found.map(\.time) == [milliseconds(310)])
    #expect(arena.state == .idle && arena.deadline == nil)
    arena.feed(touches("400 1:0,0")[0], into: &found)
    arena.advance(to: milliseconds(5000), into: &found)
    #expect(arena.state == .failed && arena.deadline == nil && found.count == 1)
  }

  @Test func `has the earliest deadline of all`() {
    var arena = GestureArena<Touch>()
    arena.add(LongPressGestureRecognizer(), as: Touch.longPress)
    arena.add(TapGestureRecognizer(), as: Touch.tap)
    var found: [GestureEvent<Touch>] = []
    arena.feed(touches("0 1:0,0")[0], into: &found)
    #expect(arena.deadline == milliseconds(200))
    arena.advance(to: milliseconds(200), into: &found)
    #expect(arena.deadline == milliseconds(500))
  }

  @Test func `cancels everything when the device is gone`() {
    var (arena, all) = transformations()
    arena.allow(all)
    var found: [GestureEvent<Touch>] = []
    for frame in touches(Self.everything).prefix(2) { arena.feed(frame, into: &found) }
    #expect(arena.state == .active)
    arena.cancel(at: milliseconds(15), into: &found)
    arena.cancel(at: milliseconds(16), into: &found)
    #expect(found.map(\.phase) == [.began, .began, .began, .cancelled, .cancelled, .cancelled])
    #expect(found.suffix(3).allSatisfy { $0.time == milliseconds(15) })
    #expect(arena.state == .failed)
    for frame in touches("20 1:0,0 2:99,0 \n 30 1:50,0 2:99,99") { arena.feed(frame, into: &found) }
    #expect(found.count == 6)
    for frame in touches(
      "40 \n "
        + Self.everything.split(separator: "\n").prefix(2).enumerated()
        .map { "\(50 + $0) " + $1.split(separator: " ").dropFirst().joined(separator: " ") }
        .joined(separator: "\n"))
    {
      arena.feed(frame, into: &found)
    }
    #expect(found.suffix(3).map(\.phase) == [.began, .began, .began])

    var idle = taps()
    for frame in touches("0 1:0,0 \n 10") { idle.feed(frame, into: &found) }
    idle.cancel(at: milliseconds(20), into: &found)
    #expect(idle.state == .idle && idle.deadline == nil)
    #expect(story(idle, "30 1:0,0 \n 40 \n 900") == ["340.0 tap ended"])
  }

  @Test func `does not count palms as fingers that have to lift`() {
    var arena = GestureArena<Touch>()
    arena.add(PinchGestureRecognizer(), as: Touch.pinch)
    arena.add(RotationGestureRecognizer(), as: Touch.turn)
    #expect(
      story(
        arena,
        """
        0  9:50,50# 1:0,0 2:10,0
        10 9:50,50# 1:-5,0 2:15,0
        20 9:50,50#
        30 9:50,50# 1:0,0 2:10,0
        40 9:50,50# 1:0,0 2:0,10
        50 9:50,50#
        """
      )
        == [
          "10.0 pinch began", "20.0 pinch ended", "40.0 turn began", "50.0 turn ended",
        ])
  }

  /// A recogniser that stays active without fingers until it is cancelled.
  struct Stubborn: GestureRecognizer {
    var state = RecognizerState.idle
    var deadline: Timestamp? { nil }
    mutating func feed(
      _ frame: TouchFrame, into events: inout [GestureEvent<TapGestureRecognizer.Value>]
    ) {
      let value = TapGestureRecognizer.Value(location: Point(x: 0, y: 0))
      events.append(
        GestureEvent(time: frame.time, phase: state == .idle ? .began : .changed, value: value))
      state = .active
    }
    mutating func advance(
      to time: Timestamp, into events: inout [GestureEvent<TapGestureRecognizer.Value>]
    ) {}
    mutating func cancel(
      at time: Timestamp, into events: inout [GestureEvent<TapGestureRecognizer.Value>]
    ) {
      state = .idle
    }
  }

  @Test func `admits no other gesture while one is active, with or without fingers`() {
    var arena = GestureArena<Touch>()
    arena.add(Stubborn(), as: Touch.tap)
    arena.add(PreviewInteraction(), as: Touch.preview)
    #expect(
      story(arena, "0 1:0,0 \n 10 \n 20 1:0,0@0.9 \n 30")
        == ["0.0 tap began", "10.0 tap changed", "20.0 tap changed", "30.0 tap changed"])
  }

  @Test func `ignores an excluded recogniser until the fingers have lifted`() {
    var arena = GestureArena<Touch>()
    arena.add(PressGestureRecognizer(), as: Touch.press)
    arena.add(Stubborn(), as: Touch.tap)
    #expect(
      story(arena, "0 1:0,0@0.5 \n 10 1:0,0@0.6 \n 20 \n 30 1:0,0@0.1")
        == ["0.0 press began", "10.0 press changed", "20.0 press cancelled"])
  }
}
