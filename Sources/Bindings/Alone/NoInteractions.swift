import PantographCInterface

// Stands for the folder Engine where there are recognisers and mathematics alone.

extension NameList {
  /// Refuses the lists that are about interactions and sessions.
  static func ofInteractions(_ number: pg_names) throws(Refusal) -> NameList {
    throw .invalid("no list \(number) without interactions")
  }
}
