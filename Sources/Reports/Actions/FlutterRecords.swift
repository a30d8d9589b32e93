import PantographBase
import PantographGestures
package import PantographTouches

/// Touches as pointer events for a test in Flutter, in batches as `handlePointerEventRecord` plays them.
///
///     [{"ts":0,"events":[{"type":"PointerDownEvent","timeStamp":0,"pointer":1,"kind":"touch","position":[…]}]}, …]
///
/// The fingers on a touchscreen are pointers that land, move and lift. Two or more fingers on a touchpad pan, zoom and
/// turn together, as Flutter's engine reports them: how far their centre has moved, how far apart they are as a
/// multiple of the beginning, and how far they have turned. A finger that joins or leaves changes none of the three.
package struct FlutterRecords: TouchScript {
  /// A position or a distance, in logical pixels.
  private struct Offset {
    var x: Double
    var y: Double

    var json: JSONText { .list([.number(x, decimals: 3), .number(y, decimals: 3)]) }
    static func - (one: Self, other: Self) -> Self { Self(x: one.x - other.x, y: one.y - other.y) }
  }

  /// Fingers on a touchpad.
  private struct PanZoom {
    let number: Int
    /// Where their centre was at first.
    let origin: Offset
    var pan = Offset(x: 0, y: 0)
    var scale = 1.0
    /// In radians, clockwise.
    var rotation = 0.0
    /// The fingers in the frame before.
    var contacts: [Contact]
  }

  /// All that a hand has.
  private static let mostFingers = 5

  private let pixelsPerMillimetre: Double
  private let kind: Surface.Kind
  /// The fingers on a touchscreen, or a pen, and the number of the pointer in each place.
  private var places = ContactPlaces(areFreeAtOnce: false)
  private var numbers: [Int] = []
  private var panZoom: PanZoom?
  /// Without a slop: each change counts, as in Flutter's engine.
  private var pinch = PinchGestureRecognizer(.init(fingers: 2...Self.mostFingers, slop: 0))
  private var rotation = RotationGestureRecognizer(.init(fingers: 2...Self.mostFingers, slop: 0))
  private var pointerCount = 0
  private var start: Timestamp?
  private var batches: [JSONText] = []

  /// Creates a list without events.
  ///
  /// - Parameters:
  ///   - kind: What the contacts touch.
  ///   - pixelsPerMillimetre: The number of logical pixels per millimetre.
  package init(on kind: Surface.Kind, pixelsPerMillimetre: Double) {
    self.kind = kind
    self.pixelsPerMillimetre = pixelsPerMillimetre
  }

  /// Whether there are no events.
  package var isEmpty: Bool { batches.isEmpty }

  /// Adds what has changed in a frame.
  package mutating func take(_ frame: TouchFrame) {
    let changes = kind == .touchpad ? panAndZoom(frame) : movePointers(frame)
    guard !changes.isEmpty else { return }
    let start = start ?? frame.time
    self.start = start
    let time = JSONText.integer(Int(frame.time.microseconds - start.microseconds))
    let events = changes.map { type, members in
      JSONText.object([("type", .string(type)), ("timeStamp", time)] + members)
    }
    batches.append(["ts": time, "events": .list(events)])
  }

  /// The list as JSON, in pieces, with a batch on each line.
  package var pieces: [String] {
    let last = batches.count - 1
    return ["[\n"] + batches.enumerated().map { $1.text + ($0 < last ? ",\n" : "\n") } + ["]"]
  }

  private func offset(of contact: Contact) -> Offset {
    Offset(
      x: contact.position.x * pixelsPerMillimetre, y: contact.position.y * pixelsPerMillimetre)
  }
}

extension FlutterRecords {
  private typealias Members = [(key: String, value: JSONText)]
  /// The class of an event, and its members besides the time.
  private typealias Change = (type: String, members: Members)

  // MARK: A touchscreen

  private mutating func movePointers(_ frame: TouchFrame) -> [Change] {
    let changes = places.take(frame)
    let moved = changes.moved.map { place, before, contact in
      // Flutter's recognisers add up how far a pointer has moved, and look at no positions.
      let delta = offset(of: contact) - offset(of: before)
      return (
        "PointerMoveEvent",
        members(place, contact) + [("delta", delta.json)] + pressure(contact)
      )
    }
    let lifted = changes.lifted.map { place, contact, isCancelled in
      (isCancelled ? "PointerCancelEvent" : "PointerUpEvent", members(place, contact))
    }
    let landed = changes.landed.map { place, contact in
      pointerCount += 1
      if place == numbers.count { numbers.append(0) }
      numbers[place] = pointerCount
      return ("PointerDownEvent", members(place, contact) + pressure(contact))
    }
    return moved + lifted + landed
  }

  private func members(_ place: Int, _ contact: Contact) -> Members {
    [
      ("pointer", .integer(numbers[place])),
      ("kind", .string(kind == .pen ? "stylus" : "touch")),
      ("position", offset(of: contact).json),
    ]
  }

  private func pressure(_ contact: Contact) -> Members {
    contact.pressure.map { [("pressure", .number($0, decimals: 6))] } ?? []
  }

  // MARK: A touchpad

  private mutating func panAndZoom(_ frame: TouchFrame) -> [Change] {
    let contacts = frame.contacts
    var pinch: [GestureEvent<PinchGestureRecognizer.Value>] = []
    var turn: [GestureEvent<RotationGestureRecognizer.Value>] = []
    self.pinch.feed(frame, into: &pinch)
    rotation.feed(frame, into: &turn)
    guard var panZoom else {
      guard contacts.count >= 2 else { return [] }
      pointerCount += 1
      let new = PanZoom(number: pointerCount, origin: centre(contacts), contacts: contacts)
      panZoom = new
      return [("PointerPanZoomStartEvent", members(of: new))]
    }
    guard contacts.count >= 2 else {
      self.panZoom = nil
      return [("PointerPanZoomEndEvent", members(of: panZoom))]
    }
    let before = panZoom.contacts.filter { one in contacts.contains { $0.id == one.id } }
    let after = contacts.filter { one in before.contains { $0.id == one.id } }
    let hasMoved = before.map(\.position) != after.map(\.position)
    let delta = hasMoved ? centre(after) - centre(before) : Offset(x: 0, y: 0)
    panZoom.contacts = contacts
    panZoom.pan.x += delta.x
    panZoom.pan.y += delta.y
    if let value = pinch.last?.value { panZoom.scale = value.scale }
    if let value = turn.last?.value { panZoom.rotation = value.angle }
    self.panZoom = panZoom
    guard hasMoved else { return [] }
    let now: Members = [
      ("pan", panZoom.pan.json), ("panDelta", delta.json),
      ("scale", .number(panZoom.scale, decimals: 6)),
      ("rotation", .number(panZoom.rotation, decimals: 6)),
    ]
    return [("PointerPanZoomUpdateEvent", members(of: panZoom) + now)]
  }

  private func members(of panZoom: PanZoom) -> Members {
    [("pointer", .integer(panZoom.number)), ("position", panZoom.origin.json)]
  }

  private func centre(_ contacts: [Contact]) -> Offset {
    let count = Double(contacts.count)
    return contacts.map(offset(of:)).reduce(Offset(x: 0, y: 0)) { sum, offset in
      Offset(x: sum.x + offset.x / count, y: sum.y + offset.y / count)
    }
  }
}
