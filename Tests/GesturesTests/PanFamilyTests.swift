import PantographBase
import PantographGestures
import PantographTestSupport
import PantographTouchScripts
import PantographTouches
import Testing

@Suite struct `A family of pans` {
  typealias Settings = PanGestureRecognizer.Settings
  typealias Family = PanGestureRecognizer.Family

  /// What the keys of interaction files said before there were families, of random gestures with noise.
  @Test(arguments: Family.allCases)
  func `does what its former keys did`(family: Family) throws {
    var random = TestRandom(seed: 11)
    var begun = 0
    for seed in 0..<120 {
      var settings = Settings(family, estimator: .pantograph)
      let fingers = settings.fingers.lowerBound + (seed % 5 == 0 ? 1 : 0)
      settings.fingers = settings.fingers.lowerBound...fingers
      settings.direction = .allCases[seed % PanGestureRecognizer.Direction.allCases.count]
      if seed % 3 == 0 { settings.slop += 3 }
      if seed % 4 == 0 { settings.axisLock = .adwaita }
      if seed % 7 == 0 { settings.hysteresis = 0.25 }
      var former = settings
      former.family = .uiKit
      former.former = FormerPanSettings(settings)
      // GTK judges the direction only as the fingers set out.
      if family == .gtkTouch { former.direction = .any }
      let gesture = `Every pan`.gesture(&random, fingers: fingers)
      var frames = try `Every pan`.frames(of: gesture, seed: UInt64(seed))
      // libinput knows which reports press too lightly, and the key that counted reports did not.
      if former.follows == .allFingers || seed % 2 == 0 {
        for index in frames.indices {
          for place in frames[index].contacts.indices {
            frames[index].contacts[place].pressure = nil
          }
        }
      }
      let events = pans(frames, settings)
      begun += events.isEmpty ? 0 : 1
      let isSame = events == pans(frames, former)
      #expect(isSame, "gesture \(seed)")
    }
    #expect(begun > 20, "\(begun)")
  }

  /// A finger, or two or three side by side, that moves by 0.5 mm and then by 6 mm per report to the right.
  private static func script(fingers: Int) -> String {
    let moved: [Double] = [0, 0.5, 6.5, 12.5, 18.5, 24.5, 30.5]
    var lines: [String] = []
    for (number, x) in moved.enumerated() {
      let contacts = (0..<fingers).map { "\($0 + 1):\(20 + 15 * Double($0) + x),30" }
      lines.append("\(number * 8) " + contacts.joined(separator: " "))
    }
    return lines.joined(separator: "\n")
  }

  /// The translations along x with which a pan begins and goes on.
  @Test(
    arguments: [
      // A slop of 1.6 mm, which is subtracted.
      (.uiKit, [4.9, 10.9]),
      // 15 px and 9.6 px.
      (.chromium, [2.53125, 8.53125]), (.firefox, [3.96, 9.96]),
      // All that the finger has moved since it landed.
      (.gtkTouch, [6.5, 12.5]),
      // The report that exceeds the slop.
      (.libadwaitaTouch, [6, 12]), (.libadwaitaLeaflet, [6, 12]),
      // The same, with the third report at the earliest.
      (.libinput, [6, 12]),
      // Accelerated by 1.34 after the slow report before, then by 4.45.
      (.libinputSwipe, [8.07, 34.76]),
      // Not by that report, or twice by it.
      (.gtkTouchpad, [0, 6]), (.libadwaitaTouchpad, [12, 18]),
      // From the report after 25 ms on.
      (.qtFlickable, [0, 0, 0, 0, 6]), (.qtDrawer, [0, 6]),
    ] as [(Family, [Double])])
  func `counts the translation from where its toolkit does`(
    family: Family, translations: [Double]
  ) {
    let settings = Settings(family, direction: .right)
    let events = pans(frames(Self.script(fingers: settings.fingers.lowerBound)), settings)
    let found = events.prefix(translations.count).map(\.translation.x)
    #expect(
      found.count == translations.count
        && zip(found, translations).allSatisfy { abs($0 - $1) < 0.05 }, "\(found)")
  }

  @Test func `has its toolkit's slop, lock and velocity unless the settings have others`() {
    func slop(_ family: Family, fingers: ClosedRange<Int>? = nil) -> Double {
      (Settings(family, fingers: fingers).slop * 1000).rounded() / 1000
    }
    #expect(
      [.chromium, .gtkTouch, .libadwaitaTouch, .qtFlickable, .qtDrawer].map { slop($0) } == [
        3.969, 2.117, 4.233, 2.646, 5.292,
      ])
    #expect([1, 2, 3, 4].map { slop(.libinput, fingers: $0...$0) } == [1.3, 1.5, 2, 2.5])
    #expect(slop(.libinputSwipe) == 2 && Settings(.libinputSwipe).fingers == 3...3)
    #expect(Settings(.gtkTouchpad).fingers == 2...2 && Settings(.gtkTouch).fingers == 1...1)
    #expect(
      Settings(.gtkTouchpad).axisLock == .libinput && Settings(.libinputSwipe).axisLock == nil)
    #expect(Settings(.gtkTouchpad, axisLock: .adwaita).axisLock == .adwaita)
    #expect(Settings(.gtkTouchpad).estimator == .gtkScroll)
    #expect(Settings(.gtkTouchpad, estimator: .android).estimator == .android)
    #expect(Settings(.gtkTouch, slop: 1).slop == 1)
  }

  /// A touch that presses less than 12 % of the range is none yet for libinput.
  @Test func `of libinput begins with the third report that presses`() {
    var touches = frames(Self.script(fingers: 2))
    func begin(_ pressures: [Double]) -> Double? {
      for (index, pressure) in pressures.enumerated() {
        for place in touches[index].contacts.indices {
          touches[index].contacts[place].pressure = pressure
        }
      }
      return pans(touches, Settings(.libinput)).first.map { ($0.time - touches[0].time) * 1000 }
    }
    #expect(begin([0.12, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3]) == 16)
    #expect(begin([0.119, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3]) == 24)
    #expect(begin([0.1, 0.11, 0.3, 0.3, 0.3, 0.3, 0.3]) == 32)
    // Lighter reports later on count.
    #expect(begin([0.3, 0.1, 0.1, 0.3, 0.3, 0.3, 0.3]) == 16)
  }

  @Test func `of GTK fails 0.5 s after the landing, and lets a pan turn before`() {
    func begins(_ family: Family, _ script: String) -> Bool {
      !story(script, Settings(family, slop: 2, direction: .horizontal)).isEmpty
    }
    #expect(begins(.gtkTouch, "0 1:50,50 \n 500 1:53,50"))
    #expect(!begins(.gtkTouch, "0 1:50,50 \n 501 1:53,50"))
    #expect(begins(.libadwaitaTouch, "0 1:50,50 \n 501 1:53,50"))
    // First sideways, then down: GTK's window scrolls, and libadwaita's swipe does not begin.
    let turning = "0 1:50,50 \n 8 1:50.2,50 \n 16 1:50.2,53"
    #expect(begins(.gtkTouch, turning) && !begins(.libadwaitaTouch, turning))
    // First down by little: clearly enough for libadwaita, and not for GTK.
    let trembling = "0 1:50,50 \n 8 1:50.1,50.15 \n 16 1:53,50.2"
    #expect(begins(.gtkTouch, trembling) && !begins(.libadwaitaTouch, trembling))
  }

  @Test func `of a leaflet needs a first movement on its side`() {
    let script = "0 1:50,50 \n 8 1:49.9,50 \n 16 1:55,50"
    #expect(story(script, Settings(.libadwaitaLeaflet, direction: .right)).isEmpty)
    #expect(story(script, Settings(.libadwaitaTouch, direction: .right)).count == 1)
  }

  @Test func `of a drawer waits while it is far across, and follows from where it is reached`() {
    let script = "0 1:50,50 \n 8 1:58,55.4 \n 16 1:59,55 \n 24 1:60,55"
    let settings = Settings(.qtDrawer, direction: .horizontal)
    #expect(story(script, settings) == ["began 0.00,0.00", "changed 1.00,0.00"])
    let beside = Settings(.qtDrawer, slop: 8, direction: .horizontal)
    #expect(
      story("0 1:50,50 \n 8 1:57,50 \n 16 1:59,50 \n 24 1:60,50", beside)
        == ["began 1.00,0.00", "changed 2.00,0.00"])
  }
}
