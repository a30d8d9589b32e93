import PantographGestures
import PantographNamedRecordings
import PantographTestSupport
import Testing
import PantographTouchScripts
import PantographTouches

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
