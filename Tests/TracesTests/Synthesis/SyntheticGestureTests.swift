import Foundation
import PantographBase
import PantographTraces
import Testing

/// Gestures compared with the closed forms of their movements.
@Suite struct `A synthetic gesture` {
  private let start = Point(x: 20, y: 30)
  private let translation = Vector(x: 40, y: -10)

  @Test func `follows the minimum-jerk profile`() {
    #expect(MinimumJerk.progress(0) == 0)
    #expect(MinimumJerk.progress(1) == 1)
    #expect(MinimumJerk.progress(0.5) == 0.5)
    // Flash and Hogan: at rest at both ends without acceleration, and at most 15/8 of the mean speed.
    let h = 1e-4
    #expect(MinimumJerk.progress(h) < 11 * h * h * h)
    #expect(1 - MinimumJerk.progress(1 - h) < 11 * h * h * h)
    #expect(MinimumJerk.speed(0.5) == 15.0 / 8)
    #expect(MinimumJerk.speed(0) == 0 && MinimumJerk.speed(1) == 0)
    for step in 1..<20 {
      let t = Double(step) / 20
      let slope = (MinimumJerk.progress(t + h) - MinimumJerk.progress(t - h)) / (2 * h)
      #expect(abs(slope - MinimumJerk.speed(t)) < 1e-6)
      #expect(MinimumJerk.speed(t) <= 15.0 / 8)
    }
  }

  @Test(arguments: [0.1, 0.25, 0.5, 0.55, 0.8, 1])
  func `lifts at the speed of the closed form`(share: Double) throws {
    // 30 s² (1 − s)² d / T, and 10 s³ − 15 s⁴ + 6 s⁵ of the distance.
    let speed = 30 * pow(share * (1 - share), 2) / 0.4
    let done = 10 * pow(share, 3) - 15 * pow(share, 4) + 6 * pow(share, 5)
    let gesture = SyntheticGesture.flick(
      from: [start], by: translation, duration: 0.4, lift: share, hold: 0.3)
    // Rounding errors of the times must not matter.
    for delay in stride(from: 0, to: 1, by: 0.01) {
      let finger = try #require(gesture.delayed(by: delay).fingers.first)
      #expect(abs(finger.landing - delay) < 1e-12)
      #expect(abs(finger.lift - (delay + 0.3 + 0.4 * share)) < 1e-12)
      #expect((finger.velocity(at: finger.lift) + translation * -speed).length < 1e-6)
      #expect((finger.position(at: finger.lift) - (start + translation * done)).length < 1e-9)
      #expect(finger.velocity(at: delay + 0.2) == .zero)
    }
  }

  /// All named gestures, with three fingers.
  static let gestures: [(name: String, gesture: SyntheticGesture)] = {
    let centre = Point(x: 50, y: 30)
    let row = SyntheticGesture.positions(3, from: Point(x: 20, y: 10), across: Vector(x: 1, y: 0))
    let ring = SyntheticGesture.positions(3, about: centre, radius: 15)
    let translation = Vector(x: 40, y: -10)
    return [
      ("swipe", .swipe(from: row, by: translation, duration: 0.4, lift: 0.9, hold: 0.1)),
      ("flick", .flick(from: row, by: translation, duration: 0.4)),
      ("reversal", .reversal(from: row, by: translation, duration: 0.3, back: 0.5, lift: 0.6)),
      ("pinch", .pinch(from: ring, about: centre, scale: 0.4, duration: 0.5)),
      ("rotate", .rotate(from: ring, about: centre, by: 2, duration: 0.5)),
      ("press", .press(at: row, to: 0.9, duration: 0.3, hold: 0.1)),
      ("tap", .tap(at: row, hold: 0.1)),
    ]
  }()

  @Test(arguments: gestures.map(\.name))
  func `moves as fast as its positions change`(name: String) throws {
    let gesture = try #require(Self.gestures.first { $0.name == name }?.gesture)
    let h = 1e-5
    for finger in gesture.fingers {
      // Not at the edges of its movements, where a gesture that is cut short stops abruptly.
      for time in stride(from: 0.0137, to: finger.lift - 2 * h, by: 0.0213) {
        let slope = (finger.position(at: time + h) - finger.position(at: time - h)) / (2 * h)
        #expect((slope + finger.velocity(at: time) * -1).length < 1e-3, "\(time)")
      }
    }
  }

  @Test func `turns back half way in a reversal`() throws {
    let finger = try #require(
      SyntheticGesture.reversal(from: [start], by: translation, duration: 0.4, back: 0.25).fingers
        .first)
    #expect((finger.position(at: 0.4) - (start + translation)).length < 1e-9)
    #expect((finger.position(at: 0.8) - (start + translation * 0.75)).length < 1e-9)
    #expect((finger.velocity(at: 0.6) + translation * (0.25 * 1.875 / 0.4)).length < 1e-9)
  }

  @Test func `keeps its fingers on a circle when it rotates, and on rays when it pinches`() {
    let centre = Point(x: 50, y: 30)
    let ring = SyntheticGesture.positions(5, about: centre, radius: 15)
    let turn = SyntheticGesture.rotate(from: ring, about: centre, by: .pi / 2, duration: 0.5)
    let pinch = SyntheticGesture.pinch(from: ring, about: centre, scale: 1.5, duration: 0.5)
    for (position, (turning, pinching)) in zip(ring, zip(turn.fingers, pinch.fingers)) {
      #expect(abs((turning.position(at: 0.2) - centre).length - 15) < 1e-9)
      // A quarter clockwise, y downwards: right becomes down.
      let radius = position - centre
      let turned = turning.position(at: 0.5) - centre
      #expect((turned + Vector(x: radius.y, y: -radius.x)).length < 1e-9)
      // Half way the speed is greatest: 1.875 of a quarter turn in half a second, at 15 mm.
      #expect(abs(turning.velocity(at: 0.25).length - 1.875 * .pi / 2 / 0.5 * 15) < 1e-9)
      #expect((pinching.position(at: 0.5) - (centre + radius * 1.5)).length < 1e-9)
    }
  }

  @Test func `presses along the same profile from nothing to a peak and back`() throws {
    let finger = try #require(
      SyntheticGesture.press(at: [start], to: 0.8, duration: 0.4, hold: 0.2).fingers.first)
    #expect(finger.presses)
    let expected = [
      (0.0, 0.0), (0.1, 0.8 * 0.103515625), (0.2, 0.4), (0.4, 0.8), (0.55, 0.8), (0.8, 0.4),
      (1.0, 0.0),
    ]
    for (time, pressure) in expected {
      #expect(abs(finger.pressure(at: time) - pressure) < 1e-12, "\(time)")
    }
    #expect(finger.position(at: 0.5) == start && abs(finger.lift - 1) < 1e-12)
  }

  @Test func `lands softly where it does not press`() throws {
    let finger = try #require(
      SyntheticGesture.tap(at: [start], hold: 0.1).delayed(by: 1).fingers.first)
    #expect(!finger.presses)
    #expect(abs(finger.pressure(at: 1) - 0.1) < 1e-9)
    #expect(abs(finger.pressure(at: 1.02) - Finger.restingPressure) < 1e-12)
  }

  @Test func `staggers landings and lifts without changing the movement`() {
    let row = SyntheticGesture.positions(3, from: start, across: translation)
    let together = SyntheticGesture.flick(from: row, by: translation, duration: 0.4)
    let staggered = together.staggered(by: 0.02)
    let times = staggered.fingers.flatMap { [$0.landing, $0.lift] }
    for (time, expected) in zip(times, [0, 0.16, 0.02, 0.18, 0.04, 0.2]) {
      #expect(abs(time - expected) < 1e-12)
    }
    for (one, other) in zip(staggered.fingers, together.fingers) {
      #expect(one.position(at: 0.17) == other.position(at: 0.17))
    }
    #expect(abs(staggered.lift - 0.2) < 1e-12)
  }

  @Test func `places its fingers side by side across its direction`() {
    let start = start
    func positions(_ translation: Vector) -> [Vector] {
      SyntheticGesture.positions(2, from: start, across: translation).map { $0 - start }
    }
    #expect(positions(Vector(x: 30, y: -5)) == [.zero, Vector(x: 0, y: 18)])
    #expect(positions(Vector(x: -3, y: -5)) == [.zero, Vector(x: 18, y: 0)])
  }
}
