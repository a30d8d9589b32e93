public import PantographBase
public import PantographInteractions
public import PantographMotion
public import PantographTouches

/// What an animation is doing.
public enum Phase: String, Hashable, Sendable {
  /// Nothing has happened yet.
  case idle
  /// The fingers drive it.
  case tracking
  /// It runs by itself.
  case settling
  /// It has come to an end.
  case rest
}

/// The state of an animation at a time.
public struct Sample: Hashable, Sendable {
  /// The time since the start of the trajectory.
  public var time: Timestamp
  /// What the animation is doing.
  public var phase: Phase
  /// The progress toward its end; a spring may overshoot it.
  public var fraction: Double
  /// The change of the fraction per second.
  public var velocity: Double
  /// The values of the animated properties, in the interaction's order.
  public var values: [Double]

  /// Creates a sample from its parts.
  public init(
    time: Timestamp, phase: Phase, fraction: Double, velocity: Double, values: [Double]
  ) {
    self.time = time
    self.phase = phase
    self.fraction = fraction
    self.velocity = velocity
    self.values = values
  }
}

extension Sample {
  /// A sample without values, from before everything.
  static var none: Sample {
    Sample(time: Timestamp(microseconds: 0), phase: .idle, fraction: 0, velocity: 0, values: [])
  }

  /// The header of a table of samples, before the names of the properties.
  package static let head = Interaction.fixedColumns.joined(separator: ",")

  /// Returns the names of the columns with numbers, in the order of their indices.
  package static func columns(with properties: [String]) -> [String] {
    Interaction.fixedColumns.dropFirst(2) + properties
  }

  /// Returns a column's value: fraction, velocity, and then the properties.
  package subscript(column: Int) -> Double {
    column == 0 ? fraction : column == 1 ? velocity : values[column - 2]
  }
}

/// An event between samples.
public struct TrajectoryEvent: Hashable, Sendable {
  /// The kinds of events.
  public enum Kind: Hashable, Sendable {
    /// The gesture began, and grabbed the animation.
    case began
    /// The fingers moved.
    case changed
    /// The fingers were released.
    indirect case ended(ReleaseContext)
    /// The gesture was cancelled.
    case cancelled
    /// The release was judged.
    case decided(Decision)
    /// The animation continued by itself.
    case handoff
    /// The animation came to an end.
    case completed(AnimatingPosition)
    /// Landing fingers hold the running animation, before there is a gesture.
    case held
    /// An animation started without a release.
    case started(Run)
  }

  /// An animation that starts without a release.
  public enum Run: Hashable, Sendable {
    /// The animation, to its end.
    case forward
    /// The animation, back to its start.
    case back
    /// The animation, to another progress that a program asks for.
    case place(Double)
    /// The second animation.
    case then
    /// The dismissal, back to the start.
    case dismissal

    /// The name in files.
    package var name: String {
      switch self {
      case .forward: "forward"
      case .back: "back"
      case .place: "place"
      case .then: "then"
      case .dismissal: "dismissal"
      }
    }

    /// The progress at which it ends.
    package var target: Double {
      switch self {
      case .forward, .then: 1
      case .back, .dismissal: 0
      case .place(let progress): progress
      }
    }
  }

  /// The time since the start of the trajectory.
  public var time: Timestamp
  /// What happened.
  public var kind: Kind
  /// The progress at that time.
  public var fraction: Double
  /// The change of the progress per second: the fingers' until the release, then the animation's.
  public var velocity: Double

  /// Creates an event from its parts.
  public init(time: Timestamp, kind: Kind, fraction: Double, velocity: Double) {
    self.time = time
    self.kind = kind
    self.fraction = fraction
    self.velocity = velocity
  }
}

/// Receives a trajectory piece by piece, in order of time.
///
/// A sink that can't take any more throws an error, which stops the driver.
public protocol TrajectorySink<Failure> {
  /// The error of a sink that can't take any more; `Never` for one that always can.
  associatedtype Failure: Error

  /// Receives the next sample.
  mutating func receive(_ sample: Sample) throws(Failure)
  /// Receives the next event.
  mutating func receive(_ event: TrajectoryEvent) throws(Failure)
  /// Receives the next touch frame, before the events that follow from it.
  mutating func receive(_ frame: TouchFrame) throws(Failure)
}

extension TrajectorySink {
  /// Ignores a frame: most sinks only need samples and events.
  public mutating func receive(_ frame: TouchFrame) throws(Failure) {}
}

/// A whole trajectory in memory.
public struct Trajectory: TrajectorySink, Sendable {
  /// The samples, in order of time.
  public private(set) var samples: [Sample] = []
  /// The events, in order of time.
  public private(set) var events: [TrajectoryEvent] = []

  /// Creates an empty trajectory.
  public init() {}

  /// Appends the next sample.
  public mutating func receive(_ sample: Sample) throws(Never) { samples.append(sample) }
  /// Appends the next event.
  public mutating func receive(_ event: TrajectoryEvent) throws(Never) { events.append(event) }
}

/// The columns of a trajectory: which properties make each value.
struct Columns {
  private struct Column {
    /// The indices of the first animation's properties: one, and those that are added to it.
    var properties: [Int]
    /// The index of the second animation's property.
    var second: Int?
  }

  private let columns: [Column]
  /// For each column the property that alone makes it; -1 for others.
  private let only: [Int]
  private let plan: AnimationPlan
  private let origins: [Double]
  /// The values when a dismissal began.
  private var dismissed: [Double]?

  init(_ interaction: Interaction) {
    plan = interaction.animation
    let later = interaction.afterwards?.properties ?? []
    columns = interaction.columns.map { name in
      Column(
        properties: interaction.animation.properties.indices.filter {
          interaction.animation.properties[$0].name == name
        },
        second: later.firstIndex { $0.name == name })
    }
    only = columns.map { $0.second == nil && $0.properties.count == 1 ? $0.properties[0] : -1 }
    origins = later.map { $0.from ?? 0 }
  }

  /// Stores the values when a dismissal begins.
  ///
  /// From there they go straight to the start, as the first animation's progress does, and not back
  /// through the second animation.
  mutating func dismiss(
    at time: Timestamp, _ first: borrowing AnimationPlayer, _ second: borrowing AnimationPlayer?
  ) {
    switch second {
    case .some(let second):
      var values: [Double] = []
      fill(&values, at: time, first, progress: first.progress(at: time).value)
      fill(&values, at: time, first, second)
      dismissed = values
    case nil: dismissed = nil
    }
  }

  /// Forgets the dismissal.
  mutating func begin() { dismissed = nil }

  /// Fills in the first animation's values at a time, when it has made this progress.
  func fill(
    _ values: inout [Double], at time: Timestamp, _ first: borrowing AnimationPlayer,
    progress: Double
  ) {
    if values.count != columns.count { values = Array(repeating: 0, count: columns.count) }
    for index in only.indices {
      if only[index] >= 0 {
        values[index] = first.value(only[index], at: time, progress: progress, from: 0)
        continue
      }
      var value = columns[index].second.map { origins[$0] } ?? 0
      for position in columns[index].properties.indices {
        let property = columns[index].properties[position]
        let own = first.value(property, at: time, progress: progress, from: 0)
        // Only the change of an additive property counts.
        value = position == 0 ? own : value + own - (plan.properties[property].from ?? 0)
      }
      values[index] = value
    }
  }

  /// Continues with the second animation's values from those of the first one.
  func fill(
    _ values: inout [Double], at time: Timestamp, _ first: borrowing AnimationPlayer,
    _ second: borrowing AnimationPlayer
  ) {
    let progress = dismissed == nil ? second.progress(at: time) : first.progress(at: time)
    for (index, column) in columns.enumerated() {
      guard let number = column.second else { continue }
      if let dismissed {
        let start = column.properties.first.flatMap { plan.properties[$0].from } ?? origins[number]
        values[index] = start + (dismissed[index] - start) * progress.value
      } else {
        values[index] = second.value(
          number, at: time, progress: progress.value, from: values[index])
      }
    }
  }
}

/// Queries on a whole trajectory.
extension Trajectory {
  /// The decisions, in order of time.
  public var decisions: [Decision] { milestones.compactMap { $0.decision } }

  /// The outcomes of the releases, in order of time.
  public var outcomes: [Decision.Outcome] { decisions.map { $0.outcome } }

  /// All events except movements, in order of time.
  package var milestones: [Milestone] { events.compactMap { Milestone($0) } }

  /// The largest progress of all samples; a spring may carry it beyond 1.
  public var peak: Double { samples.reduce(0) { max($0, $1.fraction) } }

  /// The seconds until the animation last came to an end; `nil` if it never did.
  public var restTime: Double? {
    let last = milestones.last { if case .completed = $0.kind { true } else { false } }
    return last.map { $0.time - Timestamp(microseconds: 0) }
  }

  /// Returns the sample at a time in seconds, or the last one before it.
  public func sample(after seconds: Double) -> Sample? {
    samples.last { $0.time - Timestamp(microseconds: 0) <= seconds }
  }
}
