package import PantographBase

/// An event that subjects show for the same recording, and when each of them shows it.
package struct EventTimes: Sendable {
  /// The event's words; those of a repetition have its number.
  package let words: String
  /// The time at each subject; `nil` where it does not come.
  package private(set) var times: [Timestamp?]
  private var first: Timestamp

  /// Collects the events of several subjects, by the first times at which one of them shows each.
  static func all(of shown: [Observation]) -> [EventTimes] {
    var all: [EventTimes] = []
    var places: [String: Int] = [:]
    for (index, observation) in shown.enumerated() {
      var counts: [String: Int] = [:]
      for event in observation.events {
        counts[event.words, default: 0] += 1
        let count = counts[event.words] ?? 1
        let words = event.words + (count > 1 ? " (\(count))" : "")
        let place = places[words, default: all.count]
        if place == all.count {
          let none: [Timestamp?] = shown.map { _ in nil }
          all.append(EventTimes(words: words, times: none, first: event.time))
          places[words] = place
        }
        all[place].times[index] = event.time
        all[place].first = min(all[place].first, event.time)
      }
    }
    return all.enumerated()
      .sorted { ($0.element.first, $0.offset) < ($1.element.first, $1.offset) }
      .map(\.element)
  }
}
