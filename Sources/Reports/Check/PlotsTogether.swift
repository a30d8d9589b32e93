import PantographBase
import PantographTrajectories

/// The plots of a page as its script needs them to show one instant in all of them: `together.js` in `Player`.
///
/// A reader moves one cursor through several columns, or through several cases that fail, since the first event of each or
/// since where each begins to differ.
struct PlotsTogether: Sendable {
  /// The plots, each with the instant at which its case begins to differ.
  private let plots: [(plot: ChannelPlot, divergence: Timestamp?)]

  /// Returns it for the plots of the page's cases; `nil` if there are none.
  init?(_ cases: [[ChannelPlot]]) {
    plots = cases.flatMap { plots in
      let divergence = plots.compactMap(\.axis.divergence).min()
      return plots.map { ($0, divergence) }
    }
    if plots.isEmpty { return nil }
  }

  /// The SHA-256 of the script, for the page's Content-Security-Policy; a test computes it, too.
  static let hash = "sha256-Ypu2DM9T5VBICEy0K+8dOhDd5fsADimI9Uv31Qzz698="

  /// The script: modules of the player, and the one that connects them.
  static let source = PlayerScript.joined([
    PackageResources.numbers_js, PackageResources.svg_js, PackageResources.runs_js,
    PackageResources.scale_js, PackageResources.overview_js, PackageResources.hover_js,
    PackageResources.together_js,
  ])

  /// The slider and its time; hidden until the script runs.
  var control: Markup {
    Markup("div", ["class": "together", "hidden": ""]) {
      Markup("label") {
        "Time "
        Markup("input", ["type": "range", "min": "0", "max": "0", "step": "1000", "value": "0"])
      }
      Markup("label", ["hidden": divergences.count > 1 ? nil : ""]) {
        "since "
        Markup("select") {
          Markup("option", ["value": "start"]) { "the first event" }
          Markup("option", ["value": "divergence"]) { "where each differs" }
        }
      }
      Markup("output") { "0.000 s" }
    }
  }

  private var divergences: Set<Timestamp> { Set(plots.compactMap(\.divergence)) }

  /// 1000 parts of a curve: of a longer one than four times that, each part has its first, least, greatest and last sample.
  private static let slots = 1000

  /// As in tables.
  private static let decimals = 6

  /// The curves, their spans, and the instants at which they begin to differ, in microseconds.
  var json: JSONText {
    let sides = SVGPlot.sides
    return [
      "decimals": .integer(Self.decimals),
      "sides": [
        "left": .number(sides.left, decimals: 0), "right": .number(sides.right, decimals: 0),
      ],
      "plots": .list(
        plots.map { plot, divergence in
          [
            "id": .string(plot.id), "from": .integer(Int(plot.axis.from.microseconds)),
            "to": .integer(Int(plot.axis.to.microseconds)), "unit": .integer(plot.decimals),
            "origins": .object(
              divergence.map { [("divergence", .integer(Int($0.microseconds)))] } ?? []),
            "runs": .list(plot.runs.map(Self.json)),
          ]
        }),
    ]
  }

  private static func json(_ run: PlottedRun) -> JSONText {
    .object(
      [("label", .string(run.label))]
        + run.outlined(0, slots: slots).members(channels: 1, decimals: decimals))
  }
}
