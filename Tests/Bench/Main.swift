import Glibc
import PantographAnimation
import PantographMotion
import PantographTraces

/// Benchmark workloads to measure from outside: `bench WORK COUNT` repeats a workload.
///
/// `bench make FORMAT COUNT` prints a recording with COUNT events. `bench read FILE COUNT` reads a recording COUNT
/// times and prints its events and the seconds; `bench scan` only parses numbers. `bench publish lines COUNT` sends
/// COUNT lines to a reader over HTTP, and prints the received bytes. `bench make thresholds COUNT` prints COUNT items
/// to classify by two thresholds; `bench thresholds ITEMS COUNT` finds the best thresholds COUNT times, and prints
/// their cost and the seconds.
///
/// `tools/bench` counts the instructions and allocations of two counts. Their difference is the cost of the work,
/// without the start of the program.
@main
@MainActor struct Bench {
  static let works: [(name: String, run: @MainActor (Int) -> Double)] = [
    ("libm", bareFunctions),
    ("spring", springProgress),
    ("property", springProperty),
    ("timeline", springOnTimeline),
    ("curve", curveProgress),
    ("drag", Dragging.feed),
  ]

  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.count == 3, let count = Int(arguments[3]) {
      try onRecordings(arguments[1], arguments[2], count)
      return
    }
    guard arguments.count == 2, let name = arguments.first, let count = Int(arguments[2]),
      let work = works.first(where: { $0.name == name })
    else {
      print("usage: bench \(works.map(\.name).joined(separator: "|")) COUNT")
      print("       bench make FORMAT|thresholds COUNT, or read|scan FILE COUNT")
      print("       bench thresholds ITEMS COUNT, or publish lines COUNT")
      exit(2)
    }
    // Printed so that the compiler can't remove the work.
    print(work.run(count))
  }

  static func onRecordings(_ work: String, _ subject: String, _ count: Int) throws {
    if work == "make", subject == "thresholds" {
      Thresholds.print(count)
    } else if work == "make", let format = RecordingFormat(rawValue: subject) {
      let bytes = Recordings.make(format, eventCount: count)
      print(String(decoding: bytes, as: UTF8.self), terminator: "")
    } else if work == "read" {
      let (events, seconds) = try Recordings.read(subject, times: count)
      print(events, seconds)
    } else if work == "publish" {
      print(try Publishing.lines(count))
    } else if work == "thresholds", let items = Int(subject) {
      let (cost, seconds) = Thresholds.solve(items, times: count)
      print(cost, seconds)
    } else {
      let (sum, seconds) = Recordings.scan(subject, times: count)
      print(sum, seconds)
    }
  }

  /// The three functions that an underdamped spring requires, at 120 Hz.
  static func bareFunctions(_ count: Int) -> Double {
    var sum = 0.0
    for sample in 0..<count {
      let time = Double(sample) / 120
      sum += exp(-0.001 * time) + sin(12.3 * time) + cos(12.3 * time)
    }
    return sum
  }

  /// A spring that oscillates until the samples end.
  static func swing(_ count: Int) -> SpringTimingParameters {
    SpringTimingParameters(mass: 1, stiffness: 150, damping: 0.01)
  }

  /// A spring's progress and velocity, from the animator's state machine.
  static func springProgress(_ count: Int) -> Double {
    var animator = AnimatorMachine(duration: 1, timing: .spring(swing(count)))
    try? animator.start(at: Timestamp(microseconds: 0))
    return sampled(animator, count)
  }

  /// The progress and velocity on a curve, from the animator's state machine.
  static func curveProgress(_ count: Int) -> Double {
    var animator = AnimatorMachine(
      duration: Double(count) / 120, timing: .curve(.easeInOut))
    try? animator.start(at: Timestamp(microseconds: 0))
    return sampled(animator, count)
  }

  static func sampled(_ animator: AnimatorMachine, _ count: Int) -> Double {
    var sum = 0.0
    for sample in 0..<count {
      let time = Timestamp(microseconds: Int64(sample) * 1_000_000 / 120)
      let progress = animator.progress(at: time)
      sum += progress.value + progress.velocity
    }
    return sum
  }

  /// The value of a layer's property that a spring moves, advancing from sample to sample.
  static func springProperty(_ count: Int) -> Double {
    let layer = springingLayer(count)
    let radius = layer.$cornerRadius
    var sum = 0.0
    for sample in 0..<count {
      sum += radius.presentation(at: Timestamp(microseconds: Int64(sample) * 1_000_000 / 120))
    }
    return sum
  }

  /// The same, advancing a timeline from sample to sample.
  static func springOnTimeline(_ count: Int) -> Double {
    let timeline = Timeline.current
    let layer = springingLayer(count)
    var sum = 0.0
    for sample in 0..<count {
      timeline.advance(to: Timestamp(microseconds: Int64(sample) * 1_000_000 / 120))
      sum += layer.$cornerRadius.presentation
    }
    return sum
  }

  static func springingLayer(_ count: Int) -> Layer {
    let layer = Layer()
    let animator = PropertyAnimator(duration: 1, timingParameters: swing(count))
    try? animator.addAnimations { layer.cornerRadius = 20 }
    try? animator.startAnimation()
    return layer
  }
}
