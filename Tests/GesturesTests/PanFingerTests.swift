import PantographBase
import PantographGestures
import PantographTouchScripts
import PantographTouches
import Testing

@Suite struct `The fingers of a pan` {
  typealias Settings = PanGestureRecognizer.Settings
  static let two = Settings(fingers: 2...2, slop: 2)
  static let some = Settings(fingers: 1...2, slop: 2)

  // MARK: Moving and resting fingers

  @Test func `move it while another one rests`() {
    // The thumb moves by less than half a millimetre.
    #expect(
      story(
        "0 1:10,10 2:50,50 \n 8 1:14,10 2:50.3,50 \n 16 1:17,10 2:50,49.51 \n 24 1:18,10 2:50,50",
        Self.two) == ["began 2.00,0.00", "changed 5.00,0.00", "changed 6.00,0.00"])
  }

  @Test func `move it together when each has moved by half a millimetre`() {
    #expect(
      story("0 1:10,10 2:50,50 \n 8 1:15.5,10 2:50.5,50 \n 16 1:15.5,10 2:52.5,50", Self.two)
        == ["began 1.00,0.00", "changed 2.00,0.00"])
    #expect(
      story("0 1:10,10 2:50,50 \n 8 1:15.5,10 2:50.49,50 \n 16 1:15.5,10 2:50.49,50", Self.two)
        == ["began 3.50,0.00", "changed 3.50,0.00"])
  }

  @Test func `do not rest if no other moves`() {
    #expect(
      story("0 1:0,0 \n 8 1:5,0 \n 16 1:5,0 2:50,0 \n 24 2:50,0 \n 32 2:50.3,0", Self.some)
        == ["began 3.00,0.00", "changed 3.00,0.00", "changed 3.00,0.00", "changed 3.30,0.00"])
  }

  @Test func `continue a movement that began with one of them`() {
    #expect(
      story("0 1:0,0 \n 8 1:1.5,0 \n 16 1:1.5,0 2:50,0 \n 24 1:2.1,0 2:50.6,0", Self.some)
        == ["began 0.10,0.00"])
  }

  @Test func `leave their part of the movement behind when they lift`() {
    #expect(
      story("0 1:0,0 2:0,20 \n 8 1:1.9,0 2:0.9,20 \n 16 2:0.9,20 \n 24 2:1.6,20", Self.some)
        == ["began 0.10,0.00"])
  }

  @Test func `rest only below the slop`() {
    #expect(
      story("0 1:0,0 2:0,20 \n 8 1:0.4,0 2:0.1,20", Settings(fingers: 2...2, slop: 0.3))
        == ["began 0.10,0.00"])
  }

  @Test func `do not move it if they move apart`() {
    #expect(story("0 1:40,10 2:50,10 \n 8 1:35,10 2:55,10 \n 16 1:30,10 2:60,10", Self.two).isEmpty)
  }

  @Test func `count from where they are when the last of them lands`() {
    #expect(
      story(
        "0 1:0,0 \n 8 1:20,0 \n 16 1:20,0 2:20,20 \n 24 1:20,0 2:23,20 \n 32 1:20,0 2:24,20",
        Self.two) == ["began 1.00,0.00", "changed 2.00,0.00"])
  }

  @Test func `keep their movement when one joins or leaves before it begins`() {
    #expect(
      story(
        "0 1:0,0 \n 8 1:1,0 \n 16 1:1,0 2:50,0 \n 24 1:1.5,0 2:50,0 \n 32 1:1.5,0 \n 40 1:2.25,0",
        Self.some) == ["began 0.25,0.00"])
  }

  // MARK: Number of fingers

  @Test func `are as many as the device counts, even without positions`() {
    func pan(_ fingers: ClosedRange<Int>, count: Int) -> [PanEvent] {
      var all = frames("0 1:10,10 2:40,10 \n 8 1:15,10 2:45,10 \n 16")
      for index in all.indices.dropLast() { all[index].fingerCount = count }
      return pans(all, Settings(fingers: fingers, slop: 2))
    }
    #expect(pan(3...3, count: 3).map(\.phase) == [.began, .ended])
    #expect(pan(3...3, count: 3).map(\.fingers) == [3, 3])
    #expect(pan(2...2, count: 3).isEmpty)
    #expect(pan(2...2, count: 2).map(\.fingers) == [2, 2])
    #expect(pan(3...3, count: 2).isEmpty)
    #expect(pan(3...3, count: 4).isEmpty)
    // A count that is too low does not hide two contacts.
    #expect(pan(2...2, count: 1).map(\.fingers) == [2, 2])
  }

  @Test func `have a centre and a number, which stay the same at the end`() {
    let events = pans(
      frames("0 1:10,10 \n 8 1:15,10 \n 16 1:15,10 2:25,20 \n 24 2:27,20 \n 32"), Self.some)
    #expect(
      events.map(\.location) == [
        Point(x: 15, y: 10), Point(x: 20, y: 15), Point(x: 27, y: 20), Point(x: 27, y: 20),
      ])
    #expect(events.map(\.fingers) == [1, 2, 1, 1])
  }

  // MARK: Replaced fingers

  @Test func `do not replace each other in one frame`() {
    #expect(
      story("0 1:0,0 \n 8 1:5,0 \n 16 2:50,0 \n 24 2:51,0 \n 32 2:55,0 \n 40")
        == ["began 3.00,0.00", "ended 3.00,0.00", "began 3.00,0.00", "ended 3.00,0.00"])
    // The same holds before it has begun.
    #expect(story("0 1:0,0 \n 8 1:1.5,0 \n 16 2:50,0 \n 24 2:51.5,0 \n 32").isEmpty)
    #expect(
      story(
        "0 1:0,0 2:0,20 \n 8 1:1.5,0 2:1.5,20 \n 16 1:1.5,0 3:50,20 \n 24 1:3,0 3:51.5,20",
        Self.two
      ).isEmpty)
  }

  /// The release of the first pan is judged after the frame; the history of the second one begins with the next frame.
  @Test func `keep the history of the pan that ends as another one lands`() {
    var recognizer = PanGestureRecognizer(Settings(slop: 2))
    var events: [GestureEvent<PanGestureRecognizer.Value>] = []
    let all = frames("0 1:0,0 \n 8 1:5,0 \n 16 2:50,0 \n 24 2:51,0 \n 32 2:55,0")
    for frame in all.prefix(3) { recognizer.feed(frame, into: &events) }
    #expect(events.map(\.phase) == [.began, .ended])
    #expect(recognizer.history.samples.map(\.translation.x) == [-2, 3])
    #expect(recognizer.landing.x == -2)
    for frame in all.dropFirst(3) { recognizer.feed(frame, into: &events) }
    #expect(recognizer.history.samples.map(\.translation.x) == [-2, -1, 3])
    #expect(recognizer.history.samples.map(\.time) == all.suffix(3).map(\.time))
  }

  @Test func `continue the pan if another stays`() {
    #expect(
      story(
        "0 1:0,0 2:0,20 \n 8 1:5,0 2:5,20 \n 16 1:6,0 3:50,20 \n 24 1:7,0 3:51,20 \n 32",
        Self.two)
        == [
          "began 3.00,0.00", "changed 4.00,0.00", "changed 5.00,0.00", "ended 5.00,0.00",
        ])
  }

  @Test func `must all lift, even one that rests beside the pan`() {
    let script = "0 1:0,0 \n 8 1:5,0 \n 16 1:6,0 2:50,50 \n 24 2:50,50 \n 32 2:60,50 3:0,0"
    #expect(
      story(script + "\n 40 2:60,50 3:9,0")
        == ["began 3.00,0.00", "changed 4.00,0.00", "ended 4.00,0.00"])
    #expect(story(script + "\n 40 4:0,0 \n 48 4:5,0").count == 4)
  }

  @Test func `can't begin another pan with a finger left from one`() {
    #expect(
      story(
        """
        0  1:0,0 2:0,20
        8  1:5,0 2:5,20
        16 1:5,0 2:5,20 3:50,50
        24 3:50,50
        32 3:50,50 4:0,0
        40 3:55,50 4:5,0
        """, Self.two) == ["began 3.00,0.00", "changed 3.00,0.00", "ended 3.00,0.00"])
    // Nor can one that lands beside it begin a pan alone.
    #expect(
      story(
        """
        0  1:0,0 2:0,20
        8  1:5,0 2:5,20
        16 1:5,0 2:5,20 3:50,50
        24 3:50,50
        32 3:50,50 4:0,0
        40 3:50,50 4:5,0
        """, Self.some) == ["began 3.00,0.00", "changed 3.00,0.00", "ended 3.00,0.00"])
  }

  @Test func `need a contact`() {
    var recognizer = PanGestureRecognizer(Self.two)
    var events: [PanEvent] = []
    var frame = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])
    frame.fingerCount = 2
    recognizer.feed(frame, into: &events)
    #expect(recognizer.state == .idle)
  }

  @Test func `are at most as many as the settings allow`() {
    var all = frames("0 1:0,0 \n 8 1:5,0 \n 16 1:6,0 \n 24")
    all[2].fingerCount = 2
    #expect(pans(all).map(\.fingers) == [1, 1, 1])
  }

  // MARK: Palms

  @Test func `are not palms`() {
    #expect(story("0 1:0,0 \n 8 1:9,0 \n 16") { $1.remark(.palm, on: 1) }.isEmpty)
    // A palm does not count as a finger too many, and moves nothing.
    let script = "0 1:0,0 9:50,50 \n 8 1:5,0 9:60,50 \n 16 1:6,0 9:70,50 \n 24 9:70,50"
    #expect(
      story(script) { $1.remark(.palm, on: 9) }
        == ["began 3.00,0.00", "changed 4.00,0.00", "ended 4.00,0.00"])
    // The device's count includes the palm.
    #expect(
      story("0 1:0,0 9:50,50 \n 8 1:5,0 9:50,50", Self.two) { $1.remark(.palm, on: 9) }.isEmpty)
    #expect(
      story("0 1:0,0 \n 8 1:5,0", .init(slop: 2, ignoresPalms: false)) {
        $1.remark(.palm, on: 1)
      } == ["began 3.00,0.00"])
  }

  @Test func `cancel it if all become palms`() {
    let script = "0 1:0,0 2:0,20 \n 8 1:5,0 2:5,20 \n 16 1:6,0 2:6,20 \n 24 1:7,0 2:7,20 \n 32"
    func reported(_ palms: [Int], marked: Bool) -> [String] {
      story(script, Self.some) { index, frame in
        guard index >= 2 else { return }
        for id in palms where frame.contacts.contains(where: { $0.id == id }) {
          if marked {
            frame.remark(.palm, on: id)
          } else {
            frame.contacts.removeAll { $0.id == id }
            frame.fingerCount = frame.contacts.count
            if index == 2 { frame.vanished.append(id) }
          }
        }
      }
    }
    for marked in [true, false] {
      #expect(reported([1, 2], marked: marked) == ["began 3.00,0.00", "cancelled 3.00,0.00"])
      #expect(
        reported([2], marked: marked)
          == ["began 3.00,0.00", "changed 4.00,0.00", "changed 5.00,0.00", "ended 5.00,0.00"])
    }
  }

  @Test func `cancel it if too few are left when one becomes a palm`() {
    let script = "0 1:0,0 2:0,20 \n 8 1:5,0 2:5,20 \n 16 1:6,0 2:6,20 \n 24 1:9,0 2:9,20"
    #expect(
      story(script, Self.two) { index, frame in
        if index >= 2 { frame.remark(.palm, on: 2) }
      } == ["began 3.00,0.00", "cancelled 3.00,0.00"])
    // A finger that only disappears need not be a palm.
    #expect(
      story("0 1:0,0 2:0,20 \n 8 1:5,0 2:5,20 \n 16 1:6,0", Self.two) { index, frame in
        guard index == 2 else { return }
        frame.vanished = [2]
        frame.hasLostEvents = true
      } == ["began 3.00,0.00", "changed 4.00,0.00"])
  }

  @Test func `land when they turn out not to be palms`() {
    #expect(
      story("0 1:0,0 \n 8 1:9,0 \n 16 1:10,0 \n 24 1:15,0 \n 32") { index, frame in
        if index < 2 { frame.remark(.palm, on: 1) }
      } == ["began 3.00,0.00", "ended 3.00,0.00"])
  }

  @Test func `lose the movement of a palm before it begins`() {
    #expect(
      story(
        "0 1:0,0 2:0,20 \n 8 1:0,0 2:1.9,20 \n 16 1:0,0 2:1.9,20 \n 24 1:1,0 2:1.9,20",
        Self.some
      ) { index, frame in
        if index >= 2 { frame.remark(.palm, on: 2) }
      }.isEmpty)
  }

  // MARK: Lost events

  @Test func `do not return when events were lost`() {
    // The contact after the loss may be the same finger, but what it did meanwhile is unknown.
    let reported = story("0 1:0,0 \n 8 1:5,0 \n 16 2:30,0 \n 24 2:35,0 \n 32") { index, frame in
      guard index == 2 else { return }
      frame.vanished = [1]
      frame.hasLostEvents = true
    }
    #expect(
      reported == ["began 3.00,0.00", "cancelled 3.00,0.00", "began 3.00,0.00", "ended 3.00,0.00"])
  }

  @Test func `keep the distance that they moved while events were lost`() {
    #expect(
      story("0 1:0,0 \n 8 1:5,0 \n 60 1:15,0 \n 68") { $1.hasLostEvents = $0 == 2 }
        == ["began 3.00,0.00", "changed 13.00,0.00", "ended 13.00,0.00"])
  }

  @Test func `cancel it when one is lost as the other lifts`() {
    #expect(
      story("0 1:0,0 2:0,20 \n 8 1:5,0 2:5,20 \n 16", Self.two) { index, frame in
        if index == 2 { frame.vanished = [2] }
      } == ["began 3.00,0.00", "cancelled 3.00,0.00"])
  }

  @Test func `are the same if a pad that reports corners replaces its contacts`() {
    let script = "0 1:0,0 \n 8 1:5,0 \n 16 2:0,0 3:20,20 \n 24 2:1,0 3:21,20 \n 32"
    #expect(
      story(script, Self.some) { if $0 == 2 { $1.vanished = [1] } }
        == ["began 3.00,0.00", "changed 3.00,0.00", "changed 4.00,0.00", "ended 4.00,0.00"])
    // A contact that replaces a finger has not landed, and a failed finger has not lifted.
    #expect(
      story("0 1:0,0 2:50,50 \n 8 3:0,0 \n 16 3:9,0 \n 24") { if $0 == 1 { $1.vanished = [1] } }
        .isEmpty)
  }

  @Test func `are new ones if one is lost as another lands, on any other pad`() {
    let others = ["began 3.00,0.00", "cancelled 3.00,0.00", "began 3.00,0.00", "ended 3.00,0.00"]
    // The number is unchanged, so the corners have not been replaced.
    #expect(
      story("0 1:0,0 \n 8 1:5,0 \n 16 2:30,0 \n 24 2:35,0 \n 32", Self.some) {
        if $0 == 2 { $1.vanished = [1] }
      } == others)
    #expect(
      story("0 1:0,0 \n 8 1:5,0 \n 16 2:30,0 3:60,0 \n 24 2:35,0 3:65,0 \n 32", Self.some) {
        if $0 == 2 { ($1.vanished, $1.hasLostEvents) = ([1], true) }
      } == others)
  }

  @Test func `move a bounding box by the centre of its corners, which have not landed`() {
    #expect(
      story("0 1:0,0 \n 8 1:5,0 \n 16 2:0,0 3:20,20 \n 24 2:1,0 3:20,20", Self.some) {
        if $0 == 2 { $1.vanished = [1] }
      } == ["began 3.00,0.00", "changed 3.00,0.00", "changed 3.50,0.00"])
    #expect(
      story(
        "0 1:50,50 \n 8 2:1,10 3:50,50 \n 16 2:6,10 3:55,50",
        Settings(fingers: 1...2, slop: 2, edge: .init(.left))
      ) {
        if $0 == 1 { $1.vanished = [1] }
      }.isEmpty)
  }

  // MARK: Jumps and rolls

  @Test func `do not move it when the sensor jumps`() {
    let script = "0 1:0,0 \n 8 1:5,0 \n 16 1:45,0 \n 24 1:46,0 \n 32"
    #expect(
      story(script) { if $0 == 2 { $1.remark(.jump, on: 1) } }
        == ["began 3.00,0.00", "changed 3.00,0.00", "changed 4.00,0.00", "ended 4.00,0.00"])
    #expect(
      story("0 1:0,0 \n 8 1:40,0 \n 16 1:41,0") { if $0 == 1 { $1.remark(.jump, on: 1) } }.isEmpty)
    // Beside a moving finger, one that jumps does not count.
    #expect(
      story("0 1:0,0 2:0,20 \n 8 1:5,0 2:5,20 \n 16 1:6,0 2:45,20", Self.two) {
        if $0 == 2 { $1.remark(.jump, on: 2) }
      } == ["began 3.00,0.00", "changed 4.00,0.00"])
  }

  @Test func `have the velocity of the movement after a jump`() throws {
    var all = frames(
      (0...20).map { "\($0 * 8) 1:\($0 < 10 ? $0 : $0 + 30),0" }.joined(separator: "\n"))
    all[10].remark(.jump, on: 1)
    let events = pans(all)
    #expect(events.allSatisfy { abs($0.velocity.x - 125) < 1e-6 || $0.velocity == .zero })
    #expect(events.count { $0.velocity == .zero } == 1)
  }

  @Test func `have the right velocity if the sensor jumps before it begins`() {
    var all = frames(
      (0...20).map { "\($0 * 8) 1:\(Double($0) / 4 + ($0 < 3 ? 0 : 30)),0" }.joined(separator: "\n")
    )
    all[3].remark(.jump, on: 1)
    let events = pans(all)
    #expect(events.count > 5 && events.allSatisfy { abs($0.velocity.x - 31.25) < 1e-6 })
  }

  @Test func `have the right velocity from their first movement`() {
    // 0.2 mm in 8 ms: three frames until it no longer rests.
    let script = (0...20).map { "\($0 * 8) 1:\(Double($0) / 5),0" }.joined(separator: "\n")
    let events = pans(frames(script))
    #expect(events.count > 5 && events.allSatisfy { abs($0.velocity.x - 25) < 1e-6 })
  }

  /// The pressure of a finger that lands, in the frames of a movement of 3 mm, and whether a pan begins.
  @Test(
    arguments: [
      ([1, 1, 1], true), ([0.5, 1, 1], true), ([0.84, 1, 1], true), ([0.2, 0.5, 1], false),
      ([1, 1, 0.86], true), ([1, 0.84, 0.84], false), ([1, 0.85, 0.85], true),
      ([0.6, 0.71, 0.84], false),
    ])
  func `do not move it by rolling as they land and lift`(pressures: [Double], begins: Bool) {
    let reported = story("0 1:0,0 \n 8 1:1.4,0 \n 16 1:3.1,0", .init(slop: 1.6)) { index, frame in
      frame.contacts[0].pressure = pressures[index]
    }
    #expect(reported.isEmpty == !begins)
  }

  @Test func `do not roll by 4 mm`() {
    func reported(_ distance: Double, _ settings: Settings) -> [String] {
      story("0 1:0,0 \n 8 1:\(distance),0", settings) {
        $1.contacts[0].pressure = $0 == 0 ? 0.1 : 1
      }
    }
    #expect(reported(3.99, .init()).isEmpty)
    #expect(reported(4.5, .init()) == ["began 0.50,0.00"])
    #expect(reported(4, .init()) == ["began 0.00,0.00"])
    #expect(reported(3, .init(.chromium, slop: 2)) == ["began 1.00,0.00"])
    #expect(reported(5, .init(slop: 6)).isEmpty)
  }
}
