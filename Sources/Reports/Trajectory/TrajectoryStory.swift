import Animation
import Gestures
import Interactions
import Quantities
import Trajectories

/// What happens in a trajectory, in words: what was recognised, what was decided and why.
///
/// Of very many gestures it keeps the first and the last ones.
struct TrajectoryStory {
  /// Something that happened.
  struct Line {
    /// When; nothing where it is as much a matter of the line before.
    var time: Timestamp?
    /// What it is, in a word.
    var word: String
    /// What there is to say of it.
    var text: String
  }

  private let interaction: Interaction
  private let style: TextStyle
  /// What happened, from each gesture or run to the next one.
  private var episodes = FirstAndLast<[TrajectoryEvent]>()

  init(_ interaction: Interaction, in style: TextStyle = .plain) {
    self.interaction = interaction
    self.style = style
  }

  /// Takes the next event; of every movement it tells nothing.
  mutating func receive(_ event: TrajectoryEvent) {
    if case .changed = event.kind { return }
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

  /// What happened, to be marked in a picture; of too many gestures to tell, marks would be nothing but a
  /// hatching.
  var marks: [TrajectoryEvent] {
    episodes.leftOut > 0 ? [] : Array((episodes.first + episodes.last).joined())
  }

  /// All of it; nothing where nothing happened.
  var lines: [Line] {
    var lines = episodes.first.flatMap(story)
    if episodes.leftOut > 0 { lines.append(Line(word: "…", text: "\(episodes.leftOut) more")) }
    return lines + episodes.last.flatMap(story)
  }

  private func story(of episode: [TrajectoryEvent]) -> [Line] {
    var lines: [Line] = []
    var released: Timestamp?
    var settle = interaction.cancel
    var isBetween = false
    for event in episode {
      let time = event.time
      let fraction = two(event.fraction)
      let pace = "\(two(event.velocity)) per second"
      func tell(_ word: String, _ text: String) {
        lines.append(Line(time: time, word: word, text: text))
      }
      switch event.kind {
      case .changed: break
      case .began:
        tell("began", "\(Wording.name(of: interaction.gesture)), at fraction \(fraction)")
      case .ended, .cancelled:
        released = time
        tell(
          event.kind == .cancelled ? "cut off" : "let go", "at fraction \(fraction), moving \(pace)"
        )
      case .decided(let decision):
        isBetween = decision.target != 0 && decision.target != 1
        settle = interaction.settle(after: decision, from: event.fraction)
        lines.append(Line(word: "decided", text: reason(for: decision)))
      case .held: tell("held", "by a finger that landed, at fraction \(fraction)")
      case .started(let run):
        released = time
        tell("starts", Self.name(of: run) + ", at fraction \(fraction)")
      case .handoff:
        lines.append(Line(word: "handoff", text: handoff(to: settle, fraction, pace)))
      case .completed(let position):
        let place = isBetween ? "at fraction \(fraction)" : "at its \(position)"
        let took = released.map { String(fixed: time - $0, decimals: 3) }
        let since = took.map { ", \($0) s after the release" } ?? ""
        tell("rest", place + since)
      }
    }
    return lines
  }

  /// A spring goes on at the finger's velocity; a curve has its own.
  private func handoff(to settle: Settle, _ fraction: String, _ pace: String) -> String {
    if case .spring = settle.timing { return "at \(fraction) and \(pace) to \(name(of: settle))" }
    return "at \(fraction) to \(name(of: settle)), which begins at \(pace)"
  }

  static func name(of run: TrajectoryEvent.Run) -> String {
    switch run {
    case .forward: "by itself, to its end"
    case .back: "by itself, back to its start"
    case .then: "what comes after it"
    case .dismissal: "everything back to its start"
    }
  }

  private func reason(for decision: Decision) -> String {
    let outcome = style.paint("\(decision.outcome)", decision.outcome)
    guard let judgement = decision.judgement else {
      return "\(outcome): the gesture was cancelled before its end"
    }
    return "\(outcome): \(Wording.reason(of: judgement))"
  }

  private func name(of settle: Settle) -> String {
    Wording.name(of: settle, duration: interaction.animation.seconds)
  }

  private func two(_ number: Double) -> String { String(fixed: number, decimals: 2) }
}
