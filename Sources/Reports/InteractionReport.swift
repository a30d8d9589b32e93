import Animation
import Gestures
public import Interactions
import Quantities

/// Tells a person what an interaction file means.
public struct InteractionReport {
  private let interaction: Interaction
  private var progress: ProgressPlan { interaction.progress }

  /// Makes a report.
  public init(_ interaction: Interaction) {
    self.interaction = interaction
  }

  /// What it means, a sentence a line.
  public var lines: [String] {
    (hand + judgement + movement).map { "  \($0)" }
  }

  /// The interactions that one may start from, a line each.
  public static func starters(in style: TextStyle = .plain) -> [String] {
    TextTable.lines(
      InteractionStarter.all.map { [$0.name, $0.summary] }, in: style, margin: 4
    ).map { "    \($0)" }
  }

  // MARK: The hand

  private var hand: [String] {
    var lines: [String] = []
    switch interaction.start {
    case .manual: break
    case .tap: lines.append("A tap starts it; when it is at its end, a tap takes it back.")
    case .after(let seconds):
      lines.append("It starts by itself, \(seconds.asWritten) s after the first event.")
    }
    lines.append(lead)
    if let conditions { lines.append(conditions) }
    switch progress.limits {
    case .clamped(0...1): break
    case .clamped(let range):
      let (low, high) = (range.lowerBound.asWritten, range.upperBound.asWritten)
      lines.append("A hand leads it from \(low) to \(high) only.")
    case .none: lines.append("A hand leads it beyond its ends, too.")
    case .rubberBand(let coefficient):
      lines.append("Beyond its ends it gives way as a rubber band does (\(coefficient.asWritten)).")
    }
    switch interaction.catching {
    case .moving: break
    case .landing: lines.append("A finger that lands while it runs holds it.")
    case .never: lines.append("While it runs it can't be caught.")
    }
    return lines
  }

  /// What leads it, and how far.
  private var lead: String {
    let gesture = Wording.name(of: interaction.gesture)
    let whole = "\(text(progress.distance)) \(Self.way(progress.direction.rawValue))"
    switch progress.source {
    case .translation:
      let either = progress.countsBothDirections ? ", or as far the other way" : ""
      let offset = Self.isNothing(progress.offset) ? "" : ", after \(text(progress.offset))"
      return "\(gesture.capitalizedFirst) leads it: \(whole)\(either) is the whole way\(offset)."
    case .location:
      let offset = Self.isNothing(progress.offset) ? "" : ", \(text(progress.offset)) in"
      return "The place of \(gesture) leads it: \(whole) is the whole way\(offset)."
    case .time: return "It runs as long as \(gesture) is on."
    case .nothing: return "\(gesture.capitalizedFirst) holds it where it is."
    case .pressure:
      switch interaction.gesture {
      case .pan: return ""
      case .press(let press, let commitsAtPeak):
        let end = commitsAtPeak ? ", where it is judged" : ""
        return "A press leads it, from a force of \(press.start.asWritten) to "
          + "\(press.peak.asWritten)\(end)."
      case .preview(let preview):
        let pop = preview.pop.map { "; at \($0.asWritten) it is judged" } ?? ""
        return "A press leads it, from a force of \(preview.start.asWritten) to "
          + "\(preview.peek.asWritten)\(pop)."
      }
    }
  }

  /// What a pan has to be like, if it is not any.
  private var conditions: String? {
    guard case .pan(let pan) = interaction.gesture else { return nil }
    var parts = ["begins after \(pan.slop.asWritten) mm"]
    if pan.direction != .any { parts[0] += " \(Self.way(pan.direction.rawValue))" }
    if let edge = pan.edge {
      let (side, width) = (edge.edge.rawValue, edge.width.asWritten)
      parts.append("lands within \(width) mm of the \(side) edge")
    }
    if pan.axisLock != nil { parts.append("keeps to the axis that it began along") }
    return "It \(parts.listed)."
  }

  private static func way(_ direction: String) -> String {
    switch direction {
    case "right", "left": "to the \(direction)"
    case "horizontal": "to a side"
    case "vertical": "up or down"
    default: direction
    }
  }

  private static func isNothing(_ length: SurfaceLength) -> Bool {
    switch length {
    case .millimetres(let length), .points(let length), .share(let length): length == 0
    }
  }

  private func text(_ length: SurfaceLength) -> String {
    switch length {
    case .millimetres(let length): "\(length.asWritten) mm"
    case .points(let length): "\(length.asWritten) points"
    case .share(1): "the whole surface"
    case .share(let share): "\(share.asWritten) of the surface"
    }
  }

  // MARK: The rule

  private var judgement: [String] {
    let rule = interaction.rule
    let when =
      interaction.judging == .release ? "Let go" : "As soon as a condition holds, or let go"
    var lines: [String] = []
    if rule.snapPoints != [0, 1] {
      lines.append("It may rest at \(rule.snapPoints.map(\.asWritten).listed).")
    }
    if let preset = interaction.preset {
      return lines + ["\(when), it is judged by \(preset.name): \(preset.summary)"]
    }
    let estimator =
      rule.asksForVelocity ? ", with the velocity that \(rule.estimator.rawValue) finds" : ""
    lines.append("\(when), it is judged\(estimator):")
    for clause in rule.clauses {
      let conditions = clause.conditions.map { condition in
        "\(Wording.name(of: condition.quantity)) is "
          + Wording.demand(condition, condition.threshold.asWritten)
      }
      lines.append("  \(Self.name(of: clause.verdict)) if the \(conditions.listed)")
    }
    let otherwise = Self.name(of: rule.otherwise)
    return lines + ["  \(rule.clauses.isEmpty ? "" : "else ")\(otherwise)"]
  }

  private static func name(of verdict: ReleaseRule.Verdict) -> String {
    switch verdict {
    case .finish: "it finishes"
    case .cancel: "it goes back"
    case .nearest: "it goes to the nearest end or snap point"
    case .projected: "it goes to the end or snap point nearest to where the movement leads"
    case .carried: "it goes where the movement leads, on from where it was taken hold of"
    case .next: "it goes to the next snap point"
    case .previous: "it goes to the snap point before"
    }
  }

  // MARK: The animation

  private var movement: [String] {
    let animation = interaction.animation
    let timing = Wording.name(of: animation.timing, duration: animation.duration)
    let values = animation.properties.isEmpty ? "nothing but its fraction" : list(animation)
    var lines = ["By itself it moves \(values), \(timing)."]
    let verdicts = interaction.rule.clauses.map(\.verdict) + [interaction.rule.otherwise]
    let (finish, cancel) = (way(interaction.finish), way(interaction.cancel))
    let after =
      if verdicts.allSatisfy({ $0 == .finish }) {
        "to its end \(finish)"
      } else if verdicts.allSatisfy({ $0 == .cancel }) {
        "back \(cancel)"
      } else if finish == cancel {
        "either way \(finish)"
      } else {
        "to its end \(finish), or back \(cancel)"
      }
    lines.append("After the hand it goes \(after).")
    if let second = interaction.afterwards {
      let timing = Wording.name(of: second.timing, duration: second.duration)
      lines.append("When that has finished, it moves \(list(second)), \(timing).")
    }
    if let dismissal = interaction.dismissal {
      let timing = Wording.name(of: dismissal.timing, duration: dismissal.duration)
      lines.append("After that a tap takes everything back, \(timing).")
    }
    return lines
  }

  private func way(_ settle: Settle) -> String {
    settle.jumps
      ? "at once"
      : "on \(Wording.name(of: settle, duration: interaction.animation.seconds))"
  }

  private func list(_ plan: AnimationPlan) -> String {
    plan.properties.map { property in
      let from = property.from.map { " from \($0.asWritten)" } ?? ""
      let stops = property.keyframes.dropLast().map { " over \($0.to.asWritten)" }.joined()
      let across = property.axis == .across ? " across" : ""
      let late =
        property.delayFactor == 0 ? "" : " after \(property.delayFactor.asWritten) of the time"
      return "\(property.name)\(across)\(from)\(stops) to \(property.to.asWritten)\(late)"
    }.listed
  }
}
