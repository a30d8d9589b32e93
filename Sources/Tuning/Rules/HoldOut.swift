package import PantographBase
import PantographInteractions

/// The choice of gestures to hold out: they are not used for tuning, and evaluated at the end.
package enum HoldOut: Hashable, Sendable {
  /// A random half of the persons; of the devices if there are fewer than two persons.
  case half
  /// The persons who are not in that half.
  case otherHalf
  /// The persons and devices with these names.
  case named([String])

  /// Splits gestures into those to tune on and those to hold out, in their order.
  ///
  /// - Parameters:
  ///   - gestures: all gestures.
  ///   - seed: the seed of the random choice.
  package func split(
    _ gestures: some Sequence<LabelledGesture>, seed: UInt64
  ) throws(Complaint) -> (rest: LabelledGestures, heldOut: HeldOutGestures) {
    let gestures = LabelledGestures(gestures)
    let names: [String]
    switch self {
    case .half: names = try Self.halves(of: gestures, seed: seed).half
    case .otherHalf: names = try Self.halves(of: gestures, seed: seed).other
    case .named(let list): names = try Self.known(list, among: gestures)
    }
    func isHeldOut(_ gesture: LabelledGesture) -> Bool {
      Grouping.allCases.contains { grouping in
        gesture.group(by: grouping).map(names.contains) ?? false
      }
    }
    let rest = gestures.filter { !isHeldOut($0) }
    let meant = rest.count(where: \.isMeantToFinish)
    guard meant > 0, meant < rest.count else {
      let what =
        rest.isEmpty
        ? "no gestures"
        : "only gestures that should \(meant > 0 ? "" : "not ")finish"
      throw Complaint(
        "--hold-out leaves \(what) to tune on; tuning needs gestures of both classes")
    }
    return (rest, HeldOutGestures(names: names, gestures.filter(isHeldOut)))
  }

  /// Returns the names of persons, and those of devices.
  private static func names(of gestures: LabelledGestures) -> [[String]] {
    Grouping.allCases.map { grouping in
      Set(gestures.lazy.compactMap { $0.group(by: grouping) }).sorted()
    }
  }

  /// Splits all persons randomly into halves; the first is no larger.
  private static func halves(
    of gestures: LabelledGestures, seed: UInt64
  ) throws(Complaint) -> (half: [String], other: [String]) {
    guard let names = names(of: gestures).first(where: { $0.count > 1 }) else {
      throw Complaint(
        "--hold-out half: all gestures are of one person, on one device; name the persons with"
          + " `pantograph label --person`")
    }
    var random = SeededGenerator(seed: seed)
    let lots = names.map { (lot: random.next(), name: $0) }.sorted {
      ($0.lot, $0.name) < ($1.lot, $1.name)
    }
    .map(\.name)
    return (lots.prefix(names.count / 2).sorted(), lots.dropFirst(names.count / 2).sorted())
  }

  private static func known(
    _ list: [String], among gestures: LabelledGestures
  ) throws(Complaint) -> [String] {
    let names = names(of: gestures).joined().filter { !$0.isEmpty }
    for name in list where !names.contains(name) {
      let advice =
        Spelling.nearest(to: name, among: names).map { "did you mean \($0)?" }
        ?? "there are \(names.joined(separator: ", "))"
      throw Complaint("--hold-out \(name): no gesture is of this person or device; \(advice)")
    }
    return Set(list).sorted()
  }
}

/// The gestures that are held out.
package struct HeldOutGestures: Sendable {
  /// The persons or devices.
  package var names: [String]
  /// The gestures under the interaction that was found.
  package var gestures: LabelledGestures
  /// The gestures under the original interaction.
  package var original: LabelledGestures

  /// Creates held-out gestures for an unchanged interaction.
  package init(names: [String], _ gestures: LabelledGestures) {
    self.names = names
    self.gestures = gestures
    original = gestures
  }
}

extension TuningResult {
  /// The evaluation of the held-out gestures.
  package struct HeldOut: Sendable {
    /// The persons or devices.
    package var names: [String]
    /// The gestures.
    package var gestures: LabelledGestures
    /// The score of the original rule.
    package var before: TuningScore
    /// The score of the tuned rule.
    package var after: TuningScore
    /// The scores of the other rules.
    package var rivals: [Rival]
    /// The gestures that the tuned rule gets wrong, the worst first.
    package var wrong: HardGestures

    init(
      _ heldOut: HeldOutGestures, before: ReleaseRule, after: ReleaseRule, _ plan: TuningPlan
    ) {
      names = heldOut.names
      gestures = heldOut.gestures
      self.before = TuningScore(before, heldOut.original, plan.costs)
      self.after = TuningScore(after, heldOut.gestures, plan.costs)
      rivals = plan.rivals.map {
        .init(name: $0.name, score: .init($0.rule, heldOut.original, plan.costs))
      }
      wrong = HardGestures.all(among: heldOut.gestures, under: after, within: plan.nearShare).wrong
    }
  }
}
