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
  private var trajectory = Trajectory()

  /// Makes a report on a trajectory of this interaction.
  public init(_ interaction: Interaction) {
    self.interaction = interaction
  }

  /// Keeps a sample for the picture.
  public mutating func receive(_ sample: Sample) { trajectory.receive(sample) }
  /// Keeps an event for the story.
  public mutating func receive(_ event: TrajectoryEvent) { trajectory.receive(event) }

  /// The whole report, as lines.
  public var lines: [String] {
    var lines = source.map { "  \($0)" }
    lines.append("")
    lines += story
    lines.append("")
    lines += TrajectoryPlot(trajectory, threshold: interaction.rule.fractionAbove).lines
    return lines
  }

  // MARK: The story

  private var story: [String] {
    var lines: [String] = []
    var released = 0.0
    var settle = interaction.cancel
    for event in trajectory.events {
      let time = Double(event.time.microseconds) / 1_000_000
      let fraction = two(event.fraction)
      let pace = "\(two(event.velocity)) per second"
      switch event.kind {
      case .changed: break
      case .began:
        lines.append(line(time, "began", "a pan of \(fingers), at fraction \(fraction)"))
      case .ended, .cancelled:
        released = time
        let verb = event.kind == .ended ? "let go" : "cut off"
        lines.append(line(time, verb, "at fraction \(fraction), moving \(pace)"))
      case .decided(let decision):
        settle = decision.outcome == .finish ? interaction.finish : interaction.cancel
        lines.append(line(nil, "decided", reason(for: decision)))
      case .handoff:
        lines.append(line(nil, "handoff", "at \(fraction) and \(pace) to \(name(of: settle))"))
      case .completed(let position):
        let took = String(fixed: time - released, decimals: 3)
        lines.append(line(time, "rest", "at its \(position), \(took) s after the release"))
      }
    }
    return lines.isEmpty ? ["  no gesture: no fingers moved as the interaction asks"] : lines
  }

  private func line(_ time: Double?, _ word: String, _ rest: String) -> String {
    let clock = time.map { String(fixed: $0, decimals: 3) + " s" } ?? ""
    return "  " + clock.padded(to: 9) + "  " + word.padded(to: 8, left: true) + rest
  }

  private var fingers: String {
    let range = interaction.pan.fingers
    if range.count == 1 {
      return range.lowerBound == 1 ? "one finger" : "\(range.lowerBound) fingers"
    }
    return "\(range.lowerBound) or \(range.upperBound) fingers"
  }

  private func reason(for decision: Decision) -> String {
    switch decision.reason {
    case .fraction(let fraction, let threshold):
      let side = decision.outcome == .finish ? "above" : "not above"
      let margin = two(decision.margin ?? 0)
      return "\(decision.outcome): \(two(fraction)) is \(side) \(two(threshold)), by \(margin)"
    case .gestureCancelled:
      return "\(decision.outcome): the gesture was cut off before the fingers lifted"
    }
  }

  private func name(of settle: Settle) -> String {
    switch settle {
    case .spring(let asked):
      let spring = asked.clampedToCritical
      let ratio = two(spring.dampingRatio)
      return "a spring (response \(two(spring.response)) s, damping \(ratio))"
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
