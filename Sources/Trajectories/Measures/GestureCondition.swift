import Interactions
import Quantities

/// Something that may be true of a gesture: `outcome=finish`, `overshoot>0.05`, `cutOff=yes`.
///
/// The names are those that measures have in JSON; the page WhatIsMeasured lists them.
public struct GestureCondition: Hashable, Sendable {
  private enum Demand: Hashable {
    case outcome(String)
    case cutOff(Bool)
    case above(Double)
    case below(Double)
  }

  private let name: String
  private let demand: Demand

  /// Why a text is no condition.
  public struct Mistake: Error, Hashable, Sendable {
    /// What is wrong with it, and what would not be.
    public var sentence: String
  }

  /// Reads a condition.
  public init(parsing text: some StringProtocol) throws(Mistake) {
    guard let place = text.firstIndex(where: { "=<>".contains($0) }) else {
      throw Mistake(
        sentence: "\(text): expected a condition such as outcome=finish or overshoot>0.05")
    }
    let name = String(text[..<place])
    let value = String(text[text.index(after: place)...])
    self.name = name
    switch (name, text[place]) {
    case ("outcome", "="):
      guard ["finish", "cancel", "snap"].contains(value) else {
        throw Mistake(sentence: "\(text): an outcome is finish, cancel or snap")
      }
      demand = .outcome(value)
    case ("cutOff", "="):
      guard ["yes", "no"].contains(value) else {
        throw Mistake(sentence: "\(text): cutOff is yes or no")
      }
      demand = .cutOff(value == "yes")
    default:
      guard Self.names.contains(name) else {
        throw Mistake(
          sentence: "\(text): no measure \(name); there are outcome, cutOff, "
            + Self.names.joined(separator: ", "))
      }
      guard text[place] != "=", let number = Double(value), number.isFinite else {
        throw Mistake(sentence: "\(text): a measure is compared with a number, by < or >")
      }
      demand = text[place] == ">" ? .above(number) : .below(number)
    }
  }

  private static let names = Measures(began: Timestamp(microseconds: 0)).numbers.map(\.name)

  /// Whether it is true of a gesture; of what was not measured it is not.
  public func holds(for measures: Measures) -> Bool {
    let number = measures.numbers.first { $0.name == name }?.value
    return switch demand {
    case .outcome(let outcome): measures.outcome?.rawValue == outcome
    case .cutOff(let isCutOff): measures.released != nil && measures.isCutOff == isCutOff
    case .above(let threshold): number.map { $0 > threshold } ?? false
    case .below(let threshold): number.map { $0 < threshold } ?? false
    }
  }
}
