import PantographBase

/// What tells a page of Pantograph from others: its mark and its name above the title, and the letters of titles.
///
/// The mark is the drawing instrument: four bars, of which the outer joint copies the path of the inner one, larger.
enum Brand {
  private static let bars = "M4 24 20 4 36 24M12 14 20 24 28 14"

  /// The mark and the name, at the top of a page.
  static var line: Markup {
    Markup("p", ["class": "brand"]) {
      Markup("svg", ["viewBox": "0 0 40 29", "width": "32", "height": "23", "aria-hidden": "true"])
      {
        Markup("path", ["d": bars])
        Markup("circle", ["class": "found", "cx": "20", "cy": "24", "r": "4.5"])
        Markup("circle", ["class": "stay", "cx": "36", "cy": "24", "r": "4"])
      }
      "Pantograph"
    }
  }

  /// The declaration of the titles' typeface, whose letters are strokes of one width, as an instrument engraves them.
  ///
  /// `tools/lib/draw-typeface` draws them. One weight serves for all, so that no browser thickens it.
  static let typeface =
    "@font-face{font-family:Pantograph;font-weight:1 1000;src:url(data:font/woff2;base64,"
    + String(base64: PackageResources.typeface_woff2) + ")}\n"

  /// The mark as the address of a picture, for the tab of a page that a program serves.
  static let icon =
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 -6 40 40'%3E%3Cpath"
    + " d='\(bars)' fill='none' stroke='%230a4fa3' stroke-width='3' stroke-linejoin='round'/%3E"
    + "%3Ccircle cx='20' cy='24' r='4.5' fill='%2300695a'/%3E%3Ccircle cx='36' cy='24' r='4'"
    + " fill='%23a03c00'/%3E%3C/svg%3E"
}
