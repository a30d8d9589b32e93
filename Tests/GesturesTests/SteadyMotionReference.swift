import PantographBase
import PantographGestures

/// A reference implementation of Pantograph's rule, as its documentation describes it.
///
/// It is plain and slow: whole lists, a Kalman filter with matrices, and medians by sorting.
struct SteadyMotionReference {
  private struct Position {
    var time: Double
    var until: Double
    var translation: Vector
  }

  /// The positions, newest first, with times in seconds.
  private var positions: [Position] = []
  /// The age of each position, in seconds before the newest report.
  private var ages: [Double] = []
  /// The squared scatter of each position with the three before it, where there are three.
  private var squares: [Double?] = []
  private let silence: Double
  private var interval = 0.0
  private var scatterBefore = (deviation: 0.0, groups: 0)

  /// Creates the rule's input from reports of the last 300 ms, oldest first, in whole microseconds.
  init(_ reports: [(time: Int64, translation: Vector)], at now: Int64) {
    let newest = reports[reports.count - 1].time
    silence = Double(now - newest) / 1e6
    func seconds(_ time: Int64) -> Double { Double(time - newest) / 1e6 }
    for (time, translation) in reports {
      if positions.last?.translation == translation {
        positions[positions.count - 1].until = seconds(time)
      } else {
        positions.append(
          Position(time: seconds(time), until: seconds(time), translation: translation))
      }
    }
    positions.reverse()
    squares = positions.indices.map { index in
      guard index + 3 < positions.count else { return nil }
      let four = positions[index...index + 3]
      let weights = four.map { one in
        1 / four.filter { $0.time != one.time }.map { one.time - $0.time }.reduce(1, *)
      }
      var difference = Vector.zero
      for (weight, one) in zip(weights, four) {
        difference += (one.translation - positions[index].translation) * weight
      }
      return difference.dotted(difference) / weights.map { $0 * $0 }.reduce(0, +)
    }
    shorten()
  }

  // MARK: The trail

  private func span(_ newer: Int, _ older: Int) -> Double { ages[older] - ages[newer] }

  private func velocity(from older: Int, to newer: Int) -> Vector {
    (positions[newer].translation - positions[older].translation) / span(newer, older)
  }

  private var count: Int { ages.count }

  /// Ends the trail at 24 positions, at a pause, and where the finger reversed.
  private mutating func shorten() {
    for (index, position) in positions.prefix(24).enumerated() {
      if index > 1 {
        let silence = positions[index - 1].time - position.until
        let mean = span(0, index - 1) / Double(index - 1)
        if silence > 0.045, span(0, index - 1) >= 0.020, silence > 3 * mean { break }
      }
      ages.append(-position.time)
    }
    guard count > 1 else { return }
    interval = span(0, count - 1) / Double(count - 1)
    scatterBefore = scatter(from: 1)
    let certain = 3 * scatterBefore.deviation
    let turn = (0..<count).first { index in
      guard index >= 2, index < count - 1, span(0, index) >= 0.020 - 1e-6 else { return false }
      let since = positions[0].translation - positions[index].translation
      let step = positions[index].translation - positions[index + 1].translation
      return since.size > certain && step.size > certain
        && since.dotted(step) < -since.size * step.size / 2
    }
    if let turn {
      ages.removeSubrange((turn + 1)...)
      scatterBefore = scatter(from: 1)
    }
  }

  private func scatter(from newest: Int) -> (deviation: Double, groups: Int) {
    let last = min(count - 3, newest + 8)
    guard last > newest else { return (0, 0) }
    let sorted = (newest..<last).compactMap { squares[$0] }.map { $0.squareRoot() }.sorted()
    let median = (sorted[sorted.count / 2] + sorted[(sorted.count - 1) / 2]) / 2
    return (median / 0.9, sorted.count)
  }

  /// Returns the newest position that is at least `time` and `steps` older, or the oldest one.
  private func before(_ index: Int, by time: Double, steps: Int) -> Int {
    (index..<count).first { $0 - index >= steps && span(index, $0) >= time - 1e-6 } ?? count - 1
  }

  /// Returns the oldest position within 80 ms of another, or the third before it if that is older.
  private func oldest(since newest: Int) -> Int {
    let within = (newest..<count).last { span(newest, $0) <= 0.080 + 1e-6 } ?? newest
    return min(max(within, newest + 3), count - 1)
  }

  private func speed(at newest: Int) -> Double {
    let oldest = before(newest, by: 0.040, steps: 1)
    let translations = (newest..<oldest).map {
      (positions[$0].translation - positions[$0 + 1].translation).size
    }
    return translations.reduce(0, +) / span(newest, oldest)
  }

  /// The median interval, and the typical lateness of reports.
  private var intervals: (usual: Double, late: Double) {
    let all = (0..<oldest(since: 0)).map { span($0, $0 + 1) }
    let sorted = all.sorted()
    let usual = (sorted[sorted.count / 2] + sorted[(sorted.count - 1) / 2]) / 2
    let late = all.map { min(abs($0 - usual), usual) }.reduce(0, +) / Double(all.count) / 2
    return (usual, late)
  }

  private func uncertainty(from newest: Int, speed: Double, isCautious: Bool) -> Double {
    var (deviation, groups) = newest == 1 ? scatterBefore : scatter(from: newest)
    if isCautious, groups > 0 { deviation *= 1 + 1 / Double(groups) }
    let blur = speed * max(intervals.late, 1e-6)
    return (deviation * deviation + blur * blur).squareRoot()
  }

  // MARK: Rest and stop

  private func restStart(_ uncertainty: Double) -> Int {
    let most = 3 * uncertainty
    return (1..<max(count - 1, 1)).last { index in
      guard span(0, index) <= 0.090 else { return false }
      let before =
        (index + 1..<count).first { span(index, $0) >= max(span(0, index), 0.020) } ?? count - 1
      guard span(index, before) >= 0.020 - 1e-6 else { return false }
      let translations = positions[0...index].map(\.translation)
      let middle = translations.reduce(Vector.zero) { $0 + $1 } / Double(translations.count)
      let deviation =
        translations.map { ($0 - middle).dotted($0 - middle) }.reduce(0, +)
        / Double(translations.count)
      let mean = ages[0...index].reduce(0, +) / Double(translations.count)
      let spread =
        ages[0...index].map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(translations.count)
      let moved = 0.25 * velocity(from: before, to: index).size * spread.squareRoot()
      return deviation.squareRoot() <= min(most, moved)
    } ?? 0
  }

  private func stopsShort(_ uncertainty: Double) -> Bool {
    guard count > 2 else { return false }
    let before = velocity(from: 2, to: 1)
    guard before.size > 0 else { return false }
    let made = (positions[0].translation - positions[1].translation).dotted(before) / before.size
    let missing = before.size * span(0, 1) - made
    // The predicted position is the one before, plus its distance from the next times a ratio.
    let ratio = span(0, 1) / span(1, 2)
    let errors = [1, 1 + ratio, ratio]
    let error = 3 * uncertainty * errors.map { $0 * $0 }.reduce(0, +).squareRoot()
    let changes = (2..<min(count - 1, 4)).map {
      (velocity(from: $0, to: $0 - 1) - velocity(from: $0 + 1, to: $0)).size
    }
    return missing > max(error, 3 * (changes.max() ?? 0) * span(0, 1))
      && made >= -max(error, 0.25 * before.size * span(0, 1))
  }

  // MARK: The filter

  /// Returns the velocity and the acceleration at a position.
  private func motion(at newest: Int, speed: Double) -> (velocity: Vector, acceleration: Vector) {
    guard newest < count - 1 else { return (.zero, .zero) }
    let oldest = oldest(since: newest)
    let variance = { $0 * $0 }(uncertainty(from: newest, speed: speed, isCautious: true))
    let accelerationVariance = accelerationVariance(from: newest, to: oldest, variance)
    let first = span(oldest - 1, oldest)
    // Position, velocity and acceleration; of the position only the reports are known.
    var (position, velocity) = (
      positions[oldest - 1].translation, velocity(from: oldest, to: oldest - 1)
    )
    var acceleration = Vector.zero
    var covariance: Matrix = [
      [variance, variance / first, 0],
      [
        variance / first, 2 * variance / first / first + accelerationVariance * first * first / 4,
        accelerationVariance * first / 2,
      ],
      [0, accelerationVariance * first / 2, accelerationVariance],
    ]
    for index in (newest..<max(oldest - 1, newest)).reversed() {
      let time = span(index, index + 1)
      let kept = 0.050 / (0.050 + time)
      let model: Matrix = [[1, time, time * time / 2], [0, 1, time], [0, 0, kept]]
      let fresh = accelerationVariance * (1 - kept * kept)
      let noise: Matrix = [
        [time * time * time * time / 12, time * time * time / 6, time * time / 6],
        [time * time * time / 6, time * time / 3, time / 2], [time * time / 6, time / 2, 1],
      ]
      position += velocity * time + acceleration * (time * time / 2)
      velocity += acceleration * time
      acceleration = acceleration * kept
      covariance =
        model.times(covariance).times(model.transposed)
        .plus(noise.map { row in row.map { $0 * fresh } })
      let late = max(0, time - intervals.usual) * speed
      let uncertainty = variance + late * late
      let error = position - positions[index].translation
      if error.size > max(7 * (covariance[0][0] + uncertainty).squareRoot(), 0.4 * speed * time) {
        let square = speed * speed
        covariance = [
          [covariance[0][0] + square * time * time, square * time, 0], [square * time, square, 0],
          [0, 0, accelerationVariance],
        ]
      }
      let gain = covariance.map { $0[0] / (covariance[0][0] + uncertainty) }
      position = position - error * gain[0]
      velocity = velocity - error * gain[1]
      acceleration = acceleration - error * gain[2]
      let left: Matrix = [[1 - gain[0], 0, 0], [-gain[1], 1, 0], [-gain[2], 0, 1]]
      covariance = left.times(covariance)
    }
    return (velocity, acceleration)
  }

  /// Returns the variance of the acceleration: the difference between both halves, less the contribution of
  /// scatter.
  private func accelerationVariance(from newest: Int, to oldest: Int, _ variance: Double) -> Double
  {
    guard oldest - newest > 1 else { return 0 }
    let half = span(newest, oldest) / 2
    let middle =
      (newest + 1..<oldest).min {
        abs(span(newest, $0) - half) < abs(span(newest, $1) - half)
      } ?? newest + 1
    let change = velocity(from: middle, to: newest) - velocity(from: oldest, to: middle)
    let (late, early) = (1 / span(newest, middle), 1 / span(middle, oldest))
    let weights = [late, -late - early, early]
    let scatter = variance * weights.map { $0 * $0 }.reduce(0, +)
    return max(0, change.dotted(change) - scatter) / (half * half)
  }

  // MARK: The result

  /// The velocity of the last movement, if it still counts.
  var velocity: Vector {
    guard count > 1 else { return .zero }
    let uncertainty = uncertainty(from: 1, speed: speed(at: 0), isCautious: false)
    let rest = restStart(uncertainty)
    let stopsShort = rest == 0 && stopsShort(uncertainty)
    let last = stopsShort ? 1 : rest
    var (velocity, acceleration) = motion(at: last, speed: speed(at: last))
    // When the finger stopped, relative to the newest position.
    var stop = 0.0
    if last > 0 {
      let translations = positions[0...last].map { $0.translation - positions[last].translation }
      let mean =
        stopsShort
        ? positions[0].translation - positions[1].translation
        : translations.reduce(Vector.zero) { $0 + $1 } / Double(translations.count)
      let missing =
        velocity == .zero ? 0 : mean.dotted(velocity) / velocity.dotted(velocity)
      let moving = min(max(missing, 0), span(last - 1, last))
      stop = moving - span(0, last)
      let slowed = velocity + acceleration * moving
      if slowed.dotted(velocity) < 0 {
        velocity = .zero
      } else if slowed.size < velocity.size {
        velocity = slowed
      }
      if count - last > 2 {
        let lately = self.velocity(from: before(last, by: 0.020, steps: 2), to: last)
        if lately.size < velocity.size { velocity = lately }
      }
    }
    let lately =
      positions[last].translation - positions[before(last, by: 0.020, steps: 1)].translation
    if velocity.dotted(lately) < 0 { return .zero }
    let pause = max(0.045, 1.5 * min(interval, 0.045))
    return silence + ages[0] - stop <= pause + 1e-6 ? velocity : .zero
  }
}

private typealias Matrix = [[Double]]

extension [[Double]] {
  fileprivate var transposed: Matrix { indices.map { column in map { $0[column] } } }

  fileprivate func times(_ other: Matrix) -> Matrix {
    let columns = other.transposed
    return map { row in columns.map { zip(row, $0).map { $0 * $1 }.reduce(0, +) } }
  }

  fileprivate func plus(_ other: Matrix) -> Matrix {
    zip(self, other).map { zip($0, $1).map { $0 + $1 } }
  }
}

extension Vector {
  fileprivate func dotted(_ other: Vector) -> Double { x * other.x + y * other.y }
  fileprivate var size: Double { dotted(self).squareRoot() }
  fileprivate static func - (left: Vector, right: Vector) -> Vector { left + right * -1 }
}
