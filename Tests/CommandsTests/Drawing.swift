import Foundation
import FoundationXML
import Testing

/// An SVG file as its reader sees it.
struct Drawing {
  struct Scale {
    var perX, startX, perY, startY: Double
    func value(_ point: (x: Double, y: Double)) -> (x: Double, y: Double) {
      ((point.x - startX) / perX, (point.y - startY) / perY)
    }
  }

  let data: Data
  private let reader: Reader

  init(_ data: Data) throws {
    self.data = data
    reader = Reader()
    let parser = XMLParser(data: data)
    parser.delegate = reader
    try #require(parser.parse(), "\(String(describing: parser.parserError))")
  }

  var all: [[String: String]] { reader.found.map(\.attributes) }

  func elements(_ name: String) -> [[String: String]] {
    reader.found.filter { $0.name == name }.map(\.attributes)
  }

  func texts(_ name: String) -> [String] {
    reader.found.filter { $0.name == name }.map(\.text).filter { !$0.isEmpty }
  }

  /// The texts of a class, with their positions.
  func labels(_ kind: String) -> [(text: String, x: Double, y: Double)] {
    reader.found.filter { $0.name == "text" && $0.attributes["class"]?.hasPrefix(kind) == true }
      .map {
        ($0.text, Double($0.attributes["x"] ?? "") ?? 0, Double($0.attributes["y"] ?? "") ?? 0)
      }
  }

  /// The scale by the numbers at the axes.
  func scale(vertical: Bool = true) throws -> Scale {
    func line(_ points: [(value: Double, position: Double)]) throws -> (per: Double, start: Double)
    {
      let (first, last) = (try #require(points.first), try #require(points.last))
      let per = (last.position - first.position) / (last.value - first.value)
      return (per, first.position - first.value * per)
    }
    func number(_ text: String) -> Double? { Double(text.replacing("−", with: "-")) }
    let across = try line(
      labels("middle").compactMap { label in number(label.text).map { ($0, label.x) } })
    var up = (per: 1.0, start: 0.0)
    if vertical {
      up = try line(
        labels("end").compactMap { label in number(label.text).map { ($0, label.y - 4) } })
    }
    return Scale(perX: across.per, startX: across.start, perY: up.per, startY: up.start)
  }

  func paths(_ kind: String) -> [[(x: Double, y: Double)]] {
    // Curves of gestures have their numbers, too.
    elements("path").filter { path in
      let classes = (path["class"] ?? "").split(separator: " ")
      return classes.filter { !$0.hasPrefix("gesture") }.joined(separator: " ") == kind
    }.map { path in
      let numbers = (path["d"] ?? "").replacing("M", with: "").replacing("L", with: " ")
        .split(separator: " ").compactMap { Double($0) }
      return stride(from: 0, to: numbers.count - 1, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
    }
  }

  func points(_ kind: String) -> [(x: Double, y: Double)] { paths(kind).first ?? [] }

  private final class Reader: NSObject, XMLParserDelegate {
    var found: [(name: String, attributes: [String: String], text: String)] = []
    private var open: [Int] = []

    func parser(
      _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      open.append(found.count)
      found.append((element, attributes, ""))
    }

    func parser(
      _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
      qualifiedName: String?
    ) {
      open.removeLast()
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      if let last = open.last { found[last].text += text }
    }
  }
}
