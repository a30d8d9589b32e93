import PantographBase

/// A column of both sides, judged as far as it is known.
struct ComparedColumn: Sendable {
  /// The first divergence of a column.
  struct Found: Sendable {
    var divergence: Divergence
    var isExpected: Bool
    /// The phase of the sample that diverges.
    var phase: Phase
    /// Whether the other side has samples at other times.
    var isOnOtherGrid = false

    /// Returns whether it comes first; at the same time, the expected side does.
    func comesBefore(_ other: Found) -> Bool {
      divergence.time == other.divergence.time
        ? isExpected && !other.isExpected : divergence.time < other.divergence.time
    }
  }

  let name: String
  let tolerance: Tolerance
  /// How much earlier or later a phase may begin, in microseconds; `nil` if phases are judged elsewhere or not known.
  private let phases: Int64?
  /// The time around a point in which the other side is needed, in microseconds.
  let reach: Int64
  private let isHeld: Bool
  /// Whether the points are samples: without a time tolerance, a moving animation needs one at the same time.
  private let areSamples: Bool
  /// The sides that have the column.
  private(set) var isExpected: Bool
  private(set) var isActual: Bool
  private var expected = Curve()
  private var actual = Curve()
  private var largest: Differ.Gap
  private(set) var found: Found?

  /// Creates a column of trajectories, which judges their phases if it has a tolerance for them.
  init(samplesOf name: String, within tolerance: Tolerance, phases: Int64?) {
    self.init(name, within: tolerance, phases, isHeld: true, areSamples: true)
  }

  /// Creates a column that neither table has yet.
  init(_ name: String, within tolerance: Tolerance, isHeld: Bool) {
    self.init(name, within: tolerance, nil, isHeld: isHeld, areSamples: false)
  }

  private init(
    _ name: String, within tolerance: Tolerance, _ phases: Int64?, isHeld: Bool, areSamples: Bool
  ) {
    self.name = name
    self.tolerance = tolerance
    self.phases = phases
    self.isHeld = isHeld
    self.areSamples = areSamples
    isExpected = areSamples
    isActual = areSamples
    reach = max(tolerance.microseconds, phases ?? 0)
    largest = Differ.Gap(column: name)
  }

  /// The largest difference; `nil` if only one side has the column.
  var gap: Differ.Gap? { isExpected && isActual ? largest : nil }

  mutating func append(_ point: ResultTable.Point, on side: Differ.Side) {
    switch side {
    case .expected: expected.append(point)
    case .actual: actual.append(point)
    }
    judge()
  }

  mutating func append(_ column: ResultTable.Column, on side: Differ.Side) {
    switch side {
    case .expected:
      expected.append(column)
      isExpected = true
    case .actual:
      actual.append(column)
      isActual = true
    }
    judge()
  }

  mutating func end(_ side: Differ.Side) {
    switch side {
    case .expected: expected.isOver = true
    case .actual: actual.isOver = true
    }
    judge()
  }

  mutating func waits(for side: Differ.Side) -> Bool {
    let next = side == .expected ? actual.next : expected.next
    guard let next else { return false }
    let end = next.time.advanced(byMicroseconds: reach)
    return side == .expected ? !expected.isKnown(through: end) : !actual.isKnown(through: end)
  }

  private mutating func judge() {
    guard isExpected, isActual else { return }
    while let (point, isExpected) = nextPoint {
      let end = point.time.advanced(byMicroseconds: reach)
      if isExpected {
        guard actual.isKnown(through: end) else { return }
        judge(point, isExpected: true, against: actual)
        expected.advance()
      } else {
        guard expected.isKnown(through: end) else { return }
        judge(point, isExpected: false, against: expected)
        actual.advance()
      }
      let needed = point.time.advanced(byMicroseconds: -reach)
      expected.forget(before: needed)
      actual.forget(before: needed)
    }
  }

  /// The next point of the side where it is earlier.
  private var nextPoint: (ResultTable.Point, isExpected: Bool)? {
    switch (expected.next, actual.next) {
    case (let point?, let other?): point.time <= other.time ? (point, true) : (other, false)
    case (let point?, nil): (point, true)
    case (nil, let point?): (point, false)
    case (nil, nil): nil
    }
  }

  private mutating func judge(_ point: ResultTable.Point, isExpected: Bool, against other: Curve) {
    let (time, value) = (point.time, point.value)
    if let phases {
      let earlier = time.advanced(byMicroseconds: -phases)
      if !other.has(point.phase, from: earlier, to: time.advanced(byMicroseconds: phases)) {
        let phase = other.phase(at: time)
        diverge(
          .phase(
            expected: isExpected ? point.phase : phase, actual: isExpected ? phase : point.phase),
          point, isExpected)
      }
    }
    let (start, end) = (
      time.advanced(byMicroseconds: -tolerance.microseconds),
      time.advanced(byMicroseconds: tolerance.microseconds)
    )
    guard !other.isAbsent(from: start, to: end) else {
      return diverge(to: nil, point, isExpected)
    }
    let there = other.nearest(to: value, from: time, to: time, isHeld: isHeld)
    if let there {
      let difference = isExpected ? there - value : value - there
      if abs(difference) > abs(largest.difference) {
        largest.difference = difference
        largest.time = time
      }
    }
    let near =
      tolerance.microseconds == 0
      ? there : other.nearest(to: value, from: start, to: end, isHeld: isHeld)
    let isWithin =
      near.map { $0 - tolerance.value <= value && value <= $0 + tolerance.value } ?? false
    let isMissing =
      areSamples && tolerance.microseconds == 0 && point.moves && !other.hasPoint(at: time)
    guard !isWithin || isMissing else { return }
    diverge(
      to: there ?? near, point, isExpected,
      onOtherGrid: isMissing && (isWithin || other.moves(at: time)))
  }

  private mutating func diverge(
    to other: Double?, _ point: ResultTable.Point, _ isExpected: Bool, onOtherGrid: Bool = false
  ) {
    diverge(
      .value(
        column: name, expected: isExpected ? point.value : other,
        actual: isExpected ? other : point.value, tolerance: tolerance),
      point, isExpected, onOtherGrid: onOtherGrid)
  }

  /// Stores the first divergence.
  private mutating func diverge(
    _ kind: Divergence.Kind, _ point: ResultTable.Point, _ isExpected: Bool,
    onOtherGrid: Bool = false
  ) {
    guard found == nil else { return }
    found = Found(
      divergence: Divergence(time: point.time, kind: kind), isExpected: isExpected,
      phase: point.phase, isOnOtherGrid: onOtherGrid)
  }
}

/// The points of a column that are still needed to compare it with that of the other side.
struct Curve: Sendable {
  private var points: [ResultTable.Point] = []
  /// The first times without a value after points.
  private var absences: [Timestamp] = []
  /// The first point still needed, and the next one to be compared.
  private var first = 0
  private var judged = 0
  /// Whether no more points will come.
  var isOver = false

  /// The next point to be compared with the other curve.
  var next: ResultTable.Point? { judged < points.count ? points[judged] : nil }

  /// Returns whether the curve is complete up to a time, which more points can't have.
  func isKnown(through time: Timestamp) -> Bool {
    isOver || points.last.map { $0.time > time } ?? false
  }

  mutating func append(_ point: ResultTable.Point) { points.append(point) }

  mutating func append(_ column: ResultTable.Column) {
    var absences = column.absences[...]
    for point in column.points {
      while let time = absences.first, time < point.time {
        append(absence: time)
        absences.removeFirst()
      }
      points.append(point)
    }
    for time in absences { append(absence: time) }
  }

  /// Of several absences without a point between them, the first one says it all.
  private mutating func append(absence time: Timestamp) {
    if let point = points.last?.time {
      guard point < time, absences.last.map({ $0 <= point }) ?? true else { return }
    } else if !absences.isEmpty {
      return
    }
    absences.append(time)
  }

  mutating func advance() { judged += 1 }

  /// Discards points before a time, except the one that the curve comes from.
  mutating func forget(before time: Timestamp) {
    while first + 1 < judged, points[first + 1].time < time { first += 1 }
    guard first >= 256 else { return }
    points.removeFirst(first)
    judged -= first
    first = 0
    let start = points[0].time
    absences.removeAll { $0 <= start }
  }

  /// Returns whether there is a point at exactly this time.
  func hasPoint(at time: Timestamp) -> Bool {
    let next = points.firstIndex(from: time, after: first)
    return next < points.count && points[next].time == time
  }

  /// Returns whether a time lies between two points of a moving animation.
  func moves(at time: Timestamp) -> Bool {
    let next = points.firstIndex(from: time, after: first)
    return next > first && next < points.count && points[next].time > time
      && points[next - 1].moves && points[next].moves
  }

  /// Returns whether the curve has a phase at any time from one to another.
  func has(_ phase: Phase, from start: Timestamp, to end: Timestamp) -> Bool {
    guard first < points.count, let last = points.last else { return false }
    if end < points[first].time { return points[first].phase == phase }
    if start > last.time { return last.phase == phase }
    for index in max(points.firstIndex(from: start, after: first) - 1, first)..<points.count {
      let point = points[index]
      guard point.time <= end else { break }
      if start <= point.time, point.phase == phase { return true }
      guard index + 1 < points.count, point.time < end else { continue }
      let next = points[index + 1]
      if start < next.time, point.phase == phase || next.phase == phase { return true }
    }
    return false
  }

  /// Returns the phase at a time.
  func phase(at time: Timestamp) -> Phase {
    (points[first...].last { $0.time <= time } ?? points[first...].first)?.phase ?? .idle
  }

  /// Returns whether the column has no value from one time to another, nor since the last time without one.
  func isAbsent(from start: Timestamp, to end: Timestamp) -> Bool {
    guard !absences.isEmpty else { return false }
    let next = points.firstIndex(from: start, after: first)
    guard next == points.count || points[next].time > end else { return false }
    return absences.contains { $0 <= end && (next == first || points[next - 1].time < $0) }
  }

  /// Returns whether the column has no value at some time between two points.
  private func isInterrupted(between point: Timestamp, _ next: Timestamp) -> Bool {
    guard !absences.isEmpty else { return false }
    return absences.contains { point < $0 && $0 < next }
  }

  /// Returns the value of the curve from one time to another that is nearest to a value; `nil` if there is none.
  func nearest(
    to value: Double, from start: Timestamp, to end: Timestamp, isHeld: Bool
  ) -> Double? {
    guard first < points.count, let last = points.last else { return nil }
    var low = Double.infinity
    var high = -Double.infinity
    func include(_ value: Double) {
      low = min(low, value)
      high = max(high, value)
    }
    if isHeld {
      if start < points[first].time { include(points[first].value) }
      if end > last.time { include(last.value) }
    }
    for index in max(points.firstIndex(from: start, after: first) - 1, first)..<points.count {
      let point = points[index]
      guard point.time <= end else { break }
      if start <= point.time { include(point.value) }
      guard index + 1 < points.count, point.time < end else { continue }
      let next = points[index + 1]
      guard start < next.time, point.time < next.time else { continue }
      if isInterrupted(between: point.time, next.time) {
        include(point.value)
      } else if point.phase == .settling, next.phase == .settling {
        include(point.value(at: max(start, point.time), before: next))
        include(point.value(at: min(end, next.time), before: next))
      } else {
        include(point.value)
        if point.moves || next.moves { include(next.value) }
      }
    }
    return low <= high ? min(max(value, low), high) : nil
  }
}
