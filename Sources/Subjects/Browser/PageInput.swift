import PantographBase

/// What a page under test receives at an instant.
enum PageInput {
  /// Fingers on a touchscreen.
  case touches(PageTouches)
  /// A pen, or the mouse pointer over which two fingers on a touchpad scroll.
  case pointer(PagePointer)
  /// A step of two fingers on a touchpad.
  case wheel(PageWheel)
}

/// A step of a replay into a page.
enum PageStep {
  /// The page shows a frame.
  case frame(Timestamp)
  /// The page receives an input.
  case input(PageInput, Timestamp)

  /// The time since the first event of the recording.
  var time: Timestamp {
    switch self {
    case .frame(let time), .input(_, let time): time
    }
  }

  /// Merges inputs with the frames of a replay; a frame shows the inputs up to its time.
  static func merge(_ inputs: [PageStep], with rows: [ContactFeed.Row]) -> [PageStep] {
    var steps: [PageStep] = []
    var rest = inputs[...]
    for frame in rows where frame.kind == .frame {
      while let next = rest.first, next.time <= frame.time {
        steps.append(next)
        rest.removeFirst()
      }
      steps.append(.frame(frame.time))
    }
    return steps + rest
  }
}

/// Contacts of one instant that do the same, as a page receives them.
struct PageTouches {
  /// A finger on the page.
  struct Finger {
    /// The smallest number that no other finger on the page has.
    var number: Int
    /// Its position in CSS pixels.
    var position: Point
    var pressure: Double?
  }

  /// What they do: `frame` does not occur.
  var kind: ContactFeed.Kind
  /// The fingers that do it.
  var fingers: [Finger]
  /// Whether no other finger is down; a cancel of some of them is sent as a lift.
  var areAll: Bool

  /// Whether they are the moves of several fingers, which a page receives as one touchmove.
  var areMerged: Bool { kind == .moved && fingers.count > 1 }
}

/// What a pen does, or the mouse pointer.
struct PagePointer: Hashable {
  /// What moves the pointer; its name is the `pointerType` of the page's events.
  enum Device: String {
    case mouse, pen
  }

  /// What it does.
  enum Action {
    /// It moves, over the surface or on it.
    case moved
    case pressed
    case released
    /// Its lift was not seen; it is sent as a release, which the page's script turns into a cancel.
    case cancelled
  }

  var device: Device
  var action: Action
  /// Whether it is on the surface, after what it does.
  var isDown: Bool
  /// Its position in CSS pixels.
  var position: Point
  var pressure: Double?
  /// Its tilt in degrees to the right and downwards.
  var tilt: Vector?
}

/// A step of two fingers on a touchpad, as a page receives it.
struct PageWheel {
  /// Whether they pinch: the page then receives the modifier Ctrl, as browsers send it.
  var isPinch: Bool
  /// The position of the mouse pointer in CSS pixels.
  var position: Point
  /// How far the content moves to the left and up, in CSS pixels; of a pinch the measure of the scale.
  var delta: Vector
}

extension Subject.Page {
  /// Returns the point of the page, in CSS pixels, at a point of the touch surface.
  func position(of point: Point) -> Point {
    Point(
      x: placement.to.x + (point.x - placement.from.x) * pixelsPerMillimetre,
      y: placement.to.y + (point.y - placement.from.y) * pixelsPerMillimetre)
  }
}
