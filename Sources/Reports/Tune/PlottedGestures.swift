import PantographBase
import PantographInteractions
import PantographTuning

/// The labelled gestures, with their values for each tuned threshold.
struct PlottedGestures {
  /// A gesture with a release.
  struct Gesture {
    /// The index of the gesture among all labelled gestures.
    var index: Int
    /// The value for each threshold, in the threshold's unit.
    var values: [Double]
    var isMeantToFinish: Bool
    /// Whether the tuned rule decides as it was meant.
    var isRight: Bool
    /// The tooltip.
    var hint: String
  }

  /// The gestures as numbers for the search.
  let problem: ThresholdProblem
  let gestures: [Gesture]
  /// The gestures that are drawn: if there are very many a selection, wrong ones first.
  let drawn: [Gesture]

  /// 2000: on a plot of 420 units more can't be told apart, and only make the page slower.
  static let mostDrawn = 2000

  init(_ result: TuningResult) {
    // This succeeds because it did during tuning; otherwise nothing is drawn.
    let tuning = try? RuleTuning(
      result.after, result.thresholds.map(\.position), gestures: result.gestures,
      costs: result.costs)
    let problem = tuning?.problem ?? ThresholdProblem(axes: [], items: [])
    self.problem = problem
    let wrong = Set(result.wrong.numbers)
    gestures = zip(tuning?.gestureOfItem ?? [], problem.items).map { index, item in
      let gesture = result.gestures[index]
      let name = TuneReport.name(of: gesture.features)
      let isRight = !wrong.contains(index)
      return Gesture(
        index: index, values: item.values, isMeantToFinish: gesture.isMeantToFinish,
        isRight: isRight,
        hint: "\(name): meant \(gesture.label.meaning.word)\(isRight ? "" : ", wrong")")
    }
    let hard = Set(TunePage.hardGestures(of: result).map(\.index))
    drawn = Self.some(of: gestures) { !$0.isRight || hard.contains($0.index) }
  }

  /// Selects gestures to draw, evenly from each kind.
  ///
  /// Important ones fill half of the room, or more if the others leave room.
  private static func some(
    of gestures: [Gesture], _ isImportant: (Gesture) -> Bool
  ) -> [Gesture] {
    guard gestures.count > mostDrawn else { return gestures }
    let (first, others) = (gestures.filter(isImportant), gestures.filter { !isImportant($0) })
    func evenly(_ count: Int, of all: [Gesture]) -> [Gesture] {
      count >= all.count ? all : (0..<count).map { all[$0 * all.count / count] }
    }
    let important = evenly(max(mostDrawn / 2, mostDrawn - others.count), of: first)
    return (important + evenly(mostDrawn - important.count, of: others))
      .sorted { $0.index < $1.index }
  }

  /// The remark if not all are drawn.
  var note: String? {
    guard drawn.count < gestures.count else { return nil }
    let (wrong, all) = (drawn.count { !$0.isRight }, gestures.count { !$0.isRight })
    return
      "\(drawn.count) of \(gestures.count) gestures are drawn, among them \(wrong) of the \(all) wrong ones;"
      + " the curves and maps include all."
  }

  /// Returns the range of values that is shown: those of all gestures and of the threshold, before and after
  /// tuning, with a margin.
  func window(of axis: Int, _ threshold: TuningResult.Threshold) -> ClosedRange<Double> {
    let values = gestures.map { $0.values[axis] }.filter(\.isFinite)
    let all = values + [threshold.before.threshold, threshold.after]
    let (low, high) = (all.min() ?? 0, all.max() ?? 1)
    let edge = high > low ? high / 32 - low / 32 : max(abs(low) / 10, 0.5)
    return low - edge...high + edge
  }
}

extension TuningResult.Threshold {
  /// The title of an axis: the name and the unit, if there is one.
  var axisTitle: String {
    let unit = Wording.unit(of: before)
    return unit.isEmpty ? name : "\(name),\(unit)"
  }

  /// Returns what the condition demands: `above 0.4`.
  func demand(_ threshold: Double) -> String {
    Wording.demand(before, NumberText.exact(threshold))
  }
}
