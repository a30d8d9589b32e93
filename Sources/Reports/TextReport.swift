import Gestures
public import Interactions
import Motion
import Quantities
public import Trajectories

/// Tells a trajectory to a person: what was recognised, what was decided and why, and a picture.
public struct TextReport: TrajectorySink {
  /// What stands above the report about where it comes from, a line each.
  public var source: [String] = []

  private let interaction: Interaction
  private var events: [TrajectoryEvent] = []
  private var samples: [Sample] = []
  /// One of so many samples is kept: enough for the picture, however long the trajectory is.
  private var stride = 1
  private var sampleCount = 0

  /// Makes a report on a trajectory of this interaction.
  public init(_ interaction: Interaction) {
    self.interaction = interaction
  }

  /// Keeps a sample for the picture.
  public mutating func receive(_ sample: Sample) throws(Never) {
    let isChange = sample.phase != samples.last?.phase
    if isChange || sampleCount % stride == 0 { samples.append(sample) }
    sampleCount += 1
    guard samples.count > 8192 else { return }
    stride *= 2
    samples = samples.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
  }

  /// Keeps an event for the story; of every movement it tells nothing.
  public mutating func receive(_ event: TrajectoryEvent) throws(Never) {
    guard event.kind != .changed else { return }
    var event = event
    if case .ended(var hand) = event.kind {
      // Where it has been is much, and not told.
      hand.history = MotionHistory()
      event.kind = .ended(hand)
    }
    events.append(event)
  }

  /// The whole report, as lines.
  public var lines: [String] {
    var lines = source.map { "  \($0)" }
    lines.append("")
    lines += story
    lines.append("")
    let releases = events.filter { $0.kind == .handoff }.map(\.time)
    lines +=
      TrajectoryPlot(
        samples, releases: releases, threshold: interaction.rule.fractionAbove
      ).lines
    return lines
  }

  // MARK: The story

  private var story: [String] {
    var lines: [String] = []
    var released = 0.0
    var settle = interaction.cancel
    var isBetween = false
    for event in events {
      let time = Double(event.time.microseconds) / 1_000_000
      let fraction = two(event.fraction)
      let pace = "\(two(event.velocity)) per second"
      switch event.kind {
      case .changed: break
      case .began:
        lines.append(line(time, "began", "\(gesture), at fraction \(fraction)"))
      case .ended, .cancelled:
        released = time
        let verb = event.kind == .cancelled ? "cut off" : "let go"
        lines.append(line(time, verb, "at fraction \(fraction), moving \(pace)"))
      case .decided(let decision):
        isBetween = decision.target != 0 && decision.target != 1
        settle = interaction.settle(after: decision, from: event.fraction)
        lines.append(line(nil, "decided", reason(for: decision)))
      case .handoff: lines.append(line(nil, "handoff", handoff(to: settle, fraction, pace)))
      case .completed(let position):
        let took = String(fixed: time - released, decimals: 3)
        let place = isBetween ? "at fraction \(fraction)" : "at its \(position)"
        lines.append(line(time, "rest", "\(place), \(took) s after the release"))
      }
    }
    return lines.isEmpty ? ["  no gesture: no fingers moved as the interaction asks"] : lines
  }

  /// A spring goes on at the finger's velocity; a curve has its own.
  private func handoff(to settle: Settle, _ fraction: String, _ pace: String) -> String {
    if case .spring = settle { return "at \(fraction) and \(pace) to \(name(of: settle))" }
    return "at \(fraction) to \(name(of: settle)), which begins at \(pace)"
  }

  private func line(_ time: Double?, _ word: String, _ rest: String) -> String {
    let clock = time.map { String(fixed: $0, decimals: 3) + " s" } ?? ""
    return "  " + clock.padded(to: 9) + "  " + word.padded(to: 8, left: true) + rest
  }

  private var gesture: String {
    let fingers = interaction.pan.fingers
    guard fingers.count == 1 else {
      return "a pan of \(fingers.lowerBound) to \(fingers.upperBound) fingers"
    }
    return fingers.lowerBound == 1
      ? "a pan of one finger" : "a pan of \(fingers.lowerBound) fingers"
  }

  private func reason(for decision: Decision) -> String {
    guard let judgement = decision.judgement else {
      return "\(decision.outcome): the gesture was cut off before the fingers lifted"
    }
    return "\(decision.outcome): \(Wording.reason(of: judgement))"
  }

  private func name(of settle: Settle) -> String {
    switch settle {
    case .spring(let asked):
      let spring = asked.clampedToCritical
      let ratio = two(spring.dampingRatio)
      return "a spring (response \(two(spring.response)) s, damping ratio \(ratio))"
    case .unchanged: return "its own curve"
    case .curve(let curve, let factor):
      let name = curve.name ?? "a curve"
      return factor > 0 ? "\(name) in \(two(factor * interaction.duration)) s" : name
    }
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
