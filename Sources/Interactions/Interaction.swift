public import Animation
public import Gestures
public import Motion
public import Quantities

/// What a gesture does to an animation: the content of an interaction file.
public struct Interaction: Sendable {
  /// A number that the animation moves from one value to another.
  public struct Property: Hashable, Sendable {
    /// Its name, the head of its column.
    public var name: String
    /// Its value at the start.
    public var from: Double
    /// Its value at the end.
    public var to: Double

    /// Makes a property from its name and its values at the start and the end.
    public init(name: String, from: Double, to: Double) {
      self.name = name
      self.from = from
      self.to = to
    }

    /// Its value at a progress.
    public func value(at progress: Double) -> Double {
      from + (to - from) * progress
    }
  }

  /// The fingers that drive it.
  public var pan: PanGestureRecognizer.Settings
  /// How the fingers' way becomes progress.
  public var mapping: ProgressMapping
  /// How a release is judged.
  public var rule: ReleaseRule
  /// The seconds that the animation takes when nobody holds it.
  public var duration: Double
  /// The curve that it takes then.
  public var curve: CubicCurve
  /// What it animates, in the order of the columns.
  public var properties: [Property]
  /// How it runs on to its end.
  public var finish: Settle
  /// How it runs back to its start.
  public var cancel: Settle
  /// Samples per second of the trajectory.
  public var rate: Double

  /// How it runs on from a place after a decision: to a snap point in between, as to the end or to the
  /// start, whichever lies that way.
  public func settle(after decision: Decision, from place: Double) -> Settle {
    switch decision.outcome {
    case .finish: finish
    case .cancel: cancel
    case .snap: decision.target > place ? finish : cancel
    }
  }
}

/// How a finger's way over the surface becomes progress of the animation.
public struct ProgressMapping: Hashable, Sendable {
  /// Where the fingers move to make progress.
  public enum Direction: String, CaseIterable, Sendable {
    /// To larger x.
    case right
    /// To smaller x.
    case left
    /// To smaller y.
    case up
    /// To larger y.
    case down
  }

  /// Where the fingers move to make progress.
  public var direction: Direction
  /// The millimetres that make the whole progress.
  public var distance: Double

  /// Makes a mapping; the distance is in millimetres.
  public init(toward direction: Direction, distance: Double) {
    precondition(distance > 0 && distance.isFinite, "a distance is more than zero millimetres")
    self.direction = direction
    self.distance = distance
  }

  /// The progress that a way makes, or per second that a velocity makes.
  public func progress(of vector: Vector) -> Double {
    along(vector) / distance
  }

  /// The part of a vector that leads where progress is, in its own unit.
  public func along(_ vector: Vector) -> Double {
    switch direction {
    case .right: vector.x
    case .left: -vector.x
    case .up: -vector.y
    case .down: vector.y
    }
  }

  /// The part of a vector that leads across the way of progress, in its own unit.
  public func across(_ vector: Vector) -> Double {
    switch direction {
    case .right, .left: vector.y
    case .up, .down: vector.x
    }
  }
}

/// How an animation runs on when the fingers have let go.
public enum Settle: Hashable, Sendable {
  /// Along a curve, in a multiple of the animation's duration; 0 stands for what is left of it.
  case curve(CubicCurve, durationFactor: Double)
  /// On a spring that starts at the fingers' velocity.
  case spring(Spring)
  /// As the animation would have run, for as long as is left of it; back through it on the way back.
  case unchanged

  /// The timing parameters of the animator that does so, to its end or back to its start; nothing
  /// where it keeps its own.
  ///
  /// An animator that goes back runs through its curve from the end. Somebody who asks for easeOut
  /// wants to see a soft end on the way back, too, and gets it from the mirrored curve.
  ///
  /// - Parameters:
  ///   - outcome: where the animation goes.
  ///   - velocity: the fingers' velocity, in whole distances still to go per second.
  public func timing(for outcome: Decision.Outcome, velocity: Double) -> TimingParameters? {
    switch self {
    case .curve(let curve, _): .curve(outcome == .finish ? curve : curve.mirrored)
    case .spring(let spring): .spring(spring, initialVelocity: velocity)
    case .unchanged: nil
    }
  }

  /// The multiple of the animation's duration, 0 where there is none.
  public var durationFactor: Double {
    if case .curve(_, let factor) = self { factor } else { 0 }
  }
}
