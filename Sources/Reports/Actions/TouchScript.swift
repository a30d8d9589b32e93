import PantographBase
package import PantographTouches

/// The touches of a recording as a script for browsers, with positions in CSS pixels.
package protocol TouchScript {
  /// Whether there are no touches.
  var isEmpty: Bool { get }
  /// The text, in pieces.
  var pieces: [String] { get }

  /// Adds what has changed in a frame; contacts that have vanished were cancelled.
  mutating func take(_ frame: TouchFrame)
}

extension TouchScript {
  /// Cancels the contacts that are down in the last frame of a recording.
  package mutating func finish(after last: TouchFrame) {
    guard !last.contacts.isEmpty else { return }
    var end = TouchFrame(time: last.time, contacts: [])
    end.vanished = last.contacts.map { $0.id }
    take(end)
  }
}

/// The contacts that are down, each with a place that it keeps until it lifts: the first that is free.
struct ContactPlaces {
  /// What a frame changes, in the order of places.
  struct Changes {
    var moved: [(place: Int, before: Contact, contact: Contact)] = []
    var lifted: [(place: Int, contact: Contact, isCancelled: Bool)] = []
    var landed: [(place: Int, contact: Contact)] = []
  }

  /// Whether a contact that lands can have the place of one that lifts in the same frame.
  let areFreeAtOnce: Bool
  private var contacts: [Contact?] = []

  init(areFreeAtOnce: Bool) { self.areFreeAtOnce = areFreeAtOnce }

  var isEmpty: Bool { contacts.allSatisfy { $0 == nil } }

  /// Takes the contacts of a frame, and returns what is new.
  mutating func take(_ frame: TouchFrame) -> Changes {
    var changes = Changes()
    for (place, contact) in contacts.enumerated() {
      guard let contact else { continue }
      guard let now = frame.contacts.first(where: { $0.id == contact.id }) else {
        changes.lifted.append((place, contact, frame.vanished.contains(contact.id)))
        if areFreeAtOnce { contacts[place] = nil }
        continue
      }
      if now != contact { changes.moved.append((place, contact, now)) }
      contacts[place] = now
    }
    for contact in frame.contacts where !contacts.contains(where: { $0?.id == contact.id }) {
      let place = contacts.firstIndex { $0 == nil } ?? contacts.count
      if place == contacts.count { contacts.append(nil) }
      contacts[place] = contact
      changes.landed.append((place, contact))
    }
    if !areFreeAtOnce { for lifted in changes.lifted { contacts[lifted.place] = nil } }
    return changes
  }
}

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

  private let pixelsPerMillimetre: Double
  private var places = ContactPlaces(areFreeAtOnce: true)
  /// The positions that were sent last, by the numbers of the fingers.
  private var positions: [Position] = []
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
    let start = start ?? frame.time
    if !frame.contacts.isEmpty { self.start = start }
    let changes = places.take(frame)
    let moved = changes.moved.compactMap { move($0.place, from: $0.before, to: $0.contact) }
    let lifted = changes.lifted.map { point($0.place, pressure: nil) }
    let landed = changes.landed.map { number, contact in
      let position = position(of: contact)
      if number == positions.count { positions.append(position) }
      positions[number] = position
      return point(number, pressure: contact.pressure)
    }
    // A cancel is of all fingers, and names none; one of several can only be lifted.
    let areCancelled = frame.contacts.isEmpty && changes.lifted.contains { $0.isCancelled }
    let end = areCancelled ? "touchCancel" : "touchEnd"
    // Those who lift make room for those who land.
    for (type, points) in [("touchMove", moved), (end, lifted), ("touchStart", landed)]
    where !points.isEmpty {
      let call: JSONText = [
        "method": .string("Input.dispatchTouchEvent"),
        "params": [
          "type": .string(type), "touchPoints": .list(type == "touchCancel" ? [] : points),
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
  private mutating func move(
    _ number: Int, from before: Contact, to contact: Contact
  ) -> JSONText? {
    let hasPressed = contact.pressure != before.pressure
    guard hasPressed || contact.position != before.position else { return nil }
    var position = position(of: contact)
    if position == positions[number] {
      guard hasPressed else { return nil }
      position.x += 1
    }
    positions[number] = position
    return point(number, pressure: contact.pressure)
  }

  private func position(of contact: Contact) -> Position {
    let units = pixelsPerMillimetre * 1000
    return Position(
      x: Int((contact.position.x * units).rounded()), y: Int((contact.position.y * units).rounded())
    )
  }

  private func point(_ number: Int, pressure: Double?) -> JSONText {
    .object(
      [
        ("x", .number(Double(positions[number].x) / 1000, decimals: 3)),
        ("y", .number(Double(positions[number].y) / 1000, decimals: 3)), ("id", .integer(number)),
      ] + (pressure.map { [("force", .number($0, decimals: 6))] } ?? []))
  }
}

/// Touches as the actions of W3C WebDriver, in the form that `performActions` takes.
///
/// Each finger has a source of its own, as long as others are down. A frame is a pause until it was reported, and
/// ticks of no duration in which fingers move, land and lift: a move that takes time has further points in between
/// in some browsers. Durations are whole milliseconds; what rounding leaves is carried to the next one, so that
/// errors do not add up.
package struct WebDriverActions: TouchScript {
  private let pixelsPerMillimetre: Double
  private let pointerType: String
  // Who lifts is still there in the tick that ends with this frame.
  private var places = ContactPlaces(areFreeAtOnce: false)
  /// The actions of each pointer.
  private var sources: [[JSONText]] = []
  private var start: Timestamp?
  /// The time that the actions so far take, in milliseconds.
  private var elapsed = 0.0
  private var tickCount = 0

  /// Creates a list without actions.
  ///
  /// - Parameters:
  ///   - isPen: Whether the contacts are those of a pen.
  ///   - pixelsPerMillimetre: The number of CSS pixels per millimetre.
  package init(ofPen isPen: Bool = false, pixelsPerMillimetre: Double) {
    pointerType = isPen ? "pen" : "touch"
    self.pixelsPerMillimetre = pixelsPerMillimetre
  }

  /// Whether there are no actions.
  package var isEmpty: Bool { sources.isEmpty }

  /// Adds what has changed in a frame.
  package mutating func take(_ frame: TouchFrame) {
    guard !frame.contacts.isEmpty || !places.isEmpty else { return }
    let start = start ?? frame.time
    self.start = start
    let total = ((frame.time - start) * 1000).rounded()
    let duration = max(total - elapsed, 0)
    elapsed += duration

    let changes = places.take(frame)
    while sources.count <= changes.landed.map(\.place).max() ?? -1 {
      sources.append(Array(repeating: Self.pause(0), count: tickCount))
    }
    if duration > 0 { addTick(others: duration, []) }
    let moves = changes.moved.map { place, _, contact in
      (place, move(to: contact, Self.pressure(of: contact)))
    }
    addTick(moves + changes.landed.map { ($0.place, move(to: $0.contact, [])) })
    let ups = changes.lifted.map { place, _, isCancelled in
      (
        place,
        isCancelled
          ? ["type": .string("pointerCancel")] as JSONText
          : ["type": .string("pointerUp"), "button": .integer(0)]
      )
    }
    let downs = changes.landed.map { place, contact in
      (
        place,
        JSONText.object(
          [("type", .string("pointerDown")), ("button", .integer(0))] + Self.pressure(of: contact))
      )
    }
    addTick(ups + downs)
  }

  /// Adds an action for each pointer, a pause for those that have none; nothing if none has one and no time passes.
  private mutating func addTick(
    others duration: Double = 0, _ actions: [(place: Int, action: JSONText)]
  ) {
    guard duration > 0 || !actions.isEmpty else { return }
    for index in sources.indices {
      sources[index].append(
        actions.first { $0.place == index }?.action ?? Self.pause(duration))
    }
    tickCount += 1
  }

  private static func pause(_ duration: Double) -> JSONText {
    ["type": .string("pause"), "duration": .number(duration, decimals: 0)]
  }

  private func move(
    to contact: Contact, _ pressure: [(key: String, value: JSONText)]
  ) -> JSONText {
    .object(
      [
        ("type", .string("pointerMove")), ("duration", .integer(0)),
        ("x", .number(contact.position.x * pixelsPerMillimetre, decimals: 3)),
        ("y", .number(contact.position.y * pixelsPerMillimetre, decimals: 3)),
      ] + pressure)
  }

  private static func pressure(of contact: Contact) -> [(key: String, value: JSONText)] {
    contact.pressure.map { [("pressure", .number($0, decimals: 6))] } ?? []
  }

  /// The object as JSON, in pieces, with an action on each line.
  package var pieces: [String] {
    var pieces = ["{\"actions\":[\n"]
    for (number, actions) in sources.enumerated() {
      let parameters: JSONText = ["pointerType": .string(pointerType)]
      pieces.append(
        (number > 0 ? ",\n" : "")
          + "{\"type\":\"pointer\",\"id\":\"finger\(number + 1)\",\"parameters\":\(parameters.text),"
          + "\"actions\":[\n")
      for (index, action) in actions.enumerated() {
        pieces.append(action.text + (index + 1 < actions.count ? ",\n" : "\n]}"))
      }
    }
    return pieces + ["\n]}"]
  }
}
