import Foundation
import PantographBase
import PantographGestures
import PantographTestSupport
import PantographTouchScripts
import PantographTouches
import Testing

/// Tests `BTN_TOUCH` of devices with slots: a contact in a slot touches only while the key is pressed.
@Suite struct `The touch key` {
  /// Returns the contacts of each frame, with hovering ones in brackets: `0 (1)`.
  private func story(_ script: String, on device: DeviceDescription = Palms.pad()) throws -> String
  {
    frames(events(script), by: FrameAssembler(try Surface(device))).map { frame in
      #expect(frame.fingerCount == frame.contacts.count)
      return (frame.contacts.map { "\($0.id)" } + frame.hovering.map { "(\($0.id))" })
        .joined(separator: " ")
    }.joined(separator: "|")
  }

  @Test func `lands and lifts a contact that stays in its slot`() throws {
    let script = """
      0  id=1 x=500 y=250 p=40 one=1 touch=1
      8  p=20 touch=0
      16 p=4
      24 id=-1 one=0
      32 id=2 one=1
      40 p=40 touch=1
      48 id=-1 touch=0 one=0
      """
    #expect(try story(script) == "0|(1)|(1)||(2)|2|")
  }

  @Test func `has no effect if it was not sent`() throws {
    #expect(try story("0 id=1 x=500 y=250\n8 x=510\n16 id=-1") == "0|0|")
  }

  @Test func `shows the landing of a contact that was there before`() throws {
    let script = """
      0  x=500 y=250 touch=0
      8  touch=1
      """
    let all = frames(events(script), by: FrameAssembler(try Surface(Palms.pad())))
    #expect(all[1].contacts.map(\.remarks) == [[]])
  }

  @Test func `does not count hovering contacts as unplaced`() throws {
    let all = frames(
      events("0 id=1 x=500 touch=0\n8 touch=1"), by: FrameAssembler(try Surface(Palms.pad())))
    #expect(all.map(\.unplaced.count) == [0, 1])
  }

  // MARK: Real pads

  /// A touchpad whose contacts hover, and one whose driver has different thresholds for the key and for
  /// slots.
  @Test(
    .enabled(if: Repository.hasCorpus, Repository.absence),
    arguments: [
      // One of two contacts comes with ABS_MT_DISTANCE 1 and no key.
      ("named-gestures/touch_TapSettings__samus_tap_click", 1),
      // The key is pressed twice, and released before the slots are empty.
      (
        "devices/touchpads__SynPS2-Synaptics-TouchPad.hp8470p.two-finger-scroll-horizontal.events",
        2
      ),
    ])
  func `is pressed while pads are touched`(name: String, presses: Int) throws {
    let events = try `Contacts of real devices`.read(Repository.corpus.appendingPathComponent(name))
      .1
    var device = `Contacts of real devices`.device(sending: events)
    if device.range(of: .absMTSlot) == nil {
      device.add(axis: .absMTSlot, AxisRange(minimum: 0, maximum: 0))
    }
    #expect(events.count { $0.code == .btnTouch && $0.type == .key && $0.value == 1 } == presses)
    var isPressed = false
    var assembler = FrameAssembler(try Surface(device))
    for event in events {
      if event.type == .key, event.code == .btnTouch { isPressed = event.value != 0 }
      guard assembler.feed(event) else { continue }
      #expect(assembler.frame.contacts.isEmpty == !isPressed)
    }
  }
}
