import Evdev
import Foundation
import Gestures
import Quantities
import TestSupport
import Testing
import Touches
import Traces

@Suite(.enabled(if: Repository.hasCorpus, Repository.absence))
struct `The velocity of a robot's stroke` {
  /// A stroke along its chord: seconds and millimetres.
  struct Stroke: Sendable {
    var name: String
    var places: [(time: Timestamp, along: Double)] = []
    /// The speed that others fitted.
    var published = 0.0

    init(name: String, published: Double) throws {
      self.name = name
      self.published = published
      let file = Repository.corpus.appendingPathComponent("robot-strokes/\(name).dat")
      var reader = RecordingReader()
      var events: [InputEvent] = []
      try reader.read([UInt8](Data(contentsOf: file)).span, into: &events)
      try reader.finish(into: &events)
      // What expected.json says of the pad.
      var pad = DeviceDescription()
      pad.add(axis: .absMTSlot, AxisRange(minimum: 0, maximum: 9))
      pad.add(axis: .absMTPositionX, AxisRange(minimum: 0, maximum: 2039, resolution: 20))
      pad.add(axis: .absMTPositionY, AxisRange(minimum: 0, maximum: 1359, resolution: 20))
      var assembler = FrameAssembler(try Surface(pad))
      var seen: [(Timestamp, Point)] = []
      for event in events where assembler.feed(event) {
        guard let contact = assembler.frame.contacts.first else { continue }
        seen.append((assembler.frame.time, contact.position))
      }
      guard let first = seen.first, let last = seen.last else { return }
      let chord = last.1 - first.1
      places = seen.map { time, position in
        let way = position - first.1
        return (time, (way.x * chord.x + way.y * chord.y) / chord.length)
      }
    }

    /// The middle 70 % of the path.
    func isMiddle(_ along: Double) -> Bool {
      let length = places[places.count - 1].along
      return along >= 0.15 * length && along <= 0.85 * length
    }

    /// The slope of the regression of the places in the middle.
    var fitted: Double { Self.slope(places.filter { isMiddle($0.along) }) }

    static func slope(_ places: [(time: Timestamp, along: Double)]) -> Double {
      let count = Double(places.count)
      let times = places.map { $0.time - places[0].time }
      let meanTime = times.reduce(0, +) / count
      let mean = places.map(\.along).reduce(0, +) / count
      var (tt, ty) = (0.0, 0.0)
      for (time, place) in zip(times, places) {
        tt += (time - meanTime) * (time - meanTime)
        ty += (time - meanTime) * (place.along - mean)
      }
      return ty / tt
    }

    /// The stroke as seen at another rate, on straight lines between the places.
    func resampled(to rate: Double) -> Stroke {
      var stroke = self
      stroke.places = []
      let grid = SampleGrid(start: places[0].time, rate: rate)
      var next = 1
      for number in Int64(0)... {
        let time = grid[number]
        while next < places.count, places[next].time < time { next += 1 }
        guard next < places.count else { break }
        let (start, end) = (places[next - 1], places[next])
        let share = (time - start.time) / (end.time - start.time)
        stroke.places.append((time, start.along + (end.along - start.along) * share))
      }
      return stroke
    }

    /// How much the regression makes of the speed at each place in the middle.
    ///
    /// A regression's slope is a mean of the speeds, weighted by the parabola that is zero at both ends.
    /// Where a robot still speeds up or slows down, that is another one than the plain mean.
    var weights: [Double] {
      let middle = places.filter { isMiddle($0.along) }.map { $0.time - places[0].time }
      guard let first = middle.first, let last = middle.last else { return [] }
      return middle.map { ($0 - first) * (last - $0) }
    }

    /// What an estimator says at each place in the middle.
    func velocities(_ estimator: VelocityEstimator) -> [Double] {
      var history = MotionHistory()
      return places.compactMap { place in
        history.add(Vector(x: place.along, y: 0), at: place.time)
        guard isMiddle(place.along) else { return nil }
        return estimator.velocity(of: history, at: place.time)?.x ?? 0
      }
    }
  }

  static let strokes: [Stroke] = {
    let strokes = JSON(Repository.corpus.appendingPathComponent("robot-strokes/expected.json"))[
      "strokes"]
    return strokes.names.compactMap {
      try? Stroke(name: $0, published: strokes[$0]["speed_mm_s"].number ?? 0)
    }
  }()

  static func rootMeanSquare(_ numbers: [Double]) -> Double {
    (numbers.reduce(0) { $0 + $1 * $1 } / Double(numbers.count)).squareRoot()
  }

  @Test func `is fitted as others did`() {
    #expect(Self.strokes.count == 18)
    for stroke in Self.strokes {
      #expect(abs(stroke.fitted / stroke.published - 1) < 0.0002, "\(stroke.name)")
    }
  }

  /// How far the answers in the middle of each stroke are off the fitted speed in the mean, and how much
  /// they vary, as shares of it.
  private func shares(_ estimator: VelocityEstimator, rate: Double) -> [(
    error: Double, spread: Double
  )] {
    Self.strokes.map { stroke in
      let seen = rate == 180 ? stroke : stroke.resampled(to: rate)
      let shares = seen.velocities(estimator).map { $0 / stroke.fitted }
      let weights = seen.weights
      let fit = zip(shares, weights).reduce(0) { $0 + $1.0 * $1.1 } / weights.reduce(0, +)
      let mean = shares.reduce(0, +) / Double(shares.count)
      return (fit - 1, Self.rootMeanSquare(shares.map { $0 - mean }))
    }
  }

  // The speed itself wanders, as the pad tells it: a line through 100 ms before **and** after an instant,
  // which nobody has at a lift, is off by 1.6 % in the best stroke and 18 % in the worst. 2 % at each
  // instant can't be had by any rule.
  @Test func `varies by more than 2 % even when one knows what comes next`() {
    let shares = Self.strokes.map { stroke in
      Self.rootMeanSquare(
        stroke.places.filter { stroke.isMiddle($0.along) }.map { place in
          let near = stroke.places.filter { abs($0.time - place.time) <= 0.1 }
          return Stroke.slope(near) / stroke.fitted - 1
        })
    }
    #expect(shares.count { $0 > 0.02 } >= 15)
    #expect((shares.max() ?? 0) > 0.15)
  }

  @Test(arguments: [180.0, 125, 60, 31])
  func `is within 2 % of the fitted one, and more even than Android tells it`(rate: Double) {
    let (ours, others) = (shares(.pantograph, rate: rate), shares(.android, rate: rate))
    #expect(Self.rootMeanSquare(ours.map(\.error)) < 0.02)
    #expect(Self.rootMeanSquare(ours.map(\.spread)) <= Self.rootMeanSquare(others.map(\.spread)))
  }
}
