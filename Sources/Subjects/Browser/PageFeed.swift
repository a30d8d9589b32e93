import PantographBase
import PantographTouches

/// Turns the touch frames of a recording into what a page receives of a pen or a touchpad.
protocol PageFeed {
  /// The inputs so far, in order of time.
  var inputs: [PageStep] { get }

  /// Adds what the next touch frame changes, at a time since the first event of the recording.
  mutating func take(_ frame: TouchFrame, at time: Timestamp)

  /// Ends what is still going on.
  mutating func finish(at time: Timestamp)
}
