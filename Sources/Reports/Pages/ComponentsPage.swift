import PantographBase
import PantographTrajectories

/// A page with every component of pages in all its states, for those who change them.
///
/// No command writes it; a test looks at it in all appearances.
package enum ComponentsPage {
  /// The whole file.
  package static var text: String {
    let runs = Self.runs
    let axis = TimeAxis(
      runs, [],
      [
        .init(time: Timestamp(microseconds: 500_000), word: "handoff"),
        .init(time: Timestamp(microseconds: 900_000), word: "diverge", isDivergence: true),
      ])
    var replay = ReplaySection(runs, axis, contacts: nil, on: Stage(toward: nil))
    let handoff = Timestamp(microseconds: 500_000)
    replay.levels.fraction = [.init(value: 0.5, words: "above 0.5")]
    replay.spots = (
      [.init(time: handoff, value: 0.5, hint: "handoff")],
      [.init(time: handoff, value: 1.2, hint: "seen by the rule", isRule: true)]
    )
    return HTMLPage(
      "Components",
      [
        .init("colours", "Colours") { colors },
        .init("text", "Text") { texts },
        .init("tiles", "Tiles and tags") { tiles },
        .init("controls", "Controls") { controls },
        .init("tables", "Tables and details") { tables },
        .init("played", "Playback and plots") { replay.markup },
        .init("marks", "Marks") { marks },
      ], replay: replay
    ) {
      Markup("p") { "Every component of Pantograph's pages, in each of its states." }
    }.text
  }

  // MARK: Colours and text

  private static var colors: Markup {
    Markup("ul", ["class": "chips"]) {
      for color in PagePalette.allCases {
        Markup("li") {
          Markup("svg", ["viewBox": "0 0 16 16", "aria-hidden": "true"]) {
            Markup(
              "rect",
              [
                "class": "edge", "x": "1", "y": "1", "width": "14", "height": "14",
                "style": "fill:var(--\(color.rawValue))",
              ])
          }
          color.rawValue
        }
      }
    }
  }

  @MarkupBuilder private static var texts: Markup {
    Markup("h3") { "A heading of the third level" }
    Markup("p", ["class": "lead"]) { "A sentence that the page is about." }
    Markup("p") {
      "Text with "
      Markup.link(to: "text") { "a link" }
      ", "
      Markup("code") { Markup(verbatim: "a command --with-an-option") }
      ", the name "
      Markup.name("of 3 s")
      ", and numbers: \(NumberText.seconds(0.289)), \(NumberText.fixed(-3.8, 1, "mm/s")),"
      " \(NumberText.percent(0.125)), \(NumberText.signed(0.23))."
    }
    Markup.faint("Secondary text.")
  }

  @MarkupBuilder private static var tiles: Markup {
    Markup.tiles {
      Markup.tile("a number", "0.73")
      Markup.tile("with a note", "0.289 s", "overshoot 0.06")
      Markup.tile("better than before", "3 of 42", "before: 7", kind: "better")
      Markup.tile("words", "position −10.3 mm → cancel", kind: "long")
    }
    Markup("p") {
      Markup("span", ["class": "tag wrong"]) { "wrong" }
      " "
      Markup("span", ["class": "tag near"]) { "near" }
    }
  }

  // MARK: Controls

  @MarkupBuilder private static var controls: Markup {
    Markup("div", ["class": "buttons"]) {
      Markup("button", ["type": "button"]) { "A button" }
      Markup("button", ["type": "button", "aria-pressed": "true"]) { "Pressed" }
      Markup("button", ["type": "button", "aria-pressed": "false"]) { "Not pressed" }
      Markup("button", ["type": "button", "disabled": ""]) { "Disabled" }
    }
    Markup("form", ["class": "filters"]) {
      Markup("label") {
        "A choice "
        Markup("select") {
          Markup("option") { "one" }
          Markup("option") { "another" }
        }
      }
      Markup("label") {
        Markup("input", ["type": "checkbox"])
        " A box"
      }
      Markup("label") {
        Markup("input", ["type": "checkbox", "checked": ""])
        " A box that is checked"
      }
      Markup("output") { "3 of 12 gestures" }
    }
    Markup("label") {
      "A range"
      Markup("input", ["type": "range", "min": "0", "max": "1", "step": "0.01", "value": "0.3"])
    }
  }

  // MARK: Tables

  @MarkupBuilder private static var tables: Markup {
    let rows = [["fraction", "0.73", "above 0.50"], ["velocity", "−3.8 mm/s", "above 300"]]
    PageTable(
      "A table with a highlighted row", [.word("quantity"), "value", .word("condition")], rows,
      taken: 1
    ).markup
    Markup.scrolled("A list with a chosen row") {
      Markup("table") {
        Markup("caption") { "A list with a chosen row" }
        Markup("tbody") {
          for number in 1...3 {
            Markup("tr", ["aria-current": number == 2 ? "true" : nil]) {
              Markup("th", ["scope": "row"]) { "\(number)" }
              Markup("td") { NumberText.seconds(Double(number)) }
            }
          }
        }
      }
    }
    PageTable("A folded table", [.word("quantity"), "value", .word("condition")], rows)
      .folded("The curve as a table")
    for isOpen in [true, false] {
      Markup("details", ["class": "case", "open": isOpen ? "" : nil]) {
        Markup("summary") {
          Markup("span", ["class": "tag wrong"]) { "differs" }
          isOpen ? " an open case" : " a closed case"
        }
        Markup("div", ["class": "lines"]) { Markup("p") { "What is wrong with it." } }
      }
    }
  }

  // MARK: Plots

  private static let mark: [PlotLegend.Entry] = [
    (PlotMark.found(8, 8, 6.5), "tuned"), (PlotMark.old(8, 8, 5.5), "now"),
    (SVGPlot.box("band", x: 1...15, y: 1...15), "same for these gestures"),
    (SVGPlot.line("whisker", 2, 8, 14, 8), "95 % CI"),
    (SVGPlot.line("old", 0, 8, 16, 8), "from now to tuned"),
    (SVGPlot.line("asked", 0, 8, 16, 8), "threshold"),
    (SVGPlot.line("divergence", 8, 0, 8, 16), "divergence"),
    (SVGPlot.line("mark", 8, 0, 8, 16), "event"),
    (SVGPlot.box("tracking", x: 0...16, y: 2...14), "tracking"),
    (SVGPlot.box("settling", x: 0...16, y: 2...14), "settling"),
    (SVGPlot.disc("spot", 8, 8, 3.5), "at the handoff"),
    (SVGPlot.line("moment", 8, 2, 8, 14), "the gesture begins"),
    (SVGPlot.line("curve second", 0, 8, 16, 8), "chance"),
  ]

  @MarkupBuilder private static var marks: Markup {
    PlotLegend(PlotLegend.gestures + mark).markup
    PlotLegend(
      (0..<PlottedRun.most).map { run in
        (SVGPlot.line("curve run\(run)", 0, 8, 16, 8), "trajectory \(run + 1)")
      }
    ).markup
    PlotLegend(
      (0..<5).map { finger in
        (
          Markup([
            SVGPlot.path("track finger\(finger)", [(0, 8), (16, 8)]),
            SVGPlot.disc("landed finger\(finger)", 3, 8, 3),
            SVGPlot.disc("lifted finger\(finger)", 13, 8, 3),
          ]), "finger \(finger + 1)"
        )
      }
    ).markup
    PlotLegend(
      (0...8).map { level in
        (
          Markup(["h\(level)", "edge"].map { SVGPlot.box($0, x: 1...15, y: 1...15) }),
          "cost \(level)"
        )
      }
    ).markup
  }

  /// As many trajectories as a page can show over each other, each a line to another fraction.
  private static var runs: [PlottedRun] {
    (0..<PlottedRun.most).map { run in
      let samples = (0...20).map { step in
        let time = Double(step) / 20
        let end = 1 - 0.2 * Double(run)
        return Sample(
          time: Timestamp(microseconds: Int64(step) * 50_000),
          phase: step < 10 ? .tracking : step < 20 ? .settling : .rest, fraction: time * end,
          velocity: end, values: [300 * time * end, 1 - 0.5 * time * end])
      }
      return PlottedRun("trajectory \(run + 1)", ["offset", "alpha"], samples)
    }
  }
}
