import PantographGestures
import PantographNamedRecordings
import PantographTestSupport
import PantographTouchScripts
import PantographTouches
import Testing

/// A finger that rests beside a pan, as a thumb at the lower edge of a touchpad does.
///
/// It rests after 0.18 s, libinput's `DEFAULT_GESTURE_HOLD_TIMEOUT`, while it moves less than 1 mm, the
/// threshold of libinput's `tp_gesture_get_direction`.
@Suite struct `A resting thumb` {
  typealias Settings = PanGestureRecognizer.Settings
  static let two = Settings(fingers: 2...2, slop: 2)

  /// Returns a script of a thumb, and of two fingers that land after a delay and scroll by 5 and 6 mm.
  static func script(after milliseconds: Int, thumb: (Double, Double) = (50, 50)) -> String {
    let times = (0...2).map { milliseconds + 8 * $0 }
    return """
      0 9:50,50
      \(times[0]) 9:50,50 1:0,0 2:20,0
      \(times[1]) 9:50,50 1:5,0 2:25,0
      \(times[2]) 9:\(thumb.0),\(thumb.1) 1:6,0 2:26,0
      """
  }

  @Test func `does not count beside two fingers`() {
    let scroll = ["began 3.00,0.00", "changed 4.00,0.00"]
    #expect(story(Self.script(after: 180), Self.two) == scroll)
    #expect(story(Self.script(after: 179), Self.two).isEmpty)
    // It does not move the gesture and is not one of its fingers.
    let moved = Self.script(after: 180, thumb: (90, 90))
    #expect(story(moved, Self.two) == scroll)
    #expect(pans(frames(moved), Self.two).map(\.fingers) == [2, 2])
  }

  @Test func `does not prevent the scroll from ending or the next one from beginning`() {
    let again = """
      300 9:50,50
      400 9:50,50 3:0,0 4:20,0
      408 9:50,50 3:-5,0 4:15,0
      416 9:50,50
      """
    #expect(
      story(Self.script(after: 180) + "\n" + again, Self.two) == [
        "began 3.00,0.00", "changed 4.00,0.00", "ended 4.00,0.00",
        "began -3.00,0.00", "ended -3.00,0.00",
      ])
  }

  @Test func `counts as a third finger if it moves before the scroll begins`() {
    func scroll(_ distance: Double) -> [String] {
      story(
        """
        0   9:50,50
        200 9:50,50 1:0,0 2:20,0
        208 9:\(50 + distance),50 1:1,0 2:21,0
        216 9:\(50 + distance),50 1:5,0 2:25,0
        """, Self.two)
    }
    #expect(scroll(0.99) == ["began 3.00,0.00"])
    #expect(scroll(1).isEmpty)
  }

  @Test func `rests if it moved slowly, and not if it moved just before`() {
    func scroll(_ times: [Int]) -> [String] {
      let last = times[2]
      return story(
        """
        \(times[0]) 9:50,50
        \(times[1]) 9:51,50
        \(last) 9:51,50 1:0,0 2:20,0
        \(last + 8) 9:51,50 1:5,0 2:25,0
        """, Self.two)
    }
    #expect(scroll([0, 180, 200]) == ["began 3.00,0.00"])
    #expect(scroll([0, 179, 200]).isEmpty)
    #expect(scroll([0, 100, 280]) == ["began 3.00,0.00"])
  }

  /// People also scroll by moving one of two fingers.
  @Test func `counts beside a single finger`() {
    let script = "0 9:50,50 \n 200 9:50,50 1:0,0 \n 208 9:50,50 1:5,0"
    #expect(story(script, Self.two) == ["began 3.00,0.00"])
    #expect(story(script).isEmpty)
  }

  @Test func `does not count as a third finger of a swipe`() {
    let swipe = Settings(fingers: 3...3, slop: 2)
    #expect(story(Self.script(after: 20), swipe).count == 2)
    #expect(story(Self.script(after: 180), swipe).count == 2)
  }

  @Test func `that is a palm is not counted twice`() {
    #expect(
      story(
        """
        0   8:90,90 9:50,50
        200 8:90,90 9:50,50 1:0,0 2:20,0 3:40,0
        208 8:90,90 9:50,50 1:5,0 2:25,0 3:45,0
        """, Self.two
      ) { $1.remark(.palm, on: 8) }.isEmpty)
  }

  // MARK: Beside fingers that move away

  /// Returns a script of a thumb and two fingers that land at once, and move by some millimetres in each report.
  static func together(_ moves: [(thumb: Double, one: Double, two: Double)]) -> String {
    ([(0, 0, 0)] + moves).enumerated().map { index, move in
      "\(8 * index) 9:\(50 + move.thumb),50 1:\(move.one),0 2:\(20 + move.two),0"
    }.joined(separator: "\n")
  }

  @Test func `does not count once two others have moved by 8 mm, and it by less than a quarter`() {
    func scroll(_ thumb: Double, _ two: Double) -> [String] {
      story(Self.together([(1, 5, 5), (thumb, 8, two), (thumb, 11, two + 3)]), Self.two)
    }
    #expect(scroll(1.99, 8) == ["began 1.00,0.00"])
    #expect(scroll(-1.99, 8) == ["began 1.00,0.00"])
    #expect(scroll(2, 8).isEmpty)
    #expect(scroll(1.99, 7.99).isEmpty)
    // The thumb does not count later, either.
    let moves = [(0.0, 5.0, 5.0), (1, 8, 8), (9, 9, 9), (9, 11, 11)]
    #expect(story(Self.together(moves), Self.two) == ["began 1.00,0.00"])
    #expect(pans(frames(Self.together(moves)), Self.two).map(\.fingers) == [2])
  }

  @Test func `may be one of several, and only two or more others make a pan`() {
    let palms = """
      0  8:70,50 9:50,50 1:0,0 2:20,0
      8  8:70,51 9:51,50 1:8,0 2:28,0
      16 8:70,50 9:50,50 1:11,0 2:31,0
      24 8:70,50 9:50,50
      """
    #expect(story(palms, Self.two) == ["began 1.00,0.00", "ended 1.00,0.00"])
    #expect(story(palms, Settings(fingers: 3...3, slop: 2)).isEmpty)
    #expect(story(palms, Settings(fingers: 1...3, slop: 2)).count == 2)
    let single = "0 9:50,50 1:0,0 2:20,0 \n 8 9:50,50 1:9,0 2:20,0 \n 16 9:50,50 1:18,0 2:20,0"
    #expect(story(single, Self.two).isEmpty)
    #expect(story(Self.together([(0, 8, 8), (0, 16, 16)]), Settings(slop: 2)).isEmpty)
    // Nor does a pan from an edge wait, where fingers must land, or one that follows all fingers.
    let moves = Self.together([(0, 8, 8), (0, 16, 16), (0, 24, 24)])
    #expect(story(moves, Settings(fingers: 2...2, slop: 2, edge: .init(.left, width: 30))).isEmpty)
    #expect(
      story(moves, Settings(fingers: 2...2, slop: 2).with { $0.follows = .allFingers }).isEmpty)
  }

  @Test func `is not a finger of a swipe, whose last fingers don't scroll`() {
    func swipe(_ distance: Double) -> [String] {
      story(
        Self.together([(distance, distance, distance)]) + """

          16 1:\(distance),0 2:\(20 + distance),0
          24 1:\(distance + 5),0 2:\(25 + distance),0
          32
          40 1:0,0 2:20,0
          48 1:5,0 2:25,0
          """, Self.two)
    }
    #expect(swipe(8) == ["began 3.00,0.00"])
    // They had not moved yet.
    #expect(swipe(7.99) == ["began 3.00,0.00", "ended 3.00,0.00", "began 3.00,0.00"])
  }

  @Test func `may be a palm, which ends no scroll beside it`() {
    let moves = Self.together([(9, 9, 9), (9, 12, 12)])
    let scroll = story(moves, Self.two) { index, frame in
      if index == 2 { frame.contacts[0].remarks = .palm }
    }
    #expect(scroll.isEmpty)
    let longer = Self.together([(9, 9, 9), (9, 12, 12), (9, 15, 15)])
    #expect(
      story(longer, Self.two) { index, frame in
        if index > 1 { frame.contacts[0].remarks = .palm }
      } == ["began 1.00,0.00"])
    // A pan that began with it is cancelled, and another one begins when the second finger lands.
    #expect(
      story(
        """
        0  9:50,50 1:0,0
        8  9:50,50 1:5,0
        16 9:50,50 1:6,0
        24 9:50,50 1:7,0 2:20,0
        32 9:50,50 1:12,0 2:25,0
        """, Self.two
      ) { index, frame in
        if index > 1 { frame.contacts[0].remarks = .palm }
      } == ["began 3.00,0.00", "cancelled 3.00,0.00", "began 3.00,0.00"])
  }

  /// On a pad that locates two contacts, the device only counts the third one.
  @Test func `does not count beside a finger that is located and one that is not`() {
    let script = "0 9:50,50 1:0,0 \n 8 9:51,50 1:8,0 \n 16 9:50,50 1:11,0 \n 24 9:50,50"
    #expect(
      story(script, Self.two) { index, frame in frame.fingerCount = index < 3 ? 3 : 1 }
        == ["began 1.00,0.00", "ended 1.00,0.00"])
    let swipe = "0 9:50,50 1:0,0 \n 8 9:58,50 1:8,0 \n 16 9:66,50 1:16,0"
    #expect(story(swipe, Self.two) { $1.fingerCount = 3 }.isEmpty)
  }

  /// How the recorded scrolls beside a palm or a thumb are changed.
  enum Change: CaseIterable {
    /// The pad locates two contacts only.
    case locatingTwo
    /// They begin with the frame in which the last one landed.
    case landingAtOnce
    /// The palm is like a finger to the device.
    case withoutPalms
  }

  @Test(.enabled(if: Repository.hasCorpus, Repository.absence), arguments: Change.allCases)
  func `does not block scrolls with two fingers that are harder to recognise`(
    change: Change
  ) throws {
    let recordings = `Pans in recordings`.all.filter {
      $0.name.contains("thumb_scroll") || $0.name.contains("palm_scroll")
    }
    #expect(recordings.count == 12)
    for recording in recordings {
      let events = try NamedRecordings.read(recording.name).events
      let palms = change == .withoutPalms ? PalmRule.device : .libinput
      var frames = frames(
        events, by: FrameAssembler(try Surface(recording.device), TouchSettings(palms: palms)))
      switch change {
      case .withoutPalms: break
      case .landingAtOnce:
        frames.removeSubrange(..<(frames.firstIndex { $0.contacts.count > 2 } ?? 0))
      case .locatingTwo:
        for index in frames.indices {
          frames[index].contacts.removeLast(max(frames[index].contacts.count - 2, 0))
        }
      }
      let direction = try #require(
        `Pans in recordings`.directions.first { recording.name.hasSuffix(".\($0.0).dat") }?.1)
      #expect(
        `Pans in recordings`.goes(direction, pans(frames, Settings(fingers: 2...2))),
        "\(recording.name)")
    }
  }

  @Test(.enabled(if: Repository.hasCorpus, Repository.absence))
  func `does not block scrolls with two fingers`() throws {
    let recordings = `Pans in recordings`.all.filter {
      $0.name.contains("thumb_scroll") || $0.name.contains("palm_scroll")
    }
    #expect(recordings.count == 12)
    for recording in recordings {
      let direction = try #require(
        `Pans in recordings`.directions.first { recording.name.hasSuffix(".\($0.0).dat") }?.1)
      let run = try PanRun(recording, .init(fingers: 2...2))
      #expect(`Pans in recordings`.goes(direction, run.ends), "\(recording.name)")
    }
  }
}
