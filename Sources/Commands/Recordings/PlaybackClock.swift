import PantographBase
import PantographTouches

/// The playback time of a recording, in which pauses of more than an hour are shortened to 10 s.
struct PlaybackClock {
  /// 10 s, in microseconds; after that, a trajectory has no samples until the next report.
  private static let playedPause: Int64 = 10_000_000

  private let start: Timestamp
  private var last: Timestamp
  /// The microseconds skipped before the last event.
  private var skipped: Int64 = 0
  /// The microseconds to skip before the next event, and the time at which the skipped part begins.
  private var cut: Int64 = 0
  private var cutStart = Timestamp(microseconds: .max)
  /// The number of shortened pauses.
  private(set) var cuts = 0

  init(start: Timestamp) {
    self.start = start
    last = start
  }

  /// Sets the time of the next event, after all earlier events have been played.
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

  /// Returns the playback time, in microseconds, of an instant not before the last event.
  func played(until instant: Timestamp) -> Int64 {
    let beyondStart = instant.microseconds - start.microseconds - skipped
    guard cut > 0, instant > cutStart else { return beyondStart }
    return beyondStart - min(cut, instant.microseconds - cutStart.microseconds)
  }

  /// Returns the instant of the recording at a playback time.
  func instant(afterPlaying microseconds: Int64) -> Timestamp {
    let instant = start.advanced(byMicroseconds: microseconds + skipped)
    return cut > 0 && instant > cutStart ? instant.advanced(byMicroseconds: cut) : instant
  }

  /// Prints how many pauses were shortened.
  func printShortenedPauses(of path: String) {
    guard cuts > 0 else { return }
    printNotice(
      "\(path): a pause of more than an hour was shortened to 10 s, \(Findings.times(cuts));"
        + " `pantograph info` shows the line")
  }
}
