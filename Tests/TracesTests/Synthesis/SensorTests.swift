import Foundation
import PantographBase
import PantographTouches
import PantographTraces
import Testing

/// The effect of random errors on a gesture, compared with theory.
@Suite struct `A sensor` {
  /// A screen of 100 mm with a thousand values a millimetre, so that rounding doesn't matter.
  private static let fine = makeFine()
  private static func makeFine() -> DeviceDescription {
    var device = DeviceDescription()
    let axis = AxisRange(minimum: 0, maximum: 100_000, resolution: 1000)
    device.add(axis: .absMTSlot, AxisRange(minimum: 0, maximum: 4))
    device.add(axis: .absMTPositionX, axis)
    device.add(axis: .absMTPositionY, axis)
    device.add(axis: .absMTPressure, AxisRange(minimum: 0, maximum: 100_000))
    device.add(axis: .absMTTrackingID, AxisRange(minimum: 0, maximum: 65535))
    return device
  }

  private let still = SyntheticGesture.tap(at: [Point(x: 50, y: 40)], hold: 40)

  private func events(
    _ gesture: SyntheticGesture, _ change: (inout Sensor) -> Void = { _ in }
  ) throws -> [InputEvent] {
    var sensor = Sensor()
    change(&sensor)
    return try sensor.events(of: gesture, on: Self.fine)
  }

  /// The values of an axis in each frame.
  private func values(_ axis: EventCode, _ events: [InputEvent]) -> [Double] {
    var value = 0.0
    var values: [Double] = []
    for event in events {
      if event.type == .absolute, event.code == axis { value = Double(event.value) }
      if event.endsFrame { values.append(value) }
    }
    return values
  }

  private func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
  private func deviation(_ values: [Double]) -> Double {
    let middle = mean(values)
    return mean(values.map { ($0 - middle) * ($0 - middle) }).squareRoot()
  }

  @Test func `has noise of the given deviation`() throws {
    let events = try events(still) { $0.noise = 0.2 }
    let (x, y) = (values(.absMTPositionX, events), values(.absMTPositionY, events))
    // Without the landing, in which the pressure still rises.
    let pressure = Array(values(.absMTPressure, events).dropFirst(3).dropLast())
    let count = Double(x.count)
    #expect(count > 4990)
    for (values, middle, spread) in [
      (x, 50_000.0, 200.0), (y, 40_000, 200), (pressure, 30_000, 900),
    ] {
      // Four deviations of a mean and of a deviation over this number of samples.
      #expect(abs(mean(values) - middle) < 4 * spread / count.squareRoot())
      #expect(abs(deviation(values) - spread) < 4 * spread / (2 * count).squareRoot())
    }
    // The axes are independent, and so are successive samples.
    let offX = x.map { ($0 - 50_000) / 200 }
    let offY = y.map { ($0 - 40_000) / 200 }
    #expect(abs(mean(zip(offX, offY).map(*))) < 4 / count.squareRoot())
    #expect(abs(mean(zip(offX, offX.dropFirst()).map(*))) < 4 / count.squareRoot())
  }

  @Test func `jitters with the given deviation, and never goes back`() throws {
    let times = try events(still) { $0.jitter = 0.001 }.filter(\.endsFrame).map(\.time)
    let off = times.enumerated().map { Double($1.microseconds) - 8000 * Double($0) }
    let count = Double(off.count)
    #expect(abs(mean(off)) < 4 * 1000 / count.squareRoot())
    #expect(abs(deviation(off) - 1000) < 4 * 1000 / (2 * count).squareRoot())
    // A jitter that is many frames long still keeps their order.
    let wild = try events(still) { $0.jitter = 0.1 }.filter(\.endsFrame).map(\.time)
    #expect(zip(wild, wild.dropFirst()).allSatisfy { $0 < $1 })
    #expect(wild.count == times.count && wild[0].microseconds >= 0)
  }

  @Test func `misses the given share of frames`() throws {
    let all = try events(still).count(where: \.endsFrame)
    let some = try events(still) { $0.misses = 0.3 }.count(where: \.endsFrame)
    let spread = (Double(all) * 0.3 * 0.7).squareRoot()
    #expect(abs(Double(some) - 0.7 * Double(all)) < 4 * spread)
  }

  @Test func `never misses a landing or a lift`() throws {
    let row = SyntheticGesture.positions(3, from: Point(x: 20, y: 10), across: Vector(x: 1, y: 0))
    let gesture = SyntheticGesture.swipe(from: row, by: Vector(x: 30, y: 0), duration: 0.4)
      .staggered(by: 0.03)
    func landings(_ events: [InputEvent]) -> [InputEvent] {
      events.filter { $0.type == .absolute && $0.code == .absMTTrackingID }
    }
    let all = try events(gesture)
    let few = try events(gesture) { $0.misses = 1 }
    let blind = try events(gesture) { $0.outage = 0...10 }
    #expect(landings(all).count == 6)
    #expect(landings(few) == landings(all) && landings(blind) == landings(all))
    #expect(few == blind && few.count(where: \.endsFrame) == 6)
  }

  @Test func `loses frames during an outage`() throws {
    let gesture = SyntheticGesture.swipe(
      from: [Point(x: 20, y: 20)], by: Vector(x: 50, y: 20), duration: 0.4)
    let all = try events(gesture)
    let seen = try events(gesture) { $0.outage = 0.1...0.2 }
    let lost = all.filter { (100_000...200_000).contains($0.time.microseconds) }
    #expect(lost.count(where: \.endsFrame) == 13)
    #expect(seen.allSatisfy { !(100_000...200_000).contains($0.time.microseconds) })
    let later = all.filter { $0.time.microseconds > 210_000 }
    #expect(Array(seen.suffix(later.count)) == later)
  }

  @Test func `is the same for the same seed, and differs for another`() throws {
    let gesture = SyntheticGesture.swipe(
      from: [Point(x: 20, y: 20)], by: Vector(x: 50, y: 20), duration: 0.4)
    func make(_ seed: UInt64) throws -> [InputEvent] {
      try events(gesture) {
        $0.seed = seed
        $0.jitter = 0.001
        $0.misses = 0.2
      }
    }
    #expect(try make(1) == make(1))
    #expect(try make(1) != make(2))
  }

  @Test func `has the same noise whatever happens to its reports`() throws {
    let gesture = SyntheticGesture.swipe(
      from: [Point(x: 20, y: 20)], by: Vector(x: 50, y: 20), duration: 0.4)
    let plain = try events(gesture).map {
      [Int64($0.type.rawValue), Int64($0.code.rawValue), Int64($0.value)]
    }
    let late = try events(gesture) { $0.jitter = 0.001 }
      .map { [Int64($0.type.rawValue), Int64($0.code.rawValue), Int64($0.value)] }
    #expect(plain == late)
  }

  @Test func `samples at times that don't drift`() throws {
    let events = try events(still) { $0.rate = 144 }
    for (number, event) in events.filter(\.endsFrame).enumerated() {
      #expect(event.time.microseconds == Int64((Double(number) / 144 * 1e6).rounded()))
    }
  }

  @Test func `has a random source with published numbers`() throws {
    // The first outputs of SplitMix64 from the seed 1234567, as Vigna's reference program gives them.
    var chance = SeededGenerator(seed: 1_234_567)
    #expect(
      [chance.next(), chance.next(), chance.next()]
        == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
  }
}
