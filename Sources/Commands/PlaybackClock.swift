import Evdev
import Quantities

/// The time of a recording as it is played: only 10 s are played of a pause of more than an hour.
struct PlaybackClock {
  /// 10 s, in microseconds: after these a trajectory has no samples until the fingers report again.
  private static let playedPause: Int64 = 10_000_000

  private let start: Timestamp
  private var last: Timestamp
  /// The microseconds that were left out before the last event.
  private var skipped: Int64 = 0
  /// Those that are left out before the next one, and where they begin.
  private var cut: Int64 = 0
  private var cutStart = Timestamp(microseconds: .max)
  /// How many pauses were shortened.
  private(set) var cuts = 0

  init(start: Timestamp) {
    self.start = start
    last = start
  }

  /// Notes when the next event comes, after all before it have been played.
  mutating func expect(_ next: Timestamp) {
    skipped += cut
    cut = 0
    if next.microseconds - last.microseconds > InputEvent.longestPause {
      cutStart = last.advanced(byMicroseconds: Self.playedPause)
      cut = next.microseconds - cutStart.microseconds
      cuts += 1
    }
    last = next
  }

  /// The microseconds of playing up to an instant of the recording that is not before the last event.
  func played(until instant: Timestamp) -> Int64 {
    let beyondStart = instant.microseconds - start.microseconds - skipped
    guard cut > 0, instant > cutStart else { return beyondStart }
    return beyondStart - min(cut, instant.microseconds - cutStart.microseconds)
  }

  /// The instant of the recording that is reached after so many microseconds of playing.
  func instant(afterPlaying microseconds: Int64) -> Timestamp {
    let instant = start.advanced(byMicroseconds: microseconds + skipped)
    return cut > 0 && instant > cutStart ? instant.advanced(byMicroseconds: cut) : instant
  }

  /// Says which pauses were shortened.
  func sayCuts(of path: String) {
    guard cuts > 0 else { return }
    say(
      "\(path): a pause of more than an hour, \(Findings.times(cuts)), of which 10 s were played;"
        + " `pantograph info` names the line")
  }
}
