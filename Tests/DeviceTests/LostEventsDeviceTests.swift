import Foundation
import PantographBase
import PantographTestSupport
import PantographTouches
import PantographTraces
import Testing

extension `A virtual device` {
  /// All events of a recording, and its device.
  private func read(_ file: URL) throws -> ([InputEvent], DeviceDescription) {
    var reader = RecordingReader()
    var events: [InputEvent] = []
    let bytes = [UInt8](try Data(contentsOf: file))
    try reader.read(bytes.span, into: &events)
    try reader.finish(into: &events)
    return (events, reader.device)
  }

  /// The touchpad of one of the project's recordings.
  private func touchpad() throws -> DeviceDescription {
    try read(Repository.recordings.appendingPathComponent("touchpad-flick/recording.yml")).1
  }

  /// Sends a frame of positions: slot, tracking ID and coordinates.
  private func send(
    _ frame: [(slot: Int32, id: Int32?, x: Int32, y: Int32)], to device: borrowing VirtualDevice
  )
    throws
  {
    var events: [InputEvent] = []
    func add(_ type: EventType, _ code: EventCode, _ value: Int32) {
      events.append(
        InputEvent(time: Timestamp(microseconds: 0), type: type, code: code, value: value))
    }
    for (slot, id, x, y) in frame {
      add(.absolute, .absMTSlot, slot)
      if let id { add(.absolute, .absMTTrackingID, id) }
      guard id != -1 else { continue }
      add(.absolute, .absMTPositionX, x)
      add(.absolute, .absMTPositionY, y)
    }
    add(.synchronization, .synReport, 0)
    try device.send(events)
  }

  /// A reader is stopped while more events arrive than the kernel buffers.
  @Test(.enabled(if: Tool.hasLibevdev, "needs Debian's python3-libevdev"))
  func `releases a finger that was lifted among lost events`() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("recording.yml")
    let device = try VirtualDevice(touchpad())
    let recorder = try start("record", device.path, "--output", file.path)
    try wait(for: recorder) { $0.complaints.contains("recording") }
    try send([(0, 10, 500, 600), (1, 11, 1500, 700)], to: device)
    var text: String { (try? String(contentsOf: file, encoding: .utf8)) ?? "" }
    try wait(for: recorder) { _ in text.contains(", 3, 57, 11]") }

    recorder.signal(SIGSTOP)
    try wait(for: recorder) { program in
      let status = try? String(contentsOfFile: "/proc/\(program.identifier)/stat", encoding: .utf8)
      return status?.contains(") T ") ?? false
    }
    // One finger lifts, another one's slot is reused, and a third one lands. There are four times as many events as the
    // kernel buffers for a device of ten slots.
    try send([(0, -1, 0, 0), (1, -1, 0, 0)], to: device)
    try send([(1, 13, 100, 200), (2, 12, 2000, 900)], to: device)
    for step: Int32 in 1...1000 { try send([(1, nil, 100 + step, 200 + step)], to: device) }
    recorder.signal(SIGCONT)
    let now = try Program(Tool.python, [Tool.client, "slots", device.path])
    #expect(now.status == 0, "\(now.complaints)")
    // The last known position of the first of the new fingers.
    try wait(for: recorder) { _ in text.contains(", 3, 54, 1200]") && text.contains(", 3, 57, 12]")
    }
    recorder.signal(SIGINT)
    #expect(recorder.wait() == 0)
    recorder.closeInput()

    let (events, description) = try read(file)
    #expect(events.contains { $0.type == .synchronization && $0.code == .synDropped })
    let surface = try Surface(description)
    var assembler = FrameAssembler(surface)
    var before: [Int] = []
    for event in events {
      if event.type == .synchronization, event.code == .synDropped {
        before = assembler.frame.contacts.map(\.id)
      }
      _ = assembler.feed(event)
    }
    // The occupied slots, from the kernel: `slot id x y`.
    let slots = now.output.split(separator: "\n")
      .map { $0.split(separator: " ").compactMap { Int32($0) } }.filter { $0[1] >= 0 }
    #expect(slots == [[1, 13, 1100, 1200], [2, 12, 2000, 900]])
    let places = assembler.frame.contacts.map { surface.values(at: $0.position) }
      .sorted { $0.x < $1.x }
    #expect(places.map { [$0.x, $0.y] } == slots.map { [$0[2], $0[3]] })
    #expect(before.count == 2)
    #expect(Set(before).isDisjoint(with: assembler.frame.contacts.map(\.id)))
  }

  @Test func `belongs to one reader while it is grabbed`() throws {
    let device = try VirtualDevice(touchpad())
    var other = try Device(path: device.path)
    func count(_ reader: inout Device) throws -> Int {
      var count = 0
      while try reader.next() != nil { count += 1 }
      return count
    }
    func grabAndLeave() throws {
      var owner = try Device(path: device.path)
      try owner.grab()
      try owner.grab()
      #expect(throws: UnusableFile(.grab, path: device.path, errno: EBUSY)) { try other.grab() }
      try send([(0, 1, 500, 600)], to: device)
      #expect(try count(&owner) == 4)
      #expect(try count(&other) == 0)
      try owner.release()
      try send([(0, nil, 501, 601)], to: device)
      #expect(try count(&owner) == 3)
      #expect(try count(&other) == 3)
      try owner.grab()
    }
    try grabAndLeave()
    // The grab ends with its reader.
    try other.grab()
    try send([(0, nil, 502, 602)], to: device)
    #expect(try count(&other) == 3)
  }
}
