import Foundation
import PantographBase
import PantographTestSupport
import PantographTouchScripts
import PantographTouches
import PantographTraces
import Testing

/// A pad of 100 by 80 mm with five slots, 20 values to the millimetre.
private let pad: DeviceDescription = {
  var device = DeviceDescription()
  device.add(axis: .absX, AxisRange(minimum: 0, maximum: 2000, resolution: 20))
  device.add(axis: .absY, AxisRange(minimum: 0, maximum: 1600, resolution: 20))
  device.add(axis: .absMTSlot, AxisRange(minimum: 0, maximum: 4))
  device.add(axis: .absMTPositionX, AxisRange(minimum: 0, maximum: 2000, resolution: 20))
  device.add(axis: .absMTPositionY, AxisRange(minimum: 0, maximum: 1600, resolution: 20))
  device.add(axis: .absMTTrackingID, AxisRange(minimum: 0, maximum: 65535))
  device.add(axis: .absMTPressure, AxisRange(minimum: 0, maximum: 255))
  for button in [EventCode.btnTouch, .btnToolFinger, .btnToolDoubleTap] { device.add(.key, button) }
  device.add(.miscellaneous, EventCode(rawValue: 5))
  return device
}()

private func touches(_ events: [InputEvent], of device: DeviceDescription = pad) throws
  -> [TouchFrame]
{
  frames(events, by: FrameAssembler(try Surface(device)))
}

private func shrunk(
  _ events: [InputEvent], of device: DeviceDescription = pad,
  while holds: ([TouchFrame]) -> Bool
) throws -> RecordingShrinker {
  let surface = try Surface(device)
  var shrinker = RecordingShrinker(events, of: device)
  let isDone = shrinker.run { holds(frames($0, by: FrameAssembler(surface))) }
  #expect(isDone)
  #expect(holds(frames(shrinker.best, by: FrameAssembler(surface))))
  return shrinker
}

/// Returns the largest distance of a contact from its landing.
private func distance(_ frames: [TouchFrame]) -> Double {
  var landings: [Int: Point] = [:]
  var longest = 0.0
  for contact in frames.flatMap(\.contacts) {
    let landing = landings[contact.id] ?? contact.position
    landings[contact.id] = landing
    longest = max(longest, (contact.position - landing).length)
  }
  return longest
}

/// Two fingers: one rests, the other moves 30 mm to the right in 41 frames, and both lift.
private let twoFingers = events(
  """
  0    slot=0 id=10 x=203 y=407 p=61 slot=1 id=11 x=1001 y=411 p=63 touch=1 two=1 X=203 Y=407
  """
    + (1...40).map { step in
      "\n\(step * 8) slot=0 x=\(203 + step * 15) p=\(61 + step % 3) X=\(203 + step * 15)"
        + " slot=1 p=\(63 + step % 2)"
    }.joined()
    + "\n328 slot=0 id=-1 slot=1 id=-1 touch=0 two=0")

@Suite struct `Shrinking a recording` {
  @Test func `keeps one contact and two frames of a finger that moves`() throws {
    let shrinker = try shrunk(twoFingers) { distance($0) >= 20 }
    let frames = try touches(shrinker.best)
    #expect(frames.count == 2 && frames.allSatisfy { $0.contacts.count == 1 })
    #expect(shrinker.frameCount == 2 && shrinker.contactCount == 1)
    // The buttons count one finger, too.
    #expect(frames.allSatisfy { $0.fingerCount == 1 })
    #expect(
      !shrinker.best.contains { $0.type == .key && $0.code == .btnToolDoubleTap && $0.value == 1 })
  }

  @Test func `rounds numbers, and drops pressure that the test does not need`() throws {
    let shrinker = try shrunk(twoFingers) { distance($0) >= 20 }
    #expect(!shrinker.best.contains { $0.type == .absolute && $0.code == .absMTPressure })
    let positions = shrinker.best.filter { $0.code == .absMTPositionX && $0.type == .absolute }
    #expect(positions.count == 2)
    // The axis has 2000 values, of which a twentieth are 100; the other one 1600, of which 50 is the roundest.
    #expect(positions.allSatisfy { $0.value % 100 == 0 } && positions[0].value == 200)
    #expect(
      shrinker.best.contains {
        $0.code == .absMTPositionY && $0.type == .absolute && $0.value == 400
      })
    #expect(shrinker.best.allSatisfy { $0.time.microseconds % 10_000 == 0 })
  }

  @Test func `keeps the values that the test needs, to the digit`() throws {
    // 17.65 mm are 353 units, reached by the tenth movement; the pressure is 62 of 255 then.
    let shrinker = try shrunk(twoFingers) { frames in
      frames.contains { frame in
        frame.contacts.contains { contact in
          abs(contact.position.x - 17.65) < 1e-9 && abs((contact.pressure ?? 0) - 62 / 255) < 1e-9
        }
      }
    }
    let positions = shrinker.best.filter { $0.code == .absMTPositionX && $0.type == .absolute }
    #expect(positions.map(\.value) == [353] && shrinker.frameCount == 1)
    #expect(shrinker.best.contains { $0.code == .absMTPressure && $0.value == 62 })
    // The test does not check y.
    #expect(shrinker.best.contains { $0.code == .absMTPositionY && $0.value == 400 })
  }

  /// Frames are removed from what the fingers did, not from the encoding.
  @Test func `leaves no frame that can be removed`() throws {
    /// Returns how often the finger turns, counting movements of 4 mm or more.
    func turns(_ frames: [TouchFrame]) -> Int {
      let positions = frames.compactMap { $0.contacts.first?.position.x }
      guard var extreme = positions.first else { return 0 }
      var (direction, count) = (0.0, 0)
      for position in positions {
        let step = position - extreme
        if abs(step) >= 4, direction == 0 || step * direction < 0 {
          if direction != 0 { count += 1 }
          direction = step < 0 ? -1 : 1
          extreme = position
        } else if step * direction > 0 {
          extreme = position
        }
      }
      return count
    }
    var script = "0 slot=0 id=1 x=500 y=400 p=60 touch=1 one=1"
    for step in 1...120 {
      let x = 500 + Int(400 * sin(Double(step) / 8))
      script += "\n\(step * 8) x=\(x) p=\(60 + step % 7)"
    }
    let recorded = events(script + "\n980 id=-1 touch=0 one=0")
    #expect(turns(try touches(recorded)) >= 4)
    let shrinker = try shrunk(recorded) { turns($0) >= 3 }
    let frames = try touches(shrinker.best)
    // Three turns take four steps between five positions.
    #expect(frames.count == 5)
    for index in frames.indices {
      var fewer = frames
      fewer.remove(at: index)
      #expect(turns(fewer) < 3)
    }
    // Shrinking again removes no frame.
    #expect(try shrunk(shrinker.best) { turns($0) >= 3 }.frameCount == 5)
  }

  @Test func `lets contacts land and lift between frames that were removed`() throws {
    let taps = events(
      """
      0   slot=0 id=1 x=100 y=100 touch=1 one=1
      8   x=110
      16  id=-1 touch=0 one=0
      24  id=2 x=900 touch=1 one=1
      32  x=950
      40  id=-1 touch=0 one=0
      48  id=3 x=300 touch=1 one=1
      56  id=-1 touch=0 one=0
      """)
    // A contact lands at 45 mm, and lifts.
    let shrinker = try shrunk(taps) { frames in
      let landing = frames.firstIndex { $0.contacts.contains { $0.position.x == 45 } }
      return landing.map { frames[$0...].contains { $0.contacts.isEmpty } } ?? false
    }
    let frames = try touches(shrinker.best)
    #expect(frames.count == 2 && frames[0].contacts.count == 1 && frames[1].contacts.isEmpty)
    #expect(shrinker.contactCount == 1 && shrinker.best.contains { $0.code == .btnTouch })
    // The value that the kernel still had for the slot is sent again.
    #expect(frames[0].contacts[0].position.x == 45)
  }

  @Test func `moves the pointer to the finger that is left`() throws {
    // The resting finger is left; the pointer was with the other one.
    let shrinker = try shrunk(twoFingers) { frames in
      frames.contains { frame in
        frame.contacts.contains { abs($0.position.x - 50.05) < 0.01 }
      }
    }
    let pointer = shrinker.best.filter { $0.type == .absolute && $0.code == .absX }
    #expect(pointer.map(\.value) == [1001])
    #expect(shrinker.best.filter { $0.code == .btnTouch }.map(\.value) == [1])
  }

  @Test func `repeats no value, and gives each frame its own time`() throws {
    let recorded = events(
      "0 slot=0 id=1 x=500 y=400 touch=1 one=1"
        + (1...6).map { "\n\($0 * 2) x=\(500 + $0 * 40)" }.joined() + "\n14 id=-1 touch=0 one=0")
    // All movements must stay, 2 ms apart.
    let shrinker = try shrunk(recorded) { frames in
      Set(frames.flatMap(\.contacts).map(\.position.x)).count >= 6 && frames.last?.contacts == []
    }
    let ends = shrinker.best.filter(\.endsFrame).map(\.time.microseconds)
    #expect(ends.count >= 7 && zip(ends, ends.dropFirst()).allSatisfy { $0 < $1 })
    #expect(ends.allSatisfy { $0 % 2000 == 0 })
    #expect(shrinker.best.filter { $0.code == .btnTouch }.map(\.value) == [1, 0])
    #expect(shrinker.best.filter { $0.code == .absMTTrackingID }.map(\.value) == [1, -1])
  }

  @Test func `keeps the order of a tracking ID that came late`() throws {
    let recorded = events("0 slot=0 x=500 y=400 id=7\n8 x=520\n16 id=-1")
    let shrinker = try shrunk(recorded) { frames in
      frames.contains { $0.contacts.contains { $0.remarks.contains(.unseenLanding) } }
    }
    let codes = shrinker.best.filter { $0.type == .absolute }.map(\.code)
    #expect(codes == [.absMTPositionX, .absMTPositionY, .absMTTrackingID])
  }

  @Test func `keeps the best recording so far when the test throws`() throws {
    struct Stop: Error {}
    var shrinker = RecordingShrinker(twoFingers, of: pad)
    let surface = try Surface(pad)
    var calls = 0
    #expect(throws: Stop.self) {
      _ = try shrinker.run { (events) throws(Stop) in
        calls += 1
        guard calls <= 8 else { throw Stop() }
        return distance(frames(events, by: FrameAssembler(surface))) >= 20
      }
    }
    #expect(shrinker.attempts == 9)
    #expect(shrinker.frameCount < 42 && shrinker.frameCount > 2)
    #expect(distance(try touches(shrinker.best)) >= 20)
  }

  @Test func `fails if the test does not hold for the events encoded again`() {
    var shrinker = RecordingShrinker(twoFingers, of: pad)
    #expect(!shrinker.run { _ in false })
    #expect(shrinker.best == twoFingers && shrinker.attempts == 1)
  }

  @Test(arguments: ModelDevice.allCases, ["libinput", "evemu"])
  func `gives a recording that can be written and read again`(model: ModelDevice, format: String)
    throws
  {
    let device = model.description
    let sensor = Sensor()
    let gesture = SyntheticGesture.swipe(
      from: [Point(x: 20, y: 20)], by: Vector(x: 40, y: 0), duration: 0.4, hold: 0.1
    ).delayed(by: 0.1)
    let events = try sensor.events(of: gesture, on: device)
    let shrinker = try shrunk(events, of: device) { distance($0) >= 20 }
    // Two positions, and for contacts without IDs the frames in between that connect them.
    #expect(shrinker.frameCount >= 2 && shrinker.frameCount <= 4)
    var writer = RecordingWriter(try #require(RecordingFormat(rawValue: format)))
    var bytes: [UInt8] = []
    writer.begin(RecordedDevice(node: "small", description: device), to: &bytes)
    writer.write(shrinker.best, to: &bytes)
    var reader = RecordingReader()
    var read: [InputEvent] = []
    try reader.read(bytes.span, into: &read)
    try reader.finish(into: &read)
    #expect(
      read.map(\.value) == shrinker.best.map(\.value)
        && read.map(\.code) == shrinker.best.map(\.code))
    #expect(distance(try touches(read, of: reader.device)) >= 20)
  }
}

@Suite struct `A recording encoded again` {
  /// Stops the shrinking at its first candidate, from which nothing is removed.
  private struct First: Error { var events: [InputEvent] }

  private func encodedAgain(_ events: [InputEvent], of device: DeviceDescription) -> [InputEvent] {
    var shrinker = RecordingShrinker(events, of: device)
    do throws(First) {
      _ = try shrinker.run { (events) throws(First) in throw First(events: events) }
    } catch {
      return error.events
    }
    return []
  }

  private static let recordings = Table(Repository.corpus.appendingPathComponent("manifest.csv"))
    .rows.filter { ["evemu", "libinput", "evtest", "getevent"].contains($0.text("format")) }

  @Test(.enabled(if: Repository.hasCorpus, Repository.absence))
  func `has the same touches as the original`() throws {
    var compared = 0
    for row in Self.recordings {
      let file = Repository.corpus.appendingPathComponent(row.text("file"))
      var reader = RecordingReader()
      var events: [InputEvent] = []
      try reader.read([UInt8](Data(contentsOf: file)).span, into: &events)
      try? reader.finish(into: &events)
      guard let surface = try? Surface(reader.device), !events.isEmpty, events.count < 20_000 else {
        continue
      }
      let again = encodedAgain(events, of: reader.device)
      let (frames, others) = (
        frames(events, by: FrameAssembler(surface)), frames(again, by: FrameAssembler(surface))
      )
      let difference = zip(frames, others).first { $0 != $1 }
      let isSame = frames.count == others.count && difference == nil
      #expect(isSame, "\(row.text("file")): \(difference.map { "\($0)" } ?? "")")
      compared += 1
    }
    #expect(compared > 40)
  }
}
