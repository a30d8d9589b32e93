package import PantographBase
import PantographTouches

/// The rows of a recording that a program under test received.
package struct GestureRows: Sendable {
  /// The name of the device.
  package let device: String
  /// The time of the recording's last event.
  package let end: Timestamp
  let rows: [ContactFeed.Row]
  /// What a page received of a pen or a touchpad; `nil` if the contacts are its touches.
  let inputs: [PageStep]?
  /// What the recording lacks for exact results.
  let notes: [String]

  /// The seconds until the last row.
  var duration: Double {
    (rows.last?.time ?? Timestamp(microseconds: 0)) - Timestamp(microseconds: 0)
  }

  /// When fingers lifted.
  var releases: [Timestamp] {
    rows.filter { $0.kind == .ended || $0.kind == .cancelled }.map(\.time)
  }

  /// Returns what the fingers did last before a time, such as `contact 1 ended at 0.218700 s`.
  package func lastChange(before time: Timestamp) -> String? {
    let change = rows.last { $0.kind != .frame && $0.kind != .moved && $0.time <= time }
    guard let change, let contact = change.contact else { return nil }
    let kind = change.kind == .cancelled ? "was cancelled" : change.kind.rawValue
    let seconds = String(fixed: change.time - Timestamp(microseconds: 0), decimals: 3)
    return "contact \(contact.id + 1) \(kind) at \(seconds) s"
  }
}
