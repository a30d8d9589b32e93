import PantographBase
import PantographTouches
import PantographTraces
import Testing

/// A pad of 100 mm × 100 mm with five slots and pressure.
private let pad: DeviceDescription = {
  var device = DeviceDescription()
  device.properties = [DeviceDescription.pointer]
  device.add(.key, .btnTouch)
  device.add(.key, .btnToolFinger)
  device.add(axis: .absMTSlot, AxisRange(minimum: 0, maximum: 4))
  device.add(axis: .absMTPositionX, AxisRange(minimum: 0, maximum: 1000, resolution: 10))
  device.add(axis: .absMTPositionY, AxisRange(minimum: 0, maximum: 1000, resolution: 10))
  device.add(axis: .absMTTrackingID, AxisRange(minimum: 0, maximum: 65535))
  device.add(axis: .absMTPressure, AxisRange(minimum: 0, maximum: 200))
  return device
}()

/// Parses events, each line with its time in milliseconds: `8 x500` is a position, `8 .` ends a frame.
private func events(_ script: String) -> [InputEvent] {
  script.split(separator: "\n").flatMap { line in
    let words = line.split(separator: " ")
    let time = Timestamp(microseconds: Int64((Double(words[0]) ?? .nan) * 1000))
    return words.dropFirst().map { word in
      let value = Int32(word.dropFirst()) ?? 0
      let (type, code): (EventType, EventCode) =
        switch word.first {
        case "s": (.absolute, .absMTSlot)
        case "i": (.absolute, .absMTTrackingID)
        case "x": (.absolute, .absMTPositionX)
        case "y": (.absolute, .absMTPositionY)
        case "p": (.absolute, .absMTPressure)
        case "z": (.absolute, .absTiltX)
        case "!": (.synchronization, .synDropped)
        default: (.synchronization, .synReport)
        }
      return InputEvent(time: time, type: type, code: code, value: value)
    }
  }
}

/// Inspects a script; each event counts as a line.
private func inspect(_ script: String, on device: DeviceDescription = pad) -> Inspection {
  var inspector = DeviceInspector(device)
  let events = events(script)
  for (index, event) in events.enumerated() { inspector.take(event, line: index + 1) }
  inspector.finish(line: events.count)
  return inspector.inspection
}

@Suite struct `Inspecting a recording` {
  /// It lands 2 mm from the left edge; one that leaves it within 0.2 s is a finger.
  @Test func `calls a contact a palm as it was at last, as recognisers do`() {
    func isPalm(after milliseconds: Int) -> Bool {
      let script = """
        0 i1 x20 y500 p50 .
        \(milliseconds) x150 .
        400 i-1 .
        """
      return inspect(script).contacts.contains { $0.remarks.contains(.palm) }
    }
    #expect(!isPalm(after: 100))
    #expect(isPalm(after: 200))
  }

  @Test func `summarises each contact`() throws {
    let inspection = inspect(
      """
      0 i1 x100 y100 p50 .
      8 x400 y500 p100 .
      16 s1 i2 x10 y10 p150 .
      26 s0 i-1 .
      34 s1 i-1 .
      """)
    #expect(inspection.eventCount == 21 && inspection.frameCount == 5)
    #expect(inspection.duration == 0.034)
    #expect(inspection.maxContacts == 2 && inspection.maxFingers == 2)
    #expect(inspection.contacts.map(\.start.microseconds) == [0, 16_000])
    #expect(inspection.contacts.map(\.end?.microseconds) == [26_000, 34_000])
    // 30 mm to the right and 40 mm down.
    #expect(inspection.contacts.map(\.travel) == [50, 0])
    #expect(inspection.contacts.map(\.peakPressure) == [0.5, 0.75])
    #expect(inspection.pressure == 0.25...0.75)
    // Intervals of 8, 8, 10 and 8 ms: the median is 8, and so is each but one.
    #expect(inspection.reportRate == 125)
    #expect(inspection.reportJitter == 0)
    #expect(inspection.defects.map(\.kind) == [.jump])
  }

  @Test func `counts a contact without a position, and its travel once it has one`() {
    let inspection = inspect(
      """
      0 i1 x100 .
      8 x200 .
      16 x300 y500 .
      24 y510 .
      32 i-1 .
      40 s1 i2 .
      48 i-1 .
      """)
    #expect(inspection.maxContacts == 1 && inspection.maxFingers == 1)
    #expect(inspection.contacts.map(\.start.microseconds) == [0, 40_000])
    #expect(inspection.contacts.map(\.placed?.microseconds) == [16_000, nil])
    #expect(inspection.contacts.map(\.end?.microseconds) == [32_000, 48_000])
    // 1 mm down; its earlier vertical movement is unknown.
    #expect(inspection.contacts.map(\.travel) == [1, 0])
    #expect(inspection.defects.map(\.kind) == [.unknownX, .unknownY])
    #expect(inspection.defects.map(\.count) == [1, 2])
    #expect(inspection.defects.map(\.firstLine) == [15, 3])
  }

  @Test func `reports the medians of rate and jitter`() {
    // Intervals of 4, 6, 10 and 20 ms: the median is 8, the distances from it 2, 2, 4 and 12.
    let inspection = inspect(
      """
      0 i1 x1 .
      4 x2 .
      10 x3 .
      20 x4 .
      40 i-1 .
      5000 i2 x5 .
      """)
    #expect(inspection.reportRate == 125)
    #expect(inspection.reportJitter == 0.003)
  }

  @Test func `finds nothing in an empty recording`() {
    let inspection = inspect("")
    #expect(inspection.eventCount == 0 && inspection.duration == 0)
    #expect(inspection.reportRate == nil && inspection.pressure == nil)
    #expect(inspection.defects.isEmpty)
  }

  @Test(
    arguments: [
      ("0 i1 x1 y1 .\n8 x2 .\n7 x3 .\n9 i-1 .", .clockBackward, 1, 7),
      ("8 i1 x1 y1 .\n8 x9 .\n16 i-1 .", .clockFrozen, 1, 6),
      // More than 3600 s, and just as much.
      ("0 i1 x1 y1 .\n3600000.001 i-1 .", .longPause, 1, 5),
      ("0 i1 x1 y1 .\n3600000 i-1 .", nil, 0, 0),
      ("8 i1 x1\n9 y2 .\n16 i-1 .", .unevenFrame, 1, 4),
      ("0 i1 x1 y1 .\n8 ! .\n16 i-1 .", .eventsLost, 1, 5),
      ("0 i1 x1 y1 .\n8 ! i-1 .", .vanishedContact, 1, 7),
      ("0 x5 y5 .\n8 x6 .\n16 i-1 .", .unseenLanding, 1, 3),
      ("0 i1 x1 .\n8 y1 .\n16 i-1 .", .unknownY, 1, 3),
      ("0 i1 y1 .\n8 i-1 .\n16 i2 .\n24 i-1 .", .unknownX, 2, 3),
      ("0 i1 x1 y1 .\n8 i-1 .\n16 i2 .\n24 i-1 .", nil, 0, 0),
      ("0 i1 x1 y1 .\n8 s1 i2 x9 y9 .", .unseenLift, 2, 9),
      ("0 i1 x1 y1 .\n8 i2 x2 .\n16 i-1 .", .replacedContact, 1, 5),
      ("0 i1 x1 y1 .\n8 i-1 .\n9 x7 y7 .\n16 i2 .\n24 i-1 .", .emptySlot, 2, 7),
      ("0 s5 i1 x1 .\n8 s0 i1 x1 y1 .\n16 i-1 .", .unknownSlot, 1, 1),
      ("0 i1 x1001 y-1 .\n8 i-1 .", .outOfRange, 2, 2),
      ("0 i1 x0 y1000 p200 .\n8 i-1 .", nil, 0, 0),
      ("0 z1 .\n8 z2 .", .unknownCode, 2, 1),
      ("0 i1 x1 y1 .\n8 x700 .\n16 i-1 .", .jump, 1, 6),
      ("0 i1 x1 y1 .\n8 .\n16 i-1 .", .emptyFrame, 1, 5),
      ("0 i1 x1 y1 .\n8 i-1 .\n16 i2", .cutOff, 1, 7),
    ] as [(String, Defect.Kind?, Int, Int)])
  func `finds each kind of defect`(script: String, kind: Defect.Kind?, count: Int, line: Int) {
    let defects = inspect(script).defects
    guard let kind else {
      #expect(defects.isEmpty)
      return
    }
    let found = defects.first { $0.kind == kind }
    #expect(found?.count == count && found?.firstLine == line, "\(defects)")
    let cause: Set<Defect.Kind> = kind == .vanishedContact ? [.eventsLost] : []
    #expect(Set(defects.map(\.kind)) == cause.union([kind]), "\(defects)")
  }

  /// A semi-multitouch device renumbers the corners of its box when another finger lands; no event was lost.
  @Test func `does not take a new tracking ID for a lost contact`() {
    var corners = pad
    corners.properties.append(DeviceDescription.semiMultitouch)
    let script = "0 i1 x1 y1 .\n8 s1 i2 x90 y90 .\n16 i-1 s0 i-1 ."
    #expect(inspect(script, on: corners).contacts.count > 2)
    #expect(inspect(script, on: corners).defects.isEmpty)
  }

  /// The first frame may hold the state from before: an empty slot and the last contact's values.
  @Test func `assigns values after a lift to the contact that has just left`() {
    #expect(inspect("0 i-1 x7 y7 p9 .\n8 i1 .\n16 i-1 .").defects.isEmpty)
  }

  @Test func `continues the time when the clock jumps back, even without touches`() {
    var keys = DeviceDescription()
    keys.add(.absolute, .absTiltX)
    // 3 s, and 1 s after it jumped back to 1 s.
    let inspection = inspect("5000 z1 .\n8000 z2 .\n1000 z3 .\n2000 z4 .", on: keys)
    #expect(inspection.duration == 4)
    #expect(inspection.defects.map(\.kind) == [.clockBackward])
  }

  @Test func `counts events without a description, and finds no defects`() {
    let inspection = inspect("0 i1 x1 z7 .", on: DeviceDescription())
    #expect(inspection.eventCount == 4 && inspection.frameCount == 1)
    #expect(inspection.contacts.isEmpty && inspection.defects.isEmpty)
  }

  @Test func `merges the defects of several devices`() {
    let first = inspect("0 i1 x2000 y1 .\n8 .\n16 i-1 .").defects
    let second = inspect("0 z1 .\n1 i1 x2000 y2000 .\n16 i-1 .").defects
    let merged = Defect.merged(first + second)
    #expect(merged.map(\.kind) == [.outOfRange, .unknownCode, .emptyFrame])
    #expect(merged.map(\.count) == [3, 1, 1])
    #expect(merged.map(\.firstLine) == [2, 1, 5])
  }
}
