public import Quantities
public import Touches

/// Recognises fingers that move together over a surface.
///
/// The gesture begins when enough fingers have moved by the slop, and ends when all have
/// lifted. The translation is the mean movement of the fingers, so that it stays where it is when
/// one of them joins or leaves; at the beginning the slop is taken off it along the way, so that
/// it starts small instead of with a jump. It is cancelled if its last fingers are gone because
/// events were lost.
public struct PanGestureRecognizer {
  /// What a recogniser can be told.
  public struct Settings: Hashable, Sendable {
    /// The fingers that make the gesture: at least and at most so many.
    public var fingers: ClosedRange<Int>
    /// How far the fingers move before the gesture begins, in millimetres.
    public var slop: Double

    /// Makes settings; the slop is in millimetres.
    ///
    /// 1.6 mm is UIKit's slop of 10 points at the 163 points per inch of an iPhone.
    public init(fingers: ClosedRange<Int> = 1...1, slop: Double = 1.6) {
      precondition(fingers.lowerBound >= 1, "a pan needs at least one finger")
      precondition(slop >= 0 && slop.isFinite, "a slop is zero or more millimetres")
      self.fingers = fingers
      self.slop = slop
    }
  }

  private enum State {
    /// Too few fingers are on the surface.
    case waiting
    /// Enough fingers are on the surface, and have moved this far.
    case possible(travel: Vector)
    /// The gesture is on; the slop has been taken off the translation.
    case active(translation: Vector)
    /// There were too many fingers: nothing can begin before all have lifted.
    case failed
  }

  /// A finger that takes part, and where it was in the last frame.
  private struct Finger {
    var id: Int
    var position: Point
  }

  private let settings: Settings
  private var state = State.waiting
  private var fingers: [Finger] = []
  /// Who was on the surface in the last frame, taking part or not.
  private var present: [Int] = []
  private var estimator = VelocityEstimator()

  /// Makes a recogniser.
  public init(_ settings: Settings) {
    self.settings = settings
  }

  /// The fingers' velocity at an instant that is not before the last frame, in mm/s.
  public func velocity(at time: Timestamp) -> Vector { estimator.velocity(at: time) }

  /// Takes the next frame and appends what follows from it.
  public mutating func feed(_ frame: TouchFrame, into events: inout [GestureEvent]) {
    let hasVanished = fingers.contains { frame.vanished.contains($0.id) }
    let movement = follow(frame)
    switch state {
    case .failed:
      fingers.removeAll(keepingCapacity: true)
      if frame.contacts.isEmpty { state = .waiting }
    case .waiting, .possible:
      if frame.contacts.count > settings.fingers.upperBound {
        reset(to: .failed)
      } else if fingers.count < settings.fingers.lowerBound {
        reset(to: .waiting)
      } else {
        var travel = Vector.zero
        if case .possible(let before) = state { travel = before + movement }
        approach(travel, at: frame.time, into: &events)
      }
    case .active(let before):
      let translation = before + movement
      if fingers.isEmpty {
        // Fingers that nobody has seen lift may be anywhere: that decides nothing.
        report(
          hasVanished ? .cancelled : .ended, translation, at: frame.time, into: &events)
        reset(to: frame.contacts.isEmpty ? .waiting : .failed)
      } else {
        state = .active(translation: translation)
        estimator.add(translation, at: frame.time)
        report(.changed, translation, at: frame.time, into: &events)
      }
    }
  }

  /// Ends the gesture, if one is on, because its input will not go on.
  public mutating func cancel(at time: Timestamp, into events: inout [GestureEvent]) {
    if case .active(let translation) = state {
      report(.cancelled, translation, at: time, into: &events)
    }
    fingers.removeAll(keepingCapacity: true)
    present.removeAll(keepingCapacity: true)
    reset(to: .waiting)
  }

  /// Brings the fingers up to date, and tells how far those that stayed have moved on the average.
  private mutating func follow(_ frame: TouchFrame) -> Vector {
    var movement = Vector.zero
    var stayed = 0
    fingers.removeAll { finger in !frame.contacts.contains { $0.id == finger.id } }
    for contact in frame.contacts {
      if let index = fingers.firstIndex(where: { $0.id == contact.id }) {
        movement += contact.position - fingers[index].position
        stayed += 1
        fingers[index].position = contact.position
      } else if fingers.count < settings.fingers.upperBound, !present.contains(contact.id) {
        fingers.append(Finger(id: contact.id, position: contact.position))
      }
    }
    present.removeAll(keepingCapacity: true)
    for contact in frame.contacts { present.append(contact.id) }
    return stayed > 0 ? movement / Double(stayed) : .zero
  }

  /// Decides whether the fingers have moved enough.
  private mutating func approach(
    _ travel: Vector, at time: Timestamp, into events: inout [GestureEvent]
  ) {
    estimator.add(travel, at: time)
    let length = travel.length
    guard length > 0, length >= settings.slop else {
      state = .possible(travel: travel)
      return
    }
    let translation = travel * (1 - settings.slop / length)
    // From here on the estimator sees the translation: the places before it move along.
    estimator.shift(by: translation + travel * -1)
    state = .active(translation: translation)
    report(.began, translation, at: time, into: &events)
  }

  private func report(
    _ phase: GestureEvent.Phase, _ translation: Vector, at time: Timestamp,
    into events: inout [GestureEvent]
  ) {
    events.append(
      GestureEvent(
        time: time, phase: phase, translation: translation, velocity: velocity(at: time)))
  }

  private mutating func reset(to state: State) {
    self.state = state
    estimator.reset()
    if case .failed = state { fingers.removeAll(keepingCapacity: true) }
  }
}
