import Gestures
import Quantities

/// Pantograph's rule of velocity once more, as its documentation says it: lists that are gone through as a
/// whole, Kalman's filter with its matrices, medians by sorting, and nothing that would make it fast.
struct SteadyMotionByTheBook {
  private struct Footprint {
    var time: Double
    var until: Double
    var way: Vector
  }

  /// The newest first; times are seconds.
  private var prints: [Footprint] = []
  /// How long before the newest report each was come to.
  private var ages: [Double] = []
  /// The squared scatter of each with the three before it, where there are three.
  private var squares: [Double?] = []
  private let silence: Double
  private var interval = 0.0
  private var scatterBefore = (deviation: 0.0, groups: 0)

  /// Takes reports of a finger within the last 300 ms, oldest first, at whole microseconds.
  init(_ reports: [(time: Int64, way: Vector)], at now: Int64) {
    let newest = reports[reports.count - 1].time
    silence = Double(now - newest) / 1e6
    func seconds(_ time: Int64) -> Double { Double(time - newest) / 1e6 }
    for (time, way) in reports {
      if prints.last?.way == way {
        prints[prints.count - 1].until = seconds(time)
      } else {
        prints.append(Footprint(time: seconds(time), until: seconds(time), way: way))
      }
    }
    prints.reverse()
    squares = prints.indices.map { index in
      guard index + 3 < prints.count else { return nil }
      let four = prints[index...index + 3]
      let weights = four.map { one in
        1 / four.filter { $0.time != one.time }.map { one.time - $0.time }.reduce(1, *)
      }
      var difference = Vector.zero
      for (weight, one) in zip(weights, four) {
        difference += (one.way - prints[index].way) * weight
      }
      return difference.dotted(difference) / weights.map { $0 * $0 }.reduce(0, +)
    }
    shorten()
  }

  // MARK: The trail

  private func span(_ newer: Int, _ older: Int) -> Double { ages[older] - ages[newer] }

  private func velocity(from older: Int, to newer: Int) -> Vector {
    (prints[newer].way - prints[older].way) / span(newer, older)
  }

  private var count: Int { ages.count }

  /// Ends the trail at 24 places, at a pause, and where the finger turned round.
  private mutating func shorten() {
    for (index, print) in prints.prefix(24).enumerated() {
      if index > 1 {
        let silence = prints[index - 1].time - print.until
        let mean = span(0, index - 1) / Double(index - 1)
        if silence > 0.045, span(0, index - 1) >= 0.020, silence > 3 * mean { break }
      }
      ages.append(-print.time)
    }
    guard count > 1 else { return }
    interval = span(0, count - 1) / Double(count - 1)
    scatterBefore = scatter(from: 1)
    let certain = 3 * scatterBefore.deviation
    let turn = (0..<count).first { index in
      guard index >= 2, index < count - 1, span(0, index) >= 0.020 - 1e-6 else { return false }
      let since = prints[0].way - prints[index].way
      let step = prints[index].way - prints[index + 1].way
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

  /// The newest place that is older by a time and by some steps, or the oldest one.
  private func before(_ index: Int, by time: Double, steps: Int) -> Int {
    (index..<count).first { $0 - index >= steps && span(index, $0) >= time - 1e-6 } ?? count - 1
  }

  /// The oldest place within 80 ms of another, or the third before it where that is older.
  private func oldest(since newest: Int) -> Int {
    let within = (newest..<count).last { span(newest, $0) <= 0.080 + 1e-6 } ?? newest
    return min(max(within, newest + 3), count - 1)
  }

  private func pace(at newest: Int) -> Double {
    let oldest = before(newest, by: 0.040, steps: 1)
    let ways = (newest..<oldest).map { (prints[$0].way - prints[$0 + 1].way).size }
    return ways.reduce(0, +) / span(newest, oldest)
  }

  /// The usual interval, and by how much reports are late.
  private var intervals: (usual: Double, late: Double) {
    let all = (0..<oldest(since: 0)).map { span($0, $0 + 1) }
    let sorted = all.sorted()
    let usual = (sorted[sorted.count / 2] + sorted[(sorted.count - 1) / 2]) / 2
    let late = all.map { min(abs($0 - usual), usual) }.reduce(0, +) / Double(all.count) / 2
    return (usual, late)
  }

  private func doubt(from newest: Int, pace: Double, isCautious: Bool) -> Double {
    var (deviation, groups) = newest == 1 ? scatterBefore : scatter(from: newest)
    if isCautious, groups > 0 { deviation *= 1 + 1 / Double(groups) }
    let blur = pace * max(intervals.late, 1e-6)
    return (deviation * deviation + blur * blur).squareRoot()
  }

  // MARK: Rest and stop

  private func restStart(_ doubt: Double) -> Int {
    let most = 3 * doubt
    return (1..<max(count - 1, 1)).last { index in
      guard span(0, index) <= 0.090 else { return false }
      let before =
        (index + 1..<count).first { span(index, $0) >= max(span(0, index), 0.020) } ?? count - 1
      guard span(index, before) >= 0.020 - 1e-6 else { return false }
      let ways = prints[0...index].map(\.way)
      let middle = ways.reduce(Vector.zero) { $0 + $1 } / Double(ways.count)
      let deviation =
        ways.map { ($0 - middle).dotted($0 - middle) }.reduce(0, +) / Double(ways.count)
      let mean = ages[0...index].reduce(0, +) / Double(ways.count)
      let spread =
        ages[0...index].map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(ways.count)
      let moved = 0.25 * velocity(from: before, to: index).size * spread.squareRoot()
      return deviation.squareRoot() <= min(most, moved)
    } ?? 0
  }

  private func stopsShort(_ doubt: Double) -> Bool {
    guard count > 2 else { return false }
    let before = velocity(from: 2, to: 1)
    guard before.size > 0 else { return false }
    let made = (prints[0].way - prints[1].way).dotted(before) / before.size
    let missing = before.size * span(0, 1) - made
    // The place that was foretold is the one before, and its distance from the next, times a ratio.
    let ratio = span(0, 1) / span(1, 2)
    let errors = [1, 1 + ratio, ratio]
    let error = 3 * doubt * errors.map { $0 * $0 }.reduce(0, +).squareRoot()
    let changes = (2..<min(count - 1, 4)).map {
      (velocity(from: $0, to: $0 - 1) - velocity(from: $0 + 1, to: $0)).size
    }
    return missing > max(error, 3 * (changes.max() ?? 0) * span(0, 1)) && made >= -error
  }

  // MARK: The hand

  /// The velocity and the acceleration at a place.
  private func hand(at newest: Int, pace: Double) -> (velocity: Vector, acceleration: Vector) {
    guard newest < count - 1 else { return (.zero, .zero) }
    let oldest = oldest(since: newest)
    let variance = { $0 * $0 }(doubt(from: newest, pace: pace, isCautious: true))
    let push = push(from: newest, to: oldest, variance)
    let first = span(oldest - 1, oldest)
    // Place, velocity and acceleration: of the place there is what was seen.
    var (place, velocity) = (prints[oldest - 1].way, velocity(from: oldest, to: oldest - 1))
    var acceleration = Vector.zero
    var covariance: Matrix = [
      [variance, variance / first, 0],
      [
        variance / first, 2 * variance / first / first + push * first * first / 4, push * first / 2,
      ],
      [0, push * first / 2, push],
    ]
    for index in (newest..<max(oldest - 1, newest)).reversed() {
      let time = span(index, index + 1)
      let kept = 0.050 / (0.050 + time)
      let model: Matrix = [[1, time, time * time / 2], [0, 1, time], [0, 0, kept]]
      let fresh = push * (1 - kept * kept)
      let noise: Matrix = [
        [time * time * time * time / 12, time * time * time / 6, time * time / 6],
        [time * time * time / 6, time * time / 3, time / 2], [time * time / 6, time / 2, 1],
      ]
      place += velocity * time + acceleration * (time * time / 2)
      velocity += acceleration * time
      acceleration = acceleration * kept
      covariance =
        model.times(covariance).times(model.transposed)
        .plus(noise.map { row in row.map { $0 * fresh } })
      let late = max(0, time - intervals.usual) * pace
      let doubt = variance + late * late
      let error = place - prints[index].way
      if error.size > max(7 * (covariance[0][0] + doubt).squareRoot(), 0.4 * pace * time) {
        let square = pace * pace
        covariance = [
          [covariance[0][0] + square * time * time, square * time, 0], [square * time, square, 0],
          [0, 0, push],
        ]
      }
      let gain = covariance.map { $0[0] / (covariance[0][0] + doubt) }
      place = place - error * gain[0]
      velocity = velocity - error * gain[1]
      acceleration = acceleration - error * gain[2]
      let left: Matrix = [[1 - gain[0], 0, 0], [-gain[1], 1, 0], [-gain[2], 0, 1]]
      covariance = left.times(covariance)
    }
    return (velocity, acceleration)
  }

  /// How the velocities of both halves differ, beyond what scatter makes of it.
  private func push(from newest: Int, to oldest: Int, _ variance: Double) -> Double {
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

  // MARK: The answer

  /// How fast the finger went when it last moved, if that was just now.
  var velocity: Vector {
    guard count > 1 else { return .zero }
    let doubt = doubt(from: 1, pace: pace(at: 0), isCautious: false)
    let rest = restStart(doubt)
    let stopsShort = rest == 0 && stopsShort(doubt)
    let last = stopsShort ? 1 : rest
    var (velocity, acceleration) = hand(at: last, pace: pace(at: last))
    // When it stopped, counted from the newest place.
    var stop = 0.0
    if last > 0 {
      let ways = prints[0...last].map { $0.way - prints[last].way }
      let mean =
        stopsShort
        ? prints[0].way - prints[1].way
        : ways.reduce(Vector.zero) { $0 + $1 } / Double(ways.count)
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
    let lately = prints[last].way - prints[before(last, by: 0.020, steps: 1)].way
    if velocity.dotted(lately) < 0 { return .zero }
    let pause = max(0.045, 1.5 * interval)
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
