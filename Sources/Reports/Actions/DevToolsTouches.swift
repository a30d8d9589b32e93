import PantographBase
package import PantographTouches

/// Touches as calls of the Chrome DevTools Protocol, one JSON object a line.
///
///     {"method":"Input.dispatchTouchEvent","params":{"type":"touchStart","touchPoints":[…],"timestamp":0.000000}}
///
/// Time stamps are in seconds since the first frame; the program that sends them adds the time of day at which
/// it begins. Each call lists only the fingers that land, move or lift; the others stay down. The number of a
/// finger is the smallest one that is free.
package struct DevToolsTouches: TouchScript {
  /// The number of fingers that Chromium takes at once; after one more, it refuses all touches.
  package static let mostFingers = 16

  /// A position in thousandths of a CSS pixel.
  private struct Position: Equatable {
    var x: Int
    var y: Int
  }

  /// A finger that is down.
  private struct Finger {
    var contact: Contact
    /// The position that was sent last.
    var position: Position
  }

  private let pixelsPerMillimetre: Double
  /// The fingers, by their numbers.
  private var fingers: [Finger?] = []
  private var start: Timestamp?
  /// The calls, each on a line of its own.
  package private(set) var pieces: [String] = []

  /// Creates a script without touches.
  ///
  /// - Parameter pixelsPerMillimetre: The number of CSS pixels per millimetre.
  package init(pixelsPerMillimetre: Double) {
    self.pixelsPerMillimetre = pixelsPerMillimetre
  }

  /// Whether there are no touches.
  package var isEmpty: Bool { pieces.isEmpty }

  /// Adds what has changed in a frame.
  package mutating func take(_ frame: TouchFrame) {
    let contacts = frame.contacts
    let start = start ?? frame.time
    if !contacts.isEmpty { self.start = start }
    var (moved, lifted, landed): ([JSONText], [JSONText], [JSONText]) = ([], [], [])
    for number in fingers.indices {
      guard let finger = fingers[number] else { continue }
      if let contact = contacts.first(where: { $0.id == finger.contact.id }) {
        if let point = move(number, finger, to: contact) { moved.append(point) }
      } else {
        lifted.append(Self.point(number, finger.position, pressure: nil))
        fingers[number] = nil
      }
    }
    for contact in contacts where !fingers.contains(where: { $0?.contact.id == contact.id }) {
      let number = fingers.firstIndex { $0 == nil } ?? fingers.count
      if number == fingers.count { fingers.append(nil) }
      let position = position(of: contact)
      fingers[number] = Finger(contact: contact, position: position)
      landed.append(Self.point(number, position, pressure: contact.pressure))
    }
    // Those who lift make room for those who land.
    for (type, points) in [("touchMove", moved), ("touchEnd", lifted), ("touchStart", landed)]
    where !points.isEmpty {
      let call: JSONText = [
        "method": .string("Input.dispatchTouchEvent"),
        "params": [
          "type": .string(type), "touchPoints": .list(points),
          "timestamp": .number(frame.time - start),
        ],
      ]
      pieces.append((isEmpty ? "" : "\n") + call.text)
    }
  }

  /// Returns a finger as it is sent after a frame, or `nil` if nothing of it is new.
  ///
  /// Chromium drops a touch that has not moved, even if its pressure has changed. Such a one is sent a
  /// thousandth of a pixel beside its position.
  private mutating func move(_ number: Int, _ finger: Finger, to contact: Contact) -> JSONText? {
    let hasPressed = contact.pressure != finger.contact.pressure
    guard hasPressed || contact.position != finger.contact.position else { return nil }
    var position = position(of: contact)
    if position == finger.position {
      guard hasPressed else { return nil }
      position.x += 1
    }
    fingers[number] = Finger(contact: contact, position: position)
    return Self.point(number, position, pressure: contact.pressure)
  }

  private func position(of contact: Contact) -> Position {
    let units = pixelsPerMillimetre * 1000
    return Position(
      x: Int((contact.position.x * units).rounded()), y: Int((contact.position.y * units).rounded())
    )
  }

  private static func point(_ number: Int, _ position: Position, pressure: Double?) -> JSONText {
    .object(
      [
        ("x", .number(Double(position.x) / 1000, decimals: 3)),
        ("y", .number(Double(position.y) / 1000, decimals: 3)), ("id", .integer(number)),
      ] + (pressure.map { [("force", .number($0, decimals: 6))] } ?? []))
  }
}
