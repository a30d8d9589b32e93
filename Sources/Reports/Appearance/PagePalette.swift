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
