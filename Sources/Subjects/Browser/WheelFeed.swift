import Glibc
import PantographBase
import PantographGestures
import PantographTouches

/// Turns two fingers on a touchpad into the wheel events that a desktop's browser makes of them.
///
/// They scroll if they move together and pinch if their distance changes, whichever they do first. As in
/// libinput, two fingers of which one rests scroll. The mouse pointer stays where the fingers landed.
struct WheelFeed: PageFeed {
  /// What the fingers do, since it was recognised.
  private enum Movement: Hashable {
    case scroll(PanGestureRecognizer.Value)
    case pinch(PinchGestureRecognizer.Value)
  }

  private let page: Subject.Page
  private var arena = GestureArena<Movement>()
  private var movements: [GestureEvent<Movement>] = []
  /// The centre of the fingers when the second one landed.
  private var landing: Point?
  /// Where the mouse pointer is, in CSS pixels.
  private var pointer = Point(x: 0, y: 0)
  /// The translation of which the page knows.
  private var translation = Vector.zero
  /// The scale of which the page knows.
  private var scale = 1.0
  private(set) var inputs: [PageStep] = []

  init(_ page: Subject.Page) {
    self.page = page
    arena.add(PanGestureRecognizer(.init(fingers: 2...2)), as: Movement.scroll)
    arena.add(PinchGestureRecognizer(.init(fingers: 2...2)), as: Movement.pinch)
  }

  mutating func take(_ frame: TouchFrame, at time: Timestamp) {
    let fingers = frame.contacts.filter { !$0.remarks.contains(.palm) }
    if fingers.count != 2 {
      landing = nil
    } else if landing == nil {
      let (first, second) = (fingers[0].position, fingers[1].position)
      landing = first + (second - first) / 2
    }
    arena.feed(frame, into: &movements)
    for movement in movements { add(movement, at: time) }
    movements.removeAll()
  }

  func finish(at time: Timestamp) {}

  private mutating func add(_ movement: GestureEvent<Movement>, at time: Timestamp) {
    switch movement.value {
    case .scroll(let pan):
      if movement.phase == .began { begin(around: pan.location, at: time) }
      let step = pan.translation + translation * -1
      translation = pan.translation
      // A finger that stays alone moves the mouse pointer.
      guard pan.fingers == 2 else { return }
      add(isPinch: false, step * -page.pixelsPerMillimetre, at: time)
    case .pinch(let pinch):
      if movement.phase == .began { begin(around: pinch.centre, at: time) }
      // The relation of browsers (`CreateSyntheticWheelFromTouchpadPinchEvent` of Chromium's
      // touchpad_pinch_event_queue.cc): the steps of a pinch add up to -100 times the logarithm of its scale.
      let step = -100 * log(pinch.scale / scale)
      scale = pinch.scale
      add(isPinch: true, Vector(x: 0, y: step), at: time)
    }
  }

  private mutating func begin(around centre: Point, at time: Timestamp) {
    (translation, scale) = (.zero, 1)
    pointer = page.position(of: landing ?? centre)
    let movement = PagePointer(device: .mouse, action: .moved, isDown: false, position: pointer)
    inputs.append(.input(.pointer(movement), time))
  }

  private mutating func add(isPinch: Bool, _ delta: Vector, at time: Timestamp) {
    guard delta != .zero else { return }
    let wheel = PageWheel(isPinch: isPinch, position: pointer, delta: delta)
    inputs.append(.input(.wheel(wheel), time))
  }
}
