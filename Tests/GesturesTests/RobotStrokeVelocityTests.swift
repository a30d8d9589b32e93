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

    /// Mid-stroke: the share √(3/5) of the fitted time about its middle, in seconds since the first place.
    ///
    /// A regression's slope is a mean of the speeds that weighs those at its ends with nothing. Where a robot
    /// still speeds up or slows down there, the plain mean over the same time is another number. Between −a
    /// and a the mean speed of x = t³ is a², and the slope of its regression from −1 to 1 is 3/5: over √(3/5)
    /// of the time both means are the same for any speed that is a parabola over time.
    var midStroke: ClosedRange<Double> {
      let middle = places.filter { isMiddle($0.along) }.map { $0.time - places[0].time }
      guard let first = middle.first, let last = middle.last else { return 0...0 }
      let half = (last - first) / 2 * (3.0 / 5).squareRoot()
      return (first + last) / 2 - half...(first + last) / 2 + half
    }

    /// What an estimator says at each place in a part of the time.
    func velocities(_ estimator: VelocityEstimator, in part: ClosedRange<Double>) -> [Double] {
      var history = MotionHistory()
      return places.compactMap { place in
        history.add(Vector(x: place.along, y: 0), at: place.time)
        guard part.contains(place.time - places[0].time) else { return nil }
        return estimator.velocity(of: history, at: place.time)?.x ?? 0
      }
    }

    /// The mean of the speed over a part of the time, which is the way by the time: no estimator's.
    func meanSpeed(in part: ClosedRange<Double>) -> Double {
      (along(at: part.upperBound) - along(at: part.lowerBound))
        / (part.upperBound - part.lowerBound)
    }

    private func along(at time: Double) -> Double {
      let next = places.firstIndex { $0.time - places[0].time >= time } ?? places.count - 1
      let (start, end) = (places[max(next - 1, 0)], places[max(next, 1)])
      let share = (time - (start.time - places[0].time)) / (end.time - start.time)
      return start.along + (end.along - start.along) * share
    }

    /// The time of the places that are fitted, in seconds since the first place.
    var fittedTime: ClosedRange<Double> {
      let middle = places.filter { isMiddle($0.along) }.map { $0.time - places[0].time }
      return (middle.first ?? 0)...(middle.last ?? 0)
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

  /// How far the mean of what an estimator says at mid-stroke is off the fitted speed, and how much that
  /// varies, as shares of it, for each stroke.
  private func shares(
    _ estimator: VelocityEstimator, rate: Double
  ) -> [(error: Double, spread: Double)] {
    Self.strokes.map { stroke in
      let seen = rate == 180 ? stroke : stroke.resampled(to: rate)
      let shares = seen.velocities(estimator, in: stroke.midStroke).map { $0 / stroke.fitted }
      let mean = shares.reduce(0, +) / Double(shares.count)
      return (mean - 1, Self.rootMeanSquare(shares.map { $0 - mean }))
    }
  }

  // Over the whole of the fitted time, the finger's own mean speed is off the fitted one by 2.2 % at 180 Hz
  // and by more at lower rates: four strokes are short, and slow down in it. Whose plain mean over that
  // time were right would miss the fitted speed by more than 2 %.
  @Test(arguments: [180.0, 125, 60, 31])
  func `is another one in the plain mean over the fitted time, whoever tells it`(rate: Double) {
    func off(_ part: (Stroke) -> ClosedRange<Double>) -> Double {
      Self.rootMeanSquare(
        Self.strokes.map { stroke in
          let seen = rate == 180 ? stroke : stroke.resampled(to: rate)
          return seen.meanSpeed(in: part(seen)) / stroke.fitted - 1
        })
    }
    #expect(off(\.fittedTime) > 0.02)
    // At mid-stroke it is not.
    #expect(off(\.midStroke) < 0.01)
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
  func `at mid-stroke is within 2 % of the fitted one, and more even than Android tells it`(
    rate: Double
  ) {
    let (ours, others) = (shares(.pantograph, rate: rate), shares(.android, rate: rate))
    #expect(Self.rootMeanSquare(ours.map(\.error)) < 0.02)
    #expect(Self.rootMeanSquare(ours.map(\.spread)) <= Self.rootMeanSquare(others.map(\.spread)))
  }
}
