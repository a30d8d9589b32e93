public import Interactions

/// In what way two trajectories part, whenever that is and by how much.
///
/// Two pairs of trajectories that part in the same way show the same mistake.
public struct DivergenceSignature: Hashable, Sendable {
  /// The word for the cause.
  public var cause: String
  /// The words for the event that is expected and for the one that came.
  public var events: [String?] = []
  /// In what these differ.
  public var aspect: EventDifference.Aspect?
  /// Where both decided to go.
  public var outcomes: [Decision.Outcome?] = []

  /// Makes a parting for a cause that is no event.
  public init(cause: String) {
    self.cause = cause
  }
}

extension TrajectoryComparison.Result {
  /// In what way they part; nothing where they are the same within the tolerances.
  public var parting: DivergenceSignature? {
    guard let cause else { return nil }
    guard case .event(let difference) = cause else { return DivergenceSignature(cause: cause.name) }
    let events = [difference.expected, difference.actual]
    var parting = DivergenceSignature(cause: cause.name)
    parting.events = events.map { $0?.name }
    parting.aspect = difference.aspect
    parting.outcomes = events.map { $0?.decision?.outcome }
    return parting
  }
}
