import PantographBase
import PantographInteractions
package import PantographTouches
package import PantographTrajectories

/// Draws the contacts: their paths on the surface, to scale, and their times and pressures.
struct ContactPlots {
  let contacts: [ContactLog.Contact]
  private let mostAtOnce: Int
  let surface: Surface?
  let axis: TimeAxis

  /// The number of colours and strokes of contacts, which also have numbers.
  private static let kinds = 5

  init(_ log: ContactLog, on surface: Surface?, _ axis: TimeAxis) {
    contacts = log.contacts
    mostAtOnce = log.mostAtOnce
    self.surface = surface
    self.axis = axis
  }

  /// 48: more paths can't be told apart on a picture.
  private static let mostPaths = 48
  /// 1000: more bars can't be told apart.
  private static let mostBars = 1000

  private static func kind(_ index: Int) -> String { "finger\(index % kinds)" }

  private var count: String {
    contacts.count == 1 ? "one contact" : "\(contacts.count) contacts"
  }

  // MARK: On the surface

  /// The scale of the picture, and the origin of the surface on it.
  private struct Map {
    let scale: Double
    let left: Double
    let top = 8.0
    let size: Vector

    /// Makes a map as large as the picture's width and height allow.
    init(_ size: Vector) {
      self.size = size
      scale = min(400 / max(size.x, 1), 330 / max(size.y, 1))
      left = (SVGPlot.width - size.x * scale) / 2
    }

    func callAsFunction(_ point: Point) -> (x: Double, y: Double) {
      (
        left + min(max(point.x, 0), size.x) * scale, top + min(max(point.y, 0), size.y) * scale
      )
    }
  }

  private var map: Map {
    Map(surface?.size ?? Vector(x: 100, y: 100))
  }

  var path: Markup {
    guard !contacts.isEmpty else { return .nothing }
    let isGuess = surface?.isSizeAssumed ?? true
    let size = "\(millimetres(map.size.x)) × \(millimetres(map.size.y))"
    let drawing = pathDrawing
    return Markup("figure", ["class": "path"]) {
      Markup.caption(
        "The paths of the fingers, to scale",
        "\(size)\(isGuess ? " (assumed)" : ""); grid lines every 10 mm")
      drawing.markup
      PlotLegend(drawing.legend).markup
      if contacts.count > drawn.count {
        Markup("p", ["class": "faint omitted"]) {
          "\(contacts.count - drawn.count) more contacts are not drawn."
        }
      }
    }
  }

  /// The paths on the surface.
  var pathDrawing: PlotDrawing {
    let map = map
    let (width, height) = (millimetres(map.size.x), millimetres(map.size.y))
    let bottom = map.top + map.size.y * map.scale
    let isGuess = surface?.isSizeAssumed ?? true
    return PlotDrawing(
      SVGPlot(
        id: "surface", title: "The paths of the fingers",
        description: "\(count.capitalizedFirst) on a surface of \(width) by \(height)"
          + (isGuess ? ", an assumed size" : "") + ". " + description,
        height: bottom + 24, isLarge: true), legend: legend
    ) {
      SVGPlot.box("surface", x: map.left...map.left + map.size.x * map.scale, y: map.top...bottom)
      rulings(map)
      Markup("g", ["class": "recorded"]) {
        for (index, contact) in drawn.enumerated() { track(of: contact, index, map) }
        for (index, contact) in drawn.enumerated() { ends(of: contact, index, map) }
        for mark in axis.marks
        where ["begins", "handoff", "released", "cut off"].contains(mark.word) {
          for contact in drawn {
            if let point = contact.position(at: mark.time).map({ map($0) }) {
              moment(mark, point)
            }
          }
        }
      }
      // The script draws the contacts of the span that the plots show.
      Markup("g", ["class": "seen"])
      for number in 0..<mostAtOnce {
        Markup("circle", ["class": "tip", "id": "tip-\(number)", "r": "6"])
      }
      SVGPlot.text(width, SVGPlot.width / 2, bottom + 16, "middle")
    }
  }

  private var drawn: ArraySlice<ContactLog.Contact> { contacts.prefix(Self.mostPaths) }

  private var description: String {
    contacts.prefix(5).enumerated().map { index, contact in
      let displacement = contact.last.position - contact.first.position
      func text(_ length: Double, _ words: (String, String)) -> String {
        "\(millimetres(abs(length))) \(length < 0 ? words.0 : words.1)"
      }
      return "Contact \(index + 1), from \(Wording.clock(contact.landed)) to"
        + " \(Wording.clock(contact.lifted)), ends \(text(displacement.x, ("left of", "right of")))"
        + " and \(text(displacement.y, ("above", "below"))) where it landed."
    }.joined(separator: " ")
  }

  private func millimetres(_ length: Double) -> String {
    NumberText.fixed(length, 0, "mm")
  }

  /// Lines every 10 mm, if they are far enough apart on the picture.
  private func rulings(_ map: Map) -> Markup {
    guard map.scale * 10 >= 6 else { return .nothing }
    var data = ""
    let bottom = map.top + map.size.y * map.scale
    let right = map.left + map.size.x * map.scale
    for x in stride(from: 10.0, to: map.size.x, by: 10) {
      data += "M\(plotted(map.left + x * map.scale)) \(plotted(map.top))V\(plotted(bottom))"
    }
    for y in stride(from: 10.0, to: map.size.y, by: 10) {
      data += "M\(plotted(map.left)) \(plotted(map.top + y * map.scale))H\(plotted(right))"
    }
    return data.isEmpty ? .nothing : Markup("path", ["class": "grid", "d": data])
  }

  private func track(of contact: ContactLog.Contact, _ index: Int, _ map: Map) -> Markup {
    let points = SVGPlot.thinned(contact.points.map { map($0.position) }, apart: SVGPlot.nearest)
    return Markup("path", ["class": "track \(Self.kind(index))", "d": PointerLine(points).data])
  }

  /// A numbered ring where a contact landed, and a disc where it lifted.
  private func ends(of contact: ContactLog.Contact, _ index: Int, _ map: Map) -> Markup {
    let (first, last) = (map(contact.first.position), map(contact.last.position))
    return Markup("g") {
      SVGPlot.disc("lifted \(Self.kind(index))", last.x, last.y, 4)
      SVGPlot.disc("landed \(Self.kind(index))", first.x, first.y, 6)
      // Beside the ring, away from the path.
      SVGPlot.text(
        "\(index + 1)", first.x + (first.x > last.x ? 10 : -10), first.y - 6,
        (first.x > last.x ? "" : "end ") + "strong halo")
    }
  }

  private func moment(_ mark: TimeAxis.Mark, _ point: (x: Double, y: Double)) -> Markup {
    Markup("g") {
      Markup("title") { "\(mark.word) at \(Wording.clock(mark.time))" }
      if mark.word == "begins" {
        SVGPlot.line("moment", point.x, point.y - 7, point.x, point.y + 7)
        SVGPlot.line("moment", point.x - 7, point.y, point.x + 7, point.y)
      } else {
        PlotMark.found(point.x, point.y, 6.5)
      }
    }
  }

  private var legend: [PlotLegend.Entry] {
    let landed = SVGPlot.disc("landed finger0", 8, 8, 6)
    let lifted = SVGPlot.disc("lifted finger0", 8, 8, 4)
    let begins = Markup([
      SVGPlot.line("moment", 8, 2, 8, 14), SVGPlot.line("moment", 2, 8, 14, 8),
    ])
    var entries = [(landed, "landed"), (lifted, "lifted")]
    if axis.marks.contains(where: { $0.word == "begins" }) {
      entries.append((begins, "the gesture begins"))
      entries.append((PlotMark.found(8, 8, 6), "released"))
    }
    return entries
  }

  // MARK: Over time

  /// The contacts as bars, in as few rows as possible, and their pressures below.
  var contactsOverTime: Markup { contacts.isEmpty ? .nothing : timesDrawing().markup }

  /// Returns the bars and the pressures.
  func timesDrawing(isTimed: Bool = true) -> PlotDrawing {
    let rowOfContact = rows
    let rowCount = (rowOfContact.max() ?? 0) + 1
    let top = 24.0
    let barEnd = top + Double(rowCount) * 16
    let hasPressure = contacts.contains { $0.points.contains { $0.pressure != nil } }
    let bottom = barEnd + (hasPressure ? 84 : 4)
    let pressure = PlotScale(0...1, from: bottom, to: barEnd + 14)
    var plot = SVGPlot(
      id: "contacts", title: "Contacts and pressure over time",
      description: "\(count.capitalizedFirst) from \(Wording.clock(axis.from)) to"
        + " \(Wording.clock(axis.to)). "
        + (hasPressure ? strongest : "The device reports no pressure."),
      height: bottom + (isTimed ? 28 : 42), isLarge: true, isTimed: isTimed)
    plot.data = axis.data(pressure, ground: top, base: bottom)
    return PlotDrawing(plot) {
      Markup("g", ["class": "ground"]) { axis.ground(top: top, bottom: bottom) }
      for (index, contact) in contacts.prefix(Self.mostBars).enumerated() {
        let (left, right) = (axis.x(contact.landed), axis.x(contact.lifted))
        let y = top + Double(rowOfContact[index]) * 16
        SVGPlot.box(
          "contact \(Self.kind(index))", x: left...max(right, left + 1), y: y + 2...y + 12,
          hint: "contact \(index + 1), \(Wording.clock(contact.landed)) to"
            + " \(Wording.clock(contact.lifted))",
          data: [
            "data-from": "\(contact.landed.microseconds)",
            "data-to": "\(contact.lifted.microseconds)",
          ])
        if contacts.count <= Self.mostPaths {
          Markup(
            "g", ["data-at": "\(contact.landed.microseconds)", "data-x": plotted(left)]
          ) { SVGPlot.text("\(index + 1)", left - 4, y + 11, "end strong halo") }
        }
      }
      if hasPressure {
        SVGPlot.grid(pressure, count: 2)
        for (index, contact) in contacts.prefix(Self.mostBars).enumerated() {
          let width = axis.x(contact.lifted) - axis.x(contact.landed)
          let points = contact.points.filter { $0.pressure != nil }.outline(
            slots: max(Int(width * SVGPlot.slotsPerUnit), 1), time: { $0.time },
            heights: [{ $0.pressure ?? 0 }])
          SVGPlot.path(
            "track \(Self.kind(index))",
            points.map { (x: axis.x($0.time), y: pressure($0.pressure ?? 0)) },
            data: ["data-finger": "\(index)", "clip-path": isTimed ? "url(#sides)" : nil])
        }
      }
      Markup("g", ["class": "ticks"]) { axis.axis(below: bottom, isTitled: !isTimed) }
      SVGPlot.text(hasPressure ? "contacts, and pressure below" : "contacts", 4, 13, "strong")
      axis.cursor(top: top, bottom: bottom)
    }
  }

  private var strongest: String {
    let most = contacts.flatMap(\.points).compactMap(\.pressure).max() ?? 0
    return "The strongest pressure is \(NumberText.fixed(most, 2)) of the device's range."
  }

  /// The row of each contact: the first one that is free when it lands.
  private var rows: [Int] {
    var ends: [Timestamp] = []
    return contacts.map { contact in
      let row = ends.firstIndex { $0 < contact.landed } ?? ends.count
      if row == ends.count { ends.append(contact.lifted) } else { ends[row] = contact.lifted }
      return row
    }
  }

  // MARK: Data for the script

  /// The positions of each finger on the picture over time.
  var json: JSONText {
    let map = map
    return .list(
      contacts.map { contact in
        let points = contact.points.map { map($0.position) }
        return [
          "times": CompactNumbers.json(contact.points.map(\.time.microseconds)),
          "x": CompactNumbers.json(points.map(\.x), decimals: 1),
          "y": CompactNumbers.json(points.map(\.y), decimals: 1),
          "pressure": contact.points.contains { $0.pressure == nil }
            ? .null : CompactNumbers.json(contact.points.map { $0.pressure ?? 0 }, decimals: 2),
        ]
      })
  }
}

/// The positions and pressures of all contacts.
package struct ContactLog: TrajectorySink, Sendable {
  /// A finger or pen on the surface, from landing to lift.
  struct Contact: Sendable {
    /// The ID of the contact in the trajectory's frames.
    let id: Int
    /// The positions and pressures of the contact; the last one until it was gone.
    var points: [ContactPoint]
  }

  /// A contact at an instant.
  struct ContactPoint: Sendable {
    var time: Timestamp
    var position: Point
    var pressure: Double?
  }

  private(set) var contacts: [Contact] = []
  /// The indices of the contacts that are on the surface.
  private var present: [Int] = []
  /// The largest number of contacts at a time.
  private(set) var mostAtOnce = 0

  /// Makes an empty log.
  package init() {}

  /// Ignores a sample.
  package mutating func receive(_ sample: Sample) throws(Never) {}
  /// Ignores an event.
  package mutating func receive(_ event: TrajectoryEvent) throws(Never) {}

  /// Keeps the positions of the fingers.
  package mutating func receive(_ frame: TouchFrame) throws(Never) {
    present.removeAll { index in
      guard !frame.contacts.contains(where: { $0.id == contacts[index].id }) else { return false }
      contacts[index].end(at: frame.time)
      return true
    }
    for contact in frame.contacts {
      let point = ContactPoint(
        time: frame.time, position: contact.position, pressure: contact.pressure)
      if let index = present.first(where: { contacts[$0].id == contact.id }) {
        contacts[index].points.append(point)
      } else {
        present.append(contacts.count)
        contacts.append(Contact(id: contact.id, points: [point]))
      }
    }
    mostAtOnce = max(mostAtOnce, present.count)
  }
}

extension ContactLog.Contact {
  /// Ends the contact: it stays at its last position until the frame in which it is gone.
  fileprivate mutating func end(at time: Timestamp) {
    guard var last = points.last, last.time < time else { return }
    last.time = time
    points.append(last)
  }

  /// Where it landed.
  var first: ContactLog.ContactPoint { points[0] }
  /// Where it was last.
  var last: ContactLog.ContactPoint { points[points.count - 1] }
  var landed: Timestamp { first.time }
  var lifted: Timestamp { last.time }

  /// Returns its position at an instant; `nil` before it landed and after it lifted.
  func position(at time: Timestamp) -> Point? {
    guard landed <= time, time <= lifted else { return nil }
    return points.last { $0.time <= time }?.position
  }
}
