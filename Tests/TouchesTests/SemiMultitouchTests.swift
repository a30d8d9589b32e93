import Foundation
import PantographBase
import PantographGestures
import PantographTestSupport
import PantographTouchScripts
import PantographTouches
import Testing

/// Touchpads whose two contacts are the corners of a bounding box around all fingers.
@Suite struct `Corners of a bounding box` {
  private static let device: DeviceDescription = {
    var device = Palms.pad(properties: [0, 3])
    device.add(axis: .absPressure, AxisRange(minimum: 0, maximum: 200))
    device.add(axis: .absMTSlot, AxisRange(minimum: 0, maximum: 1))
    return device
  }()

  /// A finger moves to the right by 1 mm per frame; another one joins at its upper right and leaves, then the
  /// first one leaves.
  private static let joined = """
    0   slot=0 id=1 x=300 y=300 P=100 one=1 touch=1
    10  x=310
    20  x=320
    30  y=100 slot=1 id=2 x=630 y=300 one=0 two=1 P=150
    40  slot=0 x=330 slot=1 x=640
    50  slot=0 x=340 slot=1 x=650
    60  slot=0 y=300 slot=1 id=-1 two=0 one=1
    70  slot=0 x=350
    80  slot=0 id=-1 one=0 touch=0
    """

  @Test func `move with the fingers, and do not jump when one joins or leaves`() throws {
    var recognizer = PanGestureRecognizer(.init(fingers: 1...2, slop: 0, ignoresPalms: false))
    var gestures: [GestureEvent<PanGestureRecognizer.Value>] = []
    for frame in frames(
      events(Self.joined), by: FrameAssembler(try Surface(Self.device)))
    {
      recognizer.feed(frame, into: &gestures)
    }
    // 5 of the 7 movements; those of frames in which the number changes are unknown.
    #expect(gestures.last?.phase == .ended)
    #expect(gestures.map(\.translation) == [1, 2, 2, 3, 4, 4, 5, 5].map { Vector(x: $0, y: 0) })
  }

  @Test func `get new IDs when the number of fingers changes, without a lift`() throws {
    let all = frames(events(Self.joined), by: FrameAssembler(try Surface(Self.device)))
    #expect(all.map(\.fingerCount) == [1, 1, 1, 2, 2, 2, 1, 1, 0])
    #expect(all.map(\.contacts.count) == [1, 1, 1, 2, 2, 2, 1, 1, 0])
    #expect(all[2].contacts.map(\.id) == [0])
    #expect(all[3].vanished == [0] && !all[3].contacts.map(\.id).contains(0))
    #expect(all[5].contacts.map(\.id) == all[3].contacts.map(\.id))
    // One of the two has lifted; the other one has not.
    #expect(all[6].vanished == [all[5].contacts[0].id])
    #expect(Set(all.flatMap { $0.contacts.map(\.id) }).count == 4)
    #expect(all[7].vanished.isEmpty && all[8].vanished.isEmpty)
    #expect(all.flatMap(\.contacts).allSatisfy { !$0.remarks.contains(.jump) })
  }

  @Test func `have the pressure of the fingers`() throws {
    let all = frames(events(Self.joined), by: FrameAssembler(try Surface(Self.device)))
    #expect(all[0].contacts.map(\.pressure) == [0.5])
    #expect(all[4].contacts.map(\.pressure) == [0.75, 0.75])
  }

  @Test func `get new IDs when a third finger joins, even if only a key reports it`() throws {
    let script = """
      0   slot=0 id=1 x=300 y=300 slot=1 id=2 x=500 y=400 two=1
      10  slot=0 x=100 two=0 three=1
      20  x=110
      """
    let all = frames(events(script), by: FrameAssembler(try Surface(Self.device)))
    #expect(all.map(\.fingerCount) == [2, 3, 3])
    #expect(all.map(\.contacts.count) == [2, 2, 2])
    #expect(all[1].vanished == [0, 1])
    #expect(all[1].contacts.map(\.id) == all[2].contacts.map(\.id))
  }

  @Test func `stay palms when they get new IDs`() throws {
    let script = """
      0   slot=0 id=1 x=300 y=300 P=140 one=1
      10  P=50
      20  y=100 slot=1 id=2 x=600 y=300 one=0 two=1
      """
    let all = frames(events(script), by: FrameAssembler(try Surface(Self.device)))
    #expect(
      all.map { $0.contacts.map { $0.remarks.contains(.palm) } } == [
        [true], [true], [true, false],
      ])
  }

  // MARK: Real pads

  /// Recordings of real touchpads, and the number of fingers that their keys report.
  @Test(
    .enabled(if: Repository.hasCorpus, Repository.absence),
    arguments: [
      ("touchpads__CyPS2-Cypress-Trackpad.two_finger_tap.events", 2),
      ("touchpads__CyPS2-Cypress-Trackpad.two_finger_press.events", 2),
      ("touchpads__CyPS2-Cypress-Trackpad.three_finger_tap.events", 3),
      ("touchpads__CyPS2-Cypress-Trackpad.three_finger_press.events", 3),
      ("touchpads__AlpsPS2-ALPS-GlidePoint.2-finger-tap.events", 2),
    ])
  func `have the right number of fingers, without jumps`(name: String, fingers: Int) throws {
    let file = Repository.corpus.appendingPathComponent("devices").appendingPathComponent(name)
    let (device, events) = try `Contacts of real devices`.read(file)
    let surface = try Surface(device)
    #expect(surface.isSemiMultitouch)
    let all = frames(events, by: FrameAssembler(surface))
    #expect(all.map(\.fingerCount).max() == fingers)
    // In one recording the second corner is at its position in an earlier, unrecorded tap.
    #expect(all.map { $0.contacts.count + $0.unplaced.count }.max() == 2)
    #expect(all.allSatisfy { $0.contacts.allSatisfy { $0.pressure ?? 0 > 0 } })
    // A contact keeps its number of fingers.
    var counts: [Int: Int] = [:]
    for frame in all {
      for contact in frame.contacts {
        #expect(counts[contact.id] ?? frame.fingerCount == frame.fingerCount)
        counts[contact.id] = frame.fingerCount
      }
    }
  }
}
