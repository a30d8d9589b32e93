/// How a span of time lies in another, as `CAMediaTiming` has it: when it begins, how fast it goes.
///
/// All times are seconds. It is a value without a clock: ask it at any time of its parent, in any
/// order. An animation asks for its ``phase(at:)`` or what is ``shown(at:)``; a layer has a time of
/// its own, which is ``localTime(ofParent:)`` for all within it.
///
/// Sums of seconds are rounded: an instant within a nanosecond of a boundary counts as on it, and a
/// duration below a nanosecond as none. What is not a number counts as 0, and seconds beyond 1e30 as that.
public struct MediaTiming: Hashable, Sendable {
  /// What shows before the beginning and after the end.
  public enum FillMode: Hashable, Sendable {
    /// Nothing.
    case removed
    /// The end, after it.
    case forwards
    /// The beginning, before it.
    case backwards
    /// The beginning before it, and the end after it.
    case both
  }

  /// A place within repeated cycles.
  public struct Position: Hashable, Sendable {
    /// The seconds from the start of the cycle; on the way back they get fewer.
    public var seconds: Double
    /// The share of the duration, from 0 to 1; on the way back it gets smaller.
    public var fraction: Double
    /// The number of the cycle, from 0; there and back is one.
    public var cycle: Int

    /// Makes a place from its parts.
    public init(seconds: Double, fraction: Double, cycle: Int) {
      self.seconds = seconds
      self.fraction = fraction
      self.cycle = cycle
    }
  }

  /// Whether it is under way at an instant, and the place that goes with it.
  public enum Phase: Hashable, Sendable {
    /// It has not begun; the place is the first one.
    case before(Position)
    /// It is under way.
    case active(Position)
    /// It is over, or just ends; the place is the last one.
    case after(Position)
  }

  /// The parent's time at which it begins.
  public var beginTime: Double { didSet { beginTime = beginTime.asSeconds } }
  /// The seconds that it takes to get from start to end once.
  public var duration: Double { didSet { duration = duration.asSeconds } }
  /// Its own seconds per second of the parent; below zero it runs from end to start.
  public var speed: Double { didSet { speed = speed.asSeconds } }
  /// What is added to its own time; an animation comes round to what it skips at its end.
  public var timeOffset: Double { didSet { timeOffset = timeOffset.asSeconds } }
  /// How many times it runs, perhaps not a whole number; 0 counts as once.
  public var repeatCount: Double { didSet { if repeatCount.isNaN { repeatCount = 0 } } }
  /// The seconds for which it runs over and over; 0 leaves it to ``repeatCount``.
  public var repeatDuration: Double { didSet { if repeatDuration.isNaN { repeatDuration = 0 } } }
  /// Whether each time it also runs back to the start, which takes another duration.
  public var autoreverses: Bool
  /// What shows before the beginning and after the end.
  public var fillMode: FillMode

  /// The duration of an animation that has none, where nothing else is said: 0.25 s.
  public static let defaultDuration = 0.25

  /// How far a rounded sum of seconds may be off a boundary and still be on it.
  private static let hair = 1e-9

  /// Makes a timing; what is left out is as on a new layer.
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

  /// The same timing, which takes this duration if it has none of its own.
  public func takingDuration(_ inherited: Double) -> MediaTiming {
    var timing = self
    if duration <= 0 { timing.duration = inherited }
    return timing
  }

  // MARK: Time

  /// Its own time at a time of the parent.
  public func localTime(ofParent time: Double) -> Double {
    (time - beginTime) * speed + timeOffset
  }

  /// The parent's time at a time of its own; nothing at speed 0, where its own time stands still.
  public func parentTime(ofLocal time: Double) -> Double? {
    speed == 0 ? nil : (time - timeOffset) / speed + beginTime
  }

  /// The seconds of its own from beginning to end, with all repetitions.
  public var activeDuration: Double {
    if repeatDuration > 0 { return repeatDuration }
    return duration > 0 ? cycles * period : 0
  }

  /// The seconds of one cycle.
  private var period: Double { max(duration, 0) * (autoreverses ? 2 : 1) }

  /// How many cycles there are, perhaps not a whole number.
  private var cycles: Double {
    guard repeatDuration > 0 else { return repeatCount > 0 ? repeatCount : 1 }
    let cycles = repeatDuration / period
    let whole = cycles.rounded()
    return abs(cycles - whole) * period <= Self.hair ? whole : cycles
  }

  // MARK: Place

  /// Whether it is under way at a time of the parent, and where.
  ///
  /// A boundary between two cycles belongs to the later one, and at the end it is at its end. At
  /// speed 0 it stands for ever where ``timeOffset`` is.
  public func phase(at parentTime: Double) -> Phase {
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
      // Backwards it arrives from above, where a whole number of times round is the start.
      let end =
        speed < 0
        ? timeOffset.truncatingRemainder(dividingBy: active) - active : timeOffset + active
      return .after(position(at: end))
    }
    return .active(position(at: localTime(ofParent: parentTime)))
  }

  /// The place that shows at a time of the parent, if any does.
  ///
  /// While it is under way and at the instant of its end one shows in any case, as measured on Core
  /// Animation; before and after ``fillMode`` decides.
  public func shown(at parentTime: Double) -> Position? {
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

  /// The place that shows when it runs inside groups, the outermost first, as animations do.
  ///
  /// Each runs in the time of the one around it, and shows only while that shows. One without a
  /// duration takes that of the one around it, and the outermost ``defaultDuration``.
  public func shown(at time: Double, inside groups: [MediaTiming]) -> Position? {
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

  /// The place at a time of its own, which comes round where it is before the start or past the end.
  private func position(at localTime: Double, isBefore: Bool = false) -> Position {
    let active = activeDuration
    guard period > Self.hair else {
      // Nothing lies between start and end, so it is at the one or the other.
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
