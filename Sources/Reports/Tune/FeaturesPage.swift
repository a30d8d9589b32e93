import PantographBase
package import PantographInteractions
package import PantographTuning

/// A page of the gestures of many recordings: their curves over each other, and their features.
package struct FeaturesPage: Sendable {
  /// A gesture, and what its interaction's rule makes of it.
  struct Row: Sendable {
    var features: GestureFeatures
    var release: Release?
    var outcome: String
  }

  private(set) var rows: [Row] = []
  private var curves: [GestureCurves.Curve] = []
  private var recordingCount = 0

  /// 500: a longer table is of no use on a page; the CSV has all.
  private static let mostRows = 500

  /// Makes an empty page.
  package init() {}

  /// Adds the gestures of a recording.
  ///
  /// - Parameters:
  ///   - gestures: their features, with labels.
  ///   - rule: the rule of the interaction; `nil` if the recording can't be used.
  ///   - curves: their curves, each with the number of its gesture.
  package mutating func add(
    _ gestures: [GestureFeatures], by rule: ReleaseRule?, _ curves: [GestureCurves.Curve]
  ) {
    recordingCount += 1
    for gesture in gestures where gesture.end != .none {
      let outcome = rule.flatMap { gesture.outcome(by: $0) }
      rows.append(
        Row(
          features: gesture, release: rule.flatMap { gesture.release(for: $0) },
          outcome: gesture.end == .cutOff ? "cut off" : outcome?.rawValue ?? ""))
      guard var curve = curves.first(where: { $0.number == gesture.number }) else { continue }
      curve.name = gesture.recording.shown
      curve.group = gesture.label?.meaning.word
      self.curves.append(curve)
    }
  }

  /// Whether any gesture is labelled, and groups are therefore labels instead of outcomes.
  private var isLabelled: Bool { rows.contains { $0.features.label != nil } }

  private var grouped: [GestureCurves.Curve] {
    guard isLabelled else { return curves }
    return curves.map { curve in
      var curve = curve
      curve.group = curve.group ?? "no label"
      return curve
    }
  }

  private func group(_ row: Row) -> String {
    isLabelled ? row.features.label?.meaning.word ?? "no label" : row.outcome
  }

  // MARK: Plots

  private typealias Quantity = (name: String, title: String, value: @Sendable (Release) -> Double)

  private static let quantities: [Quantity] = [
    ("fraction", "fraction at the release", { $0.fraction }),
    ("velocity", "velocity at the release, by the estimator of the rule", { $0.velocity }),
    ("peak", "greatest fraction", { $0.peak }),
    ("duration", "duration, s", { $0.duration }),
    ("rest-time", "time without movement before the release, s", { $0.restTime }),
    ("travel", "travel, mm", { $0.travel }),
  ]

  private func plot(of quantity: Quantity) -> FeatureStripPlot {
    var groups: [(word: String, values: [Double])] = []
    for row in rows {
      guard let value = row.release.map(quantity.value), value.isFinite else { continue }
      let word = group(row)
      if let index = groups.firstIndex(where: { $0.word == word }) {
        groups[index].values.append(value)
      } else {
        groups.append((word, [value]))
      }
    }
    return FeatureStripPlot(quantity.name, quantity.title, groups)
  }

  /// The plots of the page that can be files of their own.
  package var figures: Figures {
    let strips = Self.quantities.map { (name: $0.name, plot: plot(of: $0)) }
    return Figures(
      GestureCurvesPlot.figures(grouped)
        + strips.filter { !$0.plot.isEmpty }.map { name, plot in .init(name: name) { plot.drawing }
        })
  }

  // MARK: The page

  /// The whole file.
  package var text: String {
    HTMLPage(
      "Gestures of \(recordingCount.counted("recording"))",
      [
        .init("counts", "Counts") { tiles },
        .init("over", "Gestures over each other") { GestureCurvesPlot.both(grouped) },
        .init("quantities", "Quantities at the release") {
          Markup("div", ["class": "figures wide"]) {
            Self.quantities.map { plot(of: $0).markup }
          }
        },
        .init("gestures", "Gestures") { table },
      ]
    ) {
      Markup("p") {
        isLabelled ? "Colours are by label: what was meant." : "Colours are by outcome."
      }
    }.text
  }

  private var tiles: Markup {
    var counts: [String: Int] = [:]
    for row in rows { counts[group(row), default: 0] += 1 }
    return .tiles {
      Markup.tile("gestures", "\(rows.count)", "of \(recordingCount.counted("recording"))")
      for (word, count) in counts.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
        Markup.tile(word, "\(count)", isLabelled ? "labelled" : "by the rule")
      }
    }
  }

  @MarkupBuilder private var table: Markup {
    let shown = rows.prefix(Self.mostRows)
    PageTable(
      "Gestures in the order of the recordings",
      [
        .word("recording"), "gesture", "ends at", .word("label"), .word("outcome"), "duration, s",
        "fraction", "peak", "velocity",
      ],
      shown.map { row in
        let features = row.features
        let values = row.release.map { release in
          [release.duration, release.fraction, release.peak].map { NumberText.fixed($0, 3) }
            + [NumberText.fixed(release.velocity, 1)]
        }
        return [
          features.recording.shown, "\(features.number)", Wording.clock(features.time),
          features.label?.meaning.word ?? "", row.outcome,
        ] + (values ?? ["", "", "", ""])
      }
    ).folded("\(shown.count) of \(rows.count.counted("gesture")) as a table")
  }
}
