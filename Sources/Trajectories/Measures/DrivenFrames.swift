package import PantographBase
package import PantographInteractions

/// When a display shows frames.
package struct FrameClock: Hashable, Sendable {
  /// The microseconds between two frames; `nil` if they are not known.
  package var interval: Double?
  /// Whether each frame comes by construction, because time waits for it.
  package var isVirtual: Bool

  /// Creates the clock of a display with a number of frames per second.
  package init(rate: Double?, isVirtual: Bool) {
    interval = rate.map { 1e6 / $0 }
    self.isVirtual = isVirtual
  }

  /// Returns whether a display shows what is known at a time; a program may also print what comes between two frames.
  func shows(_ time: Timestamp) -> Bool {
    guard isVirtual, let interval else { return true }
    let microseconds = Double(time.microseconds)
    // Times of frames are rounded to whole microseconds.
    return abs(microseconds - (microseconds / interval).rounded() * interval) <= 1
  }
}

/// What drove a result, and when its display showed frames.
package struct DrivenFrames: Sendable {
  /// The gestures, in order of time.
  package var gestures: [GestureSpan]
  /// The times at which fingers moved.
  package var touches: [Timestamp]
  /// The frames of the display.
  package var clock: FrameClock
  /// Whether a frame at the end of the last gesture is its own: unless it has come to rest there.
  private var showsEnd = true

  /// Creates them from their parts.
  package init(_ gestures: [GestureSpan], touches: [Timestamp], clock: FrameClock) {
    self.gestures = gestures
    self.touches = touches
    self.clock = clock
  }

  /// Creates those of a trajectory, whose samples are its display's frames.
  package init(_ trajectory: Trajectory, of interaction: Interaction) {
    self.init([], touches: [], clock: FrameClock(rate: interaction.rate, isVirtual: true))
    let end = trajectory.samples.last?.time ?? Timestamp(microseconds: 0)
    var fraction = 0.0
    /// The index of the gesture that goes on, and whether its fingers are released.
    var open: Int?
    var isReleased = false
    for event in trajectory.events {
      switch event.kind {
      case .began, .held, .started:
        if let open { gestures[open].end = event.time }
        open = nil
      case .ended, .cancelled:
        if let open { gestures[open].release = event.time }
        isReleased = true
      case .completed:
        guard isReleased, let rested = open else { break }
        gestures[rested].end = event.time
        open = nil
      case .changed, .decided, .handoff: break
      }
      if case .began = event.kind {
        open = gestures.count
        isReleased = false
        gestures.append(GestureSpan(landing: event.time, release: end, end: end))
      } else if event.isOfFingers, fraction != event.fraction {
        touches.append(event.time)
      }
      if event.isOfFingers { fraction = event.fraction }
    }
    showsEnd = open != nil
  }

  /// Judges the movement of a position in pixels during each gesture, and after it until the next one.
  package func jank(of column: ResultTable.Column) -> [Jank] {
    var next = 0
    return gestures.map { gesture in
      var meter = JankMeter(clock)
      let isLast = gesture == gestures.last && showsEnd
      // The last frame before the gesture is where the first step begins.
      let first = column.points.firstIndex(from: gesture.landing)
      let start = column.points[..<first].lastIndex { clock.shows($0.time) } ?? first
      for index in start..<column.points.count {
        let point = column.points[index]
        guard point.time < gesture.end || isLast && point.time == gesture.end else { break }
        // Of several values at the same time, the last one is seen.
        let isLate =
          index + 1 < column.points.count && column.points[index + 1].time == point.time
        guard !isLate, clock.shows(point.time) else { continue }
        var since: ClosedRange<Timestamp>?
        while next < touches.count, touches[next] <= point.time {
          // What came before the gesture is not its own.
          if touches[next] >= gesture.landing {
            since = (since?.lowerBound ?? touches[next])...touches[next]
          }
          next += 1
        }
        meter.take(
          point.value, at: point.time, after: since,
          isDriven: gesture.landing <= point.time && point.time < gesture.release)
      }
      return meter.result
    }
  }
}

extension TrajectoryEvent {
  /// Whether its progress is that of fingers.
  var isOfFingers: Bool {
    switch kind {
    case .began, .changed, .ended, .cancelled: true
    case .decided, .handoff, .completed, .held, .started: false
    }
  }
}

/// The direction in which a column is known to move something, by its name.
package enum ColumnAxis: Sendable {
  /// To the right, down, or toward progress.
  case x, y, along

  /// Finds the direction for a name in any spelling; `nil` if it is none of a position.
  package init?(_ name: some StringProtocol) {
    let letters = name.utf8.compactMap { byte -> UInt8? in
      let lower = byte | 0x20
      return 0x61...0x7a ~= lower ? lower : nil
    }
    switch String(decoding: letters, as: UTF8.self) {
    case "offset", "translation", "position": self = .along
    case "x", "tx", "offsetx", "translationx", "translatex", "positionx", "centerx", "left",
      "originx":
      self = .x
    case "y", "ty", "offsety", "translationy", "translatey", "positiony", "centery", "top",
      "originy", "sheettop":
      self = .y
    default: return nil
    }
  }

  /// Returns whether a column of a result, such as `sheet.y`, is a position.
  package static func isPosition(_ column: String) -> Bool {
    let dot = column.utf8.lastIndex(of: UInt8(ascii: "."))
    let name = dot.map { column[column.utf8.index(after: $0)...] } ?? column[...]
    return name == "scrollTop" || name == "scrollLeft" || ColumnAxis(name) != nil
  }
}

/// How evenly a column has moved during a gesture.
package struct ColumnJank: Hashable, Sendable {
  package let column: String
  package let jank: Jank

  /// Creates it from its parts.
  package init(_ jank: Jank, of column: String) {
    self.column = column
    self.jank = jank
  }
}

/// Judges the positions of a trajectory while a gesture drives them, and until it is complete.
struct GestureJank {
  /// A position among the columns of an interaction.
  struct Position: Sendable {
    let index: Int
    let name: String

    /// Finds all of them.
    static func all(in interaction: Interaction) -> [Position] {
      interaction.columns.enumerated().filter { ColumnAxis.isPosition($0.element) }
        .map { Position(index: $0.offset, name: $0.element) }
    }
  }

  private let positions: [Position]
  private var meters: [JankMeter]
  private var touches: ClosedRange<Timestamp>?
  private var fraction: Double
  private var isDriven = true

  /// Begins at the event, after the last sample before it.
  init(_ event: TrajectoryEvent, of positions: [Position], rate: Double, after sample: Sample?) {
    self.positions = positions
    let clock = FrameClock(rate: rate, isVirtual: true)
    meters = positions.map { _ in JankMeter(clock) }
    fraction = event.fraction
    if let sample { take(sample, isDriven: false) }
  }

  mutating func take(_ sample: Sample) {
    take(sample, isDriven: isDriven)
    touches = nil
  }

  private mutating func take(_ sample: Sample, isDriven: Bool) {
    for (place, position) in positions.enumerated() {
      meters[place].take(
        sample.values[position.index], at: sample.time, after: touches, isDriven: isDriven)
    }
  }

  /// Takes note of when fingers moved, and of their release.
  mutating func take(_ event: TrajectoryEvent) {
    guard event.isOfFingers else { return }
    if event.fraction != fraction {
      touches = (touches?.lowerBound ?? event.time)...event.time
    }
    fraction = event.fraction
    if case .changed = event.kind { return }
    isDriven = false
  }

  /// What it has found of each position.
  var results: [ColumnJank] {
    zip(positions, meters).map { ColumnJank($1.result, of: $0.name) }
  }
}
