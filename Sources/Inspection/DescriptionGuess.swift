public import Evdev

/// What a device that says nothing of itself may be, to count its contacts at least.
///
/// It has what it has sent, and its axes reach as far as they were seen to. How long a millimetre is, and
/// how much a pressure, is not known.
public struct DescriptionGuess {
  private var ranges: [EventCode: ClosedRange<Int32>] = [:]
  private var keys: Set<EventCode> = []
  private var hasLists = false

  /// Makes a guess from nothing.
  public init() {}

  /// Takes the next event of the device.
  public mutating func take(_ event: InputEvent) {
    switch (event.type, event.code) {
    case (.absolute, let axis):
      let range = ranges[axis] ?? event.value...event.value
      ranges[axis] = min(range.lowerBound, event.value)...max(range.upperBound, event.value)
    case (.key, let key): keys.insert(key)
    case (.synchronization, .synMTReport): hasLists = true
    default: break
    }
  }

  /// The description that fits all that was sent.
  public var description: DeviceDescription {
    var device = DeviceDescription()
    for key in keys { device.add(.key, key) }
    for axis in [EventCode.absX, .absY, .absMTPositionX, .absMTPositionY, .absMTTrackingID] {
      guard let range = ranges[axis] else { continue }
      device.add(
        axis: axis,
        AxisRange(minimum: range.lowerBound, maximum: max(range.upperBound, range.lowerBound &+ 1)))
    }
    // A device with slots says nothing of the first one until there is a second.
    if ranges[.absMTPositionX] != nil, !hasLists {
      let last = ranges[.absMTSlot]?.upperBound ?? 0
      device.add(axis: .absMTSlot, AxisRange(minimum: 0, maximum: max(last, 0)))
    }
    return device
  }
}
