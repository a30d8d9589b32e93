import PantographBase

/// Turns inputs into calls of Chromium's DevTools protocol.
struct ChromiumInput {
  /// A call, and the number of events of its own kind that the page receives.
  struct Call {
    var method: String
    var parameters: JSONText
    var eventCount: Int
  }

  /// The number of fingers that Chromium accepts.
  static let mostFingers = 16
  /// The bit of Ctrl among the modifiers.
  private static let control = 2

  /// The fingers on the page, by their numbers, and whether they were sent beside their position.
  private var fingers: [Int: (finger: PageTouches.Finger, isBeside: Bool)] = [:]
  /// What the pen or the mouse did last.
  private var pointer: PagePointer?
  /// The last press of the pen, and how many presses at its position it was.
  private var press: (position: Point, time: Double, count: Int)?

  /// Returns the calls for an input at a time of day in seconds to a page whose clock stands still; the first one brings
  /// the page's events.
  mutating func calls(for input: PageInput, at time: Double) throws(BrowserFailure) -> [Call] {
    var calls = try call(for: input, at: time).map { [$0] } ?? []
    if case .touches(let touches) = input, touches.areMerged {
      // The page waits for this key before it takes up the moves of several fingers; its script hides it.
      calls.append(
        Call(
          method: "Input.dispatchKeyEvent", parameters: ["type": .string("keyUp")], eventCount: 0))
    }
    return calls
  }

  /// Returns the call for an input at a time of day in seconds; `nil` if nothing of it is new.
  mutating func call(
    for input: PageInput, at time: Double
  ) throws(BrowserFailure) -> Call? {
    // Taps, clicks and their repetitions are judged by these times.
    let stamp = (key: "timestamp", value: JSONText.number(time))
    switch input {
    case .touches(let touches): return try call(for: touches, stamp)
    case .pointer(let pointer): return call(for: pointer, at: time, stamp)
    case .wheel(let wheel) where !wheel.isTrusted:
      return Call(
        method: "Runtime.evaluate", parameters: ["expression": .string(wheel.script)],
        eventCount: 0)
    case .wheel(let wheel):
      return mouse(
        "mouseWheel", wheel.position,
        [
          ("deltaX", .number(wheel.delta.x, decimals: 9)),
          ("deltaY", .number(wheel.delta.y, decimals: 9)),
          ("modifiers", .integer(wheel.isPinch ? Self.control : 0)), stamp,
        ])
    }
  }

  // MARK: Fingers

  private mutating func call(
    for touches: PageTouches, _ stamp: (key: String, value: JSONText)
  ) throws(BrowserFailure) -> Call? {
    guard touches.fingers.allSatisfy({ $0.number < Self.mostFingers }) else {
      throw BrowserFailure(
        sentence: "more than \(Self.mostFingers) fingers at once, which is all that browsers take")
    }
    let changed =
      touches.kind == .moved ? touches.fingers.compactMap { news(of: $0) } : touches.fingers
    if touches.kind != .moved {
      for finger in touches.fingers {
        fingers[finger.number] = touches.kind == .began ? (finger, false) : nil
      }
    }
    guard !changed.isEmpty else { return nil }
    let type =
      switch touches.kind {
      case .began: "touchStart"
      case .ended: "touchEnd"
      // A cancel is of all fingers; one of several can only be lifted.
      case .cancelled: touches.areAll ? "touchCancel" : "touchEnd"
      case .moved, .frame: "touchMove"
      }
    let points = changed.map { finger in
      JSONText.object(
        Self.members(of: finger.position) + [("id", .integer(finger.number))]
          + Self.force(finger.pressure))
    }
    return Call(
      method: "Input.dispatchTouchEvent",
      parameters: .object([
        ("type", .string(type)), ("touchPoints", .list(type == "touchCancel" ? [] : points)),
        stamp,
      ]), eventCount: changed.count)
  }

  /// Returns a finger as it is to be sent; `nil` if nothing of it is new.
  ///
  /// Chromium drops a touch that has not moved, also if its pressure has changed. Such a one is sent a millionth
  /// of a pixel or the step of a 32-bit number beside its position.
  private mutating func news(of finger: PageTouches.Finger) -> PageTouches.Finger? {
    let before = fingers[finger.number]
    fingers[finger.number] = (finger, false)
    guard let before, before.finger.position == finger.position else { return finger }
    fingers[finger.number]?.isBeside = before.isBeside
    guard before.finger.pressure != finger.pressure else { return nil }
    fingers[finger.number]?.isBeside = !before.isBeside
    var sent = finger
    if !before.isBeside {
      let x = Float(finger.position.x)
      sent.position.x = Double(x + max(x.ulp, 1e-6))
    }
    return sent
  }

  // MARK: Pens and the mouse

  private mutating func call(
    for pointer: PagePointer, at time: Double, _ stamp: (key: String, value: JSONText)
  ) -> Call? {
    if pointer == self.pointer { return nil }
    self.pointer = pointer
    if pointer.action == .pressed { countPress(pointer.position, at: time) }
    let type =
      switch pointer.action {
      case .moved: "mouseMoved"
      case .pressed: "mousePressed"
      case .released, .cancelled: "mouseReleased"
      }
    let isPlain = pointer.action == .moved && !pointer.isDown
    var members = [
      (key: "pointerType", value: JSONText.string(pointer.device.rawValue)),
      ("button", .string(isPlain ? "none" : "left")), ("buttons", .integer(pointer.isDown ? 1 : 0)),
      ("clickCount", .integer(pointer.action == .moved ? 0 : press?.count ?? 1)), stamp,
    ]
    members += Self.force(pointer.pressure)
    if let tilt = pointer.tilt {
      members += [
        (key: "tiltX", value: .integer(Int(tilt.x.rounded()))),
        (key: "tiltY", value: .integer(Int(tilt.y.rounded()))),
      ]
    }
    return mouse(type, pointer.position, members)
  }

  /// A press at most 0.5 s after another one and 2 pixels beside it makes a double click
  /// (`MouseEvent::IsRepeatedClickEvent` of Chromium's event.cc).
  private mutating func countPress(_ position: Point, at time: Double) {
    var count = 1
    if let press, time - press.time <= 0.5, abs(position.x - press.position.x) <= 2,
      abs(position.y - press.position.y) <= 2
    {
      count = press.count + 1
    }
    press = (position, time, count)
  }

  private func mouse(
    _ type: String, _ position: Point, _ members: [(key: String, value: JSONText)]
  ) -> Call {
    Call(
      method: "Input.dispatchMouseEvent",
      parameters: .object([("type", .string(type))] + Self.members(of: position) + members),
      eventCount: 1)
  }

  private static func members(of position: Point) -> [(key: String, value: JSONText)] {
    [("x", .number(position.x, decimals: 9)), ("y", .number(position.y, decimals: 9))]
  }

  private static func force(_ pressure: Double?) -> [(key: String, value: JSONText)] {
    pressure.map { [("force", .number($0))] } ?? []
  }
}
