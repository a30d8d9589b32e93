/// The script of the page that asks for labels, beside that of ``PageScript``: `label.js` in `Player`.
///
/// It only presses buttons of the page; without it, the page has no keys.
enum LabelScript {
  /// The SHA-256 of the script, for the page's Content-Security-Policy; a test computes it, too.
  static let hash = "sha256-FYGmrJcE5g/w4pmKB3PoFaSDdw2LYABb2IJyEfKGtbg="

  /// The script.
  static let source = PageScript.joined([PackageResources.label_js])
}
