import Foundation
import PantographBase
import PantographGestures
import PantographTestSupport
import PantographTouchScripts
import PantographTouches
import Testing

/// The kernel sends only changes, so a recording can contain a landing without one coordinate or both.
@Suite struct `Contacts without a position` {
  /// Returns the contacts of each frame with positions in millimetres, and unplaced ones in brackets: `0
  /// 50,25 (1)`.
  private func story(_ script: String, startsAtZero: Bool = false) throws -> [String] {
    let surface = try Surface(Palms.pad())
    let assembler = FrameAssembler(surface, startsAtZero: startsAtZero)
    return frames(events(script), by: assembler).map { frame in
      let contacts = frame.contacts.map { "\($0.id) \(Int($0.position.x)),\(Int($0.position.y))" }
      let unplaced = frame.unplaced.map { "(\($0.id))" }
      #expect(frame.fingerCount == contacts.count + unplaced.count)
      return (contacts + unplaced).joined(separator: " ")
    }
  }

  @Test func `get one when both coordinates were sent, and keep their ID`() throws {
    let script = """
      0  id=1 x=500
      8  x=510
      16 y=250
      24 y=260
      32 id=-1
      40 id=2
      48 slot=1 id=3 y=100
      """
    #expect(
      try story(script)
        == ["(0)", "(0)", "0 51,25", "0 51,26", "", "1 51,26", "1 51,26 (2)"])
    #expect(
      try story(script, startsAtZero: true)
        == ["0 50,0", "0 51,0", "0 51,25", "0 51,26", "", "1 51,26", "1 51,26 2 0,10"])
  }

  @Test func `have the coordinate that is known`() throws {
    let all = frames(
      events("0 id=1 x=500\n8 slot=1 id=2 y=250\n16 slot=2 id=3"),
      by: FrameAssembler(try Surface(Palms.pad())))
    #expect(all[2].unplaced.map(\.x) == [50, nil, nil])
    #expect(all[2].unplaced.map(\.y) == [nil, 25, nil])
  }

  @Test func `have one after the state of the device was sent, even at 0`() throws {
    let script = """
      0  slot=0 id=-1 x=500 y=0
      8  id=1
      """
    #expect(try story(script) == ["", "0 50,0"])
  }

  @Test func `of a device with one contact get one when it is known`() throws {
    var device = DeviceDescription()
    device.add(.key, .btnTouch)
    device.add(axis: .absX, AxisRange(minimum: 0, maximum: 1000, resolution: 10))
    device.add(axis: .absY, AxisRange(minimum: 0, maximum: 1000, resolution: 10))
    let script = """
      0  X=200 touch=1
      8  Y=300
      16 touch=0
      """
    let all = frames(events(script), by: FrameAssembler(try Surface(device)))
    #expect(all.map(\.unplaced.count) == [1, 0, 0])
    #expect(all.map { $0.contacts.map(\.position) } == [[], [Point(x: 20, y: 30)], []])
    #expect(all.map(\.fingerCount) == [1, 1, 0])
  }

  // MARK: Pans

  private func pans(
    _ script: String, fingers: ClosedRange<Int> = 1...1
  ) throws -> [GestureEvent<PanGestureRecognizer.Value>] {
    var recognizer = PanGestureRecognizer(.init(fingers: fingers, slop: 0))
    var gestures: [GestureEvent<PanGestureRecognizer.Value>] = []
    for frame in frames(events(script), by: FrameAssembler(try Surface(Palms.pad()))) {
      recognizer.feed(frame, into: &gestures)
    }
    return gestures
  }

  /// With 0 for the unknown coordinate, the finger would move by 45 mm.
  @Test func `begin no pan, and do not jump when they get a position`() throws {
    #expect(try pans("0 id=1 x=500\n8 x=500 y=450\n16 id=-1").isEmpty)
    #expect(try pans("0 id=1 x=500\n8 x=520\n16 x=540\n24 id=-1").isEmpty)
    let late = try pans("0 id=1 x=500\n8 y=450\n16 y=460\n24 y=470\n32 id=-1")
    #expect(late.last?.phase == .ended && late.last?.translation == Vector(x: 0, y: 2))
  }

  @Test func `count in a pan of two fingers, which the other one moves`() throws {
    let script = """
      0  slot=0 id=1 y=400 slot=1 id=2 x=600 y=400
      8  slot=0 y=380 slot=1 y=380
      16 slot=0 x=480 y=360 slot=1 y=360
      24 slot=0 y=340 slot=1 y=340
      32 slot=0 id=-1 slot=1 id=-1
      """
    let gestures = try pans(script, fingers: 2...2)
    #expect(gestures.last?.phase == .ended)
    #expect(gestures.last?.translation == Vector(x: 0, y: -6))
  }

  /// A robot's fingers, of which one lands without an x, which comes 70 ms later.
  ///
  /// With 0 until then, the pan would move sideways by half of it, because touchscreens have no jumps.
  @Test(.enabled(if: Repository.hasCorpus, Repository.absence))
  func `of a robot move straight`() throws {
    // The pad as described in `expected.json`, with 20 units per millimetre.
    var link = DeviceDescription()
    link.add(.touchscreen)
    link.add(axis: .absMTSlot, AxisRange(minimum: 0, maximum: 9))
    link.add(axis: .absMTPositionX, AxisRange(minimum: 0, maximum: 2039, resolution: 20))
    link.add(axis: .absMTPositionY, AxisRange(minimum: 0, maximum: 1359, resolution: 20))
    link.add(axis: .absMTPressure, AxisRange(minimum: 0, maximum: 255))
    let folder = Repository.corpus.appendingPathComponent("robot-strokes")
    let file = folder.appendingPathComponent("two_finger_swipe.bottom_to_top.dat")
    let all = frames(
      try `Contacts of real devices`.read(file).1, by: FrameAssembler(try Surface(link)))
    #expect(all.contains { !$0.unplaced.isEmpty })
    var recognizer = PanGestureRecognizer(.init(fingers: 2...2))
    var gestures: [GestureEvent<PanGestureRecognizer.Value>] = []
    for frame in all { recognizer.feed(frame, into: &gestures) }
    let end = try #require(gestures.last { $0.phase == .ended })
    let other = all.compactMap { frame in frame.contacts.first { $0.id == 1 }?.position.y }
    let distance = try #require(other.last) - (try #require(other.first))
    // As far as the finger with a known position, less the slop.
    #expect(distance < -20 && abs(end.translation.y - distance) <= 4, "\(end.translation)")
    #expect(abs(end.translation.x) < 1, "\(end.translation)")
  }
}
