public import PantographBase
public import PantographTouches

/// The touch frames of an input device of this machine, as they arrive.
///
/// Wait with `poll` until ``descriptor`` is readable, then take the frames that have arrived:
///
///     var frames = try DeviceFrames("/dev/input/event5")
///     while let frame = try frames.nextFrame() { pan.feed(frame, into: &events) }
///
/// Frames have times of the kernel's monotonic clock. The device is closed when the value goes out of scope.
public struct DeviceFrames: ~Copyable {
  private let path: String
  private var device: Device
  private var assembler: FrameAssembler
  /// The surface of the device.
  package let surface: Surface
  /// The time of the device's first event, which may be that of its state before; `nil` until there is one.
  public private(set) var start: Timestamp?
  /// The events that describe the state of the device before its first event, in order of time.
  private var initial: ArraySlice<InputEvent> = []
  private var first: InputEvent?
  /// Whether the events of frames are kept until they are taken.
  package var keepsEvents = false
  private var kept: [InputEvent] = []

  /// Opens a device node such as `/dev/input/event5`.
  ///
  /// - Throws: `UnusableFile` if it can't be opened, or reports no touches; it says what to do.
  public init(_ path: String) throws(UnusableFile) {
    try self.init(Device(path: path), at: path, TouchSettings())
  }

  /// Takes an open device.
  package init(
    _ device: consuming Device, at path: String, _ settings: TouchSettings
  ) throws(UnusableFile) {
    let surface: Surface
    do {
      surface = try Surface(device.description)
    } catch {
      throw UnusableFile(path, error)
    }
    self.path = path
    self.surface = surface
    // The device's state comes first; values missing from it are 0.
    assembler = FrameAssembler(surface, settings, startsAtZero: true)
    self.device = device
  }

  /// The device's description of itself.
  public var description: DeviceDescription { device.description }
  /// The width and height of the surface, in millimetres.
  public var size: Vector { surface.size }
  /// The device's axis units per millimetre, in each direction.
  public var unitsPerMillimetre: Vector { surface.unitsPerMillimetre }
  /// The descriptor that is readable when there are events, for `poll`; no one else may close or read it.
  public var descriptor: Int32 { device.descriptor }

  /// Returns the next frame that has arrived; `nil` if there is none yet.
  ///
  /// - Throws: `UnusableFile` if the device has gone.
  public mutating func nextFrame() throws(UnusableFile) -> TouchFrame? {
    try next() ? assembler.frame : nil
  }

  /// The last frame.
  package var frame: TouchFrame { assembler.frame }

  /// Reads the next frame that has arrived, and returns whether there is one.
  package mutating func next() throws(UnusableFile) -> Bool {
    while let event = try nextEvent() {
      if keepsEvents { kept.append(event) }
      if assembler.feed(event) { return true }
    }
    return false
  }

  private mutating func nextEvent() throws(UnusableFile) -> InputEvent? {
    if let event = initial.popFirst() { return event }
    if let event = first.take() { return event }
    let event = try device.next()
    guard start == nil, let event else { return event }
    initial = device.initialEvents(before: event.time)[...]
    guard let earliest = initial.popFirst() else {
      start = event.time
      return event
    }
    start = earliest.time
    first = event
    return earliest
  }

  /// Appends the events of the frames since the last call.
  package mutating func takeEvents(into events: inout [InputEvent]) {
    events += kept
    kept.removeAll(keepingCapacity: true)
  }
}
