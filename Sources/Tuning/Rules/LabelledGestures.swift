package import PantographBase
package import PantographInteractions

/// Labelled gestures in compact form: their rows in a table, and their intended results.
package struct LabelledGestures: RandomAccessCollection, Sendable {
  private let table: GestureTable
  private var rows: [Int32] = []
  private var areMeantToFinish: [Bool] = []

  /// The index of the first gesture.
  package var startIndex: Int { 0 }
  /// The number of gestures.
  package var endIndex: Int { rows.count }

  /// Creates a list of gestures; a list of this type shares its memory.
  package init(_ gestures: some Sequence<LabelledGesture>) {
    if let same = gestures as? LabelledGestures {
      self = same
      return
    }
    var table: GestureTable?
    for gesture in gestures {
      var features = gesture.features
      features.label = gesture.label
      var longer = table ?? GestureTable(keeping: features.estimators)
      table = nil
      longer.append(features)
      table = longer
      rows.append(Int32(rows.count))
      areMeantToFinish.append(gesture.isMeantToFinish)
    }
    self.table = table ?? GestureTable()
  }

  /// Creates a list of the labelled gestures of a table.
  ///
  /// - Parameters:
  ///   - table: all gestures.
  ///   - isMeantToFinish: whether a label means finishing.
  init(in table: GestureTable, meaning isMeantToFinish: (Label) -> Bool) {
    self.table = table
    for (index, gesture) in table.enumerated() {
      guard let label = gesture.label else { continue }
      rows.append(Int32(index))
      areMeantToFinish.append(isMeantToFinish(label))
    }
  }

  /// The gesture at an index.
  package subscript(index: Int) -> LabelledGesture {
    let features = table[Int(rows[index])]
    // Only labelled gestures are in the list.
    return LabelledGesture(
      features, features.label ?? Label(.nothing), isMeantToFinish: areMeantToFinish[index])
  }

  /// Returns the gestures that meet a condition, sharing their memory.
  package func filter(_ isIncluded: (LabelledGesture) throws -> Bool) rethrows -> LabelledGestures {
    var part = self
    part.rows = []
    part.areMeantToFinish = []
    for (index, gesture) in enumerated() where try isIncluded(gesture) {
      part.rows.append(rows[index])
      part.areMeantToFinish.append(areMeantToFinish[index])
    }
    return part
  }
}

extension LabelledGestures: Equatable {
  /// Returns whether two lists have the same gestures in the same order.
  package static func == (one: LabelledGestures, other: LabelledGestures) -> Bool {
    one.elementsEqual(other)
  }
}

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

extension LabelledGesture {
  /// Returns the labelled gestures of a table, with the meaning of their labels for an animation.
  ///
  /// - Parameters:
  ///   - rows: all gestures.
  ///   - words: the labels that mean finishing; all others mean not finishing.
  package static func all(
    in rows: GestureTable, finishing words: [String]
  ) throws(Complaint) -> LabelledGestures {
    var found: Set<String> = []
    let gestures = LabelledGestures(in: rows) { label in
      found.insert(label.meaning.word)
      return words.contains(label.meaning.word)
    }
    let used = found.sorted()
    guard !gestures.isEmpty else {
      throw Complaint(
        "none of \(rows.count) gestures has a label; add labels with `pantograph label`, or name a"
          + " table with --labels")
    }
    let named = used.filter { !["finish", "cancel", "nothing"].contains($0) }
    if words == ["finish"], !named.isEmpty {
      throw Complaint(
        "gestures are labelled \(named.joined(separator: ", ")); name the labels that should finish,"
          + " such as --finish \(named[0])")
    }
    for word in words where !used.contains(word) {
      if words == ["finish"] { continue }
      throw Complaint(
        "--finish \(word): no gesture has this label; there are \(used.joined(separator: ", "))")
    }
    let meant = gestures.count(where: \.isMeantToFinish)
    guard meant > 0, meant < gestures.count else {
      let all = gestures.count == 1 ? "the only labelled gesture" : "all labelled gestures"
      throw Complaint(
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
        found.features.end = .none
        found.features.release = nil
        found.features.number = 0
        found.features.velocities = []
      }
      return found
    }
  }

  private static func distance(_ one: GestureFeatures, _ other: GestureFeatures) -> Int64 {
    abs(one.time.microseconds - other.time.microseconds)
  }
}

/// The people whose gestures are labelled.
///
/// What is found for few people says little about others: measured on synthetic people, 95 % intervals over one to three
/// of them contain the best threshold of all in 66 to 89 % of cases, and over eight in 93 to 96 %.
package enum LabelledPeople: Hashable, Sendable {
  /// No gesture has a name of a person.
  case unknown
  /// All named gestures are of this person.
  case one(String)
  /// A number of people that is too small for an interval.
  case few(Int)
  /// A number of people that is large enough for an interval.
  case enough(Int)

  /// The smallest number of people for an interval.
  package static let minimumCount = 8

  /// Counts the people of gestures; a gesture without a name does not count.
  package init(_ gestures: some Sequence<LabelledGesture>) {
    let names = Set(gestures.lazy.compactMap(\.label.person))
    switch names.count {
    case 0: self = .unknown
    case 1: self = .one(names.first ?? "")
    case ..<Self.minimumCount: self = .few(names.count)
    default: self = .enough(names.count)
    }
  }
}

/// Counts of gestures and errors by person, and the interval of the error rate that follows for other people.
package struct ErrorsByPerson {
  /// Creates empty counts.
  package init() {}

  private var counts: [String: (errors: Int, count: Int)] = [:]
  /// The gestures without a person, each of which counts as one of its own.
  private var unnamed = (errors: 0, count: 0)

  /// Counts a gesture.
  package mutating func add(isWrong: Bool, of person: String?) {
    let error = isWrong ? 1 : 0
    if let person {
      counts[person, default: (0, 0)].errors += error
      counts[person, default: (0, 0)].count += 1
    } else {
      unnamed.errors += error
      unnamed.count += 1
    }
  }

  /// The 95 % confidence interval of the error rate over people; `nil` for too few people.
  ///
  /// Gestures of one person resemble each other, so they tell as much as fewer independent ones. Their number is divided
  /// by the design effect (Kish 1965): the variance of the rate between people, relative to that of independent gestures.
  /// The interval is Wilson's (1927) for that number, with Student's t for one less than the number of people instead of
  /// the normal distribution. If all or none are wrong, there is no variance to see, and each person counts once.
  package var interval: ClosedRange<Double>? {
    guard counts.count >= LabelledPeople.minimumCount else { return nil }
    // Whole numbers, whose sums do not depend on the order.
    var (errors, count) = unnamed
    var squares = unnamed.errors
    var products = unnamed.errors
    var sizes = unnamed.count
    for person in counts.values {
      errors += person.errors
      count += person.count
      squares += person.errors * person.errors
      products += person.errors * person.count
      sizes += person.count * person.count
    }
    let people = counts.count + unnamed.count
    let rate = Double(errors) / Double(count)
    var effective = Double(people)
    if errors > 0, errors < count {
      let residuals = Double(squares) - 2 * rate * Double(products) + rate * rate * Double(sizes)
      let variance =
        Double(people) / Double(people - 1) * residuals / Double(count) / Double(count)
      let effect = variance * Double(count) / (rate * (1 - rate))
      effective = Double(count) / max(effect, 1)
    }
    return WilsonInterval.of(rate, count: effective, quantile: Self.student(people - 1))
  }

  /// The 97.5 % quantile of Student's t from 7 degrees of freedom on, to three decimals (Abramowitz & Stegun 26.7.5).
  package static func student(_ freedom: Int) -> Double {
    let z = WilsonInterval.normal
    let n = Double(freedom)
    let square = z * z
    let first = z * (square + 1) / 4
    let second = z * ((5 * square + 16) * square + 3) / 96
    let third = z * (((3 * square + 19) * square + 17) * square - 15) / 384
    return z + (first + (second + third / n) / n) / n
  }
}

/// The interval of a rate as by Wilson (1927).
package enum WilsonInterval {
  /// The 97.5 % quantile of the normal distribution.
  package static let normal = 1.959_963_984_540_054

  /// Returns the 95 % confidence interval of a rate, for a count above 0.
  package static func of(
    _ rate: Double, count: Double, quantile z: Double = normal
  ) -> ClosedRange<Double> {
    let middle = rate + z * z / (2 * count)
    let half = z * (rate * (1 - rate) / count + z * z / (4 * count * count)).squareRoot()
    let scale = 1 / (1 + z * z / count)
    // Rounding must not exclude the rate itself.
    return min(max((middle - half) * scale, 0), rate)...max(min((middle + half) * scale, 1), rate)
  }
}

/// An exact test of whether one rule is better than another on the same gestures.
package struct PairedTest: Hashable, Sendable {
  /// The number of gestures that only the new rule gets right.
  package var better: Int
  /// The number of gestures that only the old rule gets right.
  package var worse: Int

  /// Creates a test of two counts.
  package init(better: Int = 0, worse: Int = 0) {
    self.better = better
    self.worse = worse
  }

  /// The probability of so unequal counts if both rules were equally good, as if gestures were independent: McNemar's
  /// test in its exact form, which is a two-sided sign test.
  package var probability: Double {
    let total = better + worse
    // From the largest term of the binomial distribution on, so that none underflows.
    var term = 1.0
    var sum = 1.0
    var tail = total / 2 <= min(better, worse) ? 1.0 : 0
    for count in stride(from: total / 2, to: 0, by: -1) {
      term *= Double(count) / Double(total - count + 1)
      sum += term
      if count - 1 <= min(better, worse) { tail += term }
    }
    // The terms above the middle mirror those below.
    let all = 2 * sum - (total.isMultiple(of: 2) ? 1 : 0)
    return min(1, 2 * tail / all)
  }
}
