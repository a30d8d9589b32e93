import PantographBase

/// A self-contained HTML page that loads nothing.
///
/// A page with a trajectory to play back contains the script of `PlayerScript`, and one with a workbench the engine as
/// WebAssembly and the script that asks it; its Content-Security-Policy allows them by hash. Pages that compare curves
/// contain that of `PlotsTogether`, others no script.
/// The same content gives the same bytes.
struct HTMLPage: Sendable {
  /// A section of a page.
  struct Section: Sendable {
    /// The anchor.
    var id: String
    var title: String
    var content: Markup

    /// Makes a section; the page omits it if it is empty.
    init(_ id: String, _ title: String, @MarkupBuilder _ content: () -> Markup) {
      self.id = id
      self.title = title
      self.content = content()
    }
  }

  private let title: String
  private let lead: Markup
  private let sections: [Section]
  /// The data of the script; without it the page contains no script.
  private let played: JSONText?
  private let hasVideo: Bool
  private let workbench: Workbench?
  private let forms: Forms?
  private let list: String?
  private let together: PlotsTogether?

  /// What a page needs to send forms to the program that serves it.
  struct Forms: Sendable {
    /// The style of the forms.
    var sheet: StaticString
    /// The script, beside that of the page.
    var program: String
    /// The SHA-256 of the script.
    var hash: String
  }

  /// Makes a page with `lead` above its sections, whose script plays `replay` back.
  ///
  /// With `workbench`, it asks the engine about what that has. With `forms`, it can send these. `list` is the address of the
  /// page that lists it. With `together`, one cursor is in all of these plots.
  init(
    _ title: String, _ sections: [Section], replay: ReplaySection? = nil,
    workbench: Workbench? = nil, forms: Forms? = nil, list: String? = nil,
    together: PlotsTogether? = nil, @MarkupBuilder lead: () -> Markup
  ) {
    self.title = title
    self.workbench = workbench
    self.forms = forms
    self.list = list
    self.together = together
    played = replay?.json
    hasVideo = replay?.hasVideo ?? false
    self.sections = sections.filter { !$0.content.isEmpty }
    self.lead = lead()
  }

  /// The whole file.
  var text: String {
    Self.document(
      title, policy: policy,
      head: Markup.style(
        [ReportStyle.sheet, TrajectoryStyle.sheet] + (forms.map { [$0.sheet] } ?? []),
        Brand.typeface + SharedStyle.sheet),
      header: Markup("header") {
        Brand.line
        if let list { Markup("p") { Markup("a", ["href": list]) { "← All cases" } } }
        Markup("h1") { title }
        lead
        if forms == nil { contents }
      },
      main: Markup {
        if let together { together.control }
        for section in sections { Self.section(section.id, section.title) { section.content } }
      },
      footer: footer,
      scripts: Markup {
        if let played {
          Markup.data("replay-data", played)
          Markup.data("notes-data", .list([]))
          Markup.program(PlayerScript.source)
        }
        if let together {
          Markup.data("plots-data", together.json)
          Markup.program(PlotsTogether.source)
        }
        if let workbench {
          Markup.data("workbench-data", workbench.data)
          Markup.plain("engine", workbench.engine.module)
          Markup.program(workbench.engine.script)
        }
        if let forms { Markup.program(forms.program) }
      })
  }

  /// Returns a document with what every page has, and with `scripts` at its end.
  static func document(
    _ title: String, policy: String? = nil, head: Markup, header: Markup, main: Markup,
    footer: String, scripts: Markup = .nothing
  ) -> String {
    let page = Markup("html", ["lang": "en"]) {
      Markup("head") {
        Markup("meta", ["charset": "utf-8"])
        if let policy {
          Markup("meta", ["http-equiv": "Content-Security-Policy", "content": policy])
        }
        Markup("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
        Markup("meta", ["name": "color-scheme", "content": "light dark"])
        Markup("title") { "\(title) – Pantograph" }
        head
      }
      Markup("body") {
        Markup("a", ["class": "skip", "href": "#content"]) { "Skip to the content" }
        header
        Markup("main", ["id": "content", "tabindex": "-1"]) { main }
        Markup("footer") { Markup("p") { "Pantograph. \(footer)" } }
        scripts
      }
    }
    return "<!DOCTYPE html>\n" + page.source
  }

  /// Returns a section below its title, which addresses can name if it is an anchor.
  static func section(
    _ id: String, _ title: String, isAnchor: Bool = true, @MarkupBuilder _ content: () -> Markup
  ) -> Markup {
    Markup("section", ["id": isAnchor ? id : nil, "aria-labelledby": "\(id)-title"]) {
      Markup("h2", ["id": "\(id)-title"]) { title }
      content()
    }
  }

  private var footer: String {
    if forms != nil { return "This page sends your answers only to the program that serves it." }
    let runs =
      workbench != nil
      ? "; its scripts and the engine are part of it."
      : played == nil && together == nil ? " and runs nothing." : "; its script is part of it."
    return "This page loads nothing" + runs
  }

  private var contents: Markup {
    guard sections.count > 1 else { return .nothing }
    return Markup("nav", ["aria-label": "Sections of this page"]) {
      Markup("ul") {
        for section in sections {
          Markup("li") { Markup.link(to: section.id) { section.title } }
        }
      }
    }
  }

  /// The Content-Security-Policy: the browser loads nothing, and runs only the known scripts.
  var policy: String {
    let own = played == nil ? nil : PlayerScript.hash
    let common = together == nil ? nil : PlotsTogether.hash
    var hashes = [own, common, workbench?.engine.hash, forms?.hash].compactMap {
      $0.map { "'\($0)'" }
    }
    // A policy knows no hash of a module; only these scripts can bring one.
    if workbench != nil { hashes.append("'wasm-unsafe-eval'") }
    let program = hashes.isEmpty ? "" : "; script-src \(hashes.joined(separator: " "))"
    let media = hasVideo ? " media-src data:;" : ""
    return "default-src 'none'\(program); style-src 'unsafe-inline'; img-src data:;"
      + " font-src data:;\(media)"
      + " base-uri 'none'; form-action \(forms == nil ? "'none'" : "'self'")"
  }
}

/// The style sheet of all pages with results, beside the one that every page has: sections, tables and plots.
///
/// Two figures are side by side if there is room. Plots and their legends use the same classes.
enum ReportStyle {
  static let sheet: StaticString = """
    html{scroll-behavior:smooth;-webkit-text-size-adjust:100%}
    @media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
    section section{margin:1.25rem 0 0}
    nav ul{list-style:none;display:flex;flex-wrap:wrap;gap:var(--s1) 1.25rem;margin:var(--s4) 0 0;padding:var(--s3) 0;
    border-top:1px solid var(--rule);border-bottom:1px solid var(--rule)}
    nav a{display:inline-block;padding:.2rem 0}
    .lead{font-size:var(--subheading);font-weight:600}
    .better{color:var(--found)}
    .figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,23rem),1fr));gap:var(--s4)}
    .figures.wide{grid-template-columns:repeat(auto-fill,minmax(min(100%,34rem),1fr))}
    figure{background:var(--card);border-radius:var(--round);padding:var(--s4) var(--s4) var(--s2)}
    @media (min-width:64rem){.map.only{display:grid;grid-template-columns:minmax(0,46rem) minmax(0,1fr);gap:0 var(--s5);
    grid-template-rows:auto 1fr}.map.only svg.plot{grid-row:1/span 2}.map.only .chips{flex-direction:column}}
    figcaption{margin-bottom:var(--s2)}
    figcaption strong{display:block}
    @media (max-width:30rem){figure{padding:var(--s3) var(--s2) var(--s2)}}
    .strip{display:flex;gap:var(--s3);overflow-x:auto}.strip>div{flex:0 0 9rem}.strip img{display:block;width:100%;
    margin-bottom:var(--s2);border:1px solid var(--rule)}.strip .shown img{outline:3px solid var(--link);outline-offset:-3px}.strip p{margin:0;font-size:var(--small)}
    .scroll{overflow-x:auto;margin:var(--s3) 0;max-width:100%}
    table{border-collapse:collapse;min-width:min(100%,24rem);font-variant-numeric:tabular-nums;font-size:var(--small)}
    caption{text-align:left;padding:var(--s1) 0}
    th,td{text-align:right;padding:.35rem var(--s3);border-bottom:1px solid var(--rule);vertical-align:top;
    white-space:nowrap}
    thead th{white-space:normal}thead .word{white-space:nowrap}
    thead th{background:var(--card);font-weight:600;vertical-align:bottom}
    th:first-child,td:first-child,.word{text-align:left}
    tbody th{font-weight:500}
    .prose{white-space:normal;min-width:9rem}
    @media (max-width:30rem){th,td{padding:.3rem .35rem}tr:has(td.word)>th,td.word{white-space:normal;
    min-width:3.5rem}td.prose{min-width:6.5rem}}
    tr.taken th,tr.taken td{font-weight:700}
    details .scroll{max-height:24rem;overflow:auto}.decision .scroll{max-height:none}
    #replay:focus,#gesture-list:focus{outline:none}
    .chips{list-style:none;display:flex;flex-wrap:wrap;gap:var(--s1) var(--s4);margin:var(--s1) 0;padding:0;
    font-size:var(--small)}
    .chips li{display:flex;align-items:center;gap:.4rem;min-width:0;overflow-wrap:anywhere}
    .chips svg{width:1.1rem;height:1.1rem;flex:none}
    .hard{padding:0;margin:0;list-style:none;display:grid;gap:var(--s2);
    grid-template-columns:repeat(auto-fit,minmax(min(100%,23rem),1fr))}
    .hard li{background:var(--card);border-radius:var(--round);padding:var(--s2) var(--s4);overflow-wrap:anywhere}
    .hard p{margin:0;font-size:var(--small)}
    .hard a{font-weight:600}
    .gesture{border-top:1px solid var(--rule);padding-top:var(--s4)}
    .gesture:target h3{background:var(--heat0);box-shadow:0 0 0 .4rem var(--heat0)}
    .gesture .pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,25rem),1fr));gap:0 var(--s5);
    align-items:start}
    svg.plot{display:block;width:100%;height:auto;max-width:36rem}
    svg.plot.large{max-width:46rem}
    svg text{font-size:14px;fill:var(--faint);font-family:inherit}
    @media (min-width:46rem){svg text{font-size:11px}svg.large text{font-size:9px}}
    svg .strong{fill:var(--ink);font-weight:600}
    svg .halo{paint-order:stroke;stroke:var(--card);stroke-width:3px;stroke-linejoin:round}
    svg .end{text-anchor:end}
    svg .middle{text-anchor:middle}
    .axis{stroke:var(--faint);stroke-width:1;fill:none}
    .grid{stroke:var(--rule);stroke-width:1;fill:none}
    .curve{stroke:var(--ink);stroke-width:1.75;fill:none;stroke-linejoin:round}
    .curve.second{stroke:var(--faint);stroke-dasharray:4 2.5}
    .strand{fill:none;stroke-width:1;stroke-linejoin:round;opacity:.6}
    .strand0{stroke:var(--finish)}.strand1{stroke:var(--stay);stroke-dasharray:5 2}
    .strand2{stroke:var(--found);stroke-dasharray:2 2}.strand3{stroke:var(--wrong);stroke-dasharray:7 2 2 2}
    .crowd .strand{opacity:.25}.strand.median{stroke-width:2.5;opacity:1}
    .strand.marked,.crowd .strand.marked{stroke-width:3;opacity:1}
    .density{opacity:.2}.density0{fill:var(--finish)}.density1{fill:var(--stay)}.density2{fill:var(--found)}
    .density3{fill:var(--wrong)}
    .area{fill:var(--ink);opacity:.07}
    .band{fill:var(--heat0)}
    .whisker{stroke:var(--found);stroke-width:2;fill:none}
    .found{stroke:var(--found);stroke-width:2;fill:none}
    .asked{stroke:var(--found);stroke-width:1;fill:none}
    .old{stroke:var(--faint);stroke-width:1.5;stroke-dasharray:5 4;fill:none}
    .foundmark{fill:var(--found);stroke:var(--card);stroke-width:1.5;paint-order:stroke}
    .oldmark{fill:var(--card);stroke:var(--ink);stroke-width:1.5}
    .finish{fill:var(--finish);stroke:var(--card);stroke-width:.5}
    .stay{fill:var(--stay);stroke:var(--card);stroke-width:.5}
    .ring{fill:none;stroke:var(--wrong);stroke-width:1.6}
    .h0{fill:var(--heat0)}.h1{fill:var(--heat1)}.h2{fill:var(--heat2)}.h3{fill:var(--heat3)}.h4{fill:var(--heat4)}
    .h5{fill:var(--heat5)}.h6{fill:var(--heat6)}.h7{fill:var(--heat7)}.h8{fill:var(--heat8)}
    .edge{fill:none;stroke:var(--faint);stroke-width:.75}
    @media (forced-colors:active){figure{border:1px solid var(--rule)}
    :is(tr[aria-current],.gesture:target h3){outline:2px solid Highlight;outline-offset:-2px}}
    @media print{.skip,nav{display:none}.scroll,details .scroll,#gesture-list .scroll{overflow:visible;max-height:none}
    table{font-size:.75rem}th,td{padding:.2rem .4rem;white-space:normal;overflow-wrap:anywhere}
    figure,.gesture,.tile,tr{break-inside:avoid}*{-webkit-print-color-adjust:exact;print-color-adjust:exact}}
    """
}
