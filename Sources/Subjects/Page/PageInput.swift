import PantographBase
import PantographCMathematics
import PantographGestures
import PantographMotion
import PantographTouches

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
  /// Whether the browser sends it; otherwise the script in the page does, with `momentum`.
  var isTrusted = true

  /// What the script in the page evaluates to send it.
  var script: String {
    let numbers = [position.x, position.y, delta.x, delta.y]
      .map { JSONText.number($0, decimals: 9).text }.joined(separator: ", ")
    return "pantograph.goOn(\(numbers))"
  }
}

extension Subject.Page {
  /// Returns the point of the page, in CSS pixels, at a point of the touch surface.
  func position(of point: Point) -> Point {
    Point(
      x: placement.to.x + (point.x - placement.from.x) * pixelsPerMillimetre,
      y: placement.to.y + (point.y - placement.from.y) * pixelsPerMillimetre)
  }
}

/// Turns the touch frames of a recording into what a page receives of a pen or a touchpad.
enum PageFeed {
  case pen(PenFeed)
  case wheel(WheelFeed)

  /// The inputs so far, in order of time.
  var inputs: [PageStep] {
    switch self {
    case .pen(let feed): feed.inputs
    case .wheel(let feed): feed.inputs
    }
  }

  /// Adds what the next touch frame changes, at a time since the first event of the recording.
  mutating func take(_ frame: TouchFrame, at time: Timestamp) {
    switch self {
    case .pen(var feed):
      feed.take(frame, at: time)
      self = .pen(feed)
    case .wheel(var feed):
      feed.take(frame, at: time)
      self = .wheel(feed)
    }
  }

  /// Ends what is still going on.
  mutating func finish(at time: Timestamp) {
    switch self {
    case .pen(var feed):
      feed.finish(at: time)
      self = .pen(feed)
    case .wheel(var feed):
      feed.finish()
      self = .wheel(feed)
    }
  }

  /// When the last wheel event of a momentum comes; `nil` without any.
  var momentumEnd: Timestamp? {
    if case .wheel(let feed) = self { feed.momentumEnd } else { nil }
  }

  /// What about the inputs is not as in a browser.
  var notes: [String] {
    if case .wheel(let feed) = self { feed.notes } else { [] }
  }
}

/// Places the contacts of a recording on a page, and numbers them as a page's fingers.
struct PageFingers {
  private let page: Subject.Page
  /// The number of each finger that is down, by the number of its contact.
  private var numbers: [Int: Int] = [:]

  private init(_ page: Subject.Page) {
    self.page = page
  }

  /// Returns the steps of a replay: the frames of rows, and their contacts as touches.
  static func steps(_ rows: [ContactFeed.Row], on page: Subject.Page) -> [PageStep] {
    var fingers = PageFingers(page)
    var steps: [PageStep] = []
    var index = 0
    while index < rows.count {
      let row = rows[index]
      let end = row.kind == .frame ? index + 1 : rows.end(ofRowsLike: index)
      steps.append(
        row.kind == .frame
          ? .frame(row.time) : .input(.touches(fingers.touches(rows[index..<end])), row.time))
      index = end
    }
    return steps
  }

  /// Returns the touches of rows of one instant and one kind.
  private mutating func touches(_ rows: ArraySlice<ContactFeed.Row>) -> PageTouches {
    let kind = rows[rows.startIndex].kind
    let areAll = kind != .cancelled || numbers.count == rows.count
    let fingers = rows.compactMap { $0.contact }.map { contact in
      PageTouches.Finger(
        number: number(of: contact), position: page.position(of: contact.position),
        pressure: contact.pressure)
    }
    if kind == .ended || kind == .cancelled {
      for contact in rows.compactMap({ $0.contact }) { numbers[contact.id] = nil }
    }
    return PageTouches(kind: kind, fingers: fingers, areAll: areAll)
  }

  /// Returns the smallest number that no other finger on the page has.
  private mutating func number(of contact: Contact) -> Int {
    if let known = numbers[contact.id] { return known }
    let free = (0...).first { number in !numbers.values.contains(number) } ?? 0
    numbers[contact.id] = free
    return free
  }
}

extension [ContactFeed.Row] {
  /// Returns where the rows of one instant and one kind end that begin at an index.
  ///
  /// Contacts of one instant that do the same come together, as from a device.
  fileprivate func end(ofRowsLike index: Int) -> Int {
    self[index...].firstIndex { $0.time != self[index].time || $0.kind != self[index].kind }
      ?? count
  }
}

/// Turns contacts into the movements of one pen, which hovers where the device reports it.
struct PenFeed {
  /// Where the pen is.
  private enum State {
    case away
    case hovering(Contact)
    case touching(Contact)
  }

  private let page: Subject.Page
  private var state = State.away
  private(set) var inputs: [PageStep] = []

  init(_ page: Subject.Page) {
    self.page = page
  }

  mutating func take(_ frame: TouchFrame, at time: Timestamp) {
    if case .touching(let before) = state {
      guard let contact = frame.contacts.first(where: { $0.id == before.id }) else {
        // A pen that touches again at once has lifted in between.
        release(isSeen: !frame.vanished.contains(before.id), at: time)
        return take(frame, at: time)
      }
      if contact != before { add(.moved, contact, isDown: true, at: time) }
      state = .touching(contact)
    } else if let contact = frame.contacts.first {
      add(.pressed, contact, isDown: true, at: time)
      state = .touching(contact)
    } else if let contact = frame.hovering.first {
      if case .hovering(contact) = state { return }
      add(.moved, contact, isDown: false, at: time)
      state = .hovering(contact)
    } else {
      state = .away
    }
  }

  mutating func finish(at time: Timestamp) { release(isSeen: false, at: time) }

  private mutating func release(isSeen: Bool, at time: Timestamp) {
    guard case .touching(let contact) = state else { return }
    add(isSeen ? .released : .cancelled, contact, isDown: false, at: time)
    state = .hovering(contact)
  }

  private mutating func add(
    _ action: PagePointer.Action, _ contact: Contact, isDown: Bool, at time: Timestamp
  ) {
    let pointer = PagePointer(
      device: .pen, action: action, isDown: isDown, position: page.position(of: contact.position),
      pressure: isDown ? contact.pressure : nil, tilt: contact.tilt)
    inputs.append(.input(.pointer(pointer), time))
  }
}

/// Turns two fingers on a touchpad into the wheel events that a desktop's browser makes of them.
///
/// They scroll if they move together and pinch if their distance changes, whichever they do first. As in
/// libinput, two fingers of which one rests scroll. The mouse pointer stays where the fingers landed.
///
/// When one of them lifts, a scroll goes on by the page's law, with an event before each frame that it moves, until
/// a finger lands.
struct WheelFeed {
  /// What the fingers do, since it was recognised.
  private enum Movement: Hashable {
    case scroll(PanGestureRecognizer.Value)
    case pinch(PinchGestureRecognizer.Value)
  }

  private let page: Subject.Page
  private let frameRate: Double
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
  /// The fingers of the last touch frame.
  private var present: [Int] = []
  /// Whether two fingers scroll.
  private var isScrolling = false
  /// What goes on since a lift.
  private var momentum: (lift: Timestamp, glide: TouchpadGlide)?
  /// How many events have gone on after a lift, and when the last one does.
  private var momentumCount = 0
  private(set) var momentumEnd: Timestamp?
  private(set) var inputs: [PageStep] = []

  init(_ page: Subject.Page, frameRate: Double) {
    self.page = page
    self.frameRate = frameRate
    // GTK's law begins with GTK's velocity; how the others measure it is not known.
    let estimator = page.momentum?.law == .gtk ? VelocityEstimator.gtkScroll : nil
    arena.add(
      PanGestureRecognizer(.init(fingers: 2...2, estimator: estimator)), as: Movement.scroll)
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
    if fingers.contains(where: { !present.contains($0.id) }) { goOn(until: time) }
    present = fingers.map { $0.id }
    arena.feed(frame, into: &movements)
    for movement in movements { add(movement, at: time, isSeen: frame.vanished.isEmpty) }
    movements.removeAll()
  }

  mutating func finish() { goOn(until: nil) }

  /// Says which events are not the browser's, and whether there is no momentum.
  var notes: [String] {
    guard let momentum = page.momentum, !inputs.isEmpty else { return [] }
    if momentumCount == 0 { return ["no momentum: no scroll is fast enough as the fingers lift"] }
    guard !momentum.isTrusted else { return [] }
    let (are, them) =
      momentumCount == 1
      ? ("1 wheel event after the lift is", "it")
      : ("\(momentumCount) wheel events after the lift are", "them")
    return ["\(are) untrusted, with momentum: the browser does not scroll by \(them)"]
  }

  /// Adds a movement.
  ///
  /// - Parameter isSeen: whether all lifts in this touch frame were seen.
  private mutating func add(
    _ movement: GestureEvent<Movement>, at time: Timestamp, isSeen: Bool
  ) {
    switch movement.value {
    case .scroll(let pan):
      if movement.phase == .began { begin(around: pan.location, at: time) }
      let isLifting = movement.phase == .ended || pan.fingers < 2
      if isScrolling, isLifting, isSeen, let law = page.momentum?.law {
        let velocity = pan.velocity * -page.pixelsPerMillimetre
        momentum = (time, TouchpadGlide(law, from: velocity))
      }
      isScrolling = !isLifting && movement.phase != .cancelled
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

  /// Adds the events of a momentum that come before a time, and ends it; without a time all.
  private mutating func goOn(until end: Timestamp?) {
    guard let (lift, glide) = momentum else { return }
    momentum = nil
    var index = Int64((lift - Timestamp(microseconds: 0)) * frameRate)
    var covered = Vector.zero
    var seconds = 0.0
    while seconds < glide.duration {
      let time = ContactFeed.time(ofFrame: index, at: frameRate)
      index += 1
      guard time > lift else { continue }
      if let end, time >= end { return }
      seconds = time - lift
      let distance = glide.distance(after: seconds)
      let step = distance + covered * -1
      covered = distance
      guard step != .zero else { continue }
      momentumCount += 1
      momentumEnd = time
      let isTrusted = page.momentum?.isTrusted ?? true
      add(PageWheel(isPinch: false, position: pointer, delta: step, isTrusted: isTrusted), at: time)
    }
  }

  private mutating func begin(around centre: Point, at time: Timestamp) {
    // Fingers that stayed may begin without one that lands.
    goOn(until: time)
    translation = .zero
    scale = 1
    pointer = page.position(of: landing ?? centre)
    let movement = PagePointer(device: .mouse, action: .moved, isDown: false, position: pointer)
    inputs.append(.input(.pointer(movement), time))
  }

  private mutating func add(isPinch: Bool, _ delta: Vector, at time: Timestamp) {
    guard delta != .zero else { return }
    add(PageWheel(isPinch: isPinch, position: pointer, delta: delta), at: time)
  }

  private mutating func add(_ wheel: PageWheel, at time: Timestamp) {
    inputs.append(.input(.wheel(wheel), time))
  }
}

extension Subject {
  /// Returns what makes a page's inputs of touch frames; `nil` for programs, and for fingers.
  func pageFeed(for surface: Surface) -> PageFeed? {
    switch kind {
    case .command: nil
    case .page(let page):
      switch page.input ?? (surface.kind == .pen ? .pen : .touch) {
      case .touch: nil
      case .wheel: .wheel(WheelFeed(page, frameRate: frameRate))
      case .pen: .pen(PenFeed(page))
      }
    }
  }
}

extension GestureRows {
  /// Returns the steps of a replay into a page.
  func steps(on page: Subject.Page) -> [PageStep] {
    inputs.map { PageStep.merge($0, with: rows) } ?? PageFingers.steps(rows, on: page)
  }
}

extension PageStep {
  /// Says where the fingers or a pen land, if that is outside of the viewport of a page: browsers ignore it.
  func landing(outside page: Subject.Page) -> String? {
    switch self {
    case .input(.touches(let touches), _) where touches.kind == .began:
      page.sentence("a finger lands", touches.fingers.map { $0.position })
    case .input(.pointer(let pointer), _) where pointer.action == .pressed:
      page.sentence("the pen lands", [pointer.position])
    case .input(.wheel(let wheel), _): page.sentence("the fingers land", [wheel.position])
    default: nil
    }
  }

  /// Says where a finger moves, if that is outside of the viewport of a page: Firefox refuses it.
  func movement(outside page: Subject.Page) -> String? {
    guard case .input(.touches(let touches), _) = self else { return nil }
    return page.sentence("Firefox can't move a finger that is", touches.fingers.map { $0.position })
  }
}

extension Subject.Page {
  /// Says that something happens at the first position that is outside of the viewport.
  fileprivate func sentence(_ words: String, _ positions: [Point]) -> String? {
    let outside = positions.first { position in
      !(0..<Double(width)).contains(position.x) || !(0..<Double(height)).contains(position.y)
    }
    return outside.map { position in
      "\(words) at (\(Int(position.x)), \(Int(position.y))), outside of the viewport of \(width) ×"
        + " \(height) pixels: set placement"
    }
  }
}
