import Foundation
import PantographBase
import PantographGestures
import PantographNamedRecordings
import PantographTestSupport
import PantographTouches
import Testing

/// Checks the recogniser with its default settings on recordings of real gestures.
///
/// Each test lists the recordings whose result differs from their name, with the cause. A recording that
/// differs and is not listed is a fault, and so is a listed one that no longer differs.
@Suite(.enabled(if: Repository.hasCorpus, Repository.absence))
struct `Pans in recordings` {
  typealias Recording = (name: String, device: DeviceDescription)

  static let all: [Recording] =
    (try? NamedRecordings.devices(
      NamedRecordings.names(in: "usability") + NamedRecordings.names(in: "named-gestures"))) ?? []

  static let directions = [
    ("left", Vector(x: -1, y: 0)), ("right", Vector(x: 1, y: 0)), ("up", Vector(x: 0, y: -1)),
    ("down", Vector(x: 0, y: 1)),
  ]

  /// Returns the direction that follows `scroll` in a name.
  static func direction(_ name: String) -> Vector? {
    guard let start = name.range(of: "croll", options: .backwards) else { return nil }
    let words = name[start.lowerBound...].split { !$0.isLetter }.map(String.init)
    return words.lazy.compactMap { word in directions.first { $0.0 == word }?.1 }.first
  }

  /// Returns whether the longest of the pans has this direction.
  static func goes(_ direction: Vector, _ pans: [PanEvent]) -> Bool {
    let ended = pans.filter { $0.phase == .ended }.map(\.translation)
    guard let end = ended.max(by: { $0.length < $1.length }) else { return false }
    let along = end.x * direction.x + end.y * direction.y
    return along > abs(end.x * direction.y) + abs(end.y * direction.x)
  }

  // MARK: Scrolls

  @Test(arguments: [false, true])
  func `include scrolls with two fingers`(isWithoutPalms: Bool) throws {
    var misses: Set<String> = []
    var count = 0
    for recording in Self.all {
      let isScroll =
        recording.name.contains("/scroll-") || recording.name.contains("ScrollDirection")
      guard isScroll, let direction = Self.direction(recording.name) else { continue }
      count += 1
      let run = try PanRun(
        recording, .init(fingers: 2...2), TouchSettings(leavesPalmsOut: isWithoutPalms))
      if !Self.goes(direction, run.ends) { misses.insert(recording.name) }
    }
    #expect(count > 100)
    #expect(misses.isEmpty)
  }

  @Test func `include scrolls with one finger on touchscreens`() throws {
    let scrolls = Self.all.filter { $0.name.contains("TouchscreenScroll") }
    #expect(scrolls.count > 0)
    for recording in scrolls {
      let direction = try #require(Self.direction(recording.name))
      let run = try PanRun(recording, .init())
      #expect(Self.goes(direction, run.ends), "\(recording.name)")
    }
  }

  @Test func `include swipes with three fingers`() throws {
    let swipes = Self.all.filter { $0.name.contains("three-finger-swipe") }
    #expect(swipes.count > 0)
    for recording in swipes {
      let direction = Vector(x: recording.name.hasSuffix("left") ? -1 : 1, y: 0)
      let run = try PanRun(recording, .init(fingers: 3...3))
      #expect(Self.goes(direction, run.ends), "\(recording.name)")
      #expect(run.ends.allSatisfy { $0.fingers <= 3 })
    }
  }

  // MARK: Taps

  /// A recording that is called a tap, but moves the pointer by 60 to 100 mm three times before it taps.
  static let noTap = "named-gestures/touch_TapSettings__veyron-mighty_tap_click"

  /// Recordings in which some taps are pans: 13 of 504 taps in all, 2.6 %.
  ///
  /// Without the rolling slop there would be 61 of them, one in eight.
  static let missedTaps = [
    "usability/alex-u0f55/right_click-basic_right_click.tap.dat":
      "one finger rests for 0.8 s between two taps and slips by 3 mm",
    "usability/alex-u43ad/click-drum_roll.tap.l1r1.dat":
      "the finger slides by 3 and 4 mm at nearly its maximum pressure",
    "usability/alex-u43ad/click-no_cursor_wobble.tap.dat":
      "the finger slides by 2.6 mm at nearly its maximum pressure, twice",
    "usability/alex-u791c/click-drum_roll.tap.l1r1.dat":
      "the finger slides by 2 mm at its maximum pressure",
    "usability/alex-u791c/click-no_cursor_wobble.tap.dat":
      "the finger lands sliding, by 1.7 mm at its maximum pressure",
    "usability/alex-u8251/click-drum_roll.tap.l1r1.dat":
      "the finger slides by 3 and 5 mm as it lifts",
    "usability/alex-u94a2/click-drum_roll.tap.l1r1.dat":
      "the finger lands sliding, and slides on at its maximum pressure",
    "usability/alex-u9b28/click-drum_roll.tap.l1r1.dat":
      "the finger lies on the pad for a quarter of a second and slips by 2 mm",
    "usability/lumpy-u2f88/click-any_angle_click.tap.dat":
      "the pad's pressure is limited to 63, so that a finger that rolls at 63 seems steady",
    "usability/lumpy-u2f88/click-any_finger_click.tap.dat":
      "a finger, perhaps a thumb, slides by 7 mm at a low, steady pressure",
  ]

  @Test func `do not include taps, in 97 of 100 cases`() throws {
    var misses: Set<String> = []
    var (count, pans) = (0, 0)
    for recording in Self.all where recording.name != Self.noTap {
      let name = recording.name
      let isTap =
        name.contains("click-") && name.contains(".tap") || name.contains("tap_click")
        || name.contains("tap-click") || name.contains("TouchscreenTaps")
      guard isTap else { continue }
      let run = try PanRun(recording, .init())
      count += run.touches
      pans += run.touchesWithPan
      if run.touchesWithPan > 0 { misses.insert(name) }
    }
    #expect(count > 400)
    #expect(misses == Set(Self.missedTaps.keys))
    #expect(Double(pans) <= 0.03 * Double(count), "\(pans) of \(count)")
  }

  @Test func `would include one tap in eight without the rolling slop`() throws {
    var (count, pans) = (0, 0)
    for recording in Self.all where recording.name.hasPrefix("usability/") {
      guard recording.name.contains("click-"), recording.name.contains(".tap") else { continue }
      let run = try PanRun(recording, .init(.chromium, slop: 1.6))
      count += run.touches
      pans += run.touchesWithPan
    }
    #expect((0.11...0.14).contains(Double(pans) / Double(count)), "\(pans) of \(count)")
  }

  // MARK: Palms

  /// Palms that begin a pan, by the number of fingers that it takes.
  ///
  /// It is cancelled, and decides nothing, when the pad reports the palm. It is of the pad whose pressure
  /// is limited to 63 until it jumps to 255: before that, the data do not differ from those of a finger.
  /// Waiting longer would delay every pan, and libinput has moved the pointer by then, too.
  static let cancelledPalms = [
    1: [
      "usability/lumpy-u2f88/palm-palm_presence.static.left.dat":
        "it slides by 5 mm in 119 ms, and is detected at the next report, after 131 ms"
    ]
  ]

  /// No pan ends in any of 16 recordings; in 15 (94 %) none begins with one finger, in all none with two.
  @Test(arguments: [(fingers: 1, unbegun: 15), (fingers: 2, unbegun: 16)])
  func `do not include palms`(fingers: Int, unbegun: Int) throws {
    let palms = Self.all.filter { $0.name.contains("palm_presence") }
    var ended: Set<String> = []
    var cancelled: Set<String> = []
    for recording in palms {
      let run = try PanRun(
        recording, .init(fingers: fingers...fingers), TouchSettings(leavesPalmsOut: true))
      if run.ends.contains(where: { $0.phase == .ended }) {
        ended.insert(recording.name)
      } else if !run.ends.isEmpty {
        cancelled.insert(recording.name)
      }
    }
    #expect(palms.count == 16)
    #expect(ended.isEmpty)
    #expect(cancelled == Set((Self.cancelledPalms[fingers] ?? [:]).keys))
    #expect(palms.count - cancelled.count == unbegun)
  }

  /// A finger pans beside the palm of the other hand: all four recordings of the study.
  @Test func `include fingers beside a resting palm`() throws {
    let recordings = Self.all.filter { $0.name.contains("palm_pointing") }
    #expect(recordings.count == 4)
    for recording in recordings {
      let run = try PanRun(recording, .init(), TouchSettings(leavesPalmsOut: true))
      #expect(run.ends.contains { $0.phase == .ended }, "\(recording.name)")
    }
  }

  /// libinput's pressure threshold detects no more palms, and loses scrolls: lightly pressed parts are no
  /// touches then, so that only the rest moves.
  @Test func `include as many palms and fewer scrolls with libinput's pressure threshold`()
    throws
  {
    let settings = TouchSettings(leavesPalmsOut: true, pressureThreshold: .libinput)
    let palms = Self.all.filter { $0.name.contains("palm_presence") }
    let pans = try palms.count { try !PanRun($0, .init(), settings).ends.isEmpty }
    #expect(pans == 3)
    var misses = 0
    for recording in Self.all where recording.name.contains("/scroll-") {
      guard let direction = Self.direction(recording.name) else { continue }
      let run = try PanRun(recording, .init(fingers: 2...2), settings)
      if !Self.goes(direction, run.ends) { misses += 1 }
    }
    #expect(misses > 0)
  }
}
