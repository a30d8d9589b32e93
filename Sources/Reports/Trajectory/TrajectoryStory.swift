import PantographBase
import PantographGestures
import PantographInteractions
import PantographMotion
import PantographTrajectories

/// A trajectory's events in words: what was recognised, and what was decided and why.
///
/// Of very many gestures it keeps the first and the last.
struct TrajectoryStory {
  /// A line of the story.
  struct Line {
    /// The time; `nil` if it is that of the line before.
    var time: Timestamp?
    /// The event, in a word.
    var word: String
    /// The details of the event.
    var text: String
  }

  private let interaction: Interaction
  private let style: TextStyle
  /// The events, from each gesture or run to the next.
  private var episodes: FirstAndLast<[TrajectoryEvent]>

  init(_ interaction: Interaction, in style: TextStyle = .plain, most: Int = 12) {
    self.interaction = interaction
    self.style = style
    episodes = FirstAndLast(most: most)
  }

  /// Adds an event; `changed` events are ignored.
  mutating func receive(_ event: TrajectoryEvent) {
    if case .changed = event.kind { return }
    var event = event
    if case .ended(var context) = event.kind {
      // The history is large, and not shown.
      context.history = MotionHistory()
      event.kind = .ended(context)
    }
    switch event.kind {
    case .began, .started: episodes.append([event])
    default:
      if episodes.first.isEmpty { episodes.append([]) }
      episodes.changeNewest { $0.append(event) }
    }
  }

  /// 24: the marks of more gestures can't be told apart.
  private static let mostMarked = 24

  /// The number of gestures and runs whose events are left out.
  var leftOut: Int { episodes.leftOut }

  /// The events to mark in a plot; none if there are too many gestures to tell marks apart.
  var marks: [TrajectoryEvent] {
    episodes.count > Self.mostMarked ? [] : Array(episodes.kept.joined())
  }

  /// The lines of the story; empty without events.
  var lines: [Line] {
    episodes.lines {
      story(of: $1)
    } gap: {
      Line(word: "…", text: "\($0) more")
    }
  }

  private func story(of episode: [TrajectoryEvent]) -> [Line] {
    var lines: [Line] = []
    // What the time to rest counts from.
    var start: (time: Timestamp, name: String)?
    var settle = interaction.cancel
    var momentum: Momentum?
    var released: ReleaseContext?
    var isBetween = false
    for event in episode {
      let time = event.time
      let fraction = two(event.fraction)
      let velocity = "\(two(event.velocity)) /s"
      func add(_ word: String, _ text: String) {
        lines.append(Line(time: time, word: word, text: text))
      }
      switch event.kind {
      case .changed: break
      case .began:
        add("began", "\(Wording.name(of: interaction.gesture)), at fraction \(fraction)")
      case .ended, .cancelled:
        released = if case .ended(let context) = event.kind { context } else { nil }
        let isCutOff = event.kind == .cancelled
        start = (time, isCutOff ? "it was cut off" : "the release")
        add(
          isCutOff ? "cut off" : "released",
          "at fraction \(fraction), velocity \(velocity)"
        )
      case .decided(let decision):
        isBetween = decision.target != 0 && decision.target != 1
        settle = interaction.settle(after: decision, from: event.fraction)
        momentum = self.momentum(after: decision, about: released)
        lines.append(Line(word: "decided", text: reason(for: decision)))
      case .held: add("held", "by a finger that landed, at fraction \(fraction)")
      case .started(let run):
        start = (time, "the start")
        isBetween = run.target != 0 && run.target != 1
        add("starts", Self.name(of: run) + ", at fraction \(fraction)")
      case .handoff:
        let text =
          momentum.map { "at \(fraction) and \(velocity) to the momentum \($0.name)" }
          ?? handoff(to: settle, fraction, velocity)
        lines.append(Line(word: "handoff", text: text))
      case .completed(let end):
        let position = isBetween ? "at fraction \(fraction)" : "at its \(end)"
        let took = start.map { ", \(NumberText.fixed(time - $0.time, 3)) s after \($0.name)" } ?? ""
        add("rest", position + took)
      }
    }
    return lines
  }

  /// Returns the law that the animation followed after a decision; `nil` if it settled.
  private func momentum(after decision: Decision, about context: ReleaseContext?) -> Momentum? {
    let rule = interaction.rule
    guard let context, let verdict = decision.judgement?.verdict,
      rule.coasting(
        after: decision, about: context.release(for: rule), limits: interaction.progress.limits)
        != nil
    else { return nil }
    return rule.momentum(after: verdict)
  }

  /// Returns the text of a handoff: a spring keeps the finger's velocity, a curve has its own.
  private func handoff(to settle: Settle, _ fraction: String, _ velocity: String) -> String {
    if case .spring = settle.timing {
      return "at \(fraction) and \(velocity) to \(name(of: settle))"
    }
    return "at \(fraction) to \(name(of: settle)), which begins at \(velocity)"
  }

  static func name(of run: TrajectoryEvent.Run) -> String {
    switch run {
    case .forward: "by itself, to its end"
    case .back: "by itself, back to its start"
    case .place(let target): "by itself, to fraction \(NumberText.fixed(target, 2))"
    case .then: "the next animation"
    case .dismissal: "everything back to its start"
    }
  }

  private func reason(for decision: Decision) -> String {
    let outcome = style.paint("\(decision.outcome)", decision.outcome)
    guard let judgement = decision.judgement else {
      return "\(outcome): \(Wording.cutOff)"
    }
    return "\(outcome): \(Wording.reason(of: judgement))"
  }

  private func name(of settle: Settle) -> String {
    Wording.name(of: settle, duration: interaction.animation.seconds)
  }

  private func two(_ number: Double) -> String { NumberText.fixed(number, 2) }
}

/// The instants between samples at which a trajectory has a kink: grabs, releases and handoffs.
///
/// On a straight line between two samples the fraction at a release would not be the one that the rule has judged.
struct TrajectoryKnots: Sendable {
  /// The state at the instants; the values are not known yet.
  private var states: [Sample] = []

  /// Keeps the instant of an event, if the trajectory has a kink there.
  ///
  /// A handoff has the time of its release, at which the fingers' state is shown; it follows a microsecond later.
  mutating func receive(_ event: TrajectoryEvent) {
    let phase: Phase
    switch event.kind {
    case .began, .held, .ended, .cancelled: phase = .tracking
    case .handoff: phase = .settling
    case .changed, .decided, .completed, .started: return
    }
    var time = event.time
    if let last = states.last, last.time >= time {
      time = Timestamp(microseconds: last.time.microseconds + 1)
    }
    states.append(
      Sample(
        time: time, phase: phase, fraction: event.fraction, velocity: event.velocity, values: []))
  }

  /// Returns samples with the instants between them, and the indices of these.
  ///
  /// - Parameter values: returns the values of the properties at a fraction.
  func among(
    _ samples: [Sample], values: (Double) -> [Double]
  ) -> (samples: [Sample], indices: [Int]) {
    var all: [Sample] = []
    var indices: [Int] = []
    all.reserveCapacity(samples.count + states.count)
    var next = 0
    for var state in states {
      while next < samples.count, samples[next].time <= state.time {
        all.append(samples[next])
        next += 1
      }
      // At the time of a sample the page shows what the table has.
      guard let last = all.last, last.time < state.time, next < samples.count else { continue }
      state.values = Self.values(of: state, last, samples[next], values)
      indices.append(all.count)
      all.append(state)
    }
    return (all + samples[next...], indices)
  }

  /// 1e-9 of a value: far less than a table has.
  private static let unseen = 1e-9

  /// Returns the values of the properties between two samples.
  ///
  /// They are exact where the fraction alone decides on them. In an animation that was caught and in a second one it
  /// does not, and they are those on the line between the samples.
  private static func values(
    of state: Sample, _ before: Sample, _ after: Sample, _ values: (Double) -> [Double]
  ) -> [Double] {
    let given = values(state.fraction)
    let other = before.phase == .tracking ? before : after
    let isKnown =
      given.count == other.values.count
      && zip(values(other.fraction), other.values).allSatisfy {
        abs($0 - $1) <= Self.unseen * max(abs($1), 1)
      }
    if isKnown { return given }
    if before.isStill { return before.values }
    let share = (state.time - before.time) / (after.time - before.time)
    return zip(before.values, after.values).map { $0 + ($1 - $0) * share }
  }
}

extension PlottedRun {
  /// Returns the trajectory with the grabs, releases and handoffs between its samples.
  func knotted(_ interaction: Interaction) -> PlottedRun {
    let (samples, indices) = knots.among(samples) { interaction.values(at: $0) }
    var run = PlottedRun(label, names, samples)
    run.indicesOfKnots = indices
    return run
  }
}
