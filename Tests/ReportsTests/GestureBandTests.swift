import Foundation
import PantographInteractions
import PantographReports
import PantographTouchScripts
import PantographTouches
import PantographTrajectories
import Testing

/// The plot of many gestures over each other, whose curves are known: straight lines from the landing to the release.
@Suite struct `Many gestures over each other` {
  /// Returns a page of gestures 2 s apart, each to the right in 0.1 s by so many millimetres; 50 mm are the whole way.
  private func page(of lengths: [Double]) throws -> String {
    let text = """
      { "version": 1,
        "gesture": { "pan": { "slop": { "mm": 0 } } },
        "progress": { "toward": "right", "distance": { "mm": 50 } },
        "rule": { "fractionAbove": 0.5 },
        "animation": { "duration": 1, "curve": "linear",
          "properties": [{ "name": "offset", "from": 0, "to": 100 }] },
        "rate": 50 }
      """
    let interaction = try Interaction(parsing: Array(text.utf8))
    let script = lengths.enumerated().map { index, length in
      (0...5).map { step in
        "\(index * 2000 + step * 20) \(index + 1):\(10 + length * Double(step) / 5),20"
      }.joined(separator: "\n") + "\n\(index * 2000 + 110)"
    }.joined(separator: "\n")
    let touches = frames(script)
    var page = TrajectoryPage(interaction, named: "swipes")
    var driver = TrajectoryDriver(interaction, start: touches[0].time)
    driver.resetsForEachGesture = true
    for frame in touches { driver.feed(frame, into: &page) }
    driver.finish(into: &page)
    return page.text
  }

  /// Returns the drawing of the gestures from their release.
  private func drawing(of lengths: [Double]) throws -> String {
    let page = try page(of: lengths)
    let plot = page.components(separatedBy: "id=\"gestures-release-title\"")
    return try #require(plot.last?.components(separatedBy: "</svg>").first)
  }

  /// Returns the points of the paths of a class.
  private func points(_ kind: String, in drawing: String) -> [[(x: Double, y: Double)]] {
    drawing.components(separatedBy: "<path class=\"\(kind)\" d=\"").dropFirst().map { rest in
      let data = rest.prefix { $0 != "\"" }
      let numbers = data.split { "ML ".contains($0) }.compactMap { Double($0) }
      return stride(from: 0, to: numbers.count - 1, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
    }
  }

  @Test(arguments: [24, 25])
  func `have areas where more than 24 curves hide each other`(count: Int) throws {
    let drawing = try drawing(of: (1...count).map { Double($0) * 0.8 })
    let isCrowded = count > 24
    #expect(points("density density1", in: drawing).count == (isCrowded ? 1 : 0))
    #expect(drawing.contains("class=\"crowd\"") == isCrowded)
  }

  /// Of 7 curves, a tenth is none.
  @Test(arguments: [7, 8])
  func `have areas for outcomes that eight have or more`(count: Int) throws {
    let finishing = (0..<count).map { 30 + Double($0) }
    let drawing = try drawing(of: finishing + (1...20).map { Double($0) })
    #expect(points("density density0", in: drawing).count == (count < 8 ? 0 : 1))
    #expect(points("density density1", in: drawing).count == 1)
  }

  @Test func `have the middle four fifths of the curves as areas, and their median`() throws {
    // 31 curves: 3 of them are a tenth, and the middle one is the sixteenth.
    let lengths = (1...31).map { Double($0) * 0.8 }
    let drawing = try drawing(of: lengths)
    let zero = try #require(
      drawing.components(separatedBy: "<line class=\"mark\" x1=\"").last.flatMap {
        Double($0.prefix { $0 != "\"" })
      })
    let sides = try #require(points("density density1", in: drawing).first)
    let median = try #require(points("strand strand1 median", in: drawing).first)
    #expect(median.count * 2 == sides.count)
    // The plot begins with the earliest finger, 0.11 s before the lift, and fractions go from 238 up to 38.
    let unit = (zero - median[0].x) / 0.09
    let fraction = { (y: Double) in (238 - y) / 200 }
    var checked = 0
    for (index, point) in median.enumerated() {
      let time = (point.x - zero) / unit
      guard time > -0.085, time < -0.012 else { continue }
      checked += 1
      let reached = { (rank: Int) in lengths[rank] / 50 * (time + 0.11) / 0.1 }
      let (high, low) = (sides[index], sides[sides.count - 1 - index])
      for (y, rank) in [(low.y, 3), (point.y, 15), (high.y, 27)] {
        #expect(abs(fraction(y) - reached(rank)) < 0.004, "\(time) s, rank \(rank)")
      }
    }
    #expect(checked > 2)
  }
}
