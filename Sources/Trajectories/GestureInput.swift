import PantographBase
import PantographGestures
package import PantographInteractions
package import PantographTouches

/// The gesture that drives an animation, with whichever recogniser it needs.
///
/// It is large, so nothing but ``copy()`` copies it.
struct GestureInput: ~Copyable {
  /// An update of the gesture, in the form of a pan for every kind.
  ///
  /// A press moves to the right: 1 mm from its start to its peak. A gesture ends if the fingers were
  /// released, and is cancelled if something else ended it.
  typealias Update = GestureEvent<PanGestureRecognizer.Value>

  /// Recognises a pan; idle if the gesture is a press, or one that a toolkit reports.
  ///
  /// It is not optional because all that happens asks it, and only what is there for sure is read in place.
  private var pan: PanGestureRecognizer
  /// What stands in for it: a press, or a gesture that a toolkit reports; `nil` for fingers that pan.
  var other: (any PanStandIn)?
  let settings: PanGestureRecognizer.Settings?

  init(_ gesture: Interaction.Gesture, on plane: Plane?) {
    switch gesture {
    case .pan(let own): (settings, other) = (own, nil)
    case .press(let press, let commitsAtPeak):
      settings = nil
      other = PressInput(PressGestureRecognizer(press), commitsAtPeak: commitsAtPeak)
    case .preview(let press): (settings, other) = (nil, PressInput(PreviewInteraction(press)))
    }
    pan = PanGestureRecognizer(
      settings ?? .init(), on: plane?.size, unitsPerMillimetre: plane?.unitsPerMillimetre)
  }

  private init(copying input: borrowing GestureInput) {
    pan = input.pan
    settings = input.settings
    other = input.other?.copy()
  }

  /// Returns an input in the same state, which goes on by itself.
  func copy() -> GestureInput { GestureInput(copying: self) }

  /// Whether a gesture is active.
  var isActive: Bool { other?.isActive ?? (pan.state == .active) }

  /// The fingers' recent movement, as far back as estimators look.
  var history: MotionHistory { other?.history ?? pan.history }

  /// When the fingers landed that may begin a gesture, or have begun one; `nil` while there are none.
  var landed: Timestamp? {
    if let other { return other.touched }
    return pan.state == .possible || pan.state == .active ? pan.landed : nil
  }

  /// Where the fingers landed, as a translation; only a pan of fingers moves something before it begins.
  var landing: Vector { other == nil ? pan.landing : .zero }

  /// Returns the fingers' velocity at a time that is not before the last frame.
  func velocity(at time: Timestamp) -> Vector {
    if let other { return other.velocity(at: time) }
    return pan.velocity(at: time)
  }

  /// Takes the next frame, and appends the resulting updates.
  mutating func feed(_ frame: TouchFrame, into updates: inout [Update]) {
    if let other { return other.feed(frame, into: &updates) }
    pan.feed(frame, into: &updates)
  }

  /// When the gesture changes without another frame, if ever.
  var deadline: Timestamp? { pan.deadline }

  /// Advances the time to a deadline, and appends the resulting updates.
  mutating func advance(to time: Timestamp, into updates: inout [Update]) {
    pan.advance(to: time, into: &updates)
  }

  /// Cancels an active gesture, because its input ends.
  mutating func cancel(at time: Timestamp, into updates: inout [Update]) {
    if let other { return other.cancel(at: time, into: &updates) }
    pan.cancel(at: time, into: &updates)
  }

  /// Ignores the contacts on the surface from now on; the cancelled gesture is not reported.
  mutating func ignore(at time: Timestamp) {
    var ignored: [Update] = []
    cancel(at: time, into: &ignored)
  }
}

/// What stands in for a pan of fingers, in the form of a pan.
protocol PanStandIn: AnyObject {
  var isActive: Bool { get }
  var history: MotionHistory { get }
  /// When the surface was touched; `nil` while it is not.
  var touched: Timestamp? { get }
  /// This, if a toolkit reports it.
  var reported: ReportedPan? { get }
  func velocity(at time: Timestamp) -> Vector
  func feed(_ frame: TouchFrame, into updates: inout [GestureInput.Update])
  func cancel(at time: Timestamp, into updates: inout [GestureInput.Update])
  func copy() -> any PanStandIn
}

/// A press that drives an animation, in the form of a pan.
private final class PressInput: PanStandIn {
  typealias Update = GestureInput.Update

  // One of these recognises the press.
  private var press: PressGestureRecognizer?
  private var preview: PreviewInteraction?
  /// Whether a press ends at its peak.
  private var commitsAtPeak = false
  /// The recent movement.
  private(set) var history = MotionHistory()
  private var rate = 0.0
  /// When the surface was touched; `nil` while it is not.
  private(set) var touched: Timestamp?
  private var presses: [GestureEvent<PressGestureRecognizer.Value>] = []
  private var previews: [GestureEvent<PreviewInteraction.Value>] = []

  init(_ press: PressGestureRecognizer, commitsAtPeak: Bool) {
    self.press = press
    self.commitsAtPeak = commitsAtPeak
  }

  init(_ preview: PreviewInteraction) { self.preview = preview }

  private init(copying other: PressInput) {
    press = other.press
    preview = other.preview
    commitsAtPeak = other.commitsAtPeak
    history = other.history
    rate = other.rate
    touched = other.touched
  }

  func copy() -> any PanStandIn { PressInput(copying: self) }

  var reported: ReportedPan? { nil }
  var isActive: Bool { (press?.state ?? preview?.state) == .active }

  func velocity(at time: Timestamp) -> Vector { isActive ? Vector(x: rate, y: 0) : .zero }

  func feed(_ frame: TouchFrame, into updates: inout [Update]) {
    touched = frame.contacts.isEmpty ? nil : touched ?? frame.time
    press?.feed(frame, into: &presses)
    preview?.feed(frame, into: &previews)
    // A finger that lifts too early is a release; a contact that vanishes is not.
    let isLost = !frame.vanished.isEmpty || frame.contacts.contains { $0.remarks.contains(.palm) }
    append(to: &updates, isLost: isLost)
  }

  func cancel(at time: Timestamp, into updates: inout [Update]) {
    press?.cancel(at: time, into: &presses)
    preview?.cancel(at: time, into: &previews)
    append(to: &updates, isLost: true)
  }

  private func append(to updates: inout [Update], isLost: Bool) {
    for press in presses {
      let value = press.value
      add(press.phase, value.progress, value.rate, value.location, press.time, isLost, &updates)
      if commitsAtPeak, value.peak == .reached {
        updates.append(updates[updates.count - 1])
        updates[updates.count - 1].phase = .ended
        presses.removeFew()
        var ignored: [Update] = []
        cancel(at: press.time, into: &ignored)
        return
      }
    }
    presses.removeFew()
    for preview in previews {
      let value = preview.value
      let isPreview = value.stage == .preview
      // A lift between peek and pop completes the preview without opening anything.
      let isLost = isLost || !isPreview
      add(
        preview.phase, isPreview ? value.progress : 1, isPreview ? value.rate : 0, value.location,
        preview.time, isLost, &updates)
    }
    previews.removeFew()
  }

  private func add(
    _ phase: GesturePhase, _ progress: Double, _ rate: Double, _ location: Point,
    _ time: Timestamp, _ isLost: Bool, _ updates: inout [Update]
  ) {
    if phase == .began { history.reset() }
    let translation = Vector(x: progress, y: 0)
    history.add(translation, at: time)
    self.rate = rate
    // A finger that lifts too early cancels a press, and yet releases it.
    let phase = phase == .cancelled && !isLost ? .ended : phase
    updates.append(
      Update(
        time: time, phase: phase,
        value: PanGestureRecognizer.Value(
          translation: translation, velocity: Vector(x: rate, y: 0), location: location, fingers: 1)
      ))
  }
}

/// Recognises single taps of one finger.
struct TapSource {
  private var recognizer = TapGestureRecognizer(.init())
  private var events: [GestureEvent<TapGestureRecognizer.Value>] = []

  /// Takes the next frame, and returns whether it completes a tap.
  mutating func feed(_ frame: TouchFrame) -> Bool {
    recognizer.feed(frame, into: &events)
    defer { events.removeAll(keepingCapacity: true) }
    return !events.isEmpty
  }

  /// Ignores the contacts on the surface from now on.
  mutating func ignore(at time: Timestamp) {
    recognizer.cancel(at: time, into: &events)
    events.removeAll(keepingCapacity: true)
  }
}

extension Plane {
  /// Creates a plane from a device's surface.
  package init(_ surface: Surface) {
    self.init(size: surface.size, unitsPerMillimetre: surface.unitsPerMillimetre)
  }
}

extension Interaction {
  /// The default touch settings for the interaction.
  ///
  /// libinput takes a hard contact for a palm, and a press is one.
  package var touchSettings: TouchSettings {
    if case .pan = gesture { TouchSettings() } else { TouchSettings(palms: .device) }
  }
}
