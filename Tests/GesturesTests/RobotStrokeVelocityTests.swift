import Foundation
import PantographBase
import PantographGestures
import PantographTestSupport
import PantographTouches
import PantographTraces
import Testing

@Suite(.enabled(if: Repository.hasCorpus, Repository.absence))
struct `The velocity of a robot's stroke` {
  /// A stroke, projected on its chord, in seconds and millimetres.
  struct Stroke: Sendable {
    var name: String
    var samples: [(time: Timestamp, along: Double)] = []
    /// The fitted speed that the authors of the recordings published, in mm/s.
    var published = 0.0

    init(name: String, published: Double) throws {
      self.name = name
      self.published = published
      let file = Repository.corpus.appendingPathComponent("robot-strokes/\(name).dat")
      var reader = RecordingReader()
      var events: [InputEvent] = []
      try reader.read([UInt8](Data(contentsOf: file)).span, into: &events)
      try reader.finish(into: &events)
      // The pad as described in expected.json.
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
      samples = seen.map { time, position in
        let translation = position - first.1
        return (time, (translation.x * chord.x + translation.y * chord.y) / chord.length)
      }
    }

    /// The middle 70 % of the path.
    func isMiddle(_ along: Double) -> Bool {
      let length = samples[samples.count - 1].along
      return along >= 0.15 * length && along <= 0.85 * length
    }

    /// The slope of a regression over the samples in the middle.
    var fitted: Double { Self.slope(samples.filter { isMiddle($0.along) }) }

    static func slope(_ samples: [(time: Timestamp, along: Double)]) -> Double {
      let count = Double(samples.count)
      let times = samples.map { $0.time - samples[0].time }
      let meanTime = times.reduce(0, +) / count
      let mean = samples.map(\.along).reduce(0, +) / count
      var (tt, ty) = (0.0, 0.0)
      for (time, sample) in zip(times, samples) {
        tt += (time - meanTime) * (time - meanTime)
        ty += (time - meanTime) * (sample.along - mean)
      }
      return ty / tt
    }

    /// Returns the stroke at another report rate, interpolated linearly.
    func resampled(to rate: Double) -> Stroke {
      var stroke = self
      stroke.samples = []
      let grid = SampleGrid(start: samples[0].time, rate: rate)
      var next = 1
      for number in Int64(0)... {
        let time = grid[number]
        while next < samples.count, samples[next].time < time { next += 1 }
        guard next < samples.count else { break }
        let (start, end) = (samples[next - 1], samples[next])
        let share = (time - start.time) / (end.time - start.time)
        stroke.samples.append((time, start.along + (end.along - start.along) * share))
      }
      return stroke
    }

    /// Mid-stroke: √(3/5) of the fitted time about its middle, in seconds since the first sample.
    ///
    /// The slope of a regression is a mean of the speeds that gives no weight to those at the ends. If a
    /// robot still speeds up or slows down there, the plain mean over the same time differs. From −a to a the
    /// mean speed of x = t³ is a², and the slope of its regression from −1 to 1 is 3/5. So over √(3/5) of the
    /// time, both means agree for any speed that is a parabola over time.
    var midStroke: ClosedRange<Double> {
      let middle = samples.filter { isMiddle($0.along) }.map { $0.time - samples[0].time }
      guard let first = middle.first, let last = middle.last else { return 0...0 }
      let half = (last - first) / 2 * (3.0 / 5).squareRoot()
      return (first + last) / 2 - half...(first + last) / 2 + half
    }

    /// Returns the estimated velocity at each sample in an interval of time.
    func velocities(_ estimator: VelocityEstimator, in interval: ClosedRange<Double>) -> [Double] {
      var history = MotionHistory()
      return samples.compactMap { sample in
        history.add(Vector(x: sample.along, y: 0), at: sample.time)
        guard interval.contains(sample.time - samples[0].time) else { return nil }
        return estimator.velocity(of: history, at: sample.time)?.x ?? 0
      }
    }

    /// Returns the mean speed over an interval of time, independent of any estimator.
    func meanSpeed(in interval: ClosedRange<Double>) -> Double {
      (along(at: interval.upperBound) - along(at: interval.lowerBound))
        / (interval.upperBound - interval.lowerBound)
    }

    private func along(at time: Double) -> Double {
      let next = samples.firstIndex { $0.time - samples[0].time >= time } ?? samples.count - 1
      let (start, end) = (samples[max(next - 1, 0)], samples[max(next, 1)])
      let share = (time - (start.time - samples[0].time)) / (end.time - start.time)
      return start.along + (end.along - start.along) * share
    }

    /// The time of the fitted samples, in seconds since the first sample.
    var fittedTime: ClosedRange<Double> {
      let middle = samples.filter { isMiddle($0.along) }.map { $0.time - samples[0].time }
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

  @Test func `is fitted as published`() {
    #expect(Self.strokes.count == 18)
    for stroke in Self.strokes {
      #expect(abs(stroke.fitted / stroke.published - 1) < 0.0002, "\(stroke.name)")
    }
  }

  /// Returns the error of the mean estimate at mid-stroke and its variation for each stroke, as shares of the
  /// fitted speed.
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

  // Over the whole fitted time, the finger's own mean speed differs from the fitted one by 2.2 % at 180 Hz
  // and by more at lower rates: four strokes are short, and slow down in it. An estimator with the correct
  // mean over that time would miss the fitted speed by more than 2 %.
  @Test(arguments: [180.0, 125, 60, 31])
  func `has a plain mean over the fitted time that differs from the fit`(rate: Double) {
    func off(_ part: (Stroke) -> ClosedRange<Double>) -> Double {
      Self.rootMeanSquare(
        Self.strokes.map { stroke in
          let seen = rate == 180 ? stroke : stroke.resampled(to: rate)
          return seen.meanSpeed(in: part(seen)) / stroke.fitted - 1
        })
    }
    #expect(off(\.fittedTime) > 0.02)
    // At mid-stroke they agree.
    #expect(off(\.midStroke) < 0.01)
  }

  // The reported speed itself varies. A line through 100 ms before **and** after an instant, which no rule
  // has at a lift, is off by 1.6 % in the best stroke and 18 % in the worst. No rule can be within 2 % at
  // each instant.
  @Test func `varies by more than 2 % even in a regression that includes later samples`() {
    let shares = Self.strokes.map { stroke in
      Self.rootMeanSquare(
        stroke.samples.filter { stroke.isMiddle($0.along) }.map { sample in
          let near = stroke.samples.filter { abs($0.time - sample.time) <= 0.1 }
          return Stroke.slope(near) / stroke.fitted - 1
        })
    }
    #expect(shares.count { $0 > 0.02 } >= 15)
    #expect((shares.max() ?? 0) > 0.15)
  }

  @Test(arguments: [180.0, 125, 60, 31])
  func `at mid-stroke is within 2 % of the fitted one, and varies less than by Android's rule`(
    rate: Double
  ) {
    let (ours, others) = (shares(.pantograph, rate: rate), shares(.android, rate: rate))
    #expect(Self.rootMeanSquare(ours.map(\.error)) < 0.02)
    #expect(Self.rootMeanSquare(ours.map(\.spread)) <= Self.rootMeanSquare(others.map(\.spread)))
  }
}
