import PantographBase
import PantographInteractions

/// A condition on a gesture's measures: `outcome=finish`, `overshoot>0.05`, `cutOff=yes`.
///
/// The names are those of the measures in JSON; see <doc:WhatIsMeasured>.
package struct GestureCondition: Hashable, Sendable {
  private enum Demand: Hashable {
    case outcome(String)
    case cutOff(Bool)
    case above(Double)
    case below(Double)
  }

  private let name: String
  private let demand: Demand

  /// A text that is not a condition.
  package struct Mistake: Error, Hashable, Sendable {
    /// What is wrong, and what is expected.
    package var sentence: String
  }

  /// Reads a condition.
  package init(parsing text: some StringProtocol) throws(Mistake) {
    guard let index = text.firstIndex(where: { "=<>".contains($0) }) else {
      throw Mistake(
        sentence: "\(text): expected a condition such as outcome=finish or overshoot>0.05")
    }
    let name = String(text[..<index])
    let value = String(text[text.index(after: index)...])
    self.name = name
    switch (name, text[index]) {
    case ("outcome", "="):
      guard ["finish", "cancel", "snap"].contains(value) else {
        throw Mistake(sentence: "\(text): unknown outcome; expected finish, cancel or snap")
      }
      demand = .outcome(value)
    case ("cutOff", "="):
      guard ["yes", "no"].contains(value) else {
        throw Mistake(sentence: "\(text): expected cutOff=yes or cutOff=no")
      }
      demand = .cutOff(value == "yes")
    default:
      guard Self.names.contains(name) else {
        throw Mistake(
          sentence: "\(text): unknown measure '\(name)'; expected one of outcome, cutOff, "
            + Self.names.joined(separator: ", "))
      }
      guard text[index] != "=", let number = Double(value), number.isFinite else {
        throw Mistake(sentence: "\(text): expected a number after < or >")
      }
      demand = text[index] == ">" ? .above(number) : .below(number)
    }
  }

  private static let names = Measures(began: Timestamp(microseconds: 0)).numbers.map { $0.name }

  /// Returns whether the measures meet the condition; a missing measure does not.
  package func holds(for measures: Measures) -> Bool {
    let number = measures.numbers.first { $0.name == name }?.value
    return switch demand {
    case .outcome(let outcome): measures.outcome?.rawValue == outcome
    case .cutOff(let isCutOff): measures.released != nil && measures.isCutOff == isCutOff
    case .above(let threshold): number.map { $0 > threshold } ?? false
    case .below(let threshold): number.map { $0 < threshold } ?? false
    }
  }
}
