/// The colours of a page, of which there are two sets: for a light room and for a dark one.
///
/// Texts are told from what is behind them by 4.5 to 1 or more, and marks by 3 to 1 (WCAG 2.2, 1.4.3 and
/// 1.4.11). Blue and orange are told apart by all eyes (Okabe and Ito, 2008), and a shape goes with each.
struct PagePalette: Sendable {
  /// What a page is written on.
  var paper: String
  /// What stands out from it: figures, and the heads of tables.
  var card: String
  /// Text.
  var ink: String
  /// Text of less weight.
  var faint: String
  /// Text that leads somewhere.
  var link: String
  /// Lines that only divide.
  var rule: String
  /// What is meant to finish.
  var finish: String
  /// What is meant not to.
  var stay: String
  /// What goes wrong.
  var wrong: String
  /// What was found.
  var found: String
  /// Behind what happens under fingers.
  var tracking: String
  /// Behind what happens by itself.
  var settling: String
  /// The least cost on a map, and eight steps up from there.
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

  /// The colours by the names that the style has for them.
  private var values: [(name: String, color: String)] {
    [
      ("paper", paper), ("card", card), ("ink", ink), ("faint", faint), ("link", link),
      ("rule", rule), ("finish", finish), ("stay", stay), ("wrong", wrong), ("found", found),
      ("tracking", tracking), ("settling", settling),
    ] + heat.enumerated().map { ("heat\($0.offset)", $0.element) }
  }

  /// What the style begins with.
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
