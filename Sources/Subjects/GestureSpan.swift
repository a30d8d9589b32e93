package import PantographBase
import PantographTouches

/// A gesture of a recording: from the landing of its first contact until all have lifted.
package struct GestureSpan: Hashable, Sendable {
  /// The time at which the first contact lands.
  package var landing: Timestamp
  /// The time at which the last contact lifts.
  package var release: Timestamp
  /// The landing of the next gesture, or the end of what is known.
  package var end: Timestamp
  /// Whether the last contact was cancelled.
  package var wasCutOff = false
  /// The largest number of contacts at once.
  package var contactCount = 1
  /// The greatest pressure of any contact, from 0 to 1; `nil` if the device reports none.
  package var peakPressure: Double?

  /// Creates a gesture of one contact.
  package init(landing: Timestamp, release: Timestamp, end: Timestamp) {
    (self.landing, self.release, self.end) = (landing, release, end)
  }

  /// The seconds from the landing to the release.
  package var duration: Double { release - landing }
}

extension GestureRows {
  /// Returns the gestures, the last of which is followed until a time, at least until the last frame.
  ///
  /// A contact that lands in the frame in which the others lift belongs to their gesture.
  package func gestures(until end: Timestamp) -> [GestureSpan] {
    let end = max(end, rows.last?.time ?? end)
    var gestures: [GestureSpan] = []
    var down: Set<Int> = []
    for row in rows {
      guard let contact = row.contact else { continue }
      if down.isEmpty, gestures.last.map({ $0.release < row.time }) ?? true {
        if !gestures.isEmpty { gestures[gestures.count - 1].end = row.time }
        gestures.append(GestureSpan(landing: row.time, release: row.time, end: end))
      }
      let isDown = row.kind == .began || row.kind == .moved
      if isDown { down.insert(contact.id) } else { down.remove(contact.id) }
      let last = gestures.count - 1
      gestures[last].release = row.time
      gestures[last].wasCutOff = row.kind == .cancelled
      gestures[last].contactCount = max(gestures[last].contactCount, down.count)
      if let pressure = contact.pressure {
        gestures[last].peakPressure = max(gestures[last].peakPressure ?? 0, pressure)
      }
    }
    return gestures
  }
}
