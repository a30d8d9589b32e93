/// The position of a time span within its parent's time, as in `CAMediaTiming`.
///
/// All times are in seconds. Their sums are rounded: an instant within a nanosecond of a boundary is on
/// it, and a duration below a nanosecond is 0. Not a number counts as 0, and times are limited to
/// ±1e30 s.
public struct MediaTiming: Hashable, Sendable {
  /// What shows before the beginning and after the end.
  public enum FillMode: Hashable, Sendable {
    /// Nothing.
    case removed
    /// The end value, after the end.
    case forwards
    /// The start value, before the beginning.
    case backwards
    /// The start value before the beginning, and the end value after the end.
    case both
  }

  /// A position within repeated cycles.
  package struct Position: Hashable, Sendable {
    /// The seconds from the start of the cycle; they decrease on the way back.
    package var seconds: Double
    /// The fraction of the duration, from 0 to 1; it decreases on the way back.
    package var fraction: Double
    /// The number of the cycle, from 0; forward and back is one cycle.
    package var cycle: Int

    package init(seconds: Double, fraction: Double, cycle: Int) {
      self.seconds = seconds
      self.fraction = fraction
      self.cycle = cycle
    }
  }

  /// Whether the time span has begun or ended, and the position.
  package enum Phase: Hashable, Sendable {
    /// It has not begun; the position is the first one.
    case before(Position)
    /// It is running.
    case active(Position)
    /// It is over, or just ends; the position is the last one.
    case after(Position)
  }

  /// The parent's time at which it begins.
  public var beginTime: Double { didSet { beginTime = beginTime.asSeconds } }
  /// The seconds from start to end, once.
  public var duration: Double { didSet { duration = duration.asSeconds } }
  /// Its own seconds per second of the parent; below 0 it runs from end to start.
  public var speed: Double { didSet { speed = speed.asSeconds } }
  /// An offset of its own time; an animation shows what this skips after its end value.
  public var timeOffset: Double { didSet { timeOffset = timeOffset.asSeconds } }
  /// The number of runs, not necessarily whole; 0 counts as 1.
  public var repeatCount: Double { didSet { if repeatCount.isNaN { repeatCount = 0 } } }
  /// The seconds for which it repeats; with 0 ``repeatCount`` counts.
  public var repeatDuration: Double { didSet { if repeatDuration.isNaN { repeatDuration = 0 } } }
  /// Whether each run also runs back to the start, which takes the duration once more.
  public var autoreverses: Bool
  /// What shows before the beginning and after the end.
  public var fillMode: FillMode

  /// The duration of an animation without one: 0.25 s.
  package static let defaultDuration = 0.25

  /// The rounding error that is allowed at a boundary, in seconds.
  private static let hair = 1e-9

  /// Creates a timing; the defaults are those of a new layer.
  public init(
    beginTime: Double = 0, duration: Double = 0, speed: Double = 1, timeOffset: Double = 0,
    repeatCount: Double = 0, repeatDuration: Double = 0, autoreverses: Bool = false,
    fillMode: FillMode = .removed
  ) {
    self.beginTime = beginTime.asSeconds
    self.duration = duration.asSeconds
    self.speed = speed.asSeconds
    self.timeOffset = timeOffset.asSeconds
    self.repeatCount = repeatCount.isNaN ? 0 : repeatCount
    self.repeatDuration = repeatDuration.isNaN ? 0 : repeatDuration
    self.autoreverses = autoreverses
    self.fillMode = fillMode
  }

  /// Returns the same timing, with a duration if it has none of its own.
  package func takingDuration(_ inherited: Double) -> MediaTiming {
    var timing = self
    if duration <= 0 { timing.duration = inherited }
    return timing
  }

  // MARK: Time

  /// Returns its own time at a time of the parent.
  package func localTime(ofParent time: Double) -> Double {
    (time - beginTime) * speed + timeOffset
  }

  /// Returns the parent's time at its own time; `nil` at speed 0, where its own time does not change.
  package func parentTime(ofLocal time: Double) -> Double? {
    speed == 0 ? nil : (time - timeOffset) / speed + beginTime
  }

  /// Its own seconds from beginning to end, with all repetitions.
  package var activeDuration: Double {
    if repeatDuration > 0 { return repeatDuration }
    return duration > 0 ? cycles * period : 0
  }

  /// The seconds of one cycle.
  private var period: Double { max(duration, 0) * (autoreverses ? 2 : 1) }

  /// The number of cycles, not necessarily whole.
  private var cycles: Double {
    guard repeatDuration > 0 else { return repeatCount > 0 ? repeatCount : 1 }
    let cycles = repeatDuration / period
    let whole = cycles.rounded()
    return abs(cycles - whole) * period <= Self.hair ? whole : cycles
  }

  // MARK: Position

  /// Returns whether it is running at a time of the parent, and its position.
  ///
  /// A boundary between two cycles belongs to the later one. At speed 0 the position is always that of
  /// ``timeOffset``.
  package func phase(at parentTime: Double) -> Phase {
    let parentTime = parentTime.asSeconds
    let active = activeDuration
    if speed == 0 {
      let position = position(at: min(max(timeOffset, 0), active))
      if timeOffset < -Self.hair { return .before(position) }
      return timeOffset > active + Self.hair ? .after(position) : .active(position)
    }
    let elapsed = (parentTime - beginTime) * abs(speed)
    if elapsed < -Self.hair { return .before(position(at: timeOffset, isBefore: true)) }
    if elapsed >= active - Self.hair {
      // Backwards, the end is approached from above, where a whole number of cycles is the start.
      let end =
        speed < 0
        ? timeOffset.truncatingRemainder(dividingBy: active) - active : timeOffset + active
      return .after(position(at: end))
    }
    return .active(position(at: localTime(ofParent: parentTime)))
  }

  /// Returns the position that shows at a time of the parent; `nil` if none does.
  ///
  /// While it is under way, and at the instant of its end, a position always shows, as measured on Core
  /// Animation. Before and after, ``fillMode`` decides.
  package func shown(at parentTime: Double) -> Position? {
    let parentTime = parentTime.asSeconds
    switch phase(at: parentTime) {
    case .before(let position):
      return fillMode == .backwards || fillMode == .both ? position : nil
    case .active(let position):
      return position
    case .after(let position):
      let elapsed = (parentTime - beginTime) * abs(speed)
      let isEnding = speed != 0 && elapsed <= activeDuration + Self.hair
      return isEnding || fillMode == .forwards || fillMode == .both ? position : nil
    }
  }

  /// Returns the position that shows when it runs inside groups, the outermost first.
  ///
  /// Each runs in the time of the one around it, and shows only while that one shows. Without a
  /// duration it takes that of the group around it, and the outermost takes ``defaultDuration``.
  package func shown(at time: Double, inside groups: [MediaTiming]) -> Position? {
    var time = time
    var duration = Self.defaultDuration
    for group in groups {
      let group = group.takingDuration(duration)
      guard let position = group.shown(at: time) else { return nil }
      time = position.seconds
      duration = group.duration
    }
    return takingDuration(duration).shown(at: time)
  }

  /// Returns the position at its own time, wrapped around where that is out of range.
  private func position(at localTime: Double, isBefore: Bool = false) -> Position {
    let active = activeDuration
    guard period > Self.hair else {
      // Start and end coincide, so it is at one or the other.
      let isAtStart = autoreverses || (speed < 0) != isBefore
      return Position(seconds: 0, fraction: isAtStart ? 0 : 1, cycle: 0)
    }
    var time = localTime
    if active.isFinite, time < -Self.hair || time > active + Self.hair {
      time -= active * (time / active).rounded(.down)
    }
    var cycle: Double
    if abs(time - active) <= Self.hair {
      cycle = max(cycles.rounded(.up) - 1, 0)
      time = (cycles - cycle) * period
    } else {
      cycle = (time / period).rounded(.down)
      if (cycle + 1) * period - time <= Self.hair { cycle += 1 }
      time = max(time - cycle * period, 0)
    }
    let seconds = time > duration ? max(2 * duration - time, 0) : time
    return Position(
      seconds: seconds, fraction: min(seconds / duration, 1), cycle: Int(exactly: cycle) ?? 0)
  }
}
