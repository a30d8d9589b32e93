import PantographBase
package import PantographInteractions

/// A gesture with a label that says whether the animation should finish.
package struct LabelledGesture: Hashable, Sendable {
  /// The gesture's features.
  package var features: GestureFeatures
  /// The label.
  package var label: Label
  /// Whether the animation should finish.
  package var isMeantToFinish: Bool

  /// Creates a labelled gesture.
  package init(_ features: GestureFeatures, _ label: Label, isMeantToFinish: Bool) {
    self.features = features
    self.label = label
    self.isMeantToFinish = isMeantToFinish
  }

  /// Returns whether a rule has the intended result: it finishes exactly what should finish.
  package func isRight(by rule: ReleaseRule) -> Bool {
    (features.outcome(by: rule) == .finish) == isMeantToFinish
  }

  /// Returns the person or the device of the gesture.
  package func group(by grouping: Grouping) -> String? {
    switch grouping {
    case .person: label.person
    case .device: features.device
    }
  }
}

/// The grouping of gestures that must stay together when some are left out.
package enum Grouping: String, CaseIterable, Sendable {
  /// By person.
  case person
  /// By device.
  case device
}

/// Why tuning is not possible.
package struct TuningError: Error, Hashable, Sendable {
  /// What is wrong, and what to do.
  package var sentence: String

  init(_ sentence: String) {
    self.sentence = sentence
  }
}

extension LabelledGesture {
  /// Returns the labelled gestures, with the meaning of their labels for an animation.
  ///
  /// - Parameters:
  ///   - rows: all gestures.
  ///   - words: the labels that mean finishing; all others mean not finishing.
  package static func all(
    in rows: [GestureFeatures], finishing words: [String]
  ) throws(TuningError) -> [LabelledGesture] {
    var table = GestureTable()
    for row in rows { table.append(row) }
    return Array(try all(in: table, finishing: words))
  }

  /// Returns the labelled gestures of a table, with the meaning of their labels for an animation.
  ///
  /// - Parameters:
  ///   - rows: all gestures.
  ///   - words: the labels that mean finishing; all others mean not finishing.
  package static func all(
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
        "none of \(rows.count) gestures has a label; add labels with `pantograph label`, or name a"
          + " table with --labels")
    }
    let named = used.filter { !["finish", "cancel", "nothing"].contains($0) }
    if words == ["finish"], !named.isEmpty {
      throw TuningError(
        "gestures are labelled \(named.joined(separator: ", ")); name the labels that should finish,"
          + " such as --finish \(named[0])")
    }
    for word in words where !used.contains(word) {
      if words == ["finish"] { continue }
      throw TuningError(
        "--finish \(word): no gesture has this label; there are \(used.joined(separator: ", "))")
    }
    let meant = gestures.count(where: \.isMeantToFinish)
    guard meant > 0, meant < gestures.count else {
      let all = gestures.count == 1 ? "the only labelled gesture" : "all labelled gestures"
      throw TuningError(
        "\(all) should \(meant > 0 ? "" : "not ")finish; tuning needs gestures of both classes")
    }
    return gestures
  }
}

extension LabelledGesture {
  /// 50 ms: releases closer than this belong to the same gesture.
  private static let sameInstant: Int64 = 50_000

  /// Finds known gestures under another interaction, under which some may not be recognised.
  ///
  /// A gesture is identified by the time of its release, as its number depends on what the interaction
  /// recognises. A gesture that only the other interaction recognises has no label and is left out.
  package static func matching(
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
