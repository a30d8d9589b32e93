import PantographBase
import PantographTraces
import Testing

/// The example of the module's page.
@Suite struct `The documentation of Synthesis` {
  @Test func `has a flick that lifts at the velocity of its formula`() throws {
    let gesture = SyntheticGesture.flick(
      from: [Point(x: 20, y: 30)], by: Vector(x: 40, y: 0), duration: 0.4)
    let events = try Sensor().events(of: gesture, on: ModelDevice.touchpad.description)
    let still = gesture.lifting(by: LiftProfile.named("still"))
    let truth = gesture.fingers[0].velocity(at: gesture.lift)  // 1.875 · 40 mm / 0.4 s = 187.5 mm/s
    #expect(abs(truth.x - 187.5) < 1e-6 && truth.y == 0)
    #expect(events.count > 20)
    #expect(try Sensor().events(of: still, on: ModelDevice.touchpad.description) != events)
  }
}
