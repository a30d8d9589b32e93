/// The only script of pages, which plays a trajectory back: the modules in `Player`.
///
/// It reads the JSON in `replay-data`, and writes numbers into attributes and text into text nodes, so no foreign
/// text can become a tag. Without it a page still shows all curves and tables.
enum PageScript {
  /// The SHA-256 of the script, for the page's Content-Security-Policy; a test computes it, too.
  static let hash = "sha256-gqvdDQLbzj06NxHcyK+goVMRZZQODcUKy1qAtyrnd0w="

  /// The modules, each after those that it imports.
  private static let modules: [[UInt8]] = [
    PackageResources.numbers_js, PackageResources.svg_js, PackageResources.runs_js,
    PackageResources.scale_js, PackageResources.layers_js, PackageResources.values_js,
    PackageResources.fingers_js, PackageResources.plots_js, PackageResources.overview_js,
    PackageResources.hover_js, PackageResources.pin_js, PackageResources.instant_js,
    PackageResources.playback_js, PackageResources.address_js, PackageResources.gestures_js,
    PackageResources.nearest_js, PackageResources.rules_js, PackageResources.springs_js,
    PackageResources.channels_js,
    PackageResources.heights_js, PackageResources.settling_js, PackageResources.copying_js,
    PackageResources.thresholds_js, PackageResources.matrix_js, PackageResources.legend_js,
    PackageResources.keys_js, PackageResources.pointers_js, PackageResources.player_js,
  ]

  /// The script: the modules in one scope of their own, without their imports and exports.
  ///
  /// Their top-level names differ, so that nothing else has to change.
  static let source = joined(modules)

  /// Returns modules as a script in one scope of its own.
  static func joined(_ modules: [[UInt8]]) -> String {
    let lines = modules.flatMap { String(decoding: $0, as: UTF8.self).split(separator: "\n") }
    let body = lines.filter { !$0.hasPrefix("import ") }
      .map { $0.hasPrefix("export ") ? $0.dropFirst(7) : $0 }
    // The section is for readers of XML, who would take < and & for markup.
    return "//<![CDATA[\n\"use strict\";\n{\n\(body.joined(separator: "\n"))\n}\n//]]>\n"
  }
}
