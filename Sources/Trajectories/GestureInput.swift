import PantographBase
import PantographGestures
package import PantographInteractions
package import PantographTouches

/// The gesture that drives an animation, with whichever recogniser it needs.
struct GestureInput {
  /// An update of the gesture, in the form of a pan for every kind.
  ///
  /// A press moves to the right: 1 mm from its start to its peak. A gesture ends if the fingers were
  /// released, and is cancelled if something else ended it.
  typealias Update = GestureEvent<PanGestureRecognizer.Value>

  // One of these recognises the gesture. Each is a separate property, which changes in place. The pan
  // is not optional because every sample asks for it, and access to a large `Optional` copies it.
  private var pan: PanGestureRecognizer
  private var isPan = false
  private var press: PressGestureRecognizer?
  private var preview: PreviewInteraction?
  /// Whether a press ends at its peak.
  private var commitsAtPeak = false
  /// The recent movement of a press; a pan has its own.
  private var pressed = MotionHistory()
  private var rate = 0.0
  /// When the surface was touched, for a press; `nil` while it is not.
  private var touched: Timestamp?
  private var presses: [GestureEvent<PressGestureRecognizer.Value>] = []
  private var previews: [GestureEvent<PreviewInteraction.Value>] = []

  init(_ gesture: Interaction.Gesture, on plane: Plane?) {
    pan = PanGestureRecognizer(PanGestureRecognizer.Settings())
    switch gesture {
    case .pan(let settings):
      pan = PanGestureRecognizer(
        settings, on: plane?.size, unitsPerMillimetre: plane?.unitsPerMillimetre)
      isPan = true
    case .press(let settings, let commitsAtPeak):
      press = PressGestureRecognizer(settings)
      self.commitsAtPeak = commitsAtPeak
    case .preview(let settings): preview = PreviewInteraction(settings)
    }
  }

  /// Whether a gesture is active.
  var isActive: Bool {
    (isPan ? pan.state : press?.state ?? preview?.state) == .active
  }

  /// The fingers' recent movement, as far back as estimators look.
  var history: MotionHistory { isPan ? pan.history : pressed }

  /// When the fingers landed that may begin a gesture, or have begun one; `nil` while there are none.
  var landed: Timestamp? {
    guard isPan else { return touched }
    return pan.state == .possible || pan.state == .active ? pan.landed : nil
  }

  /// Where the fingers landed, as a translation; a press moves nothing before it begins.
  var landing: Vector { isPan ? pan.landing : .zero }

  /// Returns the fingers' velocity at a time that is not before the last frame.
  ///
  /// It changes nothing; as a `mutating` method it avoids a copy of all recognisers.
  mutating func velocity(at time: Timestamp) -> Vector {
    if isPan { return pan.velocityInPlace(at: time) }
    return isActive ? Vector(x: rate, y: 0) : .zero
  }

  /// Takes the next frame, and appends the resulting updates.
  mutating func feed(_ frame: TouchFrame, into updates: inout [Update]) {
    if isPan { return pan.feed(frame, into: &updates) }
    touched = frame.contacts.isEmpty ? nil : touched ?? frame.time
    press?.feed(frame, into: &presses)
    preview?.feed(frame, into: &previews)
    // A finger that lifts too early is a release; a contact that vanishes is not.
    let isLost = !frame.vanished.isEmpty || frame.contacts.contains { $0.remarks.contains(.palm) }
    append(to: &updates, isLost: isLost)
  }

  /// When the gesture changes without another frame, if ever.
  var deadline: Timestamp? { pan.deadline }

  /// Advances the time to a deadline, and appends the resulting updates.
  mutating func advance(to time: Timestamp, into updates: inout [Update]) {
    pan.advance(to: time, into: &updates)
  }

  /// Cancels an active gesture, because its input ends.
  mutating func cancel(at time: Timestamp, into updates: inout [Update]) {
    if isPan { return pan.cancel(at: time, into: &updates) }
    press?.cancel(at: time, into: &presses)
    preview?.cancel(at: time, into: &previews)
    append(to: &updates, isLost: true)
  }

  /// Ignores the contacts on the surface from now on; the cancelled gesture is not reported.
  mutating func ignore(at time: Timestamp) {
    var ignored: [Update] = []
    cancel(at: time, into: &ignored)
  }

  private mutating func append(to updates: inout [Update], isLost: Bool) {
    for press in presses {
      let value = press.value
      add(press.phase, value.progress, value.rate, value.location, press.time, isLost, &updates)
      if commitsAtPeak, value.peak == .reached {
        updates.append(updates[updates.count - 1])
        updates[updates.count - 1].phase = .ended
        presses.removeFew()
        ignore(at: press.time)
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

  private mutating func add(
    _ phase: GesturePhase, _ progress: Double, _ rate: Double, _ location: Point,
    _ time: Timestamp, _ isLost: Bool, _ updates: inout [Update]
  ) {
    if phase == .began { pressed.reset() }
    let translation = Vector(x: progress, y: 0)
    pressed.add(translation, at: time)
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
