import PantographTuning

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
      result.curve(of: ranking).map { (ranking.name, RankPlot(index + 1, ranking.name, $0)) }
    }
    return plots.map { name, plot in .init(name: "roc-\(name)") { plot.roc.drawing } }
      + plots.map { name, plot in .init(name: "precision-\(name)") { plot.precision.drawing } }
  }
}
