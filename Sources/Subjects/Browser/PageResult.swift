import PantographBase

/// What the script in a page has recorded.
struct PageResult {
  private let node: JSONNode
  private let page: Subject.Page

  /// Asks a page for its result.
  init(of page: Subject.Page, in browser: any Browser) throws(BrowserFailure) {
    self.page = page
    let text = try browser.evaluate("pantograph.result()")
    guard let node = try? JSONNode(parsing: Array(text.utf8)) else {
      throw Self.isUnreadable
    }
    self.node = node
  }

  /// The milliseconds from 1970 until the page's time 0.
  func origin() throws(BrowserFailure) -> Double {
    guard let origin = node["origin"]?.anyNumber else { throw Self.isUnreadable }
    return origin
  }

  /// Returns how often something happened; 0 if the page does not count it.
  func count(_ name: String) -> Int { node[name]?.anyNumber.flatMap(Int.init(exactly:)) ?? 0 }

  private static let isUnreadable = BrowserFailure(sentence: "the page's result can't be read")

  /// Returns what it shows.
  ///
  /// - Parameter start: the page's time of the first event, in milliseconds; what was before is left out.
  func observation(from start: Double) throws(BrowserFailure) -> Observation {
    guard let rows = try? node["rows"]?.elements(), let events = try? node["events"]?.elements(),
      let notes = try? node["notes"]?.elements()
    else { throw Self.isUnreadable }
    let names = page.elements.flatMap { element in page.shown.map { "\(element.name).\($0)" } }
    var shown = Observation()
    shown.notes = notes.compactMap(\.anyText)
    for row in rows {
      guard let cells = try? row.elements(), let time = Self.time(cells.first, from: start) else {
        continue
      }
      for (name, cell) in zip(names, cells.dropFirst()) {
        // An element that is not there has no value.
        shown.add(cell.anyNumber, to: name, at: time)
      }
    }
    for event in events {
      guard let parts = try? event.elements(), parts.count == 2,
        let time = Self.time(parts[0], from: start), let words = parts[1].anyText
      else { continue }
      shown.add(event: words, at: time)
    }
    let errors = count("errors")
    if errors > 100 { shown.notes.append("\(errors) console errors, of which 100 are listed") }
    return shown
  }

  private static func time(_ node: JSONNode?, from start: Double) -> Timestamp? {
    guard let milliseconds = node?.anyNumber else { return nil }
    let microseconds = ((milliseconds - start) * 1000).rounded()
    return Int64(exactly: microseconds).flatMap { $0 < 0 ? nil : Timestamp(microseconds: $0) }
  }
}
