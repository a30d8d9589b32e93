import PantographBase
import PantographGestures
package import PantographInteractions
package import PantographTuning

/// A page with the result of tuning: curves, maps, tables, and the hard gestures.
package struct TunePage {
  /// The engine that the page can ask; `nil` if there is none.
  package var engine: PageEngine?
  /// The text of the interaction that is tuned; `nil` if it is not known.
  package var file: InteractionText?

  let result: TuningResult
  let words: TuneReport
  let gestures: PlottedGestures
  let trajectories: [HardTrajectory]
  private let name: String

  /// The largest number of hard gestures with a section.
  package static let mostHard = 40

  /// Returns the gestures that have a section: wrong ones, then those that are nearly wrong.
  package static func hardGestures(of result: TuningResult) -> [HardGesture] {
    let wrong = Array(result.wrong.prefix(mostHard))
    return wrong + result.near.prefix(mostHard - wrong.count)
  }

  /// Makes a page; the name is that of what was tuned, such as the interaction's file.
  package init(
    _ result: TuningResult, trying search: SettingSearch = .init([]),
    of gesture: Interaction.Gesture, named name: String, trajectories: [HardTrajectory] = []
  ) {
    self.result = result
    self.name = name
    self.trajectories = trajectories
    words = TuneReport(result, trying: search, of: gesture)
    gestures = PlottedGestures(result)
  }

  /// The whole file.
  package var text: String {
    let workbench = workbench
    let page = HTMLPage(
      "Tuning of \(name)",
      [
        .init("result", "Result") { found },
        .init("thresholds", "Thresholds") { thresholds },
        .init("workbench", "Workbench") { workbench.markup },
        .init(
          "maps",
          result.thresholds.count == 2 ? "Both thresholds at once" : "Two thresholds at once"
        ) { mapFigures },
        .init("hard", "Hard gestures") { hardList },
        .init("outcomes", "Meant and actual outcomes") { words.confusionTable.markup },
        .init("held-out", "Held-out gestures") { heldOut },
        .init("alone", "Each quantity alone") { alone },
        .init("rules", "Other rules") { rules },
        .init("gestures", "Hard gestures, one by one") { hardSections },
      ], workbench: workbench.workbench
    ) {
      words.warnings.map { warning in Markup("p") { Markup("strong") { warning.asSentence } } }
      Markup("p") { words.heading.joined(separator: " ") + "." }
    }
    return page.text
  }

  /// Returns the anchor of a gesture's section.
  static func anchor(of gesture: Int) -> String { "gesture-\(gesture + 1)" }

  // MARK: Result

  @MarkupBuilder private var found: Markup {
    let (before, after) = (result.scoreBefore, result.scoreAfter)
    Markup.tiles {
      Markup.tile("wrong before", "\(before.errors) of \(before.count)", words.percent(before))
      Markup.tile(
        "wrong as tuned", "\(after.errors) of \(after.count)", words.percent(after),
        kind: after.cost < before.cost ? "better" : nil)
      if words.hasCosts {
        Markup.tile("cost", "\(words.cost(before.cost)) → \(words.cost(after.cost))", prices)
      }
      if let heldOut = result.heldOut {
        Markup.tile(
          "wrong on held-out gestures", "\(heldOut.after.errors) of \(heldOut.after.count)",
          "held out: \(heldOut.names.count.counted("person or device", "people or devices"))"
        )
      } else if let validation = result.validations.first {
        Markup.tile(
          "wrong on held-out gestures", words.percent(validation.heldOut),
          "held out by \(validation.grouping.rawValue)")
      }
    }
    if let proof = words.proof { Markup("p") { proof.asSentence } }
    words.scoreTable.markup
    words.estimatorTable?.markup ?? .nothing
    if let passedOver = words.passedOver { Markup.faint(passedOver.asSentence) }
    words.settingTable?.markup ?? .nothing
  }

  private var prices: String {
    "\(words.cost(result.costs.falseFinish)) for a false finish,"
      + " \(words.cost(result.costs.falseCancel)) for a false cancel"
  }

  // MARK: Thresholds

  @MarkupBuilder private var thresholds: Markup {
    words.thresholdTable.markup
    if let certainty = words.certainty { Markup("p") { certainty.asSentence } }
    [words.spreadTable, words.personalTable].compactMap { $0?.markup }
    if !result.thresholds.isEmpty {
      Markup.faint(
        "Each curve varies one threshold while the others stay as tuned. Below it are the gestures, each"
          + " at its own value.")
      if let note = gestures.note { Markup("p") { note } }
      PlotLegend(ThresholdCurvePlot.legend(hasIntervals: result.resamples > 0)).markup
      Markup("div", ["class": "figures wide"]) {
        for axis in result.thresholds.indices {
          ThresholdCurvePlot(axis, result, gestures, words).markup
        }
      }
    }
  }

  // MARK: Maps

  /// The pairs of thresholds that have a map: all pairs of the three with the widest range of costs.
  var pairs: [(first: Int, second: Int)] {
    func costRange(_ axis: Int) -> Int {
      let costs = result.thresholds[axis].curve.costs
      return (costs.max() ?? 0) - (costs.min() ?? 0)
    }
    let axes = result.thresholds.indices.filter { !result.thresholds[$0].curve.values.isEmpty }
      .sorted { (-costRange($0), $0) < (-costRange($1), $1) }.prefix(3).sorted()
    return axes.indices.flatMap { first in
      axes.indices.dropFirst(first + 1).map { (axes[first], axes[$0]) }
    }
  }

  private var mapFigures: Markup {
    let links = Set(Self.hardGestures(of: result).map(\.index))
    let pairs = pairs
    guard !pairs.isEmpty else { return .nothing }
    return Markup {
      if result.thresholds.count > 3 {
        Markup.faint(
          "These are the three of \(result.thresholds.count) thresholds that change the cost most.")
      }
      Markup("div", ["class": pairs.count > 1 ? "figures wide" : nil]) {
        for pair in pairs {
          ThresholdMapPlot(
            ThresholdMap(gestures, result, pair), gestures, result, words, links: links
          ).markup(isAlone: pairs.count == 1)
        }
      }
    }
  }
}

extension TunePage {
  /// The plots of the page that can be files of their own: the map of two thresholds is the first one.
  package var figures: Figures {
    Figures(maps + curves + [.init(name: "errors") { errorRates.drawing }] + rankings)
  }

  private var maps: [Figures.Entry] {
    pairs.map { pair in
      let names = [pair.first, pair.second].map { result.thresholds[$0].name }
      return .init(name: "map-\(names.joined(separator: "-"))") {
        ThresholdMapPlot(
          ThresholdMap(gestures, result, pair), gestures, result, words, links: []
        ).drawing()
      }
    }
  }

  private var curves: [Figures.Entry] {
    result.thresholds.indices.map { axis in
      .init(name: "curve-\(result.thresholds[axis].name)") {
        ThresholdCurvePlot(axis, result, gestures, words).drawing
      }
    }
  }

  private var rankings: [Figures.Entry] {
    // The quantity that predicts best is the first one.
    let ranked = result.rankings.enumerated().sorted {
      (-($0.element.areaUnderROC ?? 0), $0.offset) < (-($1.element.areaUnderROC ?? 0), $1.offset)
    }
    let plots = ranked.compactMap { index, ranking in
      result.curve(of: ranking).map {
        (ranking.name, RankPlot(number: index + 1, name: ranking.name, curve: $0))
      }
    }
    return plots.map { name, plot in .init(name: "roc-\(name)") { plot.drawings.roc } }
      + plots.map { name, plot in .init(name: "precision-\(name)") { plot.drawings.precision } }
  }
}

extension TunePage {
  /// 2000, as many as plots draw: with far more, a page would be large.
  private static let mostTried = 2000

  /// The section in which the tuned interaction can be changed: all labelled gestures are judged again.
  var workbench: WorkbenchSection {
    let released = result.gestures.filter { $0.features.release != nil }
    let rule = result.after
    var interaction = file
    if (try? interaction?.replaceRule(by: rule)) == nil { interaction = nil }
    guard released.count <= Self.mostTried else {
      return section(
        .nothing("\(released.count) gestures are too many to judge them again in a page"), nil)
    }
    guard !released.isEmpty else { return section(.nothing("no gesture was released"), nil) }
    // Thresholds do not affect gestures that were not released; those that should finish are wrong.
    let labels: JSONText = [
      "meant": .string(released.map { $0.isMeantToFinish ? "1" : "0" }.joined()),
      "names": .list(released.map { .string(TuneReport.name(of: $0.features)) }),
      "others": .integer(result.gestures.count - released.count),
      "falseCancels": .integer(
        result.gestures.count { $0.features.release == nil && $0.isMeantToFinish }),
    ]
    let releases = released.compactMap { $0.features.release(for: rule) }
    return section(.releases(releases, labels: labels), interaction)
  }

  private func section(
    _ subject: WorkbenchSection.Subject, _ interaction: InteractionText?
  ) -> WorkbenchSection {
    WorkbenchSection(
      engine: engine, interaction: interaction, subject: subject, command: nil,
      lead: "Change the tuned rule, and all labelled gestures are judged again. All else on this"
        + " page stays as tuned.")
  }
}
