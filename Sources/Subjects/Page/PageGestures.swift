package import PantographBase
package import PantographTraces

/// The gestures that guard what a finger moves from one rest to another, such as closed and open.
///
/// The outcome turns at a distance of the finger, and often at a velocity. Once they are known, two gestures lie close to
/// each: one on this side of it, one beyond. A threshold that moves past one of them changes its outcome.
package struct PageGestures: Hashable, Sendable {
  /// Where the outcome turns: it is one below and another one above, and nothing is known between.
  package struct Turn: Hashable, Sendable {
    package var below: Double
    package var above: Double

    /// Creates a turn between two values.
    package init(below: Double, above: Double) {
      (self.below, self.above) = (below, above)
    }
  }

  /// A gesture, and the name of its folder.
  package struct Gesture: Sendable {
    package let name: String
    package let gesture: SyntheticGesture
  }

  /// The names of the gestures below and above the turn of the distance.
  package static let aroundDistance = ["short", "slow"]
  /// The names of the gestures below and above the turn of the speed.
  package static let aroundSpeed = ["drift", "flick"]

  /// The names of all gestures that there may be; the first five always are.
  package static let names =
    ["flick", "slow", "short", "reversed", "cancelled", "drift", "back"]
    + PageDirection.allCases.map { $0.rawValue }

  /// 0.8: the greatest distance, as a share of the travel.
  static let longestShare = 0.8
  /// 0.1: a finger that moves by less of the travel only taps.
  private static let shortestShare = 0.1
  /// 15/8: the speed in the middle of a movement, as a multiple of the mean.
  private static let peakSpeed = MinimumJerk.speed(0.5)

  /// Where the finger lands, in pixels.
  private let start: Point
  /// The direction in which most moves.
  package let direction: PageDirection
  /// The pixels from one rest to the other.
  let travel: Double
  /// The pixels for which the finger has room.
  private let room: Double
  /// Pixels per millimetre.
  private let scale: Double
  /// The other directions in which something moves.
  package var otherDirections: [PageDirection] = []
  /// Where a finger takes hold of what has been moved; `nil` if it can't.
  package var secondLanding: Point?
  /// The pixels at which the outcome of a finger that rests before it lifts turns; `nil` if it doesn't.
  package var distanceTurn: Turn?
  /// The pixels per second at which the outcome of a finger that lifts after ``flickDistance`` turns; `nil` if it doesn't.
  package var speedTurn: Turn?

  /// Creates the gestures of a travel whose turns are not known.
  ///
  /// - Parameters:
  ///   - start: where the finger lands, in pixels.
  ///   - direction: the direction in which most moves.
  ///   - travel: the pixels from one rest to the other.
  ///   - room: the pixels for which the finger has room; by default for the whole travel.
  ///   - scale: the pixels per millimetre.
  package init(
    from start: Point, _ direction: PageDirection, over travel: Double, within room: Double? = nil,
    scale: Double
  ) {
    self.start = start
    self.direction = direction
    self.travel = travel
    self.room = room ?? travel
    self.scale = scale
  }

  // MARK: Where the outcome may turn

  /// The pixels among which the outcome is looked for.
  package var distances: ClosedRange<Double> {
    Self.shortestShare * travel...min(Self.longestShare * travel, room)
  }

  /// The pixels after which a flick lifts: before a finger that rests would come to the other outcome.
  package var flickDistance: Double {
    min(0.3 * travel, 0.7 * (distanceTurn?.below ?? .infinity))
  }

  /// The pixels per second among which the outcome is looked for: the finger lifts after 1.5 s to 0.1 s.
  package var speeds: ClosedRange<Double> {
    Self.peakSpeed * flickDistance / 1.5...Self.peakSpeed * flickDistance / 0.1
  }

  /// A movement by some pixels that rests before the finger lifts.
  func resting(after pixels: Double) -> SyntheticGesture {
    SyntheticGesture([finger().move(by: step(pixels), duration: 0.6).hold(0.2)])
  }

  /// A movement that lifts in its middle, after ``flickDistance``, at a speed in pixels per second.
  func lifting(at speed: Double) -> SyntheticGesture {
    SyntheticGesture([lifting(finger(), direction, at: speed)])
  }

  /// A movement by some pixels, and back to ``flickDistance``, where the finger lifts at full speed.
  private func turning(after pixels: Double) -> SyntheticGesture {
    SyntheticGesture([
      finger().move(by: step(pixels), duration: 0.35)
        .move(by: step(2 * (flickDistance - pixels)), duration: 0.3, until: 0.5)
    ])
  }

  // MARK: All gestures

  /// The gestures, those at the turns first.
  package var all: [Gesture] {
    let far = distanceTurn?.above ?? distances.upperBound
    let full = speeds.upperBound
    var gestures = [
      Gesture(name: "flick", gesture: lifting(at: speedTurn?.above ?? full)),
      Gesture(name: "slow", gesture: resting(after: far)),
      Gesture(name: "short", gesture: resting(after: distanceTurn?.below ?? 0.25 * travel)),
      Gesture(name: "reversed", gesture: turning(after: min(max(0.7 * travel, far), room))),
    ]
    var cancelled = SyntheticGesture([
      finger().move(by: step(min(max(0.6 * travel, far), room)), duration: 0.4)
    ])
    cancelled.isCutOff = true
    gestures.append(Gesture(name: "cancelled", gesture: cancelled))
    if let speedTurn {
      gestures.append(Gesture(name: "drift", gesture: lifting(at: speedTurn.below)))
    }
    if let secondLanding {
      let back = lifting(Finger(at: millimetres(secondLanding)), direction.opposite, at: full)
      // 1.2 s: by then most animations are done.
      let both = lifting(at: full).followed(by: SyntheticGesture([back]), after: 1.2)
      gestures.append(Gesture(name: "back", gesture: both))
    }
    for way in otherDirections {
      gestures.append(
        Gesture(name: way.rawValue, gesture: SyntheticGesture([lifting(finger(), way, at: full)])))
    }
    return gestures
  }

  private func lifting(_ finger: Finger, _ way: PageDirection, at speed: Double) -> Finger {
    finger.move(
      by: way.step * (2 * flickDistance / scale),
      duration: Self.peakSpeed * 2 * flickDistance / speed, until: 0.5)
  }

  private func finger() -> Finger { Finger(at: millimetres(start)) }

  private func step(_ pixels: Double) -> Vector { direction.step * (pixels / scale) }

  private func millimetres(_ position: Point) -> Point {
    Point(x: position.x / scale, y: position.y / scale)
  }
}
