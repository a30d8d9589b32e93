package import PantographInteractions

/// The page of a live stream: the layer that moves, the fingers, the curves and the gestures so far.
///
/// It looks as the page of a recorded trajectory does. Its script and its style sheet are files of their own.
package struct LiveDocument: Sendable {
  private let interaction: Interaction

  /// Makes the page of an interaction.
  package init(_ interaction: Interaction) { self.interaction = interaction }

  /// The script.
  package static let script = PlayerScript.joined([
    PackageResources.numbers_js, PackageResources.svg_js, PackageResources.runs_js,
    PackageResources.scale_js, PackageResources.layers_js, PackageResources.plots_js,
    PackageResources.liveTrack_js, PackageResources.liveSurface_js, PackageResources.livePlots_js,
    PackageResources.liveHistory_js, PackageResources.live_js,
  ])

  /// The style sheet.
  package static let style =
    Brand.typeface + SharedStyle.sheet
    + "\(ReportStyle.sheet)\n\(TrajectoryStyle.sheet)\n\(sheet)\n"

  /// The document.
  package var text: String {
    HTMLPage.document(
      "Live",
      head: Markup {
        Markup("link", ["rel": "icon", "href": Brand.icon])
        Markup("link", ["rel": "stylesheet", "href": "/page.css"])
        Markup("script", ["src": "/pantograph.js?after=0"])
        Markup("script", ["src": "/page.js", "defer": ""])
      }, header: header,
      main: Markup {
        missing
        watched
        HTMLPage.section("gestures", "Gestures", isAnchor: false) { gestures }
        HTMLPage.section("own", "A page of your own", isAnchor: false) { own }
      }, footer: "This page connects only to the program that serves it.")
  }

  private var header: Markup {
    Markup("header", ["class": "status"]) {
      Markup("h1", ["id": "name"]) { "Live" }
      Markup("p", ["id": "state", "role": "status"]) { "connecting" }
      Markup("p", ["id": "gesture", "class": "faint"])
    }
  }

  /// What a browser without JavaScript shows.
  private var missing: Markup {
    Markup("noscript") {
      Markup("p") {
        "This page needs JavaScript, which is off in this browser. Without it, the layer does not move, and the"
          + " fingers, the curves, the numbers and the list of gestures are missing. Turn JavaScript on for this"
          + " address, or read the stream as lines: add stream before the question mark of this page's address, and"
          + " &format=ndjson at its end."
      }
    }
  }

  // MARK: What moves

  private var watched: Markup {
    Markup("div", ["class": "replay", "id": "live"]) {
      Markup("div", ["class": "side"]) {
        Markup("div", ["class": "watched"]) {
          Markup("figure", ["class": "scene"]) {
            LayerScene(of: interaction).markup(
              "The properties of the animation move the layer; the list of values has the effect of each."
            )
          }
          player
        }
        Markup("dl", ["class": "tiles", "id": "numbers"]) {
          for (id, name, note) in [
            ("fraction", "fraction", ""), ("velocity", "velocity", "per second"),
            ("phase", "phase", ""),
          ] {
            Markup("div", ["class": "tile"]) {
              Markup("dt") { name }
              Markup("dd", ["id": id]) { "–" }
              Markup("dd", ["class": "note", "id": "\(id)-note"]) { note }
            }
          }
        }
        Markup("dl", ["class": "tiles", "id": "properties"])
      }
      Markup("div", ["class": "plots"]) {
        Markup("figure", ["class": "path"]) {
          Markup.caption("The fingers, to scale", "the last touches stay until the next")
          SVGPlot(
            id: "surface", title: "The fingers on the surface",
            description: "Where the fingers are, and the paths of the last touches.",
            height: 240, isLarge: true, kind: "touches"
          ).markup { Markup("g", ["class": "seen"]) }
        }
        Markup("figure", ["class": "time"]) {
          Markup.caption("The last \(Self.seconds) seconds", "in seconds from the first event")
          plot(
            "plot-0", "Fraction over the last \(Self.seconds) seconds", "fraction", top: 38,
            height: 190)
          plot(
            "plot-1", "Velocity over the last \(Self.seconds) seconds",
            "velocity, fractions per second", top: 24, height: 150)
          PlotLegend([
            PlotLegend.box("tracking", "tracking"), PlotLegend.box("settling", "settling"),
            PlotLegend.line("asked", "threshold of the rule"),
          ]).markup
        }
      }
    }
  }

  /// 6 s: a gesture and its animation.
  private static let seconds = 6

  private func plot(
    _ id: String, _ title: String, _ unit: String, top: Double, height: Double
  ) -> Markup {
    let plot = SVGPlot(
      id: id, title: title, description: "It follows the gesture.", height: height, isLarge: true,
      kind: "running")
    return plot.markup {
      for group in ["ground", "lines", "levels", "curves", "words", "ticks"] {
        Markup("g", ["class": group])
      }
      SVGPlot.text(unit, 4, 13, "strong")
    }
  }

  private var player: Markup {
    Markup("div", ["class": "player", "role": "group", "aria-label": "View", "hidden": ""]) {
      Markup("div", ["class": "buttons"]) {
        Markup("button", ["type": "button", "class": "play", "aria-pressed": "false"]) { "Pause" }
        Markup("button", ["type": "button", "class": "again", "disabled": ""]) {
          "Replay last gesture"
        }
        Markup.choice(
          "speed", "Speed", [("0.1", "⅒"), ("0.25", "¼"), ("0.5", "½"), ("1", "1")], chosen: "0.25")
        Markup("output", ["for": "time"]) { "live" }
      }
      Markup(
        "input",
        ["type": "range", "id": "time", "aria-label": "Time", "step": "1", "disabled": ""])
      Markup("p", ["class": "keys"]) {
        "Space pauses the view, R replays the last gesture, ← and → step through a paused view, Escape follows again."
          + " The gesture itself goes on."
      }
    }
  }

  // MARK: Gestures

  private var gestures: Markup {
    Markup {
      Markup("div", ["id": "decision", "aria-live": "polite"]) { "no gesture yet" }
      Markup(
        "div",
        ["class": "scroll", "role": "region", "aria-label": "All gestures", "tabindex": "0"]
      ) {
        PageTable.markup(
          "Gestures, the newest first",
          ["number", .word("outcome"), .word("actions"), "margin", .word("why"), "released"],
          id: "history")
      }
      Markup("p", ["class": "faint"]) {
        "A kept recording contains the events of the device since fingers last landed while the animation was at its"
          + " start, so that "
        Markup("code") { "pantograph replay" }
        " has the same outcome. Other gestures may come before."
      }
    }
  }

  private var own: Markup {
    Markup("details") {
      Markup("summary") { "Ten lines of HTML, served with --page" }
      Markup("pre", ["id": "example", "tabindex": "0"])
      Markup("p") {
        "Or on a command line: "
        Markup("code", ["id": "curl"])
      }
    }
  }

  private static let sheet: StaticString = """
    .status{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem 1rem}
    .status p{margin:0}#gesture{flex-basis:100%}main{padding-top:1rem}
    #state{border:1px solid currentColor;border-radius:var(--pill);padding:0 .7rem;font-size:var(--small);color:var(--faint)}
    #state::before{content:"";display:inline-block;width:.6em;height:.6em;border-radius:50%;margin-right:.45em;background:currentColor}
    #state[data-state=following]{color:var(--found)}
    #state[data-state=lost],#state[data-state=refused]{color:var(--wrong)}
    #state[data-state=lost]::before,#state[data-state=refused]::before{border-radius:0}
    #live{display:grid;gap:1rem;grid-template-columns:minmax(0,1fr)}#live .side{display:contents}
    #live :is(.plots,.watched){display:grid;gap:1rem;min-width:0;align-content:start;grid-template-columns:minmax(0,1fr)}
    #live .keys{margin:.25rem 0 0}
    @media (max-width:63.99rem) and (min-height:32rem){#live .watched{position:sticky;top:0;z-index:2;gap:.25rem;
    background:var(--paper);padding-bottom:.25rem}#live .watched svg.stage{max-height:18vh}
    #live figure.scene{padding:.25rem;margin:0}}
    @media (min-width:64rem){#live{grid-template-columns:minmax(0,28rem) minmax(0,1fr);gap:1.25rem}
    #live .side{display:flex;flex-direction:column;gap:1rem;position:sticky;top:1rem;align-self:start;
    max-height:calc(100vh - 2rem);overflow-y:auto}#live .time svg.plot.large{max-width:none}}
    @media print{#live .side,#live .watched{position:static;max-height:none;overflow:visible}}
    .side .tiles{margin:0;grid-template-columns:repeat(3,minmax(0,1fr));gap:.5rem}
    .side .tile{padding:.5rem .6rem;overflow-wrap:anywhere}.side .tile dd{font-size:var(--subheading)}.side .tile dd.note{font-size:var(--fine)}
    .touches .tip{display:inline}
    .again[disabled]{color:var(--faint);cursor:default}
    #decision{font-size:var(--heading);font-weight:600;margin:var(--s2) 0;max-width:44rem;overflow-wrap:anywhere}
    #decision[data-outcome=finish]{color:var(--finish)}#decision[data-outcome=other]{color:var(--stay)}
    #history td.word:nth-child(5){white-space:normal;min-width:12rem}
    @media (max-width:30rem){#history :is(th,td){padding:.35rem .4rem}}
    #history tr[aria-current] :is(th,td){background:var(--heat0)}
    #history td a{display:inline-block;padding:.3rem .2rem}
    pre{background:var(--card);border-radius:var(--round);padding:.8rem 1rem;overflow-x:auto;font-size:var(--fine)}
    noscript p{border:2px solid var(--wrong);border-radius:var(--round);padding:.75rem 1rem}
    @media (max-width:63.99rem){.side .tiles{order:0}}
    """
}
