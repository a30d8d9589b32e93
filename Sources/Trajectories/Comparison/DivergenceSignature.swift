package import PantographInteractions

/// The way in which two trajectories diverge, without the time and the amount.
///
/// Two pairs of trajectories with the same signature show the same mistake.
package struct DivergenceSignature: Hashable, Sendable {
  /// The name of the cause.
  package var cause: String
  /// The names of the expected and the actual event.
  package var events: [String?] = []
  /// The aspect in which the events differ.
  package var aspect: EventDifference.Aspect?
  /// The outcomes of both decisions.
  package var outcomes: [Decision.Outcome?] = []

  /// Creates a signature for a cause that is not an event.
  package init(cause: String) {
    self.cause = cause
  }
}

extension TrajectoryComparison.Result {
  /// The signature of the divergence; `nil` if the trajectories are the same within the tolerances.
  package var signature: DivergenceSignature? {
    guard let cause else { return nil }
    guard case .event(let difference) = cause else { return DivergenceSignature(cause: cause.name) }
    let events = [difference.expected, difference.actual]
    var signature = DivergenceSignature(cause: cause.name)
    signature.events = events.map { $0?.name }
    signature.aspect = difference.aspect
    signature.outcomes = events.map { $0?.decision?.outcome }
    return signature
  }
}
