import PantographBase
import PantographInteractions
package import PantographTuning

/// A page that shows one gesture, asks for its intended outcome, and lists all gestures.
///
/// It sends forms, so it works without its script, too.
package struct LabelPage: Sendable {
  /// A gesture, and what is known of its label.
  package struct Gesture: Sendable {
    /// Its features.
    package var features: GestureFeatures
    /// The number of gestures in its recording.
    package var count: Int
    /// The word of its label.
    package var label: String?
    /// The person.
    package var person: String?
    /// The device, if it is labelled.
    package var device: String?
    /// Whether the label comes from a row that can't be replaced.
    package var isLocked = false

    /// Creates a gesture without a label.
    package init(_ features: GestureFeatures, of count: Int) {
      self.features = features
      self.count = count
    }

    /// What it is called: the recording, and the number of the gesture.
    package var name: String {
      features.number == 0
        ? features.recording : "\(features.recording), gesture \(features.number)"
    }
  }

  /// What a form does.
  package enum Action: String, Sendable {
    /// It labels the gesture.
    case label
    /// It takes the last answer back.
    case undo
    /// It writes the answer again that was taken back last.
    case redo
  }

  /// What has happened since the page before.
  package struct Notice: Sendable {
    /// The sentence.
    package var text: String
    /// Whether something could not be done.
    package var isError: Bool

    /// Creates a notice.
    package init(_ text: String, isError: Bool = false) {
      self.text = text
      self.isError = isError
    }
  }

  /// All gestures.
  package var gestures: [Gesture]
  /// The index of the one that is shown.
  package var index: Int
  /// Its samples and contacts; `nil` if its recording can't be read any more.
  package var clip: GestureClip?
  /// The table that labels are written to.
  package var table: String
  /// What has happened.
  package var notices: [Notice] = []
  /// Whether the list leaves out gestures with a label.
  package var isFiltered = false
  /// The indices of the gestures before and after this one that are asked about.
  package var neighbours: (before: Int?, after: Int?) = (nil, nil)
  /// What undo takes back, and what redo does again.
  package var changes: (undo: String?, redo: String?) = (nil, nil)
  /// The number of changes so far, by which a form from an old page is recognised.
  package var changeCount = 0

  /// 500: a longer list takes a browser long.
  private static let mostRows = 500

  /// Makes a page about a gesture.
  package init(_ gestures: [Gesture], at index: Int, _ clip: GestureClip?, into table: String) {
    self.gestures = gestures
    self.index = index
    self.clip = clip
    self.table = table
  }

  private var gesture: Gesture { gestures[index] }
  private var labelledCount: Int { gestures.count { $0.label != nil } }

  // MARK: The page

  /// The whole file.
  package var text: String { page.text }
  /// The content security policy.
  package var policy: String { page.policy }

  private var page: HTMLPage {
    let replay = clip?.replay
    return HTMLPage(
      "Label gestures",
      [
        .init("gesture", "Gesture \(index + 1) of \(gestures.count)") {
          facts
          answers
          if let replay { replay.isPlayed ? replay.markup : replay.contacts?.path ?? .nothing }
          Markup("noscript") {
            Markup.faint(
              "Without JavaScript, the layer does not move, and there are no keys. The buttons work."
            )
          }
        },
        .init("list", "All gestures") { list },
      ], replay: replay,
      forms: .init(sheet: Self.sheet, program: LabelScript.source, hash: LabelScript.hash)
    ) {
      progress
      for notice in notices {
        Markup(
          "p",
          [
            "class": notice.isError ? "notice wrong" : "notice",
            "role": notice.isError ? "alert" : "status",
          ]
        ) { Markup(verbatim: notice.text) }
      }
    }
  }

  private var progress: Markup {
    let share = String(
      fixed: 100 * Double(labelledCount) / Double(max(gestures.count, 1)), decimals: 2)
    return Markup("div", ["class": "done"]) {
      Markup("p") {
        "\(labelledCount) of \(gestures.count) labelled, in "
        Markup.name(table)
      }
      Markup("span", ["class": "bar", "aria-hidden": "true"]) {
        Markup("span", ["class": "level", "style": "width:\(share)%"])
      }
    }
  }

  private var facts: Markup {
    let features = gesture.features
    let number =
      features.number == 0
      ? "no gesture" : "gesture \(features.number) of \(gesture.count) in this recording"
    let facts = [
      "\(number), ends at \(Wording.clock(features.time))", gesture.person,
      gesture.device ?? features.device,
    ].compactMap { $0 }.filter { !$0.isEmpty }
    return Markup {
      Markup("p", ["class": "lead"]) { Markup.name(features.recording.shown) }
      Markup("p") { facts.map(\.shown).joined(separator: " · ") }
      Markup("p") {
        clip.map { $0.numbers(of: features).asSentence } ?? "This recording can't be read any more."
      }
    }
  }

  // MARK: Answers

  private static let words = [
    ("f", "finish", "Finish"), ("c", "cancel", "Cancel"), ("n", "nothing", "Nothing intended"),
  ]

  private var answers: Markup {
    Markup("div", ["id": "answers", "role": "group", "aria-label": "Answers"]) {
      Markup("p", ["class": "present"]) { present }
      if !gesture.isLocked {
        form(.label) {
          for (key, word, text) in Self.words {
            button(text, key, name: "word", value: word, isPressed: gesture.label == word)
          }
        }
        other
      }
      Markup("div", ["class": "row"]) {
        link("Back", "b", to: neighbours.before)
        link("Skip", "s", to: neighbours.after)
        if let undo = changes.undo { form(.undo) { button("Undo \(undo)", "u") } }
        if let redo = changes.redo { form(.redo) { button("Redo \(redo)", "r") } }
        Markup.box("keys", "Answer with keys", isOn: true, isHidden: true)
      }
    }
  }

  private var present: String {
    guard let label = gesture.label else { return "What was meant?" }
    return gesture.isLocked
      ? "Labelled \(label.shown) by a row that is about more than this gesture, or that was changed by hand; edit the"
        + " table to change it."
      : "Labelled \(label.shown). Another answer replaces it."
  }

  /// The name of another gesture has a form of its own, because Enter presses the first button of a form.
  private var other: Markup {
    let own = Self.words.contains { $0.1 == gesture.label } ? "" : gesture.label ?? ""
    let names = Set(gestures.compactMap(\.label)).subtracting(Self.words.map(\.1)).sorted()
    return form(.label) {
      Markup("label") {
        "Another gesture "
        Markup("kbd") { "G" }
        " "
        Markup(
          "input",
          [
            "type": "text", "name": "word", "value": own, "placeholder": "such as scroll",
            "list": "names", "maxlength": "100", "required": "", "autocomplete": "off",
          ])
      }
      Markup("datalist", ["id": "names"]) {
        for name in names { Markup("option", ["value": name]) }
      }
      Markup("button", ["type": "submit"]) { "Answer" }
    }
  }

  private func form(_ action: Action, @MarkupBuilder _ content: () -> Markup) -> Markup {
    Markup("form", ["method": "post", "action": "?do=\(action.rawValue)", "class": "row"]) {
      for (name, value) in [
        ("at", "\(index)"), ("was", gesture.label ?? ""), ("changes", "\(changeCount)"),
        ("show", isFiltered ? Self.filter : ""),
      ] {
        Markup("input", ["type": "hidden", "name": name, "value": value])
      }
      content()
    }
  }

  private func button(
    _ text: String, _ key: String, name: String? = nil, value: String? = nil,
    isPressed: Bool = false
  ) -> Markup {
    Markup(
      "button",
      [
        "type": "submit", "name": name, "value": value, "aria-pressed": isPressed ? "true" : nil,
        "data-key": key,
      ]
    ) {
      Markup(text: text.shown + " ")
      Markup("kbd") { key.uppercased() }
    }
  }

  private func link(_ text: String, _ key: String, to index: Int?) -> Markup {
    guard let index else { return .nothing }
    return Markup("a", ["class": "button", "href": address(of: index), "data-key": key]) {
      "\(text) "
      Markup("kbd") { key.uppercased() }
    }
  }

  // MARK: The list

  /// The word in the address for gestures without a label only.
  package static let filter = "unlabelled"

  /// Returns the address of a gesture's page, relative to that of this one.
  package static func address(of index: Int, isFiltered: Bool, notice: Int? = nil) -> String {
    "?at=\(index)" + (isFiltered ? "&show=\(filter)" : "") + (notice.map { "&note=\($0)" } ?? "")
  }

  private func address(of index: Int) -> String { Self.address(of: index, isFiltered: isFiltered) }

  private var list: Markup {
    let listed = gestures.indices.filter { !isFiltered || gestures[$0].label == nil }
    // Those around the one that is shown.
    let position = listed.firstIndex { $0 >= index } ?? listed.count
    let start = max(min(position - Self.mostRows / 2, listed.count - Self.mostRows), 0)
    let shown = listed[start..<min(start + Self.mostRows, listed.count)]
    return Markup {
      Markup("p", ["class": "filters"]) {
        choice("All \(gestures.count)", isFiltered: false)
        choice("Unlabelled \(gestures.count - labelledCount)", isFiltered: true)
      }
      if listed.isEmpty { Markup("p") { "All gestures are labelled." } }
      if shown.count < listed.count {
        Markup.faint(
          "\(shown.count) of \(listed.count), around the one that is shown; the first and the last: "
        )
        Markup("p", ["class": "filters"]) {
          for (text, end) in [("First", listed[0]), ("Last", listed[listed.count - 1])] {
            Markup("a", ["href": address(of: end)]) { text }
          }
        }
      }
      PageTable(
        isFiltered ? "Gestures without a label" : "All gestures",
        [.word("gesture"), "ends at", .word("label")],
        shown.map { row($0) }, taken: shown.firstIndex(of: index).map { $0 - shown.startIndex }
      ).markup
    }
  }

  private func row(_ index: Int) -> [Markup] {
    let gesture = gestures[index]
    let current = index == self.index ? "true" : nil
    return [
      Markup("a", ["href": address(of: index), "aria-current": current]) {
        Markup.name(gesture.name.shown)
      }, Markup(text: Wording.clock(gesture.features.time)),
      Markup(text: gesture.label?.shown ?? "–"),
    ]
  }

  private func choice(_ text: String, isFiltered: Bool) -> Markup {
    Markup(
      "a",
      [
        "href": Self.address(of: index, isFiltered: isFiltered) + "#list",
        "aria-current": isFiltered == self.isFiltered ? "page" : nil,
      ]
    ) { text }
  }

  private static let sheet: StaticString = """
    h1{font-size:var(--heading);margin:var(--s4) 0 0}#gesture{margin-top:var(--s4)}#gesture h2,#gesture>p{margin:0}
    .done p{margin:0}.done .bar{max-width:44rem}
    .notice{border:2px solid var(--found);border-radius:var(--round);padding:var(--s2) var(--s4)}
    .notice.wrong{border-color:var(--wrong)}
    #answers{background:var(--card);border:1px solid var(--rule);border-radius:var(--round);padding:var(--s3) var(--s4);
    margin:var(--s4) 0;display:flex;flex-wrap:wrap;gap:var(--s2) var(--s5);align-items:center}
    #answers .present{flex-basis:100%;max-width:none;margin:0;font-weight:600}
    #answers .row{display:flex;flex-wrap:wrap;gap:var(--s2);align-items:center;margin:0}
    #answers input[type=text]{font:inherit;width:10rem;min-height:var(--target);background:var(--paper);color:var(--ink);
    border:1px solid var(--faint);border-radius:var(--corner);padding:0 var(--s2)}
    a.button{display:inline-flex;align-items:center;gap:.3em;border:1px solid var(--faint);border-radius:var(--corner);
    padding:var(--s1) .8rem;min-height:var(--target);background:var(--paper);text-decoration:none}
    kbd{font:inherit;font-size:var(--fine);border:1px solid currentColor;border-radius:var(--corner);padding:0 .3em}
    .filters a[aria-current]{font-weight:700;color:var(--ink)}
    @media print{#answers{display:none}}
    """
}

/// The script of the page that asks for labels, beside that of ``PlayerScript``: `label.js` in `Player`.
///
/// It only presses buttons of the page; without it, the page has no keys.
enum LabelScript {
  /// The SHA-256 of the script, for the page's Content-Security-Policy; a test computes it, too.
  static let hash = "sha256-FYGmrJcE5g/w4pmKB3PoFaSDdw2LYABb2IJyEfKGtbg="

  /// The script.
  static let source = PlayerScript.joined([PackageResources.label_js])
}
