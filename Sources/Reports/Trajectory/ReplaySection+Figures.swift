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
