import Foundation
import PantographBase
import PantographGestures
import PantographTestSupport
import PantographTouches
import Testing

/// Tests pinches, rotations, pans and taps on real devices, by the names of their recordings.
@Suite(.enabled(if: Repository.hasCorpus, Repository.absence))
struct `Recognisers on recordings` {
  typealias Touch = `An arena`.Touch

  static let gestures = RecordedTouches.files("touchpad-gestures")

  static func frames(_ name: String) throws -> [TouchFrame] {
    try RecordedTouches.frames(
      Repository.corpus.appendingPathComponent("touchpad-gestures/\(name)_2.evemu"))
  }

  @Test func `a pinch scales in the direction of its name`() throws {
    let inward = events(PinchGestureRecognizer(), try Self.frames("pinch_in"))
    let outward = events(PinchGestureRecognizer(), try Self.frames("pinch_out"))
    #expect(try #require(inward.last).scale < 0.5)
    #expect(try #require(outward.last).scale > 2)
    let both = events(PinchGestureRecognizer(), try Self.frames("pinch_both")).map(\.scale)
    #expect(try #require(both.max()) > 2 * (try #require(both.min())))
    let zoom = RecordedTouches.files("named-gestures") { $0.contains("zoom-in") }
    #expect(zoom.count == 1)
    for file in zoom {
      let scale = events(PinchGestureRecognizer(), try RecordedTouches.frames(file)).last?.scale
      #expect(try #require(scale) > 2)
    }
  }

  @Test func `a rotation turns in the direction of its name`() throws {
    let clockwise = events(RotationGestureRecognizer(), try Self.frames("rotate_clockwise"))
    let counter = events(RotationGestureRecognizer(), try Self.frames("rotate_counterclockwise"))
    // The recordings turn by at least 30°; the slop is 10°.
    #expect(try #require(clockwise.last).angle > 20 * .pi / 180)
    #expect(try #require(counter.last).angle < -20 * .pi / 180)
    let both = events(RotationGestureRecognizer(), try Self.frames("rotate_both")).map(\.rate)
    #expect(try #require(both.max()) > 0.5 && (try #require(both.min())) < -0.5)
  }

  /// Tests the gesture that an arena of pan, pinch and rotation recognises in each recording; none in a hold.
  ///
  /// Two of 14 are missed. In `rotate_clockwise_2` the fingers move 1.6 mm apart before they have turned by
  /// 10°, which makes it a pinch. In `rotate_counterclockwise_2` one finger moves 2 mm while the other has
  /// not moved yet, which makes it a pan beside a resting finger.
  @Test func `an arena recognises the gesture of the name`() throws {
    var missed: [String] = []
    for file in Self.gestures {
      let name = file.lastPathComponent
      let fingers = name.compactMap(\.wholeNumberValue).last ?? 0
      var arena = GestureArena<Touch>()
      arena.add(PanGestureRecognizer(.init(fingers: fingers...fingers)), as: Touch.pan)
      arena.add(PinchGestureRecognizer(), as: Touch.pinch)
      arena.add(RotationGestureRecognizer(), as: Touch.turn)
      let found = Set(
        events(arena, try RecordedTouches.frames(file)).map(\.value.name))
      let kinds = ["hold": "", "pinch": "pinch", "rotate": "turn", "swipe": "pan", "stroke": "pan"]
      let kind = try #require(kinds[name.split(separator: "_").first.map(String.init) ?? ""])
      if found != (kind.isEmpty ? [] : [kind]) { missed.append(name) }
    }
    #expect(Self.gestures.count == 14)
    #expect(missed == ["rotate_clockwise_2.evemu", "rotate_counterclockwise_2.evemu"])
  }

  @Test func `a pinch turns little, and a rotation scales little`() throws {
    for name in ["pinch_in", "pinch_out", "pinch_both"] {
      #expect(events(RotationGestureRecognizer(), try Self.frames(name)).isEmpty)
    }
    for name in ["rotate_clockwise", "rotate_counterclockwise", "rotate_both"] {
      let scales = events(PinchGestureRecognizer(), try Self.frames(name)).map(\.scale)
      #expect(scales.allSatisfy { (0.5...2).contains($0) })
    }
  }

  // MARK: Taps

  /// Returns the number of taps in a file.
  static func taps(_ file: URL, _ settings: TapGestureRecognizer.Settings) throws -> Int {
    events(TapGestureRecognizer(settings), try RecordedTouches.frames(file)).count
  }

  /// Each recording has one tap, alone or before a drag.
  @Test func `finds the taps of touchpads`() throws {
    let files = RecordedTouches.files("named-gestures") { $0.contains("TapSettings") }
    let missed = try files.filter { try Self.taps($0, .init()) < 1 }.map(\.lastPathComponent)
    #expect(files.count == 21)
    #expect(missed == [], "\(missed)")
  }

  /// Taps on touchscreens are long: three of four last 771, 875 and 1047 ms.
  @Test func `finds the short taps of touchscreens`() throws {
    let files = RecordedTouches.files("named-gestures") { $0.contains("TouchscreenTaps") }
    #expect(files.count == 4)
    #expect(try files.count { try Self.taps($0, .init()) == 1 } == 1)
    #expect(try files.count { try Self.taps($0, .init(longestPress: 1.1)) == 1 } == 4)
    #expect(try files.count { try Self.taps($0, .init(longestPress: 1.04)) == 1 } == 3)
  }

  @Test func `finds each tap of a robot`() throws {
    for file in RecordedTouches.files("robot-strokes", where: { $0.contains("tap") }) {
      let name = file.lastPathComponent
      let fingers = name.hasPrefix("two") ? 2 : 1
      let count = name.hasPrefix("rapid_taps_20") ? 20 : 1
      #expect(try Self.taps(file, .init(fingers: fingers)) == count, "\(name)")
      #expect(try Self.taps(file, .init(fingers: 3 - fingers)) == 0, "\(name)")
      if count == 20 { #expect(try Self.taps(file, .init(taps: 2)) == 10, "\(name)") }
    }
  }

  /// The numbers of fingers and taps in the names of recordings of many devices, and the taps found.
  ///
  /// Two are not taps by the settings: the pen of `Intuos4-6x9.stylus-tap` stays for 267 ms, and the bounding
  /// box corners that `GlidePoint.2-finger-tap` reports move by 4.6 mm.
  static let named: [(name: String, fingers: Int, taps: Int, found: Int)] = [
    ("tablets__Wacom-ISDv4-E6-Finger.2fg-tap.events", 2, 1, 1),
    ("tablets__Wacom-ISDv4-E6-Finger.double-tap-center.events", 1, 2, 1),
    ("tablets__Wacom-Intuos4-6x9.stylus-tap.events", 1, 1, 0),
    ("touchpads__AlpsPS2-ALPS-DualPoint-TouchPad-non-MT.doubletap.events", 1, 1, 2),
    ("touchpads__AlpsPS2-ALPS-DualPoint-TouchPad-non-MT.tap.events", 1, 1, 1),
    ("touchpads__AlpsPS2-ALPS-GlidePoint.2-finger-tap.events", 2, 1, 0),
    ("touchpads__CyPS2-Cypress-Trackpad.three_finger_tap.events", 3, 1, 1),
    ("touchpads__CyPS2-Cypress-Trackpad.two_finger_tap.events", 2, 1, 1),
  ]

  @Test(arguments: named)
  func `finds taps with a number of fingers`(name: String, fingers: Int, taps: Int, found: Int)
    throws
  {
    let file = Repository.corpus.appendingPathComponent("devices/\(name)")
    #expect(try Self.taps(file, .init(taps: taps, fingers: fingers)) == found)
  }
}
