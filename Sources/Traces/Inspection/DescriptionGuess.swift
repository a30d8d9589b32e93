package import PantographTouches

/// A description guessed from a device's events, good enough to count its contacts.
///
/// It lists the codes that were sent, with axes as wide as the values seen. Resolutions, and so millimetres and
/// pressures, remain unknown.
package struct DescriptionGuess {
  private var ranges: [EventCode: ClosedRange<Int32>] = [:]
  private var keys: Set<EventCode> = []
  private var hasLists = false

  /// Makes a guess from no events.
  package init() {}

  /// Takes the device's next event into account.
  package mutating func take(_ event: InputEvent) {
    switch (event.type, event.code) {
    case (.absolute, let axis):
      let range = ranges[axis] ?? event.value...event.value
      ranges[axis] = min(range.lowerBound, event.value)...max(range.upperBound, event.value)
    case (.key, let key): keys.insert(key)
    case (.synchronization, .synMTReport): hasLists = true
    default: break
    }
  }

  /// The description that fits all events so far.
  package var description: DeviceDescription {
    var device = DeviceDescription()
    for key in keys { device.add(.key, key) }
    for axis in [EventCode.absX, .absY, .absMTPositionX, .absMTPositionY, .absMTTrackingID] {
      guard let range = ranges[axis] else { continue }
      device.add(
        axis: axis,
        AxisRange(minimum: range.lowerBound, maximum: max(range.upperBound, range.lowerBound &+ 1)))
    }
    // A device with slots selects none until there is a second contact.
    if ranges[.absMTPositionX] != nil, !hasLists {
      let last = ranges[.absMTSlot]?.upperBound ?? 0
      device.add(axis: .absMTSlot, AxisRange(minimum: 0, maximum: max(last, 0)))
    }
    return device
  }
}
