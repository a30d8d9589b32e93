import Gestures
import Interactions
import Quantities
import Touches

/// What drives an animation, whichever recogniser it takes to see it.
struct GestureInput {
  /// What the fingers do, in the same words for every kind of gesture.
  ///
  /// A press goes to the right: 1 mm from its start to its peak.
  struct DragUpdate {
    enum Phase {
      case began
      case changed
      /// The fingers have let go.
      case released
      /// Something else than the fingers put an end to it.
      case cutOff
    }

    var time: Timestamp
    var phase: Phase
    /// The way since the gesture began.
    var translation: Vector
    var velocity: Vector
    var location: Point
  }

  // One of these sees the gesture. Each has a place of its own, where it changes without being copied. A pan,
  // which is asked for every sample, is always there: of an `Optional`, whoever asks gets a copy.
  private var pan: PanGestureRecognizer
  private var isPan = false
  private var press: PressGestureRecognizer?
  private var preview: PreviewInteraction?
  /// Whether a press is over at its peak.
  private var commitsAtPeak = false
  /// Where a press has been; a pan has its own.
  private var pressed = MotionHistory()
  private var rate = 0.0
  private var pans: [GestureEvent<PanGestureRecognizer.Value>] = []
  private var presses: [GestureEvent<PressGestureRecognizer.Value>] = []
  private var previews: [GestureEvent<PreviewInteraction.Value>] = []

  init(_ gesture: Interaction.Gesture, on size: Vector?) {
    pan = PanGestureRecognizer(PanGestureRecognizer.Settings())
    switch gesture {
    case .pan(let settings):
      pan = PanGestureRecognizer(settings, on: size)
      isPan = true
    case .press(let settings, let commitsAtPeak):
      press = PressGestureRecognizer(settings)
      self.commitsAtPeak = commitsAtPeak
    case .preview(let settings): preview = PreviewInteraction(settings)
    }
  }

  /// Whether a gesture is on.
  var isActive: Bool {
    (isPan ? pan.state : press?.state ?? preview?.state) == .active
  }

  /// Where the fingers have been, as far back as estimators look.
  var history: MotionHistory { isPan ? pan.history : pressed }

  /// The fingers' velocity at an instant that is not before the last frame.
  ///
  /// In place, since a call for each sample gets a copy of all recognisers.
  @inline(__always)
  func velocity(at time: Timestamp) -> Vector {
    if isPan { return pan.velocity(at: time) }
    return isActive ? Vector(x: rate, y: 0) : .zero
  }

  /// Takes the next frame, and appends what follows from it.
  mutating func feed(_ frame: TouchFrame, into pulls: inout [DragUpdate]) {
    if isPan { pan.feed(frame, into: &pans) }
    press?.feed(frame, into: &presses)
    preview?.feed(frame, into: &previews)
    // One that lifts too early has let go; one that is gone has not.
    let isLost = !frame.vanished.isEmpty || frame.contacts.contains { $0.remarks.contains(.palm) }
    hand(over: &pulls, isLost: isLost)
  }

  /// Ends what is on, because its input will not go on.
  mutating func cancel(at time: Timestamp, into pulls: inout [DragUpdate]) {
    if isPan { pan.cancel(at: time, into: &pans) }
    press?.cancel(at: time, into: &presses)
    preview?.cancel(at: time, into: &previews)
    hand(over: &pulls, isLost: true)
  }

  /// Makes what is on the surface lose its say; what was on is told nobody.
  mutating func ignore(at time: Timestamp) {
    var nobody: [DragUpdate] = []
    cancel(at: time, into: &nobody)
  }

  private mutating func hand(over pulls: inout [DragUpdate], isLost: Bool) {
    for pan in pans {
      pulls.append(
        DragUpdate(
          time: pan.time, phase: Self.phase(pan.phase, isLost: true),
          translation: pan.translation, velocity: pan.velocity, location: pan.location))
    }
    pans.removeFew()
    for press in presses {
      let value = press.value
      add(press.phase, value.progress, value.rate, value.location, press.time, isLost, &pulls)
      if commitsAtPeak, value.peak == .reached {
        pulls.append(pulls[pulls.count - 1])
        pulls[pulls.count - 1].phase = .released
        presses.removeFew()
        ignore(at: press.time)
        return
      }
    }
    presses.removeFew()
    for preview in previews {
      let value = preview.value
      let isPreview = value.stage == .preview
      // Who lifts between peek and pop has completed a preview, and opened nothing.
      let isLost = isLost || !isPreview
      add(
        preview.phase, isPreview ? value.progress : 1, isPreview ? value.rate : 0, value.location,
        preview.time, isLost, &pulls)
    }
    previews.removeFew()
  }

  private mutating func add(
    _ phase: GesturePhase, _ progress: Double, _ rate: Double, _ location: Point,
    _ time: Timestamp, _ isLost: Bool, _ pulls: inout [DragUpdate]
  ) {
    if phase == .began { pressed.reset() }
    let way = Vector(x: progress, y: 0)
    pressed.add(way, at: time)
    self.rate = rate
    pulls.append(
      DragUpdate(
        time: time, phase: Self.phase(phase, isLost: isLost), translation: way,
        velocity: Vector(x: rate, y: 0), location: location))
  }

  private static func phase(_ phase: GesturePhase, isLost: Bool) -> DragUpdate.Phase {
    switch phase {
    case .began: .began
    case .changed: .changed
    case .ended: .released
    case .cancelled: isLost ? .cutOff : .released
    }
  }
}
