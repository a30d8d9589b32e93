import PantographBase
package import PantographTouches

/// The touches of a recording as a script for browsers, with positions in CSS pixels.
package protocol TouchScript {
  /// Whether there are no touches.
  var isEmpty: Bool { get }
  /// The text, in pieces.
  var pieces: [String] { get }

  /// Adds what has changed in a frame.
  mutating func take(_ frame: TouchFrame)
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
    var moved: [JSONText] = []
    var lifted: [JSONText] = []
    var landed: [JSONText] = []
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

/// Touches as the actions of W3C WebDriver, in the form that `performActions` takes.
///
/// Each finger has a source of its own, as long as others are down. A frame is a pause until it was reported, and
/// ticks of no duration in which fingers move, land and lift: a move that takes time has further points in between
/// in some browsers. Durations are whole milliseconds; what rounding leaves is carried to the next one, so that
/// errors do not add up.
package struct WebDriverActions: TouchScript {
  /// The actions of a pointer.
  private struct Source {
    var actions: [JSONText] = []
    /// The contact that is down.
    var contact: Contact?
  }

  private let pixelsPerMillimetre: Double
  private let pointerType: String
  private var sources: [Source] = []
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
    let contacts = frame.contacts
    guard !contacts.isEmpty || sources.contains(where: { $0.contact != nil }) else { return }
    let start = start ?? frame.time
    self.start = start
    let total = ((frame.time - start) * 1000).rounded()
    let duration = max(total - elapsed, 0)
    elapsed += duration

    let lifted = sources.indices.filter { index in
      sources[index].contact.map { old in !contacts.contains { $0.id == old.id } } ?? false
    }
    let known = sources.compactMap(\.contact?.id)
    let landed = contacts.filter { !known.contains($0.id) }
    // Who lifts is still there in the tick that ends with this frame.
    for contact in landed {
      let free = sources.firstIndex { $0.contact == nil } ?? sources.count
      if free == sources.count {
        sources.append(Source(actions: Array(repeating: Self.pause(0), count: tickCount)))
      }
      sources[free].contact = contact
    }
    let density = pixelsPerMillimetre
    if duration > 0 { addTick { _, _ in Self.pause(duration) } }
    func target(of source: Source) -> Contact? {
      source.contact.flatMap { old in contacts.first { $0.id == old.id } }
        .flatMap { $0 != source.contact || landed.contains($0) ? $0 : nil }
    }
    if sources.contains(where: { target(of: $0) != nil }) {
      addTick { _, source in
        guard let contact = target(of: source) else { return Self.pause(0) }
        source.contact = contact
        let pressure = landed.contains(contact) ? [] : Self.pressure(of: contact)
        return Self.move(to: contact, density, pressure)
      }
    }
    guard !lifted.isEmpty || !landed.isEmpty else { return }
    addTick { index, source in
      if lifted.contains(index) {
        source.contact = nil
        return ["type": .string("pointerUp"), "button": .integer(0)]
      }
      guard let contact = source.contact, landed.contains(contact) else { return Self.pause(0) }
      return .object(
        [("type", .string("pointerDown")), ("button", .integer(0))] + Self.pressure(of: contact))
    }
  }

  private mutating func addTick(_ action: (Int, inout Source) -> JSONText) {
    for index in sources.indices { sources[index].actions.append(action(index, &sources[index])) }
    tickCount += 1
  }

  private static func pause(_ duration: Double) -> JSONText {
    ["type": .string("pause"), "duration": .number(duration, decimals: 0)]
  }

  private static func move(
    to contact: Contact, _ density: Double, _ pressure: [(key: String, value: JSONText)]
  ) -> JSONText {
    .object(
      [
        ("type", .string("pointerMove")), ("duration", .integer(0)),
        ("x", .number(contact.position.x * density, decimals: 3)),
        ("y", .number(contact.position.y * density, decimals: 3)),
      ] + pressure)
  }

  private static func pressure(of contact: Contact) -> [(key: String, value: JSONText)] {
    contact.pressure.map { [("pressure", .number($0, decimals: 6))] } ?? []
  }

  /// The object as JSON, in pieces, with an action on each line.
  package var pieces: [String] {
    var pieces = ["{\"actions\":[\n"]
    for (number, source) in sources.enumerated() {
      let parameters: JSONText = ["pointerType": .string(pointerType)]
      pieces.append(
        (number > 0 ? ",\n" : "")
          + "{\"type\":\"pointer\",\"id\":\"finger\(number + 1)\",\"parameters\":\(parameters.text),"
          + "\"actions\":[\n")
      for (index, action) in source.actions.enumerated() {
        pieces.append(action.text + (index + 1 < source.actions.count ? ",\n" : "\n]}"))
      }
    }
    return pieces + ["\n]}"]
  }
}
