package import PantographBase

/// How evenly a position has moved from frame to frame, as Chromium, Flutter and Android judge it.
///
/// A frame is a display frame in which the position changes, in pixels. What a series can't show is `nil`.
package struct Jank: Hashable, Sendable {
  /// Why a frame is janky.
  package enum Rule: String, Hashable, Sendable {
    /// Its step sticks out among its neighbours': Chromium's predictor jank.
    case predictor
    /// Touches that a former frame could have shown had to wait: rule 1 of Chromium's scroll jank v4.
    case delivery
    /// Frames are missing in a fast scroll: rule 2.
    case fastScroll
    /// Frames are missing after the release: rule 3.
    case fling
  }

  /// A janky frame.
  package struct Instant: Hashable, Sendable {
    package var time: Timestamp
    package var rule: Rule
    /// Of the predictor, the ratio of the steps; otherwise the display frames that were missed.
    package var amount: Double
    /// Of the predictor, the ratio from which on it is janky; otherwise 1.
    package var limit: Double
  }

  /// The frames.
  package internal(set) var frameCount = 0
  /// The frames that any rule finds janky, each once.
  package internal(set) var jankyCount = 0
  /// The frames that predictor jank finds; `nil` with fewer than three.
  package internal(set) var predictorCount: Int?
  /// The most by which a ratio of steps was above its limit; `nil` if none was.
  package internal(set) var severity: Double?
  /// The gaps of more than 1.5 intervals between frames that move the same way; `nil` without an interval.
  package internal(set) var gapCount: Int?
  /// The frames that scroll jank v4 finds; `nil` without an interval, or with fewer than two frames.
  package internal(set) var scrollCount: Int?
  /// The display frames that those missed.
  package internal(set) var missedCount: Int?
  /// The second differences above 0.5 px while fingers drive; `nil` if there are none at all.
  package internal(set) var roughCount: Int?
  /// The mean of the second differences' absolute values, in pixels.
  package internal(set) var roughness: Double?
  /// The display frames that did not come; `nil` on a virtual clock, where all do.
  package internal(set) var droppedCount: Int?
  /// The greatest share of them in 64 display frames; `nil` with fewer.
  package internal(set) var droppedShare: Double?
  /// Whether the clock waits for each display frame, so that none can be dropped.
  package internal(set) var isVirtual = false
  /// The first janky frames, in order of time.
  package internal(set) var instants: [Instant] = []

  /// The share of predictor jank in all frames.
  package var predictorShare: Double? {
    predictorCount.map { Double($0) / Double(frameCount) }
  }
}

/// Judges a position frame by frame; memory use does not depend on the duration.
package struct JankMeter: Sendable {
  /// The ratio from which on predictor jank is seen: 1.4 in steps of up to 7 px, 1.2 in larger ones (Chromium,
  /// cc/metrics).
  static let ratios = (slow: 1.4, fast: 1.2, slowest: 7.0)
  /// 1.5 intervals: a longer gap has missed a frame (Chromium, cc/metrics).
  static let longestGap = 1.5
  /// 0.01: what a cutoff grows in each frame, as a share of the interval (Chromium, scroll jank v4).
  static let discount = 0.01
  /// 0.05: the correction of rule 1, as a share of the interval (Chromium, scroll jank v4).
  static let correction = 0.05
  /// 3 px a frame are a fast scroll (Chromium, scroll jank v4).
  static let fastStep = 3.0
  /// 0.2 px a frame are a fling that is seen (Chromium, scroll jank v4); three steps below that are not judged, either,
  /// because pages round to 1/64 px.
  static let leastStep = 0.2
  /// 0.5 px: a greater second difference is rough (Flutter, its scroll benchmark; not checked against its source).
  static let rough = 0.5
  /// 64 frames: the window of Android's share.
  static let window = 64
  /// A million frames, hours, are as good as more.
  private static let mostFrames = 1e6
  /// 64 instants are kept.
  private static let mostInstants = 64

  private struct Row {
    var time: Timestamp
    var value: Double
    var isDriven: Bool
  }

  /// A display frame in which the position has changed.
  private struct Frame {
    var time: Timestamp
    var step: Double
    var isInertial: Bool
    var isCounted = false
  }

  /// The microseconds between two display frames; `nil` if they are not known.
  private let interval: Double?
  private var jank = Jank()
  /// The last two display frames, the last one first.
  private var rows: (Row?, Row?)
  /// The last two frames, the last one first.
  private var frames: (Frame?, Frame?)
  /// The first and the last touch since the last frame.
  private var touches: ClosedRange<Timestamp>?
  /// The running delivery cutoff of scroll jank v4, in microseconds.
  private var cutoff: Double?
  private var secondCount = 0
  private var secondSum = 0.0
  private var windowFrames = 0
  private var windowDropped = 0

  /// Creates a meter of a position in pixels.
  package init(_ clock: FrameClock) {
    interval = clock.interval
    jank.isVirtual = clock.isVirtual
  }

  /// Takes the position in the next display frame.
  ///
  /// - Parameters:
  ///   - value: the position.
  ///   - time: when the frame is shown.
  ///   - touches: the first and the last time since the display frame before at which a finger has moved.
  ///   - isDriven: whether fingers are down.
  package mutating func take(
    _ value: Double, at time: Timestamp, after touches: ClosedRange<Timestamp>?, isDriven: Bool
  ) {
    if let touches {
      self.touches = (self.touches?.lowerBound ?? touches.lowerBound)...touches.upperBound
    }
    let row = Row(time: time, value: value, isDriven: isDriven)
    defer { rows = (row, rows.0) }
    guard let before = rows.0 else { return }
    countDropped(frameCount(from: before.time, to: time))
    takeSecondDifference(row)
    guard value != before.value else { return }
    take(
      Frame(
        time: time, step: value - before.value, isInertial: self.touches == nil && !isDriven))
    self.touches = nil
  }

  /// What it has found.
  package var result: Jank {
    var jank = jank
    if secondCount > 0 { jank.roughness = secondSum / Double(secondCount) }
    return jank
  }

  /// Returns the intervals between two times, rounded; `nil` without an interval.
  private func frameCount(from start: Timestamp, to end: Timestamp) -> Int? {
    interval.map { Int(min(max((Self.span(start, end) / $0).rounded(), 1), Self.mostFrames)) }
  }

  /// The microseconds from one time to another.
  private static func span(_ start: Timestamp, _ end: Timestamp) -> Double {
    Double(end.microseconds &- start.microseconds)
  }

  // MARK: Display frames

  private mutating func countDropped(_ count: Int?) {
    guard !jank.isVirtual, let count else { return }
    jank.droppedCount = (jank.droppedCount ?? 0) + count - 1
    // Windows that are dropped as a whole change nothing for the next one.
    let whole = max(count / Self.window - 2, 0)
    if whole > 0 { jank.droppedShare = 1 }
    let rest = count - whole * Self.window
    // All but the last one are dropped.
    for index in 1...rest {
      windowFrames += 1
      if index < rest { windowDropped += 1 }
      guard windowFrames == Self.window else { continue }
      jank.droppedShare = max(
        jank.droppedShare ?? 0, Double(windowDropped) / Double(Self.window))
      (windowFrames, windowDropped) = (0, 0)
    }
  }

  private mutating func takeSecondDifference(_ row: Row) {
    guard let interval, let before = rows.0, let first = rows.1,
      row.isDriven, before.isDriven, first.isDriven
    else { return }
    let longest = Self.longestGap * interval
    guard Self.span(before.time, row.time) <= longest,
      Self.span(first.time, before.time) <= longest
    else { return }
    let difference = abs(row.value - 2 * before.value + first.value)
    secondCount += 1
    secondSum += difference
    jank.roughCount = (jank.roughCount ?? 0) + (difference > Self.rough ? 1 : 0)
  }

  // MARK: Frames

  private mutating func take(_ frame: Frame) {
    jank.frameCount += 1
    var frame = frame
    judgeSteps(frame)
    judgeDelivery(&frame)
    frames = (frame, frames.0)
  }

  /// Judges the step before this one: predictor jank.
  private mutating func judgeSteps(_ next: Frame) {
    guard let middle = frames.0, let first = frames.1 else { return }
    jank.predictorCount = jank.predictorCount ?? 0
    guard (first.step < 0) == (middle.step < 0), (middle.step < 0) == (next.step < 0)
    else { return }
    let (before, step, after) = (abs(first.step), abs(middle.step), abs(next.step))
    let greatest = max(before, step, after)
    guard greatest >= Self.leastStep else { return }
    let ratio = max(step / max(before, after), min(before, after) / step)
    let limit = greatest <= Self.ratios.slowest ? Self.ratios.slow : Self.ratios.fast
    guard ratio >= limit else { return }
    jank.predictorCount = (jank.predictorCount ?? 0) + 1
    jank.severity = max(jank.severity ?? 0, ratio - limit)
    if !middle.isCounted { jank.jankyCount += 1 }
    note(.init(time: middle.time, rule: .predictor, amount: ratio, limit: limit))
  }

  /// Judges the time since the frame before: missed vsyncs, and scroll jank v4.
  private mutating func judgeDelivery(_ frame: inout Frame) {
    guard let interval else { return }
    let ownCutoff = touches.map { Self.span($0.upperBound, frame.time) }
    guard let before = frames.0, let count = frameCount(from: before.time, to: frame.time) else {
      cutoff = ownCutoff
      return
    }
    // Where it turns, it may have been at its end meanwhile, and fingers beyond.
    let goesOn = (frame.step < 0) == (before.step < 0)
    let isLong = Self.span(before.time, frame.time) > Self.longestGap * interval
    jank.gapCount = (jank.gapCount ?? 0) + (goesOn && isLong ? 1 : 0)
    var missed = (rule: Jank.Rule.delivery, count: 0)
    if goesOn, count > 1 { missed = missedFrames(frame, before, count, interval) }
    jank.scrollCount = (jank.scrollCount ?? 0) + (missed.count > 0 ? 1 : 0)
    jank.missedCount = (jank.missedCount ?? 0) + missed.count
    let aged = cutoff.map { $0 + Double(count) * Self.discount * interval }
    guard missed.count > 0 else {
      cutoff = aged.map { min($0, ownCutoff ?? $0) } ?? ownCutoff
      return
    }
    cutoff = ownCutoff ?? aged
    jank.jankyCount += 1
    frame.isCounted = true
    note(.init(time: frame.time, rule: missed.rule, amount: Double(missed.count), limit: 1))
  }

  /// Returns the display frames that a frame has missed since the one before, and the first rule that finds the most.
  private func missedFrames(
    _ frame: Frame, _ before: Frame, _ count: Int, _ interval: Double
  ) -> (rule: Jank.Rule, count: Int) {
    var waited = 0
    if let touches, let cutoff {
      let adjusted =
        cutoff + Double(count - 1) * Self.discount * interval - Self.correction * interval
      let wait = Self.span(touches.lowerBound, frame.time) - adjusted
      let frames = (wait / (1 - Self.discount) / interval).rounded(.down)
      waited = Int(min(max(frames, 0), Self.mostFrames))
    }
    let (step, last) = (abs(frame.step), abs(before.step))
    let wasFast = !before.isInertial && last >= Self.fastStep
    let isFast = !frame.isInertial && step >= Self.fastStep
    let isFling =
      frame.isInertial && step >= Self.leastStep && (before.isInertial || wasFast)
    guard wasFast && isFast || isFling, count - 1 > waited else { return (.delivery, waited) }
    return (isFling ? .fling : .fastScroll, count - 1)
  }

  private mutating func note(_ instant: Jank.Instant) {
    if jank.instants.count < Self.mostInstants { jank.instants.append(instant) }
  }
}
