import PantographBase
import PantographInteractions
import PantographTuning

extension TuneReport {
  var heldOut: [String] {
    guard let heldOut = result.heldOut else { return [] }
    let rows = [["tuned"] + cells(heldOut.after), ["before"] + cells(heldOut.before)]
    let wrong = list(heldOut.wrong, "wrong of these", .wrong)
    return [Self.heading(of: heldOut), ""]
      + table([["rule"] + scoreHeader] + rows + Self.ranked(heldOut.rivals).map(row))
      + (wrong.isEmpty ? [] : [""]) + wrong
  }

  /// Returns whose gestures were held out, and what they were meant to do.
  static func heading(of heldOut: TuningResult.HeldOut) -> String {
    "held out of tuning: \(heldOut.gestures.count.counted("gesture")) of"
      + " \(heldOut.names.joined(separator: ", ")): \(meant(heldOut.gestures))"
  }

  var hard: [String] {
    let share = NumberText.fixed(result.nearShare * 100, 0)
    let wrong = list(result.wrong, "wrong", .wrong)
    let near = list(result.near, "right by less than \(share) %", .near)
    return wrong + (wrong.isEmpty || near.isEmpty ? [] : [""]) + near + numbering
  }

  /// The explanation of the numbers after recordings, if there are any.
  private var numbering: [String] {
    let shown = [result.wrong, result.near, result.heldOut?.wrong].compactMap(\.self).flatMap {
      $0.prefix(Self.most)
    }
    guard shown.contains(where: { $0.gesture.features.number > 1 }) else { return [] }
    return ["", "(2) after a recording means its second gesture; without a number it is the first"]
  }

  private func list(_ gestures: HardGestures, _ title: String, _ ink: TextStyle.Ink) -> [String] {
    guard !gestures.isEmpty else { return [] }
    let rows = gestures.prefix(Self.most).map { hard in
      let change = hard.nearest.map {
        Wording.flip($0, by: result.after.estimator, in: unit)
      }
      return [
        Self.name(of: hard.gesture.features), "meant \(hard.gesture.label.meaning.word)",
        Self.outcome(hard), change ?? "",
      ]
    }
    let more = gestures.count - Self.most
    return [style.paint("\(title): \(gestures.count)", ink)]
      + TextTable.lines(rows, in: style, indent: 2, margin: 2)
      + (more > 0 ? ["  and \(more) more; --json lists all"] : [])
  }

  /// Returns the name of a gesture: its recording, and its number from the second on.
  static func name(of gesture: GestureFeatures) -> String {
    gesture.number > 1 ? "\(gesture.recording) (\(gesture.number))" : gesture.recording
  }

  static func outcome(_ hard: HardGesture) -> String {
    switch (hard.gesture.features.end, hard.outcome) {
    case (.none, _): "no gesture"
    case (.cutOff, _): "cut off"
    case (_, .finish?): "finishes"
    case (_, .snap?): "snaps"
    case (_, .cancel?), (_, nil): "cancels"
    }
  }
}
