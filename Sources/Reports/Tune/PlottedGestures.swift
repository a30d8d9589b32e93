import Interactions
import Quantities
import Tuning

/// The labelled gestures with the values that the looked-for thresholds are held against.
struct PlottedGestures {
  /// A gesture that let go.
  struct Gesture {
    /// Which of all labelled gestures it is.
    var index: Int
    /// Its value for each threshold, in the threshold's unit.
    var values: [Double]
    var isMeantToFinish: Bool
    /// Whether it becomes what was meant, under the tuned rule.
    var isRight: Bool
    /// What is told to who points at it.
    var hint: String
  }

  /// The gestures in plain numbers.
  let problem: ThresholdProblem
  let gestures: [Gesture]
  /// Those that are drawn: of very many a part, those that go wrong first.
  let drawn: [Gesture]

  /// 2000: with more of them on a plot of 420 units nobody tells one from another, and the page only gets
  /// slower.
  static let mostDrawn = 2000

  init(_ result: TuningResult) {
    // What could be tuned once can be put in numbers again; nothing is drawn where it could not.
    let tuning = try? RuleTuning(
      result.after, result.thresholds.map(\.place), gestures: result.gestures, costs: result.costs)
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
        hint: "\(name): meant \(gesture.label.meaning.word)\(isRight ? "" : ", goes wrong")")
    }
    let hard = Set(TunePage.hardGestures(of: result).map(\.index))
    drawn = Self.some(of: gestures) { !$0.isRight || hard.contains($0.index) }
  }

  /// What is drawn of gestures: no more than half as many important ones as there is room for, and of the others
  /// as many as there is room left, each evenly from all.
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

  /// What is said where not all are drawn.
  var note: String? {
    guard drawn.count < gestures.count else { return nil }
    let (wrong, all) = (drawn.count { !$0.isRight }, gestures.count { !$0.isRight })
    return
      "Of \(gestures.count) gestures \(drawn.count) are drawn, \(wrong) of the \(all) that go wrong among"
      + " them; the curves and maps are of all."
  }

  /// The values of a threshold that are shown: from just below the lowest of all gestures and of the
  /// threshold, tuned or not, to just above the highest.
  func window(of axis: Int, _ threshold: TuningResult.Threshold) -> ClosedRange<Double> {
    let values = gestures.map { $0.values[axis] }.filter(\.isFinite)
    let all = values + [threshold.before.threshold, threshold.after]
    let (low, high) = (all.min() ?? 0, all.max() ?? 1)
    let edge = high > low ? high / 32 - low / 32 : max(abs(low) / 10, 0.5)
    return low - edge...high + edge
  }
}

extension TuningResult.Threshold {
  /// What an axis of a plot is called: its name and its unit, where it has one.
  var axisTitle: String {
    let unit = Wording.unit(of: before)
    return unit.isEmpty ? name : "\(name),\(unit)"
  }

  /// What it asks for: `above 0.4`.
  func demand(_ threshold: Double) -> String {
    "\(before.comparison.phrase) \(threshold.asWritten)\(Wording.unit(of: before))"
  }
}
