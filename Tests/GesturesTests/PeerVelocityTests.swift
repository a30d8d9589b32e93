import Foundation
import PantographBase
import PantographGestures
import PantographTestSupport
import Testing

@Suite struct `Velocities by the rules of other toolkits` {
  /// The columns of the table of rules, and the estimators that reproduce them.
  static let columns: [(String, [VelocityEstimator])] = [
    ("adw/gnome-shell", [.libadwaita]), ("niri", [.niri]), ("GtkECScroll", [.gtkScroll]),
    ("GtkGestureSwipe", [.gtkSwipe]), ("Android/Flutter LSQ2", [.android, .flutter]),
    ("RNGH web LSQ2 300ms", [.reactNative]), ("Motion 100ms", [.motion]),
    ("use-gesture last", [.useGesture]), ("hammer overall", [.hammer]),
    ("Hyprland px/event", [.hyprland]),
  ]

  @Test(arguments: VelocityTrace.all)
  func `match the toolkits, including their flaws`(trace: VelocityTrace) throws {
    #expect(trace.velocities.count == Self.columns.count)
    for (column, estimators) in Self.columns {
      let expected = try #require(trace.velocities[column])
      for estimator in estimators {
        let velocity = trace.velocity(estimator)
        #expect(abs(velocity.x - expected) <= 0.001 * abs(expected), "\(estimator)")
        #expect(velocity.y == 0)
      }
    }
  }

  @Test(
    .enabled(if: Repository.hasCorpus, Repository.absence),
    arguments: ["velocityEventData", "interruptedVelocityEventData"])
  func `are what Flutter's tests expect`(list: String) throws {
    let file = JSON(Repository.corpus.appendingPathComponent("velocity/flutter.json"))
    var expected = file["expected_velocity_at_each_up"][list].list[...]
    #expect(expected.count == (list == "velocityEventData" ? 13 : 1))
    // One history for all strokes, because Flutter's tests use one tracker.
    var history = MotionHistory()
    for event in file["lists"][list].list {
      let time = VelocityTrace.timestamp(try #require(event["t_ms"].number))
      guard event["type"].text == "up" else {
        let translation = Vector(
          x: try #require(event["x"].number), y: try #require(event["y"].number))
        history.add(translation, at: time)
        continue
      }
      let velocity = try #require(VelocityEstimator.flutter.velocity(of: history, at: time))
      guard let truth = expected.popFirst() else { break }
      let x = try #require(truth["vx"].number)
      let y = try #require(truth["vy"].number)
      #expect(abs(velocity.x - x) <= 0.001 * abs(x))
      #expect(abs(velocity.y - y) <= 0.001 * abs(y))
    }
    #expect(expected.isEmpty)
  }

  static let android = JSON(Repository.corpus.appendingPathComponent("velocity/android.json"))[
    "tests"
  ].list

  /// A test whose times differ by nanoseconds, which are one instant here.
  static let tooFine = "AxisScrollVelocity_SimilarDifferentialValues"

  /// Returns the history of a finger in one of Android's tests, as Android's tracker reads it, and the time
  /// of the lift.
  ///
  /// Interpolated samples are skipped, and a lift adds no position. A wheel reports displacements, which are
  /// added up.
  private func history(
    of test: JSON, pointer: Int
  ) throws -> (history: MotionHistory, lift: Timestamp) {
    var history = MotionHistory()
    let samples = test["samples"].list
    var lift = Timestamp(microseconds: 0)
    var sum = Vector.zero
    for (index, sample) in samples.enumerated() {
      let time = Timestamp(
        microseconds: Int64((try #require(sample["t_ns"].number) / 1000).rounded()))
      lift = time
      if let value = sample["value"].number {
        sum += Vector(x: value, y: 0)
        history.add(sum, at: time)
        continue
      }
      let pointers = sample["pointers"].list
      // The lift of another finger adds nothing to this finger's history.
      let next = index + 1 < samples.count ? samples[index + 1]["pointers"].list : []
      let present = { (all: [JSON]) in all.count { $0["x"].number != nil } }
      if index == samples.count - 1 || present(next) < present(pointers) { continue }
      guard pointers.indices.contains(pointer), let x = pointers[pointer]["x"].number,
        let y = pointers[pointer]["y"].number
      else { continue }
      if case .flag(true) = pointers[pointer]["resampled"] { continue }
      history.add(Vector(x: x, y: y), at: time)
    }
    return (history, lift)
  }

  @Test(.enabled(if: Repository.hasCorpus, Repository.absence), arguments: android.indices)
  func `are what Android's tests expect`(index: Int) throws {
    let test = Self.android[index]
    guard test["test"].text != Self.tooFine else { return }
    for expected in test["expected"].list
    where expected["quadratic_coefficients_c0_c1_c2"].list.isEmpty {
      let isImpulse = expected["strategy"].text == "IMPULSE"
      let estimator = isImpulse ? VelocityEstimator.impulse : .android
      let pointer = Int(expected["pointer"].number ?? 0)
      let (history, lift) = try history(of: test, pointer: pointer)
      let velocity = estimator.velocity(of: history, at: lift)
      guard let truth = expected["velocity"].number else {
        #expect(velocity == nil)
        continue
      }
      let component = try #require(expected["axis"].text == "Y" ? velocity?.y : velocity?.x)
      // Android's tests allow a fifth. Its parabola is exact, except for the test's rounded numbers: 3455
      // and 100.
      let isMeasured = !isImpulse && test["real_recording"].isTrue
      #expect(abs(component - truth) <= (isMeasured ? 0.0005 : 0.2) * abs(truth), "\(expected)")
    }
  }

  @Test(.enabled(if: Repository.hasCorpus, Repository.absence))
  func `have the slope of Android's parabolas`() throws {
    let tests = Self.android.filter {
      !$0["expected"].list.allSatisfy { $0["quadratic_coefficients_c0_c1_c2"].list.isEmpty }
    }
    #expect(tests.count == 3)
    for test in tests {
      let slope = test["expected"].list[0]["quadratic_coefficients_c0_c1_c2"].numbers[1]
      let (history, lift) = try history(of: test, pointer: 0)
      let velocity = try #require(VelocityEstimator.android.velocity(of: history, at: lift))
      #expect(abs(velocity.x - slope) <= 1e-5 * max(abs(slope), 1))
      #expect(abs(velocity.y - slope) <= 1e-5 * max(abs(slope), 1))
    }
  }
}

extension JSON {
  fileprivate var isTrue: Bool {
    if case .flag(true) = self { true } else { false }
  }
}
