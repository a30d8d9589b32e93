import PantographBase
import PantographGestures
import PantographInteractions
import PantographReports
import PantographTouchScripts
import PantographTouches
import PantographTrajectories
import PantographTuning
import Testing

@Suite struct `The trajectory of a hard gesture` {
  /// Two pans of 20 of 50 mm in 0.2 s each, more than a second apart; both cancel in 0.5 s.
  private static let trajectory = pans(finishingAbove: 0.5)

  private static func pans(finishingAbove threshold: Double) -> Trajectory {
    let text = """
      { "version": 1,
        "gesture": { "pan": { "slop": { "mm": 0 } } },
        "progress": { "toward": "right", "distance": { "mm": 50 } },
        "rule": { "fractionAbove": \(threshold) },
        "animation": { "duration": 0.5, "curve": "linear",
          "properties": [{ "name": "offset", "from": 0, "to": -320 }] },
        "rate": 100 }
      """
    let touches = frames(
      """
      100   1:10,20
      200   1:20,20
      300   1:30,20
      310
      1300  1:10,20
      1400  1:20,20
      1500  1:30,20
      1510
      """)
    do {
      var trajectory = Trajectory()
      let start = Timestamp(microseconds: 0)
      var driver = TrajectoryDriver(try Interaction(parsing: Array(text.utf8)), start: start)
      driver.resetsForEachGesture = true
      for frame in touches { driver.feed(frame, into: &trajectory) }
      driver.finish(into: &trajectory)
      return trajectory
    } catch {
      preconditionFailure("\(error)")
    }
  }

  private func features(at milliseconds: Int, _ end: GestureFeatures.End = .release)
    -> GestureFeatures
  {
    GestureFeatures(
      recording: "two.yml", number: 1, time: Timestamp(microseconds: Int64(milliseconds) * 1000),
      end: end, release: nil, velocities: [], peakPressure: nil, device: "pad", label: nil)
  }

  private func replay(at milliseconds: Int) -> (samples: [Sample], release: Timestamp)? {
    let replay = HardTrajectory.Replay(of: features(at: milliseconds), in: Self.trajectory)
    if case .replayed(let samples, let release) = replay { return (samples, release) }
    return nil
  }

  @Test func `is cut out of its recording from just before the gesture to the rest`() throws {
    let first = try #require(replay(at: 310))
    let second = try #require(replay(at: 1510))
    #expect(first.release == Timestamp(microseconds: 310_000))
    #expect(second.release == Timestamp(microseconds: 1_510_000))
    for (replay, began) in [(first, 200_000), (second, 1_400_000)] {
      let times = replay.samples.map(\.time.microseconds)
      // The gesture begins with its first movement; 50 ms before it are shown.
      #expect(times.first == Int64(began - 50_000))
      #expect(replay.samples.last?.phase == .rest && replay.samples.last?.fraction == 0)
      #expect(replay.samples.count { $0.phase == .rest && $0.time > replay.release } == 1)
      #expect(replay.samples.contains { $0.fraction > 0.39 })
    }
  }

  @Test func `does not include the rest of the gesture before`() throws {
    let pans = Self.pans(finishingAbove: 0.3)
    // The first animation has reached its end when the second gesture begins.
    #expect(pans.samples.contains { $0.phase == .rest && $0.fraction == 1 })
    guard case .replayed(let samples, _) = HardTrajectory.Replay(of: features(at: 1510), in: pans)
    else {
      Issue.record("there is no trajectory")
      return
    }
    #expect(samples.first.map { $0.time >= Timestamp(microseconds: 1_350_000) } == true)
    #expect(
      samples.filter { $0.time < Timestamp(microseconds: 1_500_000) }.allSatisfy {
        $0.fraction < 0.5
      })
  }

  @Test func `is found by its release time, to a millisecond`() {
    #expect(replay(at: 311) != nil && replay(at: 309) != nil)
    #expect(replay(at: 312) == nil && replay(at: 308) == nil)
  }

  @Test func `is missing if no gesture was recognised`() {
    let replay = HardTrajectory.Replay(of: features(at: 310, .none), in: Self.trajectory)
    guard case .missing(let reason) = replay else {
      Issue.record("there is a trajectory")
      return
    }
    #expect(reason == "no gesture was recognised")
  }
}
