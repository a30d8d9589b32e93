import PantographBase
import PantographInteractions
import PantographTouchScripts
import PantographTouches
import PantographTrajectories

/// A driver and its trajectory, with times in milliseconds.
final class Drive {
  private var driver: TrajectoryDriver
  private(set) var trajectory = Trajectory()

  init(_ interaction: Interaction) {
    driver = TrajectoryDriver(interaction, start: Timestamp(microseconds: 0))
  }

  private func time(_ milliseconds: Double) -> Timestamp {
    Timestamp(microseconds: Int64((milliseconds * 1000).rounded()))
  }

  func begin(_ fingers: Int? = nil, at milliseconds: Double) -> Bool {
    driver.begin(fingers: fingers, at: time(milliseconds), into: &trajectory)
  }

  func move(
    _ x: Double, _ y: Double = 0, in unit: MeasureUnit.Length = .millimetre,
    at milliseconds: Double
  ) -> Bool {
    driver.move(by: Vector(x: x, y: y), in: unit, at: time(milliseconds), into: &trajectory)
  }

  func end(isCancelled: Bool = false, at milliseconds: Double) -> Bool {
    driver.end(isCancelled: isCancelled, at: time(milliseconds), into: &trajectory)
  }

  func settle(to progress: Double, at milliseconds: Double) -> Bool {
    driver.settle(to: progress, at: time(milliseconds), into: &trajectory)
  }

  func place(at progress: Double, from milliseconds: Double) -> Bool {
    driver.place(progress, at: time(milliseconds), into: &trajectory)
  }

  func change(
    to next: Interaction, keeping kept: TrajectoryDriver.Kept = .progress,
    at milliseconds: Double
  ) -> Bool {
    driver.change(to: next, keeping: kept, at: time(milliseconds), into: &trajectory)
  }

  func hold(at milliseconds: Double) -> Bool {
    driver.hold(at: time(milliseconds), into: &trajectory)
  }

  func resume(at milliseconds: Double) -> Bool {
    driver.resume(at: time(milliseconds), into: &trajectory)
  }

  func reverse(at milliseconds: Double) -> Bool {
    driver.reverse(at: time(milliseconds), into: &trajectory)
  }

  func feed(_ frames: [TouchFrame]) {
    for frame in frames { driver.feed(frame, into: &trajectory) }
  }

  func feed(_ script: String) {
    feed(frames(script))
  }

  func sample(at milliseconds: Double) -> Sample? { driver.sample(at: time(milliseconds)) }

  func finish() { driver.finish(into: &trajectory) }
}
