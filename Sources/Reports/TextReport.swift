import Animation
import Gestures
public import Interactions
import Motion
import Quantities
public import Trajectories

/// Tells a trajectory to a person: what was recognised, what was decided and why, and a picture.
///
/// Of very many gestures it tells the first and the last ones, so that it is as large after hours as after
/// a minute.
public struct TextReport: TrajectorySink {
  /// What stands above the report about where it comes from, a line each.
  public var source: [String] = []
  /// What there is to say where nothing moves, if it is not that no fingers did what they should.
  public var reasonForNothing: String?

  private let interaction: Interaction
  /// What happened, from each gesture or run to the next one.
  private var episodes = FirstAndLast<[TrajectoryEvent]>()
  private var samples: [Sample] = []
  private var meter: TrajectoryMeter
  private var measures = FirstAndLast<Measures>()
  /// 8192: more than a minute at 120 samples per second is kept as it is.
  private static let mostSamples = 8192

  /// Makes a report on a trajectory of this interaction.
  public init(_ interaction: Interaction) {
    self.interaction = interaction
    meter = TrajectoryMeter(interaction)
  }

  /// Keeps a sample for the picture.
  public mutating func receive(_ sample: Sample) throws(Never) {
    meter.receive(sample)
    samples.append(sample)
    samples[samples.count - 1].values = []
    if samples.count > Self.mostSamples { samples = TrajectoryPlot.outline(of: samples) }
  }

  /// Keeps an event for the story; of every movement it tells nothing.
  public mutating func receive(_ event: TrajectoryEvent) throws(Never) {
    meter.receive(event)
    if case .changed = event.kind { return }
    for measures in meter.takeFinished() { self.measures.append(measures) }
    var event = event
    if case .ended(var hand) = event.kind {
      // Where it has been is much, and not told.
      hand.history = MotionHistory()
      event.kind = .ended(hand)
    }
    switch event.kind {
    case .began, .started: episodes.append([event])
    default:
      if episodes.first.isEmpty { episodes.append([]) }
      episodes.changeNewest { $0.append(event) }
    }
  }

  /// The whole report, as lines.
  public var lines: [String] {
    var lines = source.map { "  \($0)" }
    lines.append("")
    lines += story
    lines.append("")
    let table = MeasuresReport.lines(of: measures, meter.unfinished)
    if !table.isEmpty { lines += table + [""] }
    // Of too many gestures to tell, the marks would be nothing but a hatching.
    let releases =
      episodes.leftOut > 0
      ? [] : (episodes.first + episodes.last).joined().filter { $0.kind == .handoff }.map(\.time)
    lines +=
      TrajectoryPlot(
        samples, releases: releases, threshold: interaction.rule.fractionAbove
      ).lines
    return lines
  }

  // MARK: The story

  private var story: [String] {
    var lines = episodes.first.flatMap(story)
    if episodes.leftOut > 0 { lines.append(line(nil, "…", "\(episodes.leftOut) more")) }
    lines += episodes.last.flatMap(story)
    guard lines.isEmpty else { return lines }
    return samples.contains { $0.phase == .tracking || $0.phase == .settling }
      ? ["  nothing begins or ends here"]
      : ["  " + (reasonForNothing ?? "no gesture: no fingers did what the interaction asks for")]
  }

  private func story(of episode: [TrajectoryEvent]) -> [String] {
    var lines: [String] = []
    var released: Double?
    var settle = interaction.cancel
    var isBetween = false
    for event in episode {
      let time = Double(event.time.microseconds) / 1_000_000
      let fraction = two(event.fraction)
      let pace = "\(two(event.velocity)) per second"
      switch event.kind {
      case .changed: break
      case .began:
        lines.append(
          line(time, "began", "\(Wording.name(of: interaction.gesture)), at fraction \(fraction)"))
      case .ended, .cancelled:
        released = time
        let verb = event.kind == .cancelled ? "cut off" : "let go"
        lines.append(line(time, verb, "at fraction \(fraction), moving \(pace)"))
      case .decided(let decision):
        isBetween = decision.target != 0 && decision.target != 1
        settle = interaction.settle(after: decision, from: event.fraction)
        lines.append(line(nil, "decided", reason(for: decision)))
      case .held:
        lines.append(line(time, "held", "by a finger that landed, at fraction \(fraction)"))
      case .started(let run):
        released = time
        lines.append(line(time, "starts", Self.name(of: run) + ", at fraction \(fraction)"))
      case .handoff: lines.append(line(nil, "handoff", handoff(to: settle, fraction, pace)))
      case .completed(let position):
        let place = isBetween ? "at fraction \(fraction)" : "at its \(position)"
        let took = released.map { String(fixed: time - $0, decimals: 3) }
        let since = took.map { ", \($0) s after the release" } ?? ""
        lines.append(line(time, "rest", place + since))
      }
    }
    return lines
  }

  /// A spring goes on at the finger's velocity; a curve has its own.
  private func handoff(to settle: Settle, _ fraction: String, _ pace: String) -> String {
    if case .spring = settle.timing { return "at \(fraction) and \(pace) to \(name(of: settle))" }
    return "at \(fraction) to \(name(of: settle)), which begins at \(pace)"
  }

  private func line(_ time: Double?, _ word: String, _ rest: String) -> String {
    let clock = time.map { String(fixed: $0, decimals: 3) + " s" } ?? ""
    return "  " + clock.padded(to: 9) + "  " + word.padded(to: 8, left: true) + rest
  }

  private static func name(of run: TrajectoryEvent.Run) -> String {
    switch run {
    case .forward: "by itself, to its end"
    case .back: "by itself, back to its start"
    case .then: "what comes after it"
    case .dismissal: "everything back to its start"
    }
  }

  private func reason(for decision: Decision) -> String {
    guard let judgement = decision.judgement else {
      return "\(decision.outcome): the gesture was cancelled before its end"
    }
    return "\(decision.outcome): \(Wording.reason(of: judgement))"
  }

  private func name(of settle: Settle) -> String {
    Wording.name(of: settle, duration: interaction.animation.seconds)
  }

  private func two(_ number: Double) -> String { String(fixed: number, decimals: 2) }
}

extension String {
  /// The text with blanks up to a width, on its left unless it should stand there itself.
  func padded(to width: Int, left: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, width - count))
    return left ? self + blanks : blanks + self
  }
}
