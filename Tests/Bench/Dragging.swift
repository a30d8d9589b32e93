import PantographBase
import PantographInteractions
import PantographTouches
import PantographTrajectories

/// A drag whose frames drive a trajectory, as `drag.c` has it with the C library.
enum Dragging {
  /// Keeps samples until they are taken.
  private struct Samples: TrajectorySink {
    var fractions: [Double] = []
    var velocities: [Double] = []
    var times: [Timestamp] = []
    var phases: [Phase] = []
    var values: [Double] = []
    var eventTimes: [Timestamp] = []

    mutating func receive(_ sample: Sample) throws(Never) {
      times.append(sample.time)
      fractions.append(sample.fraction)
      velocities.append(sample.velocity)
      phases.append(sample.phase)
      values.append(contentsOf: sample.values)
    }

    mutating func receive(_ event: TrajectoryEvent) throws(Never) { eventTimes.append(event.time) }

    /// Drops all samples, and returns the sum of their fractions.
    mutating func take() -> Double {
      let sum = fractions.reduce(0, +)
      fractions.removeAll(keepingCapacity: true)
      velocities.removeAll(keepingCapacity: true)
      times.removeAll(keepingCapacity: true)
      phases.removeAll(keepingCapacity: true)
      values.removeAll(keepingCapacity: true)
      eventTimes.removeAll(keepingCapacity: true)
      return sum
    }
  }

  /// Feeds a finger that moves up and down, takes the samples after every 256 frames, and returns their sum.
  static func feed(_ count: Int) -> Double {
    guard let template = InteractionStarter.named("sheet"),
      var interaction = try? Interaction(parsing: Array(template.text.utf8))
    else { return .nan }
    interaction.ignoresPalms = true
    var driver = TrajectoryDriver(
      interaction, start: Timestamp(microseconds: 0), on: Plane(size: Vector(x: 65, y: 145)))
    var samples = Samples()
    let place = Point(x: 30, y: 100)
    var frame = TouchFrame(
      time: Timestamp(microseconds: 0),
      contacts: [Contact(id: 1, position: place, pressure: 0.5)])
    frame.fingerCount = 1
    var sum = 0.0
    for number in 0..<count {
      let way = Double(number / 50 % 2 == 1 ? -1 : 1)
      let y = 100 + way * Double(25 - number % 50) * 0.5
      frame.contacts[0] = Contact(id: 1, position: Point(x: 30, y: y), pressure: 0.5)
      frame.time = Timestamp(microseconds: (Int64(number) * 1_000_000 + 60) / 120)
      driver.feed(frame, into: &samples)
      if number % 256 == 255 { sum += samples.take() }
    }
    return sum + samples.take()
  }
}
