import PantographBase
import PantographInteractions
import PantographTouches
import PantographTrajectories

/// The section of a page that plays trajectories back: the scene, the player, the values, the plots.
struct ReplaySection {
  let runs: [PlottedRun]
  let axis: TimeAxis
  let scene: LayerScene
  let contacts: ContactPlots?
  /// The channels of all trajectories: the fraction, the velocity, and each property once.
  let channels: [(name: String, range: ClosedRange<Double>)]
  /// For each trajectory the indices of its channels in ``channels``.
  private let channelIndices: [[Int]]
  /// Levels in the plots of the fraction and the velocity, and spots on them.
  var levels: (fraction: [ChannelPlot.Level], velocity: [ChannelPlot.Level]) = ([], [])
  var spots: (fraction: [ChannelPlot.Spot], velocity: [ChannelPlot.Spot]) = ([], [])
  /// The tables of the page whose cells explain themselves.
  var matrices: [Matrix] = []

  /// The gesture that the page shows first; `nil` for all.
  var chosen: Int?

  /// What the keys do.
  var keys =
    "Space plays or pauses, ← and → step by a sample, E goes to the next event, N to the next gesture, + and −"
    + " zoom, 0 or Escape shows all. P pins a second cursor, Z shows the span up to it. Drag on a plot to seek, with Shift to"
    + " select a span."

  /// What was decided, in a sentence above the timeline, if there is one.
  var verdict: Markup?

  /// Whether the interaction can be changed in the page.
  var hasWorkbench = false

  /// 24: more properties than that have no plot of their own.
  static let mostPlots = 24

  /// Makes a section of one or a few trajectories.
  init(
    _ runs: [PlottedRun], _ axis: TimeAxis, contacts: ContactPlots?,
    on stage: Stage
  ) {
    self.runs = runs
    self.axis = axis
    self.contacts = contacts
    scene = LayerScene(runs, on: stage)
    var names = Sample.columns(with: [])
    for name in runs.flatMap(\.names) where !names.contains(name) { names.append(name) }
    channelIndices = runs.map { run in
      Sample.columns(with: run.names).map { names.firstIndex(of: $0) ?? 0 }
    }
    let own = channelIndices
    channels = names.enumerated().map { channel, name in
      let ranges = runs.indices.compactMap { run in
        own[run].firstIndex(of: channel).map(runs[run].range)
      }
      let low = ranges.map(\.lowerBound).min() ?? 0
      return (name, low...max(ranges.map(\.upperBound).max() ?? low, low))
    }
  }

  /// Whether the layer shows a video.
  var hasVideo: Bool { scene.hasVideo }

  // MARK: The page

  /// Whether there is anything to play.
  var isPlayed: Bool { !axis.isEmpty && runs.allSatisfy { !$0.samples.isEmpty } }

  /// The section; empty if there is nothing to play.
  var markup: Markup {
    guard isPlayed else { return .nothing }
    return Markup(
      "div", ["class": "replay", "id": "replay", "data-time": "\(axis.from.microseconds)"]
    ) {
      // They stay in sight together.
      Markup("div", ["class": "watched"]) {
        Markup("figure", ["class": "timeline"]) {
          if let verdict { Markup("figcaption", ["class": "verdict"]) { verdict } }
          overview
          plot(0).markup
        }
        player
      }
      notes
      Markup("div", ["class": "parts"]) {
        Markup("div", ["class": "side"]) {
          Markup("figure", ["class": "scene"]) {
            scene.markup(
              "The trajectory's properties move the layer; the table of values lists the effect of each."
            )
            legend
          }
          values
          contacts?.path ?? .nothing
        }
        Markup("div", ["class": "plots"]) {
          Markup("figure", ["class": "time"]) {
            Markup.caption("Over time", "in seconds from the first event of the recording")
            contacts?.contactsOverTime ?? .nothing
            plots
            plotLegend
          }
          Markup("p", ["class": "keys"]) { keys }
        }
      }
    }
  }

  private var legend: Markup {
    runs.count > 1 ? PlotLegend(PlotLegend.runs(runs)).markup : .nothing
  }

  private var player: Markup {
    Markup("div", ["class": "player", "role": "group", "aria-label": "Playback", "hidden": ""]) {
      if hasWorkbench { Markup("p", ["class": "trial", "hidden": ""]) }
      Markup("div", ["class": "buttons"]) {
        Markup("button", ["type": "button", "class": "play"]) { "Play" }
        Markup.choice(
          "speed", "Speed", [("0.25", "¼"), ("0.5", "½"), ("1", "1"), ("2", "2"), ("4", "4")],
          chosen: "1")
        Markup.box("loop", "Loop")
        Markup.box("skins", "Onion skins")
        Markup("button", ["type": "button", "class": "pin", "aria-pressed": "false"]) { "Pin" }
        Markup("button", ["type": "button", "name": "link"]) { "Copy link" }
        Markup("output", ["for": "time", "class": runs.count > 1 ? "many" : nil]) {
          Wording.clock(axis.from)
        }
      }
      Markup(
        "input",
        [
          "type": "range", "id": "time", "aria-label": "Time",
          "min": "\(axis.from.microseconds)", "max": "\(axis.to.microseconds)", "step": "1",
          "value": "\(axis.from.microseconds)", "aria-valuetext": Wording.clock(axis.from),
        ])
    }
  }

  /// Notes on instants, which the script keeps and the page's file can have.
  private var notes: Markup {
    Markup("div", ["id": "notes", "hidden": ""]) {
      Markup("form") {
        Markup("label") {
          "Note at "
          Markup("output") { "the instant" }
          Markup("input", ["type": "text", "name": "words", "maxlength": "500"])
        }
        Markup("button") { "Add" }
        Markup("button", ["type": "button", "name": "save", "disabled": ""]) {
          "Save the page with its notes"
        }
      }
      Markup("ul")
    }
  }

  // MARK: Values

  private var values: Markup {
    let heads = runs.map { PageTable.Column($0.label.isEmpty ? "value" : $0.label) }
    // Several trajectories need the width.
    let isNarrow = runs.count > 1
    let rows = channels.indices.map { channel in
      let name = Markup.name(channels[channel].name)
      let effect = words(channel)
      let below = Markup {
        name
        if !effect.isEmpty { Markup("span", ["class": "effect"]) { effect } }
      }
      return (isNarrow ? [below] : [name, Markup(text: effect)])
        + runs.indices.map { cell(channel, run: $0) }
    }
    return PageTable(
      isNarrow
        ? "Values, and their effects on the layers" : "Values, and their effects on the layer",
      (isNarrow ? [.word("name")] : [.word("name"), .word("effect")]) + heads, rows
    ).markup
  }

  private func words(_ channel: Int) -> String {
    guard channel > 1 else { return "" }
    let role = runs.indices.compactMap { run -> LayerRole? in
      channelIndices[run].firstIndex(of: channel).flatMap { scene.roles[run][$0 - 2] }
    }.first
    return role?.words ?? "bar only"
  }

  private func cell(_ channel: Int, run: Int) -> Markup {
    guard let own = channelIndices[run].firstIndex(of: channel), let first = runs[run].samples.first
    else { return .nothing }
    let value = PlottedRun.value(own, of: first)
    let range = channels[channel].range
    let scale = PlotScale(range, from: 0, to: 100)
    // The bar grows from zero, or from the end of the scale that is nearest to it.
    let zero = min(max(scale(0), 0), 100)
    let end = scale(value)
    return Markup("span", ["class": "cell", "id": "cell-\(run)-\(channel)"]) {
      Markup("span", ["class": "number"]) {
        NumberText.fixed(value, ChannelPlot.decimals(of: range))
      }
      Markup("span", ["class": "bar", "aria-hidden": "true"]) {
        let left = String(fixed: min(zero, end), decimals: 2)
        let width = String(fixed: abs(end - zero), decimals: 2)
        Markup("span", ["class": "level", "style": "margin-left:\(left)%;width:\(width)%"])
      }
    }
  }

  // MARK: Plots

  @MarkupBuilder private var plots: Markup {
    for channel in channels.indices.prefix(Self.mostPlots + 2).dropFirst() { plot(channel).markup }
    if channels.count > Self.mostPlots + 2 {
      Markup.faint("\(channels.count - 2 - Self.mostPlots) more properties have no plot.")
    }
  }

  /// The whole time, with a window on what the plots show; only the script can move it.
  private var overview: Markup {
    let range = channels[0].range
    let y = PlotScale(
      min(range.lowerBound, 0)...max(range.upperBound, 1), from: 20, to: 4)
    let plot = SVGPlot(
      id: "overview", title: "The whole time",
      description:
        "The fraction from \(Wording.clock(axis.from)) to \(Wording.clock(axis.to)), and the"
        + " span that the plots show.",
      height: 24, isLarge: true, kind: "overview")
    return plot.markup {
      Markup("clipPath", ["id": "sides"]) {
        SVGPlot.box("", x: SVGPlot.sides.left...SVGPlot.sides.right, y: -1000...2000)
      }
      for run in runs.indices.reversed() {
        SVGPlot.path("curve run\(run)", ChannelPlot.lines(runs[run], 0, axis, y))
      }
      SVGPlot.box("window", x: SVGPlot.sides.left...SVGPlot.sides.right, y: 1...23)
    }
  }

  /// Returns the plot of a channel.
  func plot(_ channel: Int) -> ChannelPlot {
    let unit = channel == 1 ? "velocity, fractions per second" : channels[channel].name
    let range = channels[channel].range
    let number = { NumberText.fixed($0, ChannelPlot.decimals(of: range)) }
    let marks = axis.marks.prefix(12).map { "\($0.word) at \(Wording.clock($0.time))" }
    let events = channel == 0 && !marks.isEmpty ? " " + marks.joined(separator: ", ") + "." : ""
    let levels = channel == 0 ? levels.fraction : channel == 1 ? levels.velocity : []
    let thresholds =
      levels.isEmpty ? "" : " Thresholds: \(levels.map(\.words).joined(separator: ", "))."
    var plot = ChannelPlot(
      id: "plot-\(channel)", title: "\(channels[channel].name.capitalizedFirst) over time",
      description: "From \(number(range.lowerBound)) to \(number(range.upperBound)),"
        + " between \(Wording.clock(axis.from)) and \(Wording.clock(axis.to)).\(events)\(thresholds)",
      unit: unit, channels: channelIndices.map { $0.firstIndex(of: channel) }, runs: runs,
      axis: axis)
    plot.height = channel == 0 ? 150 : 118
    plot.isWorded = channel == 0
    plot.least = channel == 0 ? 0...1 : channel == 1 ? 0...0 : nil
    plot.levels = levels
    plot.spots = channel == 0 ? spots.fraction : channel == 1 ? spots.velocity : []
    return plot
  }

  private var plotLegend: Markup {
    PlotLegend(plotEntries() + (hasWorkbench ? Self.changedEntries : [])).markup
  }

  /// What the script draws while the interaction is changed.
  private static var changedEntries: [PlotLegend.Entry] {
    func sample(_ shape: Markup) -> Markup { Markup("g", ["class": "otherwise"]) { shape } }
    return [
      (sample(SVGPlot.line("", 0, 8, 16, 8)), "changed threshold"),
      (sample(SVGPlot.path("", [(0, 8), (16, 8)])), "as recorded"),
    ]
  }

  /// Returns the entries of the legend that all plots share, or of that of a channel's plot alone.
  func plotEntries(of channel: Int? = nil) -> [PlotLegend.Entry] {
    let spots = [(0, spots.fraction), (1, spots.velocity)].filter { channel ?? $0.0 == $0.0 }
      .flatMap(\.1)
    let levels = [(0, levels.fraction), (1, levels.velocity)].filter { channel ?? $0.0 == $0.0 }
      .flatMap(\.1)
    var entries = runs.count > 1 ? PlotLegend.runs(runs) : []
    if axis.marks.contains(where: \.isDivergence) {
      entries.append((SVGPlot.line("divergence", 8, 0, 8, 16), "divergence"))
    }
    entries += PlotLegend.phases(of: axis)
    if spots.contains(where: { !$0.isRule }) {
      entries.append((SVGPlot.disc("spot", 8, 8, 3.5), "at the handoff"))
    }
    if spots.contains(where: \.isRule) {
      entries.append((PlotMark.found(8, 8, 6), "velocity seen by the rule"))
    }
    if !levels.isEmpty {
      entries.append(PlotLegend.line("asked", "threshold of the rule"))
    }
    return entries
  }

  // MARK: Data for the script

  /// The trajectories and their scales, if there is anything to play.
  var json: JSONText? {
    guard isPlayed else { return nil }
    let sides = SVGPlot.sides
    let runs = runs.enumerated().map { index, run in json(run, index) }
    let channels = channels.indices.map { channel -> JSONText in
      [
        "low": .number(self.channels[channel].range.lowerBound),
        "high": .number(self.channels[channel].range.upperBound),
        "decimals": .integer(ChannelPlot.decimals(of: self.channels[channel].range)),
      ]
    }
    return [
      "from": .integer(Int(axis.from.microseconds)), "to": .integer(Int(axis.to.microseconds)),
      "plot": [
        "width": .number(SVGPlot.width, decimals: 0), "left": .number(sides.left, decimals: 0),
        "right": .number(sides.right, decimals: 0),
      ], "layer": scene.json, "channels": .list(channels), "runs": .list(runs),
      "fingers": contacts?.json ?? .list([]), "decimals": .integer(Self.decimals),
      "marks": axis.json, "matrices": .list(matrices.map(\.json)),
      "chosen": chosen.map { .integer($0) } ?? .null,
    ]
  }

  /// As in tables.
  private static let decimals = 6

  private func json(_ run: PlottedRun, _ index: Int) -> JSONText {
    .object(
      [
        ("label", .string(run.label)),
        ("places", .list(channelIndices[index].map { .integer($0) })),
        ("roles", scene.json(rolesOf: index)),
      ] + run.members(channels: channelIndices[index].count, decimals: Self.decimals))
  }
}

extension ReplaySection {
  /// The plots that can be files of their own: each channel, and the contacts.
  var figures: Figures {
    guard isPlayed else { return .none }
    let curves = channels.indices.prefix(Self.mostPlots + 2).map { channel in
      Figures.Entry(name: channels[channel].name) { figure(of: channel) }
    }
    guard let contacts, !contacts.contacts.isEmpty else { return Figures(curves) }
    return Figures(
      curves + [
        .init(name: "path") { contacts.pathDrawing },
        .init(name: "contacts") { contacts.timesDrawing(isTimed: false) },
      ])
  }

  private func figure(of channel: Int) -> PlotDrawing {
    var plot = plot(channel)
    plot.isTimed = false
    plot.isAxisTitled = true
    plot.height = channel == 0 ? 240 : 200
    var drawing = plot.drawing
    drawing.legend = plotEntries(of: channel)
    return drawing
  }
}
