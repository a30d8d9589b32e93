import PantographBase
package import PantographTouches

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
