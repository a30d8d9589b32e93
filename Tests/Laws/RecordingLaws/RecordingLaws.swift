import PantographBase
package import PantographLaws
import PantographTouches
import PantographTraces

/// Checks the laws of any bytes that are read as a recording.
///
/// - They are read the same in pieces of any size, and an error has a location.
/// - An event has its line number; lines do not decrease.
/// - A description is in order: properties, types, codes and axes ascend, and none exceeds the kernel's
///   limits.
/// - Whichever device is chosen, its events and those of the others are all events; an automatic choice
///   selects one of the devices, or none.
/// - If all devices are read, each has the events that it has if it alone is chosen.
/// - A recording that is read and written, in either format, is read with the same events, at times relative
///   to the first. Its description is the same, except for control characters in a name, and in evemu's
///   format, blanks before the name and key repeat. Written again, it has the same bytes.
/// - In the frames of the events, time does not decrease, contact IDs are not reused, positions are finite,
///   and pressures are from 0 to 1.
/// - An inspector counts every event and every frame.
package func checkRecording(_ bytes: [UInt8]) throws(BrokenLaw) {
  let whole = Reading(bytes)
  // The sizes depend on the bytes, so that mutations move the cuts, too.
  let pieced = Reading(bytes, pieces: { offset in 1 + Int(bytes[offset] & 0x3f) })
  try hold(
    pieced == whole, "the size of pieces matters: \(whole.error as Any), \(pieced.error as Any)")
  try checkLocations(whole)
  for device in whole.devices { try checkOrder(device.description) }
  if whole.error == nil { try checkChoices(bytes, whole) }
  try checkWriting(whole)
  try checkTouches(whole)
  try checkInspection(whole)
}

private func checkLocations(_ reading: Reading) throws(BrokenLaw) {
  if let error = reading.error {
    try hold(error.line >= 1 && error.column >= 1, "an error without a location: \(error)")
  }
  try hold(reading.lines.count == reading.events.count, "an event without a line")
}

private func checkOrder(_ device: DeviceDescription) throws(BrokenLaw) {
  func ascends(_ numbers: [UInt16], upTo limit: UInt16) -> Bool {
    zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 } && (numbers.last ?? 0) <= limit
  }
  // INPUT_PROP_MAX, EV_MAX, KEY_MAX and ABS_MAX of Linux's input-event-codes.h.
  try hold(ascends(device.properties, upTo: 0x1f), "properties \(device.properties)")
  try hold(ascends(device.capabilities.map(\.type.rawValue), upTo: 0x1f), "types do not ascend")
  for (type, codes) in device.capabilities {
    try hold(!codes.isEmpty, "a type without codes")
    try hold(
      ascends(codes.map(\.rawValue), upTo: 0x2ff), "codes of \(type) do not ascend: \(codes)")
  }
  try hold(ascends(device.axes.map(\.code.rawValue), upTo: 0x3f), "axes do not ascend")
}

private func checkChoices(_ bytes: [UInt8], _ automatic: Reading) throws(BrokenLaw) {
  let all = automatic.events.count + automatic.eventsOfOtherDevices
  let every = Reading(bytes, choosing: .every)
  try hold(
    every.error == nil && every.devices == automatic.devices, "reading all finds other devices")
  try hold(every.events.count == all, "\(every.events.count) events when all are read, and \(all)")
  var isOneOfThem = automatic.chosen == nil && automatic.events.isEmpty
  let numbers = [1, 2, 3, automatic.devices.count]
  for number in Set(numbers).sorted() where 1...max(automatic.devices.count, 1) ~= number {
    let reading = Reading(bytes, choosing: .number(number))
    try hold(reading.error == nil, "an error only for device \(number): \(reading.error as Any)")
    try hold(reading.devices == automatic.devices, "other devices with \(number) chosen")
    try hold(
      reading.events.count + reading.eventsOfOtherDevices == all,
      "\(all) events, but \(reading.events.count) + \(reading.eventsOfOtherDevices) of \(number)")
    // Events without a node belong to whichever device is chosen.
    if all == reading.events.count + reading.eventsOfOtherDevices, automatic.devices.count > 1 {
      let own = zip(every.events, every.eventDevices).filter { $1 == number - 1 }.map(\.0)
      try hold(own == reading.events, "other events of device \(number) when all are read")
    }
    isOneOfThem = isOneOfThem || reading.events == automatic.events
    guard let node = reading.chosen?.node, !node.isEmpty,
      reading.devices.count(where: { $0.node == node }) == 1
    else { continue }
    let named = Reading(bytes, choosing: .node(node))
    try hold(named == reading, "device \(number) differs by its node \(node)")
  }
  // Only the devices above were compared. If only some events name their device, which no program prints,
  // they can't be.
  let isCompared =
    automatic.devices.count <= 3
    && automatic.devices.contains { $0.node == automatic.chosen?.node }
  try hold(isOneOfThem || !isCompared, "the chosen device is not one of the devices")
}

// MARK: Writing

private func checkWriting(_ reading: Reading) throws(BrokenLaw) {
  let device = reading.chosen ?? RecordedDevice(description: reading.device)
  for format in RecordingFormat.writable {
    let bytes = written(format, device, reading.events)
    let again = Reading(bytes)
    try hold(
      again.error == nil, "the recording written as \(format) is rejected: \(again.error as Any)")
    try hold(again.format == format, "written as \(format), read as \(again.format as Any)")
    try hold(again.events == expected(reading.events, in: format), "other events from \(format)")
    try hold(again.devices.count == 1, "\(again.devices.count) devices from \(format)")
    try checkDescription(again.device, device.description, format)
    if format == .libinput, !device.node.isEmpty, !device.node.hasControls {
      try hold(again.chosen?.node == device.node, "the node \(device.node) is another one")
    }
    let bytesAgain = written(
      format, again.chosen ?? RecordedDevice(description: again.device), again.events)
    try hold(bytesAgain == bytes, "written again as \(format), the bytes differ")
  }
}

private func checkDescription(
  _ again: DeviceDescription, _ device: DeviceDescription, _ format: RecordingFormat
) throws(BrokenLaw) {
  var expected = DeviceDescription()
  let beginsWithBlank = device.name.unicodeScalars.first == " "
  // evemu creates no device without a name.
  let isNameless = device.name.isEmpty
  let keepsName =
    !device.name.hasControls && (format == .libinput || !beginsWithBlank && !isNameless)
  expected.name = keepsName ? device.name : again.name
  expected.identity = device.identity
  expected.properties = device.properties
  // evemu's recorder omits key repeat, and the kernel adds it if needed.
  for (type, codes) in device.capabilities where format == .libinput || type != .repeat {
    for code in codes { expected.add(type, code) }
  }
  for (code, range) in device.completeAxes { expected.add(axis: code, range) }
  try hold(again == expected, "another description from \(format): \(again) for \(expected)")
}

private func written(
  _ format: RecordingFormat, _ device: RecordedDevice, _ events: [InputEvent]
) -> [UInt8] {
  var writer = RecordingWriter(format)
  var bytes: [UInt8] = []
  writer.begin(device, to: &bytes)
  // In two parts, as a live device is written in many.
  writer.write(Array(events.prefix(events.count / 2)), to: &bytes)
  writer.write(Array(events.dropFirst(events.count / 2)), to: &bytes)
  return bytes
}

/// Returns the events with the times of a format.
private func expected(_ events: [InputEvent], in format: RecordingFormat) -> [InputEvent] {
  guard let start = events.first?.time.microseconds else { return [] }
  return events.map { event in
    var event = event
    // evemu's recorder begins at 1 µs.
    event.time.microseconds =
      max(event.time.microseconds - start, 0) + (format == .evemu ? 1 : 0)
    return event
  }
}

extension String {
  /// Whether it contains characters that can't be on one line.
  fileprivate var hasControls: Bool {
    unicodeScalars.contains {
      $0.properties.generalCategory == .control || $0.properties.isNoncharacterCodePoint
    }
  }
}

// MARK: Frames and inspection

private func checkTouches(_ reading: Reading) throws(BrokenLaw) {
  guard let surface = try? Surface(reading.device) else { return }
  let settings = [
    TouchSettings(),
    TouchSettings(palms: .libinput, leavesPalmsOut: true, pressureThreshold: .libinput),
  ]
  for settings in settings {
    var assembler = FrameAssembler(surface, settings)
    var past: Set<Int> = []
    var present: Set<Int> = []
    var time: Timestamp?
    for event in reading.events where assembler.feed(event) {
      let frame = assembler.frame
      try hold(time.map { $0 <= frame.time } ?? true, "time decreases at \(frame.time)")
      time = frame.time
      let ids = Set(frame.contacts.map(\.id))
      try hold(ids.count == frame.contacts.count, "two contacts have one ID: \(frame)")
      past.formUnion(present.subtracting(ids))
      try hold(past.isDisjoint(with: ids), "a contact's ID is reused: \(frame)")
      present = ids
      try hold(frame.fingerCount >= ids.count, "fewer fingers than contacts: \(frame)")
      try hold(ids.isDisjoint(with: frame.vanished), "a vanished contact is present: \(frame)")
      for contact in frame.contacts + frame.hovering {
        let isFinite = contact.position.x.isFinite && contact.position.y.isFinite
        try hold(
          isFinite && (0...1).contains(contact.pressure ?? 0), "an invalid contact: \(contact)")
      }
    }
  }
}

private func checkInspection(_ reading: Reading) throws(BrokenLaw) {
  var inspector = DeviceInspector(reading.device)
  for (event, line) in zip(reading.events, reading.lines) { inspector.take(event, line: line) }
  inspector.finish(line: reading.lines.last ?? 1)
  let inspection = inspector.inspection
  try hold(inspection.eventCount == reading.events.count, "the inspector missed events")
  try hold(
    inspection.frameCount == reading.events.count(where: \.endsFrame),
    "the inspector missed frames")
  try hold(inspection.duration >= 0, "the duration is \(inspection.duration) s")
  for life in inspection.contacts {
    try hold(life.end.map { life.start <= $0 } ?? true, "a contact ended before it began")
  }
}
