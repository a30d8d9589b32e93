import PantographBase

/// Turns inputs into the actions of WebDriver BiDi.
struct FirefoxInput {
  /// Actions, and the number of events of their own kind that the page receives.
  struct Actions {
    var sources: JSONText
    var eventCount: Int
  }

  /// The key Ctrl (WebDriver, 17.4.2).
  private static let control = JSONText.string("\u{E009}")
  private static let pause: JSONText = ["type": .string("pause")]

  /// The fingers that are down, by their numbers.
  private var fingers: [Int: PageTouches.Finger] = [:]
  /// The mouse pointer's position in whole pixels.
  private var mouse: [Int]?
  /// What the page lacks of the wheel's movement, because it is sent in whole pixels.
  private var remainder = Vector.zero

  /// Returns the actions for an input; `nil` if nothing of it is new.
  mutating func actions(for input: PageInput) throws(BrowserFailure) -> Actions? {
    switch input {
    case .touches(let touches): return actions(for: touches)
    case .wheel(let wheel): return actions(for: wheel)
    case .pointer(let pointer):
      guard pointer.device == .mouse else {
        throw BrowserFailure(
          sentence: "Firefox can't be driven with a pen: use Chromium, or \"input\": \"touch\"")
      }
      remainder = .zero
      let pixels = Self.pixels(pointer.position)
      if pixels == mouse { return nil }
      mouse = pixels
      return Actions(sources: .list([Self.pointer("mouse", [Self.move(pixels)])]), eventCount: 1)
    }
  }

  // MARK: Wheels

  private mutating func actions(for wheel: PageWheel) -> Actions? {
    let delta = wheel.delta + remainder
    let whole = Vector(x: delta.x.rounded(), y: delta.y.rounded())
    remainder = Vector(x: delta.x - whole.x, y: delta.y - whole.y)
    guard whole != .zero else { return nil }
    let pixels = Self.pixels(wheel.position)
    let scroll: JSONText = [
      "type": .string("scroll"), "x": .integer(pixels[0]), "y": .integer(pixels[1]),
      "deltaX": .integer(Int(whole.x)), "deltaY": .integer(Int(whole.y)), "duration": .integer(0),
    ]
    func source(_ type: String, _ actions: [JSONText]) -> JSONText {
      ["type": .string(type), "id": .string(type), "actions": .list(actions)]
    }
    let key: [JSONText] = [
      ["type": .string("keyDown"), "value": Self.control], Self.pause,
      ["type": .string("keyUp"), "value": Self.control],
    ]
    let sources =
      wheel.isPinch
      ? [source("key", key), source("wheel", [Self.pause, scroll, Self.pause])]
      : [source("wheel", [scroll])]
    return Actions(sources: .list(sources), eventCount: 1)
  }

  // MARK: Fingers

  /// All fingers that are down are listed, at whole CSS pixels, as the browser takes them.
  ///
  /// The browser repeats the fingers that did nothing without their pressure. A finger that stays on its
  /// pixel has no event of its own.
  private mutating func actions(for touches: PageTouches) -> Actions? {
    let before = fingers
    var actions: [Int: [JSONText]] = [:]
    var eventCount = touches.fingers.count
    switch touches.kind {
    case .began:
      for finger in touches.fingers { fingers[finger.number] = finger }
      actions = fingers.mapValues { [Self.move($0), Self.pause] }
      for finger in touches.fingers {
        actions[finger.number] = [Self.move(finger), Self.press(finger)]
      }
    case .moved, .frame:
      for finger in touches.fingers { fingers[finger.number] = finger }
      let moved = touches.fingers.filter { finger in
        before[finger.number].map { Self.pixels($0.position) != Self.pixels(finger.position) }
          ?? true
      }
      guard !moved.isEmpty else { return nil }
      eventCount = moved.count
      actions = fingers.mapValues { [Self.move($0)] }
    case .ended, .cancelled:
      for finger in touches.fingers {
        fingers[finger.number] = nil
        actions[finger.number] = [["type": .string("pointerUp"), "button": .integer(0)]]
      }
    }
    let sources = actions.sorted { $0.key < $1.key }.map { number, steps in
      Self.pointer("touch", id: "finger \(number)", steps)
    }
    return Actions(sources: .list(sources), eventCount: eventCount)
  }

  private static func pointer(
    _ type: String, id: String? = nil, _ actions: [JSONText]
  ) -> JSONText {
    [
      "type": .string("pointer"), "id": .string(id ?? type),
      "parameters": ["pointerType": .string(type)], "actions": .list(actions),
    ]
  }

  private static func move(_ finger: PageTouches.Finger) -> JSONText {
    move(pixels(finger.position), finger.pressure)
  }

  private static func move(_ pixels: [Int], _ pressure: Double? = nil) -> JSONText {
    .object(
      [
        ("type", .string("pointerMove")), ("x", .integer(pixels[0])), ("y", .integer(pixels[1])),
        ("duration", .integer(0)),
      ] + member(pressure))
  }

  private static func press(_ finger: PageTouches.Finger) -> JSONText {
    .object([("type", .string("pointerDown")), ("button", .integer(0))] + member(finger.pressure))
  }

  private static func member(_ pressure: Double?) -> [(key: String, value: JSONText)] {
    pressure.map { [("pressure", .number(min(max($0, 0), 1)))] } ?? []
  }

  private static func pixels(_ position: Point) -> [Int] {
    [position.x, position.y].map { Int($0.rounded()) }
  }
}
