import PantographBase
import PantographGestures
import PantographInteractions
import PantographTrajectories

/// The gestures of a trajectory as a list, by which a page is read.
///
/// Without the page's script it is a table of all of them, each with a link to its decision.
struct GestureList {
  /// A gesture.
  struct Entry {
    var began: Timestamp
    /// When it was released or cut off.
    var release: Timestamp?
    var isCutOff = false
    /// When the animation rested after it.
    var rest: Timestamp?
    var decision: Decision?
    /// The condition nearest to another outcome.
    var nearest: NearestCondition?
  }

  private let rule: ReleaseRule
  private var context: ReleaseContext?

  init(_ rule: ReleaseRule) { self.rule = rule }

  /// The gestures in the order of time; the number of the first is 1.
  private(set) var entries: [Entry] = []

  /// 5000: a longer table takes a browser more than a second.
  private static let most = 5000

  mutating func receive(_ event: TrajectoryEvent) {
    switch event.kind {
    case .began: entries.append(Entry(began: event.time))
    case .ended(let context):
      self.context = context
      change { $0.release = event.time }
    case .cancelled:
      change {
        $0.release = event.time
        $0.isCutOff = true
      }
    case .decided(let decision):
      let nearest = context.flatMap {
        rule.nearestCondition(to: decision, of: $0.release(for: rule))
      }
      change {
        $0.decision = decision
        $0.nearest = nearest
      }
      context = nil
    case .completed: change { $0.rest = $0.rest ?? event.time }
    case .changed, .handoff, .held, .started: break
    }
  }

  private mutating func change(_ change: (inout Entry) -> Void) {
    if !entries.isEmpty { change(&entries[entries.count - 1]) }
  }

  // MARK: The list

  /// Returns the list; empty for a single gesture.
  func markup(_ contacts: [ContactLog.Contact]) -> Markup {
    guard entries.count > 1 else { return .nothing }
    let rows = entries.prefix(Self.most).enumerated().map { index, entry in
      Row(entry, number: index + 1, contacts)
    }
    return Markup("div", ["id": "gesture-list"]) {
      form(rows)
      if !rule.hasOneCondition {
        Markup.faint(
          "The margin is that of the condition nearest to another outcome. Margins are compared in percent: of the"
            + " full distance, or of the larger of value and threshold for velocities and times.")
      }
      Markup.scrolled("All gestures") {
        PageTable.markup(
          "Choose a gesture to see it alone, and N for the next one. 0 or Escape shows all again.",
          Self.columns
        ) { rows.map(\.markup) }
      }
      if entries.count > Self.most {
        Markup.faint("\(entries.count - Self.most) more gestures are not listed.")
      }
    }
  }

  /// The columns; narrow screens don't show those that are `more`.
  private static let columns: [PageTable.Column] = [
    "number", .init("began", kind: "more"), .init("path", kind: "more"),
    .init("fingers", kind: "more"), .word("outcome"), "margin", .init("why", kind: "word why"),
  ]

  private func form(_ rows: [Row]) -> Markup {
    var outcomes: [String] = []
    for row in rows where !outcomes.contains(row.outcome) { outcomes.append(row.outcome) }
    let fingers = Set(rows.map(\.fingers)).sorted()
    return Markup("form", ["class": "filters", "hidden": ""]) {
      Markup("label") {
        "Gesture "
        Markup(
          "input", ["type": "number", "name": "number", "min": "1", "max": "\(entries.count)"])
      }
      Markup.choice("outcome", "Outcome", [("", "any")] + outcomes.map { ($0, $0) })
      Markup.choice(
        "fingers", "Fingers", [("", "any number")] + fingers.map { ("\($0)", "\($0)") })
      Markup("label") {
        "Margin below "
        Markup(
          "input",
          [
            "type": "number", "name": "below", "min": "0", "step": "any", "placeholder": "any",
            "data-scale": rule.hasOneCondition ? "1" : "100",
          ])
        rule.hasOneCondition ? "" : " %"
      }
      Markup.choice("order", "Order", [("", "as recorded"), ("margin", "nearest margin first")])
      Markup.box("changed", "Only changed", isDisabled: true)
      Markup("label", ["class": "query"]) {
        "Query "
        Markup(
          "input",
          [
            "type": "search", "name": "query", "spellcheck": "false",
            "placeholder": "outcome:cancel margin<0.1 fingers:2",
          ])
      }
      Markup("button", ["type": "button", "name": "all"]) { "All gestures" }
      Markup("output") { "\(rows.count) gestures" }
      Markup("p", ["class": "mistake", "role": "status"])
    }
  }
}

/// A row of the list of gestures.
private struct Row {
  let entry: GestureList.Entry
  let number: Int
  /// The contacts that took part.
  private let contacts: ArraySlice<ContactLog.Contact>

  init(_ entry: GestureList.Entry, number: Int, _ all: [ContactLog.Contact]) {
    self.entry = entry
    self.number = number
    let end = entry.release ?? entry.rest ?? entry.began
    // Contacts are in the order in which they landed.
    let after = all.lastIndex { $0.landed <= end }.map { $0 + 1 } ?? 0
    let first = all[..<after].lastIndex { $0.lifted < entry.began }.map { $0 + 1 } ?? 0
    contacts = all[first..<after]
  }

  var outcome: String {
    entry.isCutOff ? "cut off" : entry.decision.map(Wording.outcome(of:)) ?? "in progress"
  }

  var fingers: Int { contacts.count { $0.lifted >= entry.began } }

  private var reason: String {
    guard let decision = entry.decision else { return "" }
    return decision.judgement.map { Wording.reason(of: $0, nearest: entry.nearest) }
      ?? Wording.cutOff
  }

  private var margin: String {
    guard let decision = entry.decision else { return "" }
    return Wording.margin(of: decision, nearest: entry.nearest)
  }

  var markup: Markup {
    let start = contacts.map(\.landed).min() ?? entry.began
    let release = entry.release ?? entry.began
    return Markup(
      "tr",
      [
        "data-number": "\(number)", "data-outcome": outcome, "data-fingers": "\(fingers)",
        "data-margin": (entry.decision?.margin.map(abs) ?? entry.nearest?.relative).map {
          String(fixed: $0, decimals: 6)
        },
        "data-start": "\(min(start, entry.began).microseconds)",
        "data-release": "\(release.microseconds)",
        "data-end": "\((entry.rest ?? release).microseconds)",
      ]
    ) {
      Markup("th", ["scope": "row"]) {
        Markup("a", ["href": "#g=\(number)"]) { "\(number)" }
      }
      Markup("td", ["class": "more"]) { Wording.clock(entry.began) }
      Markup("td", ["class": "more"]) { thumbnail }
      Markup("td", ["class": "more"]) { "\(fingers)" }
      Markup("td", ["class": "word"]) { outcome }
      Markup("td") { margin }
      Markup("td", ["class": "word why"]) { reason }
    }
  }

  /// 24 points: more can't be told apart in a thumbnail.
  private static let mostPoints = 24

  /// The paths of the fingers in a box of 32 × 20 units.
  private var thumbnail: Markup {
    let paths = contacts.map { $0.points.map(\.position).spaced(Self.mostPoints) }
    let (xs, ys) = (paths.flatMap { $0.map(\.x) }, paths.flatMap { $0.map(\.y) })
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max()
    else { return .nothing }
    let scale = min(28 / max(right - left, 1), 16 / max(bottom - top, 1))
    let (x, y) = (16 - (left + right) / 2 * scale, 10 - (top + bottom) / 2 * scale)
    return Markup("svg", ["class": "thumb", "viewBox": "0 0 32 20", "aria-hidden": "true"]) {
      for path in paths {
        SVGPlot.path("track", path.map { ($0.x * scale + x, $0.y * scale + y) })
      }
      for path in paths {
        if let last = path.last {
          SVGPlot.disc("lifted", last.x * scale + x, last.y * scale + y, 2)
        }
      }
    }
  }
}

extension ReleaseRule {
  /// Whether there is one condition, whose margin is that of the decision.
  fileprivate var hasOneCondition: Bool { clauses.count == 1 && clauses[0].conditions.count == 1 }
}
