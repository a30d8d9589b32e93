/// A self-contained HTML page that loads nothing.
///
/// A page with a trajectory to play back contains the script of `PageScript`, which its Content-Security-Policy
/// allows by hash. Other pages contain no script. The same content gives the same bytes.
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

  /// Makes a page with `lead` above its sections, whose script plays `replay` back.
  init(
    _ title: String, _ sections: [Section], replay: ReplaySection? = nil,
    @MarkupBuilder lead: () -> Markup
  ) {
    self.title = title
    played = replay?.json
    self.sections = sections.filter { !$0.content.isEmpty }
    self.lead = lead()
  }

  /// The whole file.
  var text: String {
    let page = Markup("html", ["lang": "en"]) {
      Markup("head") {
        Markup("meta", ["charset": "utf-8"])
        Markup(
          "meta",
          ["http-equiv": "Content-Security-Policy", "content": policy])
        Markup("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
        Markup("meta", ["name": "color-scheme", "content": "light dark"])
        Markup("title") { "\(title) – Pantograph" }
        Markup.style([Self.sheet, TrajectoryStyle.sheet], PagePalette.declarations)
      }
      Markup("body") {
        Markup("a", ["class": "skip", "href": "#content"]) { "Skip to the content" }
        Markup("header") {
          Markup("h1") { title }
          lead
          contents
        }
        Markup("main", ["id": "content", "tabindex": "-1"]) {
          for section in sections {
            Markup("section", ["id": section.id, "aria-labelledby": "\(section.id)-title"]) {
              Markup("h2", ["id": "\(section.id)-title"]) { section.title }
              section.content
            }
          }
        }
        Markup("footer") {
          Markup("p") {
            "Pantograph. This page loads nothing"
              + (played == nil ? " and runs nothing." : "; its script is part of it.")
          }
        }
        if let played {
          Markup.data("replay-data", played)
          Markup.program(PageScript.source)
        }
      }
    }
    return "<!DOCTYPE html>\n" + page.source
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

  /// The Content-Security-Policy: the browser loads nothing, and runs only the known script.
  private var policy: String {
    let program = played == nil ? "" : "; script-src '\(PageScript.hash)'"
    return "default-src 'none'\(program); style-src 'unsafe-inline'; img-src data:;"
      + " base-uri 'none'; form-action 'none'"
  }

  /// The style sheet, with sizes relative to the reader's font size; from 46rem on, two figures are side by side.
  static let sheet: StaticString = """
    *{box-sizing:border-box}
    html{scroll-behavior:smooth;-webkit-text-size-adjust:100%}
    @media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
    body{margin:0;background:var(--paper);color:var(--ink);line-height:1.5;
    font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
    header,main,footer{max-width:76rem;margin:0 auto;padding:0 1rem}
    main:focus{outline:none}
    h1{font-size:1.75rem;line-height:1.2;margin:2rem 0 .5rem;overflow-wrap:anywhere}
    h2{font-size:1.3rem;line-height:1.3;margin:0 0 .75rem}
    h3{font-size:1.05rem;line-height:1.3;margin:0 0 .5rem;overflow-wrap:anywhere}
    p{margin:.5rem 0;max-width:44rem;overflow-wrap:anywhere}
    section{margin:2.5rem 0 0;scroll-margin-top:1rem}
    section section{margin:1.25rem 0 0}
    footer{color:var(--faint);font-size:.85rem;margin-top:3rem;padding-bottom:2rem}
    a{color:var(--link);text-underline-offset:.15em}
    a:focus-visible,summary:focus-visible,.scroll:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:.2rem}
    .skip{position:absolute;left:-100rem;background:var(--paper);padding:.5rem 1rem}
    .skip:focus{left:1rem;top:.5rem;z-index:1}
    nav ul{list-style:none;display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:1rem 0 0;padding:.75rem 0;
    border-top:1px solid var(--rule);border-bottom:1px solid var(--rule)}
    nav a{display:inline-block;padding:.2rem 0}
    .faint,figcaption,caption{color:var(--faint)}
    .tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(11rem,1fr));gap:.75rem;margin:1rem 0;max-width:60rem}
    .tile{background:var(--card);border-radius:.6rem;padding:.75rem 1rem;margin:0}
    .tile dt{color:var(--faint);font-size:.85rem}
    .tile dd{margin:0;font-size:1.5rem;font-weight:650;line-height:1.3;font-variant-numeric:tabular-nums}
    .tile dd.long{font-size:1rem}
    .tile dd.note{font-size:.85rem;font-weight:400;color:var(--faint)}
    .better{color:var(--found)}
    .figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,23rem),1fr));gap:1rem}
    .figures.wide{grid-template-columns:repeat(auto-fill,minmax(min(100%,34rem),1fr))}
    figure{background:var(--card);border-radius:.6rem;padding:1rem 1rem .5rem;margin:0;min-width:0}
    @media (min-width:64rem){.map.only{display:grid;grid-template-columns:minmax(0,46rem) minmax(0,1fr);gap:0 1.5rem;
    grid-template-rows:auto 1fr}.map.only svg.plot{grid-row:1/span 2}.map.only .chips{flex-direction:column}}
    figcaption{margin-bottom:.5rem}
    figcaption strong{color:var(--ink);display:block}
    @media (max-width:30rem){figure{padding:.75rem .6rem .4rem}}
    .scroll{overflow-x:auto;margin:.75rem 0;max-width:100%}
    table{border-collapse:collapse;min-width:min(100%,24rem);font-variant-numeric:tabular-nums;font-size:.95rem}
    caption{text-align:left;padding:.25rem 0;font-size:.9rem}
    th,td{text-align:right;padding:.35rem .75rem;border-bottom:1px solid var(--rule);vertical-align:top;white-space:nowrap}
    thead th{white-space:normal}thead .word{white-space:nowrap}
    thead th{background:var(--card);font-weight:600;vertical-align:bottom}
    th:first-child,td:first-child,.word{text-align:left}
    tbody th{font-weight:500}
    tr.taken th,tr.taken td{font-weight:700}
    details{margin:.5rem 0}
    summary{cursor:pointer;color:var(--link);padding:.2rem 0}
    details .scroll{max-height:24rem;overflow:auto}
    .chips{list-style:none;display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin:.25rem 0;padding:0;font-size:.9rem}
    .chips li{display:flex;align-items:center;gap:.4rem}
    .chips svg{width:1.1rem;height:1.1rem;flex:none}
    .hard{padding:0;margin:0;list-style:none;display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,23rem),1fr));gap:.5rem}
    .hard li{background:var(--card);border-radius:.6rem;padding:.6rem 1rem;overflow-wrap:anywhere}
    .hard p{margin:0;font-size:.9rem}
    .hard a{font-weight:600}
    .gesture{border-top:1px solid var(--rule);padding-top:1rem;scroll-margin-top:1rem}
    .gesture:target h3{background:var(--heat0);box-shadow:0 0 0 .4rem var(--heat0);border-radius:.1rem}
    .gesture .pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,25rem),1fr));gap:0 1.5rem;align-items:start}
    .tag{display:inline-block;border:1px solid currentColor;border-radius:1rem;padding:0 .6rem;font-size:.85rem;white-space:nowrap}
    .tag.wrong{color:var(--wrong)}
    .tag.near{color:var(--found)}
    code{font-family:ui-monospace,"DejaVu Sans Mono",monospace;font-size:.9em;overflow-wrap:anywhere}
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
    @media print{.skip,nav{display:none}.scroll,details .scroll{overflow:visible;max-height:none}
    figure,.gesture,.tile,tr{break-inside:avoid}*{-webkit-print-color-adjust:exact;print-color-adjust:exact}}
    """
}
