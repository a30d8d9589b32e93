import PantographBase
import PantographGestures
import PantographTestSupport
import PantographTouches
import PantographTraces
import Testing

/// Laws that hold for the pans of any gesture.
@Suite struct `Every pan` {
  typealias Settings = PanGestureRecognizer.Settings

  /// Returns a random swipe, flick or reversal, in any position and direction.
  static func gesture(_ random: inout TestRandom, fingers: Int? = nil) -> SyntheticGesture {
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    let length = number(8...30)
    let x = number(-1...1)
    let direction = Vector(
      x: x, y: (1 - x * x).squareRoot() * (Bool.random(using: &random) ? 1 : -1))
    let starts = SyntheticGesture.positions(
      fingers ?? Int.random(in: 1...2, using: &random), from: Point(x: 45, y: 25), across: direction
    )
    let duration = number(0.15...0.8)
    let gesture: SyntheticGesture =
      switch Int.random(in: 0..<3, using: &random) {
      case 0:
        .swipe(from: starts, by: direction * length, duration: duration, hold: number(0...0.2))
      case 1: .flick(from: starts, by: direction * (2 * length), duration: duration)
      default:
        .reversal(from: starts, by: direction * length, duration: duration, back: number(0...1))
      }
    return starts.count > 1 ? gesture.staggered(by: number(0...0.03)) : gesture
  }

  /// Returns the frames of a gesture at a report rate and with noise.
  static func frames(
    of gesture: SyntheticGesture, rate: Double = 125, noise: Double = 0.03, seed: UInt64 = 1
  ) throws -> [TouchFrame] {
    var sensor = Sensor()
    sensor.rate = rate
    sensor.noise = noise
    sensor.seed = seed
    let device = ModelDevice.touchpad.description
    var assembler = FrameAssembler(try Surface(device))
    return try sensor.events(of: gesture, on: device).compactMap {
      assembler.feed($0) ? assembler.frame : nil
    }
  }

  /// Compares the pans of many gestures before and after a change of their frames, with several settings.
  static func compare(
    _ change: (inout [TouchFrame]) -> Void, _ holds: ([PanEvent], [PanEvent]) -> Bool
  ) throws {
    var random = TestRandom(seed: 7)
    var begun = 0
    for seed in 0..<60 {
      let before = try frames(of: gesture(&random), seed: UInt64(seed))
      var after = before
      change(&after)
      for settings in [
        Settings(), Settings(fingers: 2...2, axisLock: .adwaita),
        Settings(fingers: 1...3, slop: 0.3, axisLock: .libinput),
      ] {
        let events = pans(before, settings)
        begun += events.isEmpty ? 0 : 1
        #expect(holds(events, pans(after, settings)), "gesture \(seed)")
      }
    }
    #expect(begun > 60)
  }

  @Test func `is independent of the absolute time`() throws {
    let shift: Int64 = 987_654_321_123
    try Self.compare { frames in
      for index in frames.indices {
        frames[index].time = frames[index].time.advanced(byMicroseconds: shift)
      }
    } _: { before, after in
      after
        == before.map { event in
          var event = event
          event.time = event.time.advanced(byMicroseconds: shift)
          return event
        }
    }
  }

  @Test(arguments: [(-1.0, 1.0), (1, -1), (-1, -1)])
  func `is mirrored with its frames`(x: Double, y: Double) throws {
    try Self.compare { frames in
      for index in frames.indices {
        for contact in frames[index].contacts.indices {
          frames[index].contacts[contact].position.x *= x
          frames[index].contacts[contact].position.y *= y
        }
      }
    } _: { before, after in
      after
        == before.map { event in
          var event = event
          event.value.translation = Vector(x: x * event.translation.x, y: y * event.translation.y)
          event.value.velocity = Vector(x: x * event.velocity.x, y: y * event.velocity.y)
          event.value.location = Point(x: x * event.location.x, y: y * event.location.y)
          return event
        }
    }
  }

  @Test func `is the same if each frame comes twice`() throws {
    try Self.compare { frames in
      frames = frames.flatMap { frame in
        var again = frame
        again.time = frame.time.advanced(byMicroseconds: 500)
        return [frame, again]
      }
    } _: { before, after in
      // The repeated frames add no events but changes.
      let once = after.filter { event in before.contains { $0.time == event.time } }
      return once.map(\.phase) == before.map(\.phase)
        && once.map(\.translation) == before.map(\.translation)
        && after.filter { $0.phase != .changed }.count
          == before.filter { $0.phase != .changed }.count
    }
  }

  @Test func `ignores frames without contacts`() throws {
    try Self.compare { frames in
      let first = frames[0].time.advanced(byMicroseconds: -900)
      let last = frames[frames.count - 1].time.advanced(byMicroseconds: 900)
      let empty = [0, 300, 600].map {
        TouchFrame(time: first.advanced(byMicroseconds: $0), contacts: [])
      }
      let end = [0, 300].map { TouchFrame(time: last.advanced(byMicroseconds: $0), contacts: []) }
      frames = empty + frames + end
    } _: {
      $0 == $1
    }
  }

  @Test(arguments: [0.05, 0.1, 0.25])
  func `has the same translation on a device with another resolution`(quantum: Double) throws {
    var random = TestRandom(seed: 11)
    for seed in 0..<100 {
      let finger = Self.gesture(&random, fingers: 1).fingers[0]
      func end(_ quantize: (Point) -> Point) -> Vector? {
        let frames = (0...Int(finger.lift * 125)).map { index in
          TouchFrame(
            time: Timestamp(microseconds: Int64(index) * 8000),
            contacts: [Contact(id: 1, position: quantize(finger.position(at: Double(index) / 125)))]
          )
        }
        return pans(frames, .init()).last?.translation
      }
      let exact = try #require(end { $0 })
      let counted = try #require(
        end {
          Point(
            x: ($0.x / quantum).rounded() * quantum, y: ($0.y / quantum).rounded() * quantum)
        })
      // Each end of the path is off by half a quantum along each axis. The slop is subtracted in a direction
      // that is off by √2 quanta at 1.6 mm, which adds √2 quanta.
      let most = (1 + 2.0.squareRoot()) * quantum + 1e-9
      #expect(
        abs(exact.x - counted.x) <= most && abs(exact.y - counted.y) <= most, "gesture \(seed)")
    }
  }

  /// Whether a pan is finished at half of 30 mm, or would be at another report rate.
  @Test func `has the same outcome at any report rate, in 99 of 100 cases`() throws {
    var random = TestRandom(seed: 5)
    let distance = 30.0
    var (count, flips) = (0, 0)
    for seed in 0..<120 {
      let gesture = Self.gesture(&random)
      let finger = gesture.fingers[0]
      let translation = finger.position(at: gesture.lift) - finger.position(at: 0)
      let unit = translation / max(translation.length, 0.001)
      func fraction(_ rate: Double) throws -> Double? {
        let frames = try Self.frames(of: gesture, rate: rate, seed: UInt64(seed))
        let settings = Settings(fingers: 1...2)
        guard let end = pans(frames, settings).last?.translation else { return nil }
        return (end.x * unit.x + end.y * unit.y) / distance
      }
      let truth = (translation.length - Settings().slop) / distance
      guard abs(truth - 0.5) > 0.1 else { continue }
      for rate in [30.0, 60, 90, 120, 180, 240] {
        count += 1
        if ((try fraction(rate) ?? 0) > 0.5) != (truth > 0.5) { flips += 1 }
      }
    }
    #expect(count > 400)
    #expect(Double(flips) <= 0.01 * Double(count), "\(flips) of \(count)")
  }

  /// Frames that devices may send, and some that they can't.
  @Test(arguments: 0..<5)
  func `ends exactly once after it has begun`(variant: Int) {
    let settings = [
      Settings(slop: 1), Settings(fingers: 2...2, slop: 1), Settings(fingers: 1...3, slop: 0),
      Settings(fingers: 1...2, slop: 1, direction: .horizontal, axisLock: .adwaita),
      Settings(fingers: 1...2, slop: 1, edge: .init(.right, width: 40), ignoresPalms: false),
    ][variant]
    var random = TestRandom(seed: UInt64(variant) + 100)
    var recognizer = PanGestureRecognizer(settings, on: Vector(x: 100, y: 60))
    var frame = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])
    var events: [PanEvent] = []
    var nextID = 0
    var (begun, over) = (0, 0)
    var isActive = false
    var isFaulty = false
    var last = Vector.zero
    func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
    for _ in 0..<20_000 {
      let before = frame.contacts
      frame = TouchFrame(
        time: frame.time.advanced(byMicroseconds: Int64.random(in: 0...20_000, using: &random)),
        contacts: before)
      // Fingers move by up to a millimetre, jump, lift, vanish and become palms.
      let areAllGone = chance(6)
      frame.contacts.removeAll { _ in areAllGone || chance(3) }
      frame.hasLostEvents = chance(2)
      for contact in before where !frame.contacts.contains(where: { $0.id == contact.id }) {
        if frame.hasLostEvents || chance(10) { frame.vanished.append(contact.id) }
      }
      for index in frame.contacts.indices {
        let reach = chance(2) ? 30.0 : 1
        frame.contacts[index].remarks.remove(.jump)
        if reach > 1, chance(50) { frame.contacts[index].remarks.insert(.jump) }
        if chance(2) { frame.contacts[index].remarks.formSymmetricDifference(.palm) }
        frame.contacts[index].position.x += .random(in: -reach...reach, using: &random)
        frame.contacts[index].position.y += .random(in: -reach...reach, using: &random)
        frame.contacts[index].pressure = chance(20) ? nil : .random(in: 0.5...1, using: &random)
      }
      if frame.contacts.count < 4, chance(15) {
        nextID += 1
        let position = Point(
          x: .random(in: 0...100, using: &random), y: .random(in: 0...60, using: &random))
        var contact = Contact(id: nextID, position: position)
        if chance(5) { contact.remarks.insert(.unseenLanding) }
        frame.contacts.append(contact)
      }
      if chance(10) { frame.contacts.shuffle(using: &random) }
      frame.fingerCount = chance(5) ? Int.random(in: 0...6, using: &random) : frame.contacts.count

      let largest =
        frame.contacts.compactMap { contact in
          before.first { $0.id == contact.id }.map { (contact.position - $0.position).length }
        }.max() ?? 0
      events.removeAll()
      recognizer.feed(frame, into: &events)
      if chance(1) { recognizer.cancel(at: frame.time, into: &events) }
      for event in events {
        switch event.phase {
        case .began:
          begun += 1
          isFaulty = isFaulty || isActive || event.translation.length > largest + 0.5 + 1e-9
          isActive = true
        case .changed:
          let step = (event.translation + last * -1).length
          isFaulty = isFaulty || !isActive || step > largest + 1e-9
        case .ended, .cancelled:
          over += 1
          isFaulty = isFaulty || !isActive || event.translation != last
          isActive = false
        }
        isFaulty = isFaulty || !settings.fingers.contains(event.fingers) && event.phase == .began
        last = event.translation
      }
      isFaulty = isFaulty || isActive != (recognizer.state == .active)
      if isActive, chance(1) {
        last = Vector(x: .random(in: -9...9, using: &random), y: 0)
        recognizer.setTranslation(last, at: frame.time)
        // A pan that is locked to the vertical axis has no horizontal translation.
        if settings.axisLock != nil { recognizer.cancel(at: frame.time, into: &events) }
        if settings.axisLock != nil { over += 1 }
        isActive = settings.axisLock == nil
      }
    }
    recognizer.cancel(at: frame.time, into: &events)
    #expect(!isFaulty && begun > 20 && over == begun - (isActive ? 1 : 0))
  }
}
