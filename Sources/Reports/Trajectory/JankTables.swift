import PantographBase
import PantographInteractions
import PantographTrajectories

/// The jank of positions during gestures: a row for each, and a row for each frame that is janky.
struct JankTables {
  /// 24: a longer list of frames is collapsed.
  private static let mostOpen = 24
  /// 200: a longer list of frames is cut.
  private static let most = 200

  private let gestures: [(gesture: String, entry: ColumnJank)]
  private let areLinked: Bool

  /// Makes the tables of positions, each during a gesture.
  ///
  /// - Parameter areLinked: whether times are links to the playback of the page.
  init(_ gestures: [(gesture: String, entry: ColumnJank)], areLinked: Bool = true) {
    self.gestures = gestures.filter { $0.entry.jank.frameCount > 0 }
    self.areLinked = areLinked
  }

  /// Whether there is nothing to show: no position, or none that moves.
  var isEmpty: Bool { gestures.isEmpty }

  private static let heads = [
    "column", "frames", "janky", "predictor jank", "missed vsyncs", "scroll jank v4",
    "second differences", "dropped frames",
  ]

  /// Both tables.
  var markup: Markup {
    guard !isEmpty else { return .nothing }
    return Markup {
      PageTable(
        "Jank of each position, in pixels",
        [.init("gesture")] + Self.heads.map { .init($0) },
        gestures.map { [$0.gesture] + Self.cells($0.entry) }
      ).markup
      instants
    }
  }

  private var instants: Markup {
    let all = gestures.flatMap { gesture, entry in
      entry.jank.instants.map { (gesture, entry.column, $0) }
    }
    let shown = all.prefix(Self.most)
    let table = PageTable(
      "Janky frames", [.word("time"), .init("gesture"), .word("column"), .prose("jank")],
      shown.map { gesture, column, instant in
        [
          time(instant.time),
          Markup(text: gesture), Markup(text: column.shown), Markup(text: instant.words),
        ]
      })
    if shown.count <= Self.mostOpen { return table.markup }
    return table.folded(
      shown.count == all.count
        ? "\(all.count) janky frames" : "\(shown.count) of \(all.count) janky frames")
  }

  private func time(_ time: Timestamp) -> Markup {
    let clock = Wording.clock(time)
    guard areLinked else { return Markup(text: clock) }
    return Markup("a", ["href": "#t=\(String(fixed: time.seconds, decimals: 6))"]) { clock }
  }

  private static func cells(_ entry: ColumnJank) -> [String] {
    let jank = entry.jank
    return [
      entry.column.shown, "\(jank.frameCount)", "\(jank.jankyCount)",
      text(jank.predictorCount) { count in
        let severity = jank.severity.map { ", up to \(NumberText.fixed($0, 2)) above the limit" }
        return "\(count)" + (severity ?? "")
      },
      text(jank.gapCount) { "\($0)" },
      text(jank.scrollCount) { count in
        count == 0 ? "0" : "\(count), \(jank.missedCount ?? 0) missed"
      },
      text(jank.roughness) { "\(jank.roughCount ?? 0) above 0.5, mean \(NumberText.fixed($0, 2))" },
      jank.isVirtual
        ? "none: the clock waits for each"
        : text(jank.droppedCount) { count in
          "\(count)" + (jank.droppedShare.map { ", up to \(NumberText.percent($0)) of 64" } ?? "")
        },
    ]
  }

  private static func text<Value>(_ value: Value?, _ words: (Value) -> String) -> String {
    value.map(words) ?? "–"
  }
}
