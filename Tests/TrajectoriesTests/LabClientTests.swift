import Foundation
import PantographBase
import PantographGestures
import PantographTestSupport
import PantographTouches
import Testing

/// What clients of sway got of a touchpad's gestures, as `tools/lab sway` measured.
@Suite struct `Clients of a compositor` {
  private static let rows = Repository.oracle("lab_sway.csv").rows

  /// sway 1.7 passes on all of libinput's events but holds, in 24.8 bits.
  @Test func `see what libinput reports, without its holds`() throws {
    let libinput = Dictionary(
      uniqueKeysWithValues: Repository.oracle("lab_libinput.csv").rows.map { ($0.text("name"), $0) }
    )
    var (same, scaled) = (0, 0)
    for row in Self.rows {
      guard let own = libinput[row.text("name")] else { continue }
      let outcome = own.text("outcome")
      #expect(row.text("outcome") == (outcome.hasPrefix("hold") ? "none" : outcome), "\(row)")
      same += 1
      guard let scale = Double(own.text("endScale")) else { continue }
      #expect(abs(row.number("endScale") - scale) < 0.003, "\(row)")
      scaled += 1
    }
    #expect(same == 152 && scaled > 10)
  }

  /// Swipes that end with a rest, after which GTK still has a velocity: it drops old updates only with a newer one.
  private static let rested: Set = [
    "rest3-0.14", "rest3-0.16", "rest3-0.2", "rest3-0.3", "drawn-15-swipe",
  ]

  /// A swipe's velocity counts from its first update, and GTK keeps whole pixels.
  @Test func `have a swipe's velocity by gtk-swipe`() throws {
    var (errors, velocities): ([Double], [Double]) = ([], [])
    for row in Self.rows
    where !row.text("swipeX").isEmpty && !Self.rested.contains(row.text("name"))
      // A cancelled swipe has the numbers of none.
      && row.text("fingers") != "5"
    {
      let reports = row.text("reports").split(separator: " ").map { report in
        report.split(separator: ":").compactMap { Double($0) }
      }
      let (begin, end) = (try #require(reports.first), try #require(reports.last))
      var history = MotionHistory()
      history.add(.zero, at: Timestamp(microseconds: Int64(begin[0] * 1000) - 1))
      for report in reports.dropFirst() {
        history.add(
          Vector(x: report[1], y: report[2]), at: Timestamp(microseconds: Int64(report[0] * 1000)))
      }
      let ours = try #require(
        VelocityEstimator.gtkSwipe.velocity(
          of: history, at: Timestamp(microseconds: Int64(end[0] * 1000))))
      for (own, theirs) in [(ours.x, row.number("swipeX")), (ours.y, row.number("swipeY"))] {
        // Both ends are off by a pixel, over the window of 150 ms or the whole of a shorter swipe.
        let seconds = min((end[0] - begin[0]) / 1000, 0.150)
        #expect(abs(own - theirs) <= 2 / max(seconds, 0.02), "\(own) \(theirs) \(row)")
        errors.append(own - theirs)
        velocities.append(theirs)
      }
    }
    func rms(_ numbers: [Double]) -> Double {
      (numbers.map { $0 * $0 }.reduce(0, +) / Double(numbers.count)).squareRoot()
    }
    #expect(errors.count > 90)
    #expect(rms(errors) < 0.02 * rms(velocities))
  }
}

/// What SDL reports of a touchscreen's fingers, as `tools/lab sdl` measured.
@Suite struct `SDL's fingers` {
  /// A finger's position in shares of the window.
  private typealias Share = (x: Double, y: Double)

  private static func middle(_ fingers: [Share]) -> Share {
    let count = Double(fingers.count)
    return (fingers.map(\.x).reduce(0, +) / count, fingers.map(\.y).reduce(0, +) / count)
  }

  /// A finger's event counts how it turns about the centre of all, and moves away from it, with the centre before and
  /// after; so each report of two fingers has two.
  @Test func `turn and move apart as the contacts of a recording do`() throws {
    var turned = 0
    for row in Repository.oracle("lab_sdl.csv").rows {
      let device = `A preset beside its running toolkit`.screen
      let events = try `Recognisers beside libinput`.events(of: row, on: device)
      // libinput divides by one more than the axis has.
      let (width, height) = (9526.0, 6351.0)
      var fingers: [Int32: Share] = [:]
      var (slot, changed): (Int32, Set<Int32>) = (0, [])
      var (lifted, sent, multi): (Set<Int32>, Int, Int) = ([], 0, 0)
      var (angle, distance) = (0.0, 0.0)
      var next = fingers
      for event in events {
        switch event.code {
        case .absMTSlot: slot = event.value
        case .absMTTrackingID where event.value < 0: lifted.insert(slot)
        case .absMTPositionX: next[slot, default: (0, 0)].x = Double(event.value) / width
        case .absMTPositionY: next[slot, default: (0, 0)].y = Double(event.value) / height
        default: break
        }
        if [.absMTTrackingID, .absMTPositionX, .absMTPositionY].contains(event.code) {
          changed.insert(slot)
        }
        guard event.code == .synReport else { continue }
        for finger in changed.sorted() {
          sent += 1
          guard !lifted.contains(finger) else { continue }
          let before = fingers[finger]
          let centre = Self.middle(Array(fingers.values))
          fingers[finger] = next[finger]
          guard let before, let after = next[finger], fingers.count > 1 else { continue }
          let moved = Self.middle(Array(fingers.values))
          let old = Vector(x: before.x - centre.x, y: before.y - centre.y)
          let new = Vector(x: after.x - moved.x, y: after.y - moved.y)
          multi += 1
          angle += atan2(old.x * new.y - old.y * new.x, old.x * new.x + old.y * new.y)
          distance += new.length - old.length
        }
        for finger in lifted { (fingers[finger], next[finger]) = (nil, nil) }
        (changed, lifted) = ([], [])
      }
      #expect(
        sent == Int(row.number("events")) && multi == Int(row.number("multi")),
        "\(sent) \(multi) \(row)")
      // A finger at the centre has no direction: what SDL makes of its rounding is chance.
      guard row.text("fingers") == "2" else { continue }
      #expect(abs(angle * 180 / .pi - row.number("sumAngle")) < 0.01, "\(angle) \(row)")
      #expect(abs(distance - row.number("sumDistance")) < 1e-4, "\(distance) \(row)")
      turned += 1
    }
    #expect(turned > 20)
  }
}
