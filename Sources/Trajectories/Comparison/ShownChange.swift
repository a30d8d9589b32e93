package import PantographBase
import PantographGestures

/// What has changed in what a page or a program shows for a recording, by when and how the difference begins.
///
/// A table that differs from another one says where; this says what a developer has changed: how far something follows
/// the finger, when it begins, how a release is decided, or how it gets to its end. All is judged from the two tables and
/// the finger, by comparison of the curves; the words are those of the first gesture in which they part.
package struct ShownChange: Hashable, Sendable {
  /// The kinds of changes, in the order in which a gesture can show them.
  package enum Kind: String, Hashable, Sendable {
    /// A value is missing, or is there where there was none.
    case presence
    /// It differs before any finger lands.
    case start
    /// It does not move any more, or moves where it stood still.
    case movement
    /// It follows the other axis of the finger, or goes in the opposite direction.
    case direction
    /// It is late or early by the same time throughout.
    case delay
    /// It begins after another distance of the finger.
    case slop
    /// It is ahead or behind by the same amount from its first movement on.
    case jump
    /// It moves by another distance for the same one of the finger.
    case scale
    /// It moves in other steps.
    case steps
    /// It differs only beyond a value.
    case limit
    /// It differs while the finger moves, by none of these.
    case path
    /// The release is decided otherwise.
    case outcome
    /// The animation begins at another velocity than that of before.
    case velocity
    /// The animation begins later or earlier after the release.
    case wait
    /// The animation runs faster or slower.
    case pace
    /// The animation takes another curve to the same end.
    case curve
    /// It rests elsewhere.
    case end
    /// It moves again, or no longer, after it had come to rest.
    case later
  }

  /// The values of a column at a time; `nil` where it has none.
  struct Place: Hashable, Sendable {
    var time: Timestamp
    var expected: Double?
    var actual: Double?
  }

  package let kind: Kind
  /// Whether it ends otherwise, whatever the first change is.
  package let endsOtherwise: Bool
  /// The column that shows it first.
  package let column: String
  /// When it differs first, and the values then.
  let place: Place
  /// The other columns that show the same.
  package let others: [String]
  /// Whether there are columns that do not differ at all.
  let isOnlyPart: Bool
  /// What it does, without a subject and without numbers.
  let words: String
  /// The same with this case's numbers.
  let details: String
  /// The number by which two cases have the same change, if there is one.
  let number: Double?

  /// When it differs first.
  package var time: Timestamp { place.time }

  /// What has changed, in a sentence.
  package var sentence: String { "\(subject) \(details)" }

  /// The column, and the others beside it in brackets.
  private var subject: String {
    switch others.count {
    case 0: (isOnlyPart ? "only " : "") + column
    case 1: "\(column) (also \(others[0]))"
    case 2: "\(column) (also \(others[0]) and \(others[1]))"
    case let count: "\(column) (also \(count) other columns)"
    }
  }
}

extension ShownChange {
  /// Says what has changed in a trajectory, whose events tell it.
  ///
  /// - Parameters:
  ///   - cause: the name of the cause, with a colon.
  ///   - words: what it does, without numbers of a case.
  ///   - endsOtherwise: whether the outcome has changed.
  ///   - place: where it is seen first.
  init(_ cause: String, _ words: String, endsOtherwise: Bool, _ place: Place) {
    self.init(
      kind: .path, endsOtherwise: endsOtherwise, column: cause, place: place, others: [],
      isOnlyPart: false, words: words, details: words, number: nil)
  }

  /// Says what several cases have in common: their number, of how many, and what has changed; a line for each change that
  /// at least two of them show.
  ///
  /// - Parameters:
  ///   - found: what has changed in each case that differs.
  ///   - count: the number of all cases.
  package static func overview(_ found: [ShownChange], of count: Int) -> [String] {
    var groups: [[ShownChange]] = []
    for one in found {
      let same = groups.firstIndex { $0[0].isSameChange(as: one) }
      if let same { groups[same].append(one) } else { groups.append([one]) }
    }
    return groups.filter { $0.count > 1 }.map { group in
      let first = group[0]
      let numbers = group.compactMap { $0.number }
      // Within 5 %, one number stands for all.
      let isOneNumber =
        numbers.count == group.count
        && numbers.allSatisfy { abs($0 - numbers[0]) <= 0.05 * abs(numbers[0]) }
      let who = group.count == count ? "all \(count) cases" : "\(group.count) of \(count) cases"
      return "\(who): \(first.subject) \(isOneNumber ? first.details : first.words)"
    }
  }

  private func isSameChange(as other: ShownChange) -> Bool {
    kind == other.kind && column == other.column && others == other.others && words == other.words
  }
}

/// What a finger does, in the unit of what it moves, as the tables have their times.
package struct FingerTrack: Hashable, Sendable {
  /// The gestures, each until the next one.
  package var gestures: [GestureSpan]
  /// Where the first finger of each gesture is.
  package var x: ResultTable.Column
  package var y: ResultTable.Column
  /// The unit, such as `px`.
  package var unit: String
  /// How many units a millimetre is.
  package var scale: Double

  /// Creates a track.
  package init(
    gestures: [GestureSpan], x: ResultTable.Column, y: ResultTable.Column, unit: String,
    scale: Double
  ) {
    self.gestures = gestures
    self.x = x
    self.y = y
    self.unit = unit
    self.scale = scale
  }

  /// Returns where the finger is, from where it landed.
  private func offset(at time: Timestamp, in gesture: GestureSpan) -> Vector? {
    guard let x0 = x.nearestValue(at: gesture.landing), let x = x.nearestValue(at: time),
      let y0 = y.nearestValue(at: gesture.landing), let y = y.nearestValue(at: time)
    else { return nil }
    return Vector(x: x - x0, y: y - y0)
  }

  /// Returns how far the finger is from where it landed.
  func distance(at time: Timestamp, in gesture: GestureSpan) -> Double? {
    offset(at: time, in: gesture)?.length
  }

  /// How a finger lifts.
  package struct Lift: Hashable, Sendable {
    /// How far it is from where it landed.
    package let distance: Double
    /// How fast it is, per second.
    package let speed: Double
    /// Whether its recording breaks off, or it is cancelled.
    let isCutOff: Bool
    /// Whether it is as slow as a finger that rests.
    let isAtRest: Bool
    let unit: String

    /// 1 mm/s: a touch surface resolves about 0.1 mm, and a velocity is taken from about 0.1 s.
    static let rest = 1.0

    /// Such as `243 px at 519 px/s`.
    package var words: String {
      let length = NumberText.fixed(distance, 0, unit)
      if isCutOff { return "\(length), cut off" }
      return isAtRest
        ? "\(length), at rest" : "\(length) at \(NumberText.fixed(speed, 0, "\(unit)/s"))"
    }
  }

  /// Returns how a gesture's finger lifts; `nil` if it isn't known.
  package func lift(of gesture: GestureSpan) -> Lift? {
    guard let distance = distance(at: gesture.release, in: gesture) else { return nil }
    var movement = MotionHistory()
    // At the lift itself, a touch surface reports no new place.
    for point in x.points where gesture.landing <= point.time && point.time < gesture.release {
      if let offset = offset(at: point.time, in: gesture) { movement.add(offset, at: point.time) }
    }
    let velocity = VelocityEstimator.pantograph.velocity(of: movement, at: gesture.release)
    let speed = velocity?.length ?? 0
    return Lift(
      distance: distance, speed: speed, isCutOff: gesture.wasCutOff,
      isAtRest: speed < Lift.rest * scale, unit: unit)
  }

  /// Says when a finger lifts, and how; if there are several gestures, also in which.
  func whenLifted(in gesture: GestureSpan) -> String? {
    guard let lift = lift(of: gesture) else { return nil }
    let number = gestures.firstIndex(of: gesture).map { " of gesture \($0 + 1)" }
    return "when the finger\(gestures.count > 1 ? number ?? "" : "") lifts after \(lift.words)"
  }
}

extension ComparedTables {
  /// Returns when a column is farthest from what was expected during a gesture; `nil` if one of both has no values.
  package func greatestGap(of name: String, in gesture: GestureSpan) -> Timestamp? {
    guard let expected = expected[name], let actual = actual[name] else { return nil }
    return ColumnDifference(of: actual, from: expected, during: gesture)?.time
  }

  /// The columns that differ, and when each does first, in order of time.
  package var firstDifferences: [(column: String, time: Timestamp)] {
    expected.columns.compactMap { wanted in
      actual[wanted.name].flatMap { came in
        ColumnChange.firstDifference(of: came, from: wanted, within: tolerances[wanted.name].value)
          .map { (column: wanted.name, time: $0) }
      }
    }.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map { $0.element }
  }

  /// Returns all columns that both have, compared within a slack for each.
  private func columns(
    of finger: FingerTrack, within slack: (ResultTable.Column, ResultTable.Column) -> Double
  ) -> [ColumnChange] {
    expected.columns.enumerated().compactMap { rank, wanted in
      actual[wanted.name].map {
        ColumnChange(wanted, $0, rank, within: slack(wanted, $0), finger)
      }
    }
  }

  /// Says what has changed; `nil` if nothing has, or only events.
  package func diagnosis(of finger: FingerTrack) -> ShownChange? {
    // A difference that is not visible comes from rounding, unless there is no other.
    var columns = columns(of: finger) {
      max(tolerances[$0.name].value, ColumnChange.largestInvisible($0, $1))
    }
    if columns.allSatisfy({ $0.first == nil }) {
      columns = self.columns(of: finger) { wanted, _ in tolerances[wanted.name].value }
    }
    let changed = columns.filter { $0.first != nil }
    let start = Timestamp(microseconds: 0)
    // What follows the finger comes before what follows from that, such as a dot that lights up at once.
    func place(_ column: ColumnChange) -> (Timestamp, Int, Timestamp, Int, Int) {
      (
        column.moment ?? start, column.followsFinger ? 0 : 1, column.first ?? start,
        column.isPosition ? 0 : 1, column.rank
      )
    }
    let lead = changed.min { place($0) < place($1) }
    guard let lead else { return nil }
    let finding = lead.finding(beside: columns)
    let others = changed.filter { $0.name != lead.name }
    // What turns another way has two columns that differ, and one change.
    let alike = others.filter {
      let other = $0.finding(beside: columns)
      return other.kind == finding.kind && other.words == finding.words
    }
    return ShownChange(
      kind: finding.kind, endsOtherwise: lead.endsOtherwise, column: lead.name, place: lead.place,
      others: alike.map { $0.name },
      isOnlyPart: changed.count == 1 && columns.count > 1, words: finding.words,
      details: finding.details + (finding.consequence.map { ", and then \($0)" } ?? ""),
      number: finding.number)
  }
}
