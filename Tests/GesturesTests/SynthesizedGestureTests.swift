import Foundation
import PantographBase
import PantographGestures
import PantographTouches
import PantographTraces
import Testing

/// Synthetic gestures whose movement is known in closed form.
@Suite struct `Recognisers on synthetic gestures` {
  /// Returns the frames of a gesture, with a report every 8 ms.
  private func frames(_ gesture: SyntheticGesture) -> [TouchFrame] {
    let count = Int((gesture.lift / 0.008).rounded(.up)) + 1
    return (0...count).map { step in
      let time = Double(step) * 0.008
      let contacts = gesture.fingers.enumerated().compactMap { id, finger in
        finger.landing <= time && time < finger.lift
          ? Contact(
            id: id, position: finger.position(at: time), pressure: finger.pressure(at: time)) : nil
      }
      return TouchFrame(time: milliseconds(Double(step) * 8), contacts: contacts)
    }
  }

  @Test func `a press follows the force of the finger`() throws {
    let duration = 1.2
    let gesture = SyntheticGesture.press(
      at: [Point(x: 30, y: 20)], to: 0.9, duration: duration, hold: 0.1)
    let found = events(PressGestureRecognizer(), frames(gesture))
    let rising = found.filter { $0.time - milliseconds(0) < duration }
    for event in rising {
      let share = (event.time - milliseconds(0)) / duration
      let force = 0.9 * MinimumJerk.progress(share)
      #expect(abs(event.progress - min(max((force - 0.2) / 0.55, 0), 1)) < 1e-9)
      // The slope of a parabola through 0.1 s of a quintic has an error: the third derivative is at most 60 times
      // the height divided by the cube of the duration, of which a tenth of h² counts.
      let rate = 0.9 * MinimumJerk.speed(share) / duration / 0.55
      #expect(abs(event.rate - rate) < 60 * 0.9 / 0.55 / (duration * duration * duration) * 0.001)
    }
    #expect(rising.count > 50)
    // It commits in the first frame in which the force is 0.75.
    let commits = found.filter { $0.peak == .reached }
    let time = try #require(commits.first).time - milliseconds(0)
    #expect(commits.count == 1 && MinimumJerk.progress(time / duration) * 0.9 >= 0.75)
    #expect(MinimumJerk.progress((time - 0.008) / duration) * 0.9 < 0.75)
    // It ends in the first frame below the release threshold.
    let end = try #require(found.last)
    #expect(found.count { $0.phase == .began } == 1 && end.phase == .ended)
    let released = { (time: Double) in
      0.9 * (1 - MinimumJerk.progress((time - duration - 0.1) / duration))
    }
    let lift = end.time - milliseconds(0)
    #expect(released(lift) < 0.2 * 5 / 6 && released(lift - 0.008) >= 0.2 * 5 / 6)
  }

  @Test func `a press that is too light is cancelled`() {
    let gesture = SyntheticGesture.press(
      at: [Point(x: 30, y: 20)], to: 0.7, duration: 0.3, hold: 0.1)
    let found = events(PressGestureRecognizer(), frames(gesture))
    #expect(found.first?.phase == .began && found.last?.phase == .cancelled)
    #expect(found.allSatisfy { $0.peak == .ahead })
  }

  @Test(arguments: [2, 3, 4, 5]) func `a pinch has the scale of the gesture`(fingers: Int) throws {
    let centre = Point(x: 50, y: 35)
    let starts = SyntheticGesture.positions(fingers, about: centre, radius: 10)
    let gesture = SyntheticGesture.pinch(
      from: starts, about: centre, scale: 2, duration: 0.3, hold: 0.2)
    // The fingers are on a circle, 20 mm wide.
    let end = try #require(events(PinchGestureRecognizer(), frames(gesture)).last)
    #expect(abs(end.scale - 40 / 21.6) < 1e-9 && end.phase == .ended && abs(end.rate) < 1e-9)
    #expect(abs(end.centre.x - 50) < 1e-9 && abs(end.centre.y - 35) < 1e-9)
    #expect(events(RotationGestureRecognizer(), frames(gesture)).isEmpty)
    let inward = SyntheticGesture.pinch(
      from: starts, about: centre, scale: 0.4, duration: 0.3, hold: 0.1)
    let closed = try #require(events(PinchGestureRecognizer(), frames(inward)).last)
    #expect(abs(closed.scale - 8 / 18.4) < 1e-9)
  }

  @Test(arguments: [2, 3, 4, 5]) func `a rotation has the angle of the gesture`(fingers: Int) throws
  {
    let centre = Point(x: 50, y: 35)
    let starts = SyntheticGesture.positions(fingers, about: centre, radius: 10)
    for angle in [-7.0, -1, 1, 7] {
      let gesture = SyntheticGesture.rotate(
        from: starts, about: centre, by: angle, duration: 0.6, hold: 0.2)
      let end = try #require(events(RotationGestureRecognizer(), frames(gesture)).last)
      let slop = 10 * Double.pi / 180
      #expect(abs(end.angle - (angle < 0 ? angle + slop : angle - slop)) < 1e-9)
      #expect(end.phase == .ended && abs(end.rate) < 1e-9)
      #expect(events(PinchGestureRecognizer(), frames(gesture)).isEmpty)
    }
  }

  @Test
  func `the rate at the lift is that of the gesture, even if fingers lift one after the other`() {
    let centre = Point(x: 50, y: 35)
    let starts = SyntheticGesture.positions(2, about: centre, radius: 10)
    let gesture = SyntheticGesture.rotate(
      from: starts, about: centre, by: 2, duration: 0.4, lift: 0.5
    )
    .staggered(by: 0.016)
    let end = events(RotationGestureRecognizer(), frames(gesture)).last
    // The first finger lifts 16 ms before the other, midway, where the speed is 15/8 of the mean.
    let speed = 2 / 0.4 * MinimumJerk.speed((0.2 - 0.016) / 0.4)
    #expect(abs((end?.rate ?? 0) - speed) < 0.05 * speed)
  }
}
