package import PantographBase
import PantographInteractions
package import PantographTrajectories

/// A page with the columns of one or several subjects: their curves over each other, and a table for each gesture.
package struct OverlaidColumnsPage {
  /// A column of several subjects.
  package struct Column {
    package var name: String
    /// The curve of each subject that shows it, with the subject's name.
    let curves: [PlottedRun]
    /// The title and the rows of each gesture's table.
    package var gestures: [(title: String, rows: [[String]])]
    /// When the subjects part, if they do.
    package var divergence: Timestamp?

    /// Makes a column of those subjects that show it.
    package init(
      _ name: String, of columns: [(subject: String, column: ResultTable.Column?)],
      gestures: [(title: String, rows: [[String]])] = [], divergence: Timestamp? = nil
    ) {
      self.divergence = divergence
      self.name = name
      curves = columns.compactMap { subject, column in
        column.map { PlottedRun(subject.shown, $0) }
      }
      self.gestures = gestures
    }
  }

  /// The address of the page that lists this one, if there is one.
  package var list: String?
  /// What else there is to say, a sentence each.
  package var remarks: [String] = []
  /// Whether all curves are of one subject, as it was and as it is.
  package var isOfOne = false
  /// Pictures of a page that has changed.
  package var film: FilmStrip?

  private let recording: String
  private let columns: [Column]
  private let heads: [String]
  private let events: (heads: [String], rows: [[String]])?
  private let releases: [Timestamp]
  private let jank: JankTables

  /// The largest number of gestures with tables.
  private static let mostGestures = 24

  /// Makes a page on the columns for a recording.
  package init(
    _ recording: String, _ columns: [Column], _ heads: [String],
    events: (heads: [String], rows: [[String]])? = nil, releases: [Timestamp],
    jank: [(gesture: String, entry: ColumnJank)] = []
  ) {
    self.jank = JankTables(jank, areLinked: false)
    self.recording = recording
    self.columns = columns
    self.heads = heads
    self.events = events
    self.releases = releases
  }

  /// The whole file.
  package var text: String {
    let plots = columns.enumerated().map { plot($1, $0) }
    let isComparison = !isOfOne && Set(columns.flatMap { $0.curves.map(\.label) }).count > 1
    return HTMLPage(
      isComparison ? "Subjects on \(recording.shown)" : recording.shown,
      columns.enumerated().map { index, column in
        .init("column-\(index + 1)", column.name.shown) {
          if let plot = plots[index] { figure(column, plot) }
          tables(column)
        }
      } + eventList + (jank.isEmpty ? [] : [.init("jank", "Jank") { jank.markup }]), list: list,
      together: PlotsTogether([plots.compactMap(\.self)])
    ) {
      Markup("p") {
        isComparison
          ? "The same recording, shown by several subjects. Differences are those from the first one."
          : "What the program or page under test shows for this recording."
      }
      for remark in remarks { Markup.sentence(remark) }
      if let film { film.markup }
    }.text
  }

  private var eventList: [HTMLPage.Section] {
    guard let events else { return [] }
    return [.init("events", "Events") { table("When they come", events.heads, events.rows) }]
  }

  /// The plots of the columns, each of which can be a file of its own.
  package var figures: Figures {
    Figures(
      columns.enumerated().compactMap { index, column in
        plot(column, index).map { plot in
          var plot = plot
          plot.isAxisTitled = true
          return .init(name: column.name) { Self.drawing(plot) }
        }
      })
  }

  private func figure(_ column: Column, _ plot: ChannelPlot) -> Markup {
    let drawing = Self.drawing(plot)
    return Markup("figure") {
      drawing.markup
      PlotLegend(drawing.legend).markup
      if column.curves.count > PlottedRun.most {
        Markup.faint("The curves of \(column.curves.count - PlottedRun.most) more are not shown.")
      }
    }
  }

  private static func drawing(_ plot: ChannelPlot) -> PlotDrawing {
    var drawing = plot.drawing
    drawing.legend = PlotLegend.runs(plot.runs)
    return drawing
  }

  /// Returns the plot of a column; `nil` if nothing was shown.
  private func plot(_ column: Column, _ index: Int) -> ChannelPlot? {
    guard
      var plot = ChannelPlot(
        ofColumn: column.name.shown, "plot-\(index + 1)",
        Array(column.curves.prefix(PlottedRun.most)),
        releases.map { TimeAxis.Mark(time: $0, word: "released") }
          + (column.divergence.map {
            [TimeAxis.Mark(time: $0, word: "diverge", isDivergence: true)]
          }
            ?? []))
    else { return nil }
    plot.height = 220
    return plot
  }

  @MarkupBuilder private func tables(_ column: Column) -> Markup {
    for gesture in column.gestures.prefix(Self.mostGestures) {
      table(gesture.title, heads, gesture.rows)
    }
    if column.gestures.count > Self.mostGestures {
      Markup.faint(
        "\(column.gestures.count - Self.mostGestures) more gestures are not shown; --json lists all."
      )
    }
  }

  private func table(_ title: String, _ heads: [String], _ rows: [[String]]) -> Markup {
    PageTable(
      title.shown,
      heads.enumerated().map { $0.offset == 0 ? .word($0.element) : .init($0.element.shown) },
      rows.map { row in
        [Markup.name(row[0].shown)]
          + heads.indices.dropFirst().map { Markup(text: $0 < row.count ? row[$0] : "") }
      }
    ).markup
  }
}

extension ChannelPlot {
  /// Makes a plot of a column's curves over each other; `nil` if nothing was shown.
  init?(
    ofColumn name: String, title: String? = nil, _ id: String, _ runs: [PlottedRun],
    _ marks: [TimeAxis.Mark], ending: String = "", hasPhases: Bool = false
  ) {
    // A second after a single row, so that it has a place.
    let axis = TimeAxis(runs, [], marks, hasPhases: hasPhases, least: 1_000_000)
    guard !axis.isEmpty else { return nil }
    let ends = runs.map { run in
      "\(run.label) ends at \(Wording.number(run.samples.last?.fraction ?? 0))"
        + (run.gaps.last == run.samples.indices.last ? " and then has no value" : "")
    }
    self.init(
      id: id, title: "\(title ?? name) over time",
      description: (ends.joined(separator: ", ") + ending).asSentence, unit: name,
      channels: runs.map { _ in 0 }, runs: runs, axis: axis)
    isWorded = true
    isTimed = false
  }
}
