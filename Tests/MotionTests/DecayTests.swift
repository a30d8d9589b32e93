import Foundation
import PantographMotion
import PantographTestSupport
import Testing

/// Offsets of a real scroll view, frame by frame, on a screen of three pixels to the point.
private struct Traces: Decodable {
  struct Flick: Decodable {
    let x0: Double
    let v_pt_per_s: Double
    let frame_dt: Double?
    let reportedTarget: Double
    let final: Double
    let offsets: [Double]?
  }
  struct Rows: Decodable {
    let rows: [[Double]]
  }
  let decel_v1500: Flick
  let decel_v4875: Flick
  let rubberband_drag_travel_to_overscroll: Rows
  let rubberband_drag_top: Rows

  static func read() throws -> Traces {
    let file = Repository.oracles.appendingPathComponent("scroll_traces.json")
    return try JSONDecoder().decode(Traces.self, from: Data(contentsOf: file))
  }
}

private func thirds(_ offset: Double) -> Double { (offset * 3).rounded() / 3 }

@Suite struct `A decay` {
  @Test
  func `projects to where a scroll view was measured to announce and to rest`() throws {
    let traces = try Traces.read()
    for flick in [traces.decel_v1500, traces.decel_v4875] {
      // A scroll view stops at 10 points per second.
      let announced = flick.x0 + Decay.normal.projection(of: flick.v_pt_per_s - 10)
      #expect(abs(thirds(announced) - flick.reportedTarget) < 0.34)
      let rest = flick.x0 + Decay.normal.steppedProjection(of: flick.v_pt_per_s - 10)
      #expect(abs(thirds(rest) - flick.final) < 0.34)
    }
  }

  @Test
  func `is where a scroll view was measured to be, but for its steps`() throws {
    let flick = try Traces.read().decel_v1500
    let offsets = try #require(flick.offsets)
    let dt = try #require(flick.frame_dt)
    #expect(offsets.count > 100)
    for (frame, offset) in offsets.enumerated() {
      // A scroll view counts in steps of a millisecond: its distance is r^½ of the exact one in length.
      let distance = Decay.normal.distance(after: Double(frame + 1) * dt, from: flick.v_pt_per_s)
      let ratio = Decay.normal.steppedProjection(of: 1) / Decay.normal.projection(of: 1)
      #expect(abs(flick.x0 + distance * ratio - offset) < 0.4)
    }
  }

  @Test(arguments: Repository.oracle("scroll_formulas.csv").rows)
  func `has the numbers that are published of it`(row: Table.Row) {
    let decay = Decay(rate: row.number("rate"))
    let velocity = row.number("v_pt_s")
    let expected = row.number("expected")
    switch row.text("quantity") {
    case "WWDC18 project()":
      #expect(abs(decay.steppedProjection(of: velocity) - expected) < 1e-9)
    case "Motion decay projection":
      #expect(abs(decay.projection(of: velocity) - expected) < 2e-3)
    case "Motion decay projection (round .5)":
      #expect(abs((decay.projection(of: velocity) * 2).rounded() / 2 - expected) < 1e-9)
    case "Motion decay duration s":
      // That library doesn't say what it takes for rest; it is near half a point per second.
      #expect(abs(decay.duration(until: 0.5, from: velocity) - expected) < 0.03)
    case "reported target":
      let target = row.number("x0") + decay.projection(of: velocity - 10)
      #expect(abs(thirds(target) - expected) < 0.34)
    case "final resting offset":
      let rest = row.number("x0") + decay.steppedProjection(of: velocity - 10)
      #expect(abs(thirds(rest) - expected) < 0.34)
    default:
      Issue.record("an unknown quantity: \(row.line)")
    }
  }

  @Test(arguments: [Decay.normal, .fast, Decay(rate: 0.5)], [-900.0, 40])
  func `gives the same in steps or at once, in either direction`(decay: Decay, velocity: Double) {
    let (first, second) = (0.13, 0.4)
    let between = decay.velocity(after: first, from: velocity)
    let stepped =
      decay.distance(after: first, from: velocity) + decay.distance(after: second, from: between)
    #expect(abs(stepped - decay.distance(after: first + second, from: velocity)) < 1e-9)
    #expect(abs(decay.distance(after: 1e9, from: velocity) - decay.projection(of: velocity)) < 1e-9)
    let h = 1e-6
    let slope =
      (decay.distance(after: first + h, from: velocity)
        - decay.distance(after: first - h, from: velocity)) / (2 * h)
    #expect(abs(slope - between) < 1e-4 * abs(velocity))
    let seconds = decay.duration(until: 10, from: velocity)
    #expect(abs(abs(decay.velocity(after: seconds, from: velocity)) - 10) < 1e-9)
    #expect(decay.duration(until: 1000, from: velocity) == 0)
  }
}

extension `A decay` {
  @Test func `has the two rates of scroll views`() {
    // "Designing Fluid Interfaces": 1000 points per second project to 499 points, or 99.
    #expect(abs(Decay.normal.steppedProjection(of: 1000) - 499) < 1e-9)
    #expect(abs(Decay.fast.steppedProjection(of: 1000) - 99) < 1e-9)
  }
}

@Suite struct `A rubber band` {
  @Test
  func `resists as a scroll view was measured to`() throws {
    let traces = try Traces.read()
    let band = RubberBand(limit: 852)
    var rows = 0
    for row in traces.rubberband_drag_travel_to_overscroll.rows {
      // The first 10 points of the finger's travel are the slop.
      #expect(abs(thirds(band.offset(ofPull: max(row[0] - 10, 0))) - row[1]) < 1e-5)
      rows += 1
    }
    for row in traces.rubberband_drag_top.rows {
      #expect(abs(thirds(band.offset(ofPull: -max(row[0] - 10, 0))) - row[1]) < 1e-5)
      rows += 1
    }
    #expect(rows == 23)
  }

  @Test func `is inverted from its offset, and never exceeds its limit`() {
    let band = RubberBand(limit: 300, coefficient: 0.4)
    for pull in [-1e5, -300, -1, 0, 0.001, 20, 5000] {
      let offset = band.offset(ofPull: pull)
      #expect(abs(offset) < 300)
      #expect(abs(band.pull(ofOffset: offset) - pull) <= 1e-9 * max(1, abs(pull)))
    }
    #expect(abs(band.offset(ofPull: 1e-6) / 1e-6 - 0.4) < 1e-6)
    #expect(band.pull(ofOffset: 300) == .infinity)
    #expect(band.pull(ofOffset: -400) == -.infinity)
  }
}
