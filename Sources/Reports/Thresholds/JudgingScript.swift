/// The script of pages that judge gestures with other thresholds, and play nothing: some of the modules in `Player`.
///
/// It reads the JSON in `threshold-data`. Like ``PageScript``, it writes only numbers and text.
enum JudgingScript {
  /// The SHA-256 of the script, for the page's Content-Security-Policy; a test computes it, too.
  static let hash = "sha256-Jr2dbDp1QJb/zWJ8msFWHS0ZVQodhsQXlyy5DAQdkEc="

  /// The script, from modules that are each after those that they import.
  static let source = PageScript.joined([
    PackageResources.numbers_js, PackageResources.address_js, PackageResources.nearest_js,
    PackageResources.rules_js,
    PackageResources.copying_js, PackageResources.thresholds_js, PackageResources.tuning_js,
  ])
}
