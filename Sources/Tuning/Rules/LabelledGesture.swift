public import Interactions
import Quantities

/// A gesture of which it is known whether the animation was meant to go to its end.
public struct LabelledGesture: Hashable, Sendable {
  /// What the hand did.
  public var features: GestureFeatures
  /// What was meant.
  public var label: Label
  /// Whether it was meant to finish.
  public var isMeantToFinish: Bool

  /// Makes a labelled gesture.
  public init(_ features: GestureFeatures, _ label: Label, isMeantToFinish: Bool) {
    self.features = features
    self.label = label
    self.isMeantToFinish = isMeantToFinish
  }

  /// Whether a rule does what was meant: it finishes what should, and nothing else.
  public func isRight(by rule: ReleaseRule) -> Bool {
    (features.outcome(by: rule) == .finish) == isMeantToFinish
  }

  /// What its hands have in common: the same person's, or those on the same device.
  public func group(by grouping: Grouping) -> String? {
    switch grouping {
    case .person: label.person
    case .device: features.device
    }
  }
}

/// What gestures have in common, so that they should be on the same side when some are left out.
public enum Grouping: String, CaseIterable, Sendable {
  /// The person.
  case person
  /// The device.
  case device
}

/// What can't be tuned, and why.
public struct TuningError: Error, Hashable, Sendable {
  /// What is wrong and what would be right.
  public var sentence: String

  init(_ sentence: String) {
    self.sentence = sentence
  }
}

extension LabelledGesture {
  /// The gestures that are labelled, with what their labels mean for an animation.
  ///
  /// - Parameters:
  ///   - rows: all gestures.
  ///   - words: the labels that stand for finishing; all others stand for not finishing.
  public static func all(
    in rows: [GestureFeatures], finishing words: [String]
  ) throws(TuningError) -> [LabelledGesture] {
    var table = GestureTable()
    for row in rows { table.append(row) }
    return Array(try all(in: table, finishing: words))
  }

  /// The gestures of a table that are labelled, with what their labels mean for an animation.
  ///
  /// - Parameters:
  ///   - rows: all gestures.
  ///   - words: the labels that stand for finishing; all others stand for not finishing.
  public static func all(
    in rows: GestureTable, finishing words: [String]
  ) throws(TuningError) -> LabelledGestures {
    var found: Set<String> = []
    let gestures = LabelledGestures(in: rows) { label in
      found.insert(label.meaning.word)
      return words.contains(label.meaning.word)
    }
    let used = found.sorted()
    guard !gestures.isEmpty else {
      throw TuningError(
        "none of \(rows.count) gestures has a label: `pantograph label` asks what was meant by each,"
          + " and --labels takes a list")
    }
    let named = used.filter { !["finish", "cancel", "nothing"].contains($0) }
    if words == ["finish"], !named.isEmpty {
      throw TuningError(
        "gestures are labelled \(named.joined(separator: ", ")): --finish says which of these are to"
          + " finish, such as --finish \(named[0])")
    }
    for word in words where !used.contains(word) {
      if words == ["finish"] { continue }
      throw TuningError(
        "--finish \(word): no gesture has this label; there are \(used.joined(separator: ", "))")
    }
    let meant = gestures.count(where: \.isMeantToFinish)
    guard meant > 0, meant < gestures.count else {
      let all = gestures.count == 1 ? "the only labelled gesture is" : "all labelled gestures are"
      throw TuningError(
        "\(all) meant \(meant > 0 ? "to finish" : "not to finish"): it takes some of both kinds to"
          + " tell them apart")
    }
    return gestures
  }
}

extension LabelledGesture {
  /// 50 ms: what lets go within them is the same hand; nobody lets go twice in that time.
  private static let sameInstant: Int64 = 50_000

  /// The same hands under another interaction, under which some may be no gestures.
  ///
  /// A hand is known by when it lets go: which number it has depends on what the interaction takes for
  /// a gesture. What is a gesture only there was labelled by nobody, and is left out.
  public static func matching(
    _ known: [LabelledGesture], in rows: [GestureFeatures]
  ) -> [LabelledGesture] {
    let indices = Dictionary(grouping: rows.indices) { rows[$0].recording }
    var taken: Set<Int> = []
    return known.map { gesture in
      let candidates = (indices[gesture.features.recording] ?? []).filter { index in
        rows[index].end != .none && !taken.contains(index)
          && distance(rows[index], gesture.features) <= sameInstant
      }
      let nearest = candidates.min {
        distance(rows[$0], gesture.features) < distance(rows[$1], gesture.features)
      }
      var found = gesture
      if let nearest {
        taken.insert(nearest)
        found.features = rows[nearest]
        found.features.label = gesture.label
      } else {
        (found.features.end, found.features.release) = (.none, nil)
        (found.features.number, found.features.velocities) = (0, [])
      }
      return found
    }
  }

  private static func distance(_ one: GestureFeatures, _ other: GestureFeatures) -> Int64 {
    abs(one.time.microseconds - other.time.microseconds)
  }
}
