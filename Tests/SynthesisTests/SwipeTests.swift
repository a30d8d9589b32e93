import Evdev
import Quantities
import Synthesis
import Testing

@Suite struct `A synthetic swipe` {
  private func swipe(_ change: (inout Swipe) -> Void = { _ in }) -> Swipe {
    var swipe = Swipe(from: Point(x: 20, y: 30), by: Vector(x: 40, y: -10), duration: 0.4)
    change(&swipe)
    return swipe
  }

  /// What the first finger's horizontal axis says over time, with what is not said again filled in.
  private func positions(_ events: [InputEvent]) -> [Int32] {
    var x: Int32 = 0
    var positions: [Int32] = []
    for event in events {
      if event.type == .absolute, event.code == .absX { x = event.value }
      if event.endsFrame { positions.append(x) }
    }
    return positions
  }

  @Test func `follows the minimum-jerk profile`() throws {
    #expect(Swipe.minimumJerk(0) == 0)
    #expect(Swipe.minimumJerk(1) == 1)
    #expect(Swipe.minimumJerk(0.5) == 0.5)
    // Flash and Hogan: at rest at both ends without a push, and at most 15/8 of the mean pace.
    let h = 1e-4
    #expect(Swipe.minimumJerk(h) < 11 * h * h * h)
    #expect(1 - Swipe.minimumJerk(1 - h) < 11 * h * h * h)
    let peak = (Swipe.minimumJerk(0.5 + h) - Swipe.minimumJerk(0.5 - h)) / (2 * h)
    #expect(abs(peak - 15.0 / 8) < 1e-6)
  }

  @Test func `is rounded to the device's resolution`() throws {
    let device = ModelDevice.touchpad.description
    let events = try swipe {
      $0.noise = 0
      $0.rate = 100
    }.events(on: device)
    // 20 values a millimetre: from 400 by 800, a hundred looks a second, forty of them and the lift.
    let expected = (0...40).map { frame in
      Int32((400 + 800 * Swipe.minimumJerk(Double(frame) / 40)).rounded())
    }
    // A look at which nothing has changed makes no frame.
    let seen = events.filter { $0.code == .absX && $0.type == .absolute }.map(\.value)
    let changes = zip(expected, [-1] + expected).filter { $0 != $1 }.map(\.0)
    #expect(seen == changes)
    #expect(events.last?.time.microseconds == 410_000)
  }

  @Test func `says only what changes, and ends every frame`() throws {
    let events = try swipe { $0.fingers = 2 }.events(on: ModelDevice.touchpad.description)
    var known: [[UInt16]: Int32] = [:]
    var slot: Int32 = 0
    for event in events where event.type != .synchronization {
      if event.code == .absMTSlot { slot = event.value }
      let isOfSlot = event.code > .absMTSlot && event.type == .absolute
      let key = [event.type.rawValue, event.code.rawValue, isOfSlot ? UInt16(slot) : .max]
      #expect(known[key] != event.value)
      known[key] = event.value
    }
    #expect(events.last?.endsFrame == true)
    let ids = events.filter { $0.code == .absMTTrackingID && $0.type == .absolute }.map(\.value)
    #expect(ids == [0, 1, -1, -1])
    let buttons = events.filter { $0.type == .key }.map { [$0.code.rawValue, UInt16($0.value)] }
    #expect(buttons == [[0x14a, 1], [0x14d, 1], [0x14a, 0], [0x14d, 0]])
  }

  @Test func `lifts on the way when it is a flick`() throws {
    let events = try swipe {
      $0.noise = 0
      $0.lift = 0.5
    }.events(on: ModelDevice.touchpad.description)
    #expect(positions(events).last == 800)
    #expect(events.last?.time.microseconds == 208_000)
  }

  @Test func `is the same for the same seed, and another for another`() throws {
    let device = ModelDevice.touchscreen.description
    let first = try swipe().events(on: device)
    #expect(try swipe().events(on: device) == first)
    #expect(try swipe { $0.seed = 2 }.events(on: device) != first)
  }

  @Test func `stays on the surface`() throws {
    let events = try swipe { $0.way = Vector(x: 500, y: -500) }
      .events(on: ModelDevice.touchpad.description)
    #expect(events.allSatisfy { $0.type != .absolute || $0.value >= -1 && $0.value <= 2000 })
  }

  @Test func `is as long as it is said to be where the device's resolution is not known`() throws {
    // 500 values over libinput's 69 mm for a pad of unknown size: 40 mm are 290 of them.
    var device = DeviceDescription()
    device.add(axis: .absMTSlot, AxisRange(minimum: 0, maximum: 1))
    device.add(axis: .absMTPositionX, AxisRange(minimum: 0, maximum: 500))
    device.add(axis: .absMTPositionY, AxisRange(minimum: 0, maximum: 400))
    device.add(axis: .absMTTrackingID, AxisRange(minimum: 0, maximum: 100))
    let events = try swipe { $0.noise = 0 }.events(on: device)
    let values = events.filter { $0.code == .absMTPositionX && $0.type == .absolute }.map(\.value)
    #expect(values.first == 145)
    #expect(values.last == 435)
  }

  @Test func `is made on devices with the kernel's own marks`() throws {
    // INPUT_PROP_POINTER is 0, INPUT_PROP_DIRECT 1, INPUT_PROP_BUTTONPAD 2.
    #expect(ModelDevice.touchpad.description.properties == [0, 2])
    #expect(ModelDevice.touchscreen.description.properties == [1])
  }

  @Test func `draws on a source of chance with published numbers`() throws {
    // The first outputs of SplitMix64 from the seed 1234567, as Vigna's reference program gives them.
    var chance = SeededGenerator(seed: 1_234_567)
    #expect(
      [chance.next(), chance.next(), chance.next()]
        == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
  }
}
