import Interactions
import Quantities

/// Whose gestures are held out: nothing is tuned on them, and they are judged in the end.
public enum HoldOut: Hashable, Sendable {
  /// Half of the persons by lot; of the devices, where there are not two persons.
  case half
  /// The persons who are not of that half.
  case otherHalf
  /// The persons and the devices of these names.
  case named([String])

  /// Parts gestures into those to tune on and those to judge, which keep their order.
  ///
  /// - Parameters:
  ///   - gestures: all gestures.
  ///   - seed: where the lot begins.
  public func split(
    _ gestures: some Sequence<LabelledGesture>, seed: UInt64
  ) throws(TuningError) -> (rest: LabelledGestures, heldOut: HeldOutGestures) {
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
        ? "no gesture" : meant > 0 ? "only what is meant to finish" : "only what is not"
      throw TuningError(
        "--hold-out leaves \(what) to tune on: it takes some of both kinds to tell them apart")
    }
    return (rest, HeldOutGestures(names: names, gestures.filter(isHeldOut)))
  }

  /// All persons in two halves, the first of which is no larger.
  private static func halves(
    of gestures: LabelledGestures, seed: UInt64
  ) throws(TuningError) -> (half: [String], other: [String]) {
    let groups = Grouping.allCases.map { grouping in
      Set(gestures.lazy.compactMap { $0.group(by: grouping) }).sorted()
    }
    guard let names = groups.first(where: { $0.count > 1 }) else {
      throw TuningError(
        "--hold-out half: all gestures are of one person, on one device; `pantograph label --person`"
          + " says whose they are")
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
  ) throws(TuningError) -> [String] {
    let names = Grouping.allCases.flatMap { grouping in
      Set(gestures.lazy.compactMap { $0.group(by: grouping) }).subtracting([""]).sorted()
    }
    for name in list where !names.contains(name) {
      let advice =
        Spelling.nearest(to: name, among: names).map { "did you mean \($0)?" }
        ?? "there are \(names.joined(separator: ", "))"
      throw TuningError("--hold-out \(name): no gesture is of this person or device; \(advice)")
    }
    return Set(list).sorted()
  }
}

/// Gestures that are held out.
public struct HeldOutGestures: Sendable {
  /// The persons or devices.
  public var names: [String]
  /// The gestures as they are under the rule that is found.
  public var gestures: LabelledGestures
  /// The gestures as they were under the interaction as it was.
  public var original: LabelledGestures

  /// Makes hands of which all is as it was.
  public init(names: [String], _ gestures: LabelledGestures) {
    self.names = names
    self.gestures = gestures
    original = gestures
  }
}

extension TuningResult {
  /// What becomes of gestures that nothing was tuned on.
  public struct HeldOut: Sendable {
    /// The persons or devices.
    public var names: [String]
    /// The gestures.
    public var gestures: LabelledGestures
    /// How well the rule does as it was.
    public var before: TuningScore
    /// How well it does as it was found.
    public var after: TuningScore
    /// How well the other rules do.
    public var rivals: [Rival]
    /// What the rule as it was found gets wrong, the worst first.
    public var wrong: HardGestures

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
