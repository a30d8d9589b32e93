import Evdev
import Foundation
import Gestures
import NamedRecordings
import Quantities
import TestSupport
import Testing
import Touches

/// What the recogniser makes of recordings of real hands, with its settings as they are.
///
/// Each test names the recordings that miss what their name says, with the cause: one that is not named
/// is a fault, and so is one that is named and misses no longer.
@Suite(.enabled(if: Repository.hasCorpus, Repository.absence))
struct `Pans of real hands` {
  typealias Recording = (name: String, device: DeviceDescription)

  static let all: [Recording] =
    (try? NamedRecordings.devices(
      NamedRecordings.names(in: "usability") + NamedRecordings.names(in: "named-gestures"))) ?? []

  static let ways = [
    ("left", Vector(x: -1, y: 0)), ("right", Vector(x: 1, y: 0)), ("up", Vector(x: 0, y: -1)),
    ("down", Vector(x: 0, y: 1)),
  ]

  /// The direction that a name says first after `scroll`.
  static func way(_ name: String) -> Vector? {
    guard let start = name.range(of: "croll", options: .backwards) else { return nil }
    let words = name[start.lowerBound...].split { !$0.isLetter }.map(String.init)
    return words.lazy.compactMap { word in ways.first { $0.0 == word }?.1 }.first
  }

  /// Whether the longest of the pans goes along a way more than across it.
  static func goes(_ way: Vector, _ pans: [PanEvent]) -> Bool {
    let ended = pans.filter { $0.phase == .ended }.map(\.translation)
    guard let end = ended.max(by: { $0.length < $1.length }) else { return false }
    let along = end.x * way.x + end.y * way.y
    return along > abs(end.x * way.y) + abs(end.y * way.x)
  }

  // MARK: Scrolls

  @Test(arguments: [false, true])
  func `are scrolls with two fingers`(isWithoutPalms: Bool) throws {
    var misses: Set<String> = []
    var count = 0
    for recording in Self.all {
      let isScroll =
        recording.name.contains("/scroll-") || recording.name.contains("ScrollDirection")
      guard isScroll, let way = Self.way(recording.name) else { continue }
      count += 1
      let course = try PanRun(
        recording, .init(fingers: 2...2), TouchSettings(leavesPalmsOut: isWithoutPalms))
      if !Self.goes(way, course.ends) { misses.insert(recording.name) }
    }
    #expect(count > 100)
    #expect(misses.isEmpty)
  }

  @Test func `are scrolls with one finger on screens`() throws {
    let scrolls = Self.all.filter { $0.name.contains("TouchscreenScroll") }
    #expect(scrolls.count > 0)
    for recording in scrolls {
      let way = try #require(Self.way(recording.name))
      let course = try PanRun(recording, .init())
      #expect(Self.goes(way, course.ends), "\(recording.name)")
    }
  }

  @Test func `are swipes with three fingers`() throws {
    let swipes = Self.all.filter { $0.name.contains("three-finger-swipe") }
    #expect(swipes.count > 0)
    for recording in swipes {
      let way = Vector(x: recording.name.hasSuffix("left") ? -1 : 1, y: 0)
      let course = try PanRun(recording, .init(fingers: 3...3))
      #expect(Self.goes(way, course.ends), "\(recording.name)")
      #expect(course.ends.allSatisfy { $0.fingers <= 3 })
    }
  }

  // MARK: Taps

  /// One that is called a tap, and moves the pointer by 60 to 100 mm three times before it taps.
  static let noTap = "named-gestures/touch_TapSettings__veyron-mighty_tap_click"

  /// Recordings in which some taps are pans: 13 of 504 taps in all, 2.6 %.
  ///
  /// Without the rolling slop there would be 61 of them, as many as one in eight.
  static let missedTaps = [
    "usability/alex-u0f55/right_click-basic_right_click.tap.dat":
      "one finger rests for 0.8 s between two taps and slips by 3 mm",
    "usability/alex-u43ad/click-drum_roll.tap.l1r1.dat":
      "the finger slides by 3 and 4 mm on its way, at nearly its greatest pressure",
    "usability/alex-u43ad/click-no_cursor_wobble.tap.dat":
      "the finger slides by 2.6 mm on its way, at nearly its greatest pressure, twice",
    "usability/alex-u791c/click-drum_roll.tap.l1r1.dat":
      "the finger slides by 2 mm at its greatest pressure",
    "usability/alex-u791c/click-no_cursor_wobble.tap.dat":
      "the finger lands sliding, by 1.7 mm at its greatest pressure",
    "usability/alex-u8251/click-drum_roll.tap.l1r1.dat":
      "the finger slides by 3 and 5 mm as it lifts",
    "usability/alex-u94a2/click-drum_roll.tap.l1r1.dat":
      "the finger lands sliding, and slides on at its greatest pressure",
    "usability/alex-u9b28/click-drum_roll.tap.l1r1.dat":
      "the finger lies on the pad for a quarter of a second and slips by 2 mm",
    "usability/lumpy-u2f88/click-any_angle_click.tap.dat":
      "the pad's pressure stops at 63, so that a finger that rolls at 63 seems steady",
    "usability/lumpy-u2f88/click-any_finger_click.tap.dat":
      "a finger, perhaps a thumb, that hardly presses slides by 7 mm at a pressure that is steady",
  ]

  @Test func `are not taps, 97 in 100`() throws {
    var misses: Set<String> = []
    var (count, pans) = (0, 0)
    for recording in Self.all where recording.name != Self.noTap {
      let name = recording.name
      let isTap =
        name.contains("click-") && name.contains(".tap") || name.contains("tap_click")
        || name.contains("tap-click") || name.contains("TouchscreenTaps")
      guard isTap else { continue }
      let course = try PanRun(recording, .init())
      count += course.touches
      pans += course.touchesWithPan
      if course.touchesWithPan > 0 { misses.insert(name) }
    }
    #expect(count > 400)
    #expect(misses == Set(Self.missedTaps.keys))
    #expect(Double(pans) <= 0.03 * Double(count), "\(pans) of \(count)")
  }

  @Test func `would be one tap in eight without the rolling slop`() throws {
    var (count, pans) = (0, 0)
    for recording in Self.all where recording.name.hasPrefix("usability/") {
      guard recording.name.contains("click-"), recording.name.contains(".tap") else { continue }
      let course = try PanRun(recording, .init(rollingSlop: 0))
      count += course.touches
      pans += course.touchesWithPan
    }
    #expect((0.11...0.14).contains(Double(pans) / Double(count)), "\(pans) of \(count)")
  }

  // MARK: Palms

  /// Palms of which a pan only begins, by the number of fingers that it takes: it is cancelled, and decides
  /// nothing, when the pad reports the palm.
  ///
  /// All are of the pad whose pressure stops at 63 until it jumps to 255: before that, the data have
  /// nothing that fingers don't. A pan that waited so long would come late for every finger: libinput, too, has
  /// moved the pointer by then.
  static let cancelledPalms = [
    1: [
      "usability/lumpy-u2f88/palm-palm_presence.static.left.dat":
        "it slides by 5 mm in 119 ms, and is known at the next report, after 131"
    ],
    2: [
      "usability/lumpy-u2f88/palm-palm_presence.moving.both.dat":
        "both palms press 63 for more than 0.3 s, and slide in from the edges",
      "usability/lumpy-u2f88/palm-palm_presence.moving.right.dat":
        "the palm and a part of it at the upper edge land at once, and it presses 63 for 0.17 s",
      "usability/lumpy-u2f88/palm-palm_presence.static.both.dat":
        "both palms press 63 for 0.4 s, and what is found of them jumps to and fro by 3 mm",
      "usability/lumpy-u2f88/palm-palm_presence.static.right.dat":
        "a part of the palm at the upper edge lies beside the rest of it while that is light",
    ],
  ]

  /// None of 16 has a pan that ends; 15 (94 %) have none that begins with one finger, 12 (75 %) with two.
  @Test(arguments: [(fingers: 1, unbegun: 15), (fingers: 2, unbegun: 12)])
  func `are not palms`(fingers: Int, unbegun: Int) throws {
    let palms = Self.all.filter { $0.name.contains("palm_presence") }
    var ended: Set<String> = []
    var cancelled: Set<String> = []
    for recording in palms {
      let course = try PanRun(
        recording, .init(fingers: fingers...fingers), TouchSettings(leavesPalmsOut: true))
      if course.ends.contains(where: { $0.phase == .ended }) {
        ended.insert(recording.name)
      } else if !course.ends.isEmpty {
        cancelled.insert(recording.name)
      }
    }
    #expect(palms.count == 16)
    #expect(ended.isEmpty)
    #expect(cancelled == Set((Self.cancelledPalms[fingers] ?? [:]).keys))
    #expect(palms.count - cancelled.count == unbegun)
  }

  /// The finger of one hand pans beside the palm of the other: all of four that the study has.
  @Test func `are fingers beside a palm that rests`() throws {
    let recordings = Self.all.filter { $0.name.contains("palm_pointing") }
    #expect(recordings.count == 4)
    for recording in recordings {
      let course = try PanRun(recording, .init(), TouchSettings(leavesPalmsOut: true))
      #expect(course.ends.contains { $0.phase == .ended }, "\(recording.name)")
    }
  }

  /// libinput's threshold for touches finds no palm more, and takes away from scrolls: light parts are no
  /// touches then, so that the rest is what moves.
  @Test func `are palms as often, and scrolls less often, with libinput's pressure threshold`()
    throws
  {
    let settings = TouchSettings(leavesPalmsOut: true, pressureThreshold: .libinput)
    let palms = Self.all.filter { $0.name.contains("palm_presence") }
    let pans = try palms.count { try !PanRun($0, .init(), settings).ends.isEmpty }
    #expect(pans == 3)
    var misses = 0
    for recording in Self.all where recording.name.contains("/scroll-") {
      guard let way = Self.way(recording.name) else { continue }
      let course = try PanRun(recording, .init(fingers: 2...2), settings)
      if !Self.goes(way, course.ends) { misses += 1 }
    }
    #expect(misses > 0)
  }
}
