/// The colours of a page, in a light and a dark set.
///
/// Text has a contrast of at least 4.5:1, marks of 3:1 (WCAG 2.2, 1.4.3 and 1.4.11). Blue and orange are safe for
/// colour-blind readers (Okabe and Ito, 2008), and each has its own shape.
struct PagePalette: Sendable {
  /// The background.
  var paper: String
  /// The background of figures and table heads.
  var card: String
  /// Text.
  var ink: String
  /// Secondary text.
  var faint: String
  /// Links.
  var link: String
  /// Dividing lines.
  var rule: String
  /// Gestures meant to finish.
  var finish: String
  /// Gestures meant not to finish.
  var stay: String
  /// Errors.
  var wrong: String
  /// Tuned values and thresholds.
  var found: String
  /// The background of the tracking phase.
  var tracking: String
  /// The background of the settling phase.
  var settling: String
  /// The lowest cost on a map, and eight steps above it.
  var heat: [String]

  static let light = PagePalette(
    paper: "#ffffff", card: "#f6f5f9", ink: "#1b1a22", faint: "#57546a", link: "#0a4fa3",
    rule: "#d8d5e2", finish: "#0a4fa3", stay: "#a03c00", wrong: "#b00035", found: "#00695a",
    tracking: "#dce8f8", settling: "#f9e8da",
    heat: [
      "#bdf0dc", "#f4f1f9", "#ebe7f3", "#e2ddee", "#d9d3e8", "#d0c9e2", "#c8c0dc", "#bfb6d6",
      "#b7add0",
    ])

  static let dark = PagePalette(
    paper: "#131218", card: "#1d1b25", ink: "#f0eef6", faint: "#b3afc4", link: "#8cc4ff",
    rule: "#3a3746", finish: "#7fc0ff", stay: "#ffae66", wrong: "#ff8fa8", found: "#6fe0c4",
    tracking: "#1d2d44", settling: "#3a2a1e",
    heat: [
      "#0d4a3b", "#1a1822", "#221f2d", "#2a2637", "#322d42", "#3a354d", "#423c58", "#4a4463",
      "#524b6e",
    ])

  /// The colours with their names in the style sheet.
  private var values: [(name: String, color: String)] {
    [
      ("paper", paper), ("card", card), ("ink", ink), ("faint", faint), ("link", link),
      ("rule", rule), ("finish", finish), ("stay", stay), ("wrong", wrong), ("found", found),
      ("tracking", tracking), ("settling", settling),
    ] + heat.enumerated().map { ("heat\($0.offset)", $0.element) }
  }

  /// The variables at the start of the style sheet.
  static let declarations: String = {
    func block(_ palette: PagePalette) -> String {
      palette.values.map { "--\($0.name):\($0.color)" }.joined(separator: ";")
    }
    return """
      :root{color-scheme:light dark;\(block(.light))}
      @media (prefers-color-scheme:dark){:root{\(block(.dark))}}
      @media print{:root{color-scheme:light;\(block(.light))}}

      """
  }()
}
