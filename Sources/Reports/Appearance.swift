/// The style sheet that all pages share: text, links, controls, tiles and figures.
///
/// A page adds the rules of its own kind. Colours are those of ``PagePalette`` and sizes those of `PageSizes`; no
/// other rule contains any.
package enum SharedStyle {
  /// The whole sheet, with the declarations of colours and sizes.
  package static let sheet = PagePalette.declarations + "\(PageSizes.declarations)" + "\(rules)"

  private static let rules: StaticString = """
    *{box-sizing:border-box}
    [hidden]{display:none!important}
    body{margin:0;background:var(--paper);color:var(--ink);line-height:1.5;
    font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
    header,main,footer{max-width:76rem;margin:0 auto;padding:0 var(--s4)}
    main:focus,section:focus{outline:none}
    :is(h1,h2,h3,.brand,.tile dd:not(.note)){font-family:Pantograph,system-ui,sans-serif}
    .brand{display:flex;align-items:center;gap:var(--s2);margin:var(--s2) 0 0;font-weight:650;letter-spacing:.03em}
    .brand path{fill:none;stroke:var(--link);stroke-width:3;stroke-linecap:round;stroke-linejoin:round}
    .brand .found{fill:var(--found)}.brand .stay{fill:var(--stay)}
    @media (min-width:44rem){.brand{float:right;margin:var(--s2) 0 0 var(--s4)}}
    h1{font-size:var(--title);line-height:1.2;margin:2rem 0 var(--s2);overflow-wrap:anywhere}
    h2{font-size:var(--heading);line-height:1.3;margin:0 0 var(--s3)}
    h3{font-size:var(--subheading);line-height:1.3;margin:0 0 var(--s2);overflow-wrap:anywhere}
    p{margin:var(--s2) 0;max-width:44rem;overflow-wrap:anywhere}
    section{margin:var(--s6) 0 0;scroll-margin-top:var(--s4)}
    footer{color:var(--faint);font-size:var(--fine);margin-top:3rem;padding-bottom:2rem}
    a{color:var(--link);text-underline-offset:.15em}
    :is(a,summary,pre,button,input,select,.scroll):focus-visible,.keyed{outline:var(--focus);outline-offset:2px;
    border-radius:var(--corner)}
    .skip{position:absolute;left:-100rem;background:var(--paper);padding:var(--s2) var(--s4)}
    .skip:focus{left:1rem;top:var(--s2);z-index:9}
    .faint,figcaption,caption{color:var(--faint)}
    figure{margin:0;min-width:0}
    figcaption strong{color:var(--ink)}
    .tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,11rem),1fr));gap:var(--s3);
    margin:var(--s4) 0;max-width:60rem}
    .tile{background:var(--card);border-radius:var(--round);padding:var(--s3) var(--s4);margin:0;min-width:0}
    .tile dt{color:var(--faint);font-size:var(--fine);overflow-wrap:anywhere}
    .tile dd{margin:0;font-size:var(--number);font-weight:650;line-height:1.3;font-variant-numeric:tabular-nums}
    .tile dd.long{font-size:1rem}
    .tile dd.note{font-size:var(--fine);font-weight:400;color:var(--faint)}
    details{margin:var(--s2) 0}
    summary{cursor:pointer;color:var(--link);padding:.2rem 0}
    .tag{display:inline-block;border:1px solid currentColor;border-radius:var(--pill);padding:0 .6rem;
    font-size:var(--fine);white-space:nowrap}
    .tag.wrong{color:var(--wrong)}
    .tag.near{color:var(--found)}
    code,pre{font-family:ui-monospace,"DejaVu Sans Mono",monospace}
    code{font-size:.9em;overflow-wrap:anywhere}
    button,select,input:is([type=number],[type=text]){font:inherit;background:var(--paper);border:1px solid var(--faint);border-radius:var(--corner);
    min-height:var(--target)}
    button{color:var(--link);padding:var(--s1) .8rem;cursor:pointer}
    button:disabled{color:var(--faint);border-color:var(--rule);cursor:default}
    button[aria-pressed=true]{background:var(--link);color:var(--paper)}
    select,input:is([type=number],[type=text]){color:var(--ink);padding:0 var(--s2)}
    input[type=range]{display:block;width:100%;height:1.5rem;accent-color:var(--link);cursor:pointer}
    input[type=checkbox]{accent-color:var(--link);width:1.25em;height:1.25em;vertical-align:-.25em}
    @media (forced-colors:active){.tile{border:1px solid var(--rule)}
    button[aria-pressed=true]{forced-color-adjust:none;background:Highlight;color:HighlightText}}

    """
}

/// The colours of all pages, in a light and a dark set, and from the reader's own set if that is forced.
///
/// Text has a contrast of at least 4.5:1, marks of 3:1 (WCAG 2.2, 1.4.3 and 1.4.11). Blue and orange are safe for
/// colour-blind readers (Okabe and Ito, 2008), and each has its own shape.
package enum PagePalette: String, CaseIterable {
  /// The background of the page, and of figures and table heads.
  case paper, card
  /// Text, secondary text, links and dividing lines.
  case ink, faint, link, rule
  /// Gestures meant to finish, and meant not to.
  case finish, stay
  /// Errors; tuned values and thresholds.
  case wrong, found
  /// The backgrounds of phases.
  case tracking, settling
  /// The lowest cost on a map, and eight steps above it.
  case heat0, heat1, heat2, heat3, heat4, heat5, heat6, heat7, heat8
  /// The figures of the live page: their background, what lies on it, and its parts.
  case stage, screen, shade, first, second, third

  /// The colour on a light background.
  package var light: String { sets.light }
  /// The colour on a dark background.
  package var dark: String { sets.dark }

  private var sets: (light: String, dark: String) {
    switch self {
    case .paper: ("#ffffff", "#131218")
    case .card: ("#f6f5f9", "#1d1b25")
    case .ink: ("#1b1a22", "#f0eef6")
    case .faint: ("#57546a", "#b3afc4")
    case .link: ("#0a4fa3", "#8cc4ff")
    case .rule: ("#d8d5e2", "#3a3746")
    case .finish: ("#0a4fa3", "#7fc0ff")
    case .stay: ("#a03c00", "#ffae66")
    case .wrong: ("#b00035", "#ff8fa8")
    case .found: ("#00695a", "#6fe0c4")
    case .tracking: ("#dce8f8", "#1d2d44")
    case .settling: ("#f9e8da", "#3a2a1e")
    case .heat0: ("#bdf0dc", "#0d4a3b")
    case .heat1: ("#f4f1f9", "#1a1822")
    case .heat2: ("#ebe7f3", "#221f2d")
    case .heat3: ("#e2ddee", "#2a2637")
    case .heat4: ("#d9d3e8", "#322d42")
    case .heat5: ("#d0c9e2", "#3a354d")
    case .heat6: ("#c8c0dc", "#423c58")
    case .heat7: ("#bfb6d6", "#4a4463")
    case .heat8: ("#b7add0", "#524b6e")
    case .stage: ("#e9e7f1", "#0c0b11")
    case .screen: ("#fdfcff", "#262330")
    case .shade: ("#cfcadd", "#4b465c")
    case .first: ("#5b6cff", "#7f8cff")
    case .second: ("#00a08a", "#2cc4ab")
    case .third: ("#ff8a3c", "#ffa05e")
    }
  }

  /// The colour from the reader's own set: areas are tints of what is on them.
  private var forced: String {
    switch self {
    case .paper, .card, .stage: "Canvas"
    case .ink, .faint, .stay: "CanvasText"
    case .link, .finish, .first: "LinkText"
    case .found, .second: "VisitedText"
    case .wrong: "ActiveText"
    case .rule: "GrayText"
    case .tracking: Self.tint("LinkText", 15)
    case .settling: Self.tint("CanvasText", 12)
    case .heat0: Self.tint("LinkText", 30)
    case .heat1: Self.tint("CanvasText", 4)
    case .heat2: Self.tint("CanvasText", 8)
    case .heat3: Self.tint("CanvasText", 12)
    case .heat4: Self.tint("CanvasText", 16)
    case .heat5: Self.tint("CanvasText", 20)
    case .heat6: Self.tint("CanvasText", 24)
    case .heat7: Self.tint("CanvasText", 28)
    case .heat8: Self.tint("CanvasText", 32)
    case .screen: Self.tint("CanvasText", 8)
    case .shade: Self.tint("CanvasText", 35)
    case .third: Self.tint("CanvasText", 60)
    }
  }

  private static func tint(_ color: String, _ percent: Int) -> String {
    "color-mix(in srgb,\(color) \(percent)%,Canvas)"
  }

  /// The colours as custom properties, for the start of a style sheet.
  static let declarations: String = {
    func block(_ color: (PagePalette) -> String) -> String {
      allCases.map { "--\($0.rawValue):\(color($0))" }.joined(separator: ";")
    }
    return """
      :root{color-scheme:light dark;\(block(\.light))}
      @media (prefers-color-scheme:dark){:root{\(block(\.dark))}}
      @media print{:root{color-scheme:light;\(block(\.light))}}
      @media (forced-colors:active){:root{\(block(\.forced))}}

      """
  }()
}

/// The sizes of all pages as custom properties: of text, of spaces between things, and of corners.
///
/// They are relative to the reader's font size.
enum PageSizes {
  static let declarations: StaticString = """
    :root{--title:1.75rem;--number:1.5rem;--heading:1.3rem;--subheading:1.05rem;--small:.9rem;--fine:.85rem;
    --s1:.25rem;--s2:.5rem;--s3:.75rem;--s4:1rem;--s5:1.5rem;--s6:2.5rem;
    --corner:.4rem;--round:.6rem;--pill:1rem;--focus:3px solid var(--link);--target:2rem}

    """
}
