import PantographBase
import PantographGestures
import PantographTouchScripts
import PantographTouches
import Testing

/// What `tools/lab gtk-corpus` and `tools/lab kwin` have shown of libinput's scrolls and swipes.
@Suite struct `A pan of all fingers` {
  private static let settings = PanGestureRecognizer.Settings(fingers: 2...2, slop: 1.5).with {
    $0.translationFrom = .landing; $0.follows = .allFingers
  }

  /// Returns when the pan of a script begins, in milliseconds since the first frame; `nil` if it does not.
  private static func begin(
    _ script: String, fingers: Int = 2, on size: Vector? = nil
  ) -> Double? {
    var settings = settings
    settings.fingers = fingers...fingers
    let frames = frames(script)
    let event = pans(frames, settings, on: size).first
    return event.map { ($0.time - frames[0].time) * 1000 }
  }

  // MARK: Fingers that land late

  /// One finger moves from `50,50` by a distance within 40 ms, another lands, and both move by 1 mm every 10 ms.
  private static func landingLate(at milliseconds: Int, first distance: Double) -> String {
    var lines = ["0 1:50,50", "20 1:\(50 + distance / 2),50", "40 1:\(50 + distance),50"]
    for number in 0..<30 {
      let moved = Double(number)
      lines.append(
        "\(milliseconds + 10 * number) 1:\(50 + distance + moved),50 2:\(70 + moved),50")
    }
    return lines.joined(separator: "\n")
  }

  @Test func `counts a finger that lands after 40 ms of rest 100 ms later`() {
    // From the report at 160 ms on, both fingers move by 2 mm in 20 ms.
    #expect(Self.begin(Self.landingLate(at: 60, first: 0)) == 180)
    #expect(Self.begin(Self.landingLate(at: 60, first: 0.5)) == 180)
    // A finger that moves does not rest, nor does one that has landed just now.
    #expect(Self.begin(Self.landingLate(at: 60, first: 0.6)) == 80)
    #expect(Self.begin("0 1:50,50 \n 39 1:50,50 2:70,50 \n 49 1:52,50 2:72,50") == 49)
    #expect(Self.begin("0 1:50,50 \n 40 1:50,50 2:70,50 \n 50 1:52,50 2:72,50") == nil)
    // A single movement is not one yet: libinput knows no position before the second report.
    #expect(
      Self.begin("0 1:50,50 \n 50 1:51,50 \n 60 1:51,50 2:70,50 \n 70 1:53,50 2:72,50") == nil)
  }

  @Test func `counts three fingers 100 ms after the last one`() {
    func script(_ second: Int, _ third: Int) -> String {
      var lines = ["0 1:50,50", "\(second) 1:50,50 2:60,50"]
      for number in 0..<30 {
        let moved = Double(number)
        lines.append(
          "\(third + 10 * number) 1:\(50 + moved),50 2:\(60 + moved),50 3:\(70 + moved),50")
      }
      return lines.joined(separator: "\n")
    }
    #expect(Self.begin(script(50, 100), fingers: 3) == 220)
    #expect(Self.begin(script(30, 60), fingers: 3) == 80)
    // Three fingers hold after 180 ms, so a fourth one counts at once until then.
    func fourth(at milliseconds: Int) -> String {
      """
      0 1:40,50 2:50,50 3:60,50
      \(milliseconds) 1:40,50 2:50,50 3:60,50 4:70,50
      \(milliseconds + 10) 1:42,50 2:52,50 3:62,50 4:72,50
      """
    }
    #expect(Self.begin(fourth(at: 179), fingers: 4) == 189)
    #expect(Self.begin(fourth(at: 180), fingers: 4) == nil)
  }

  // MARK: Fingers that move little

  @Test func `begins with 1 mm after 150 ms, if the fingers lie side by side`() {
    func script(_ moved: Double, at milliseconds: Int, apart: (x: Double, y: Double) = (20, 0))
      -> String
    {
      """
      0 1:30,30 2:\(30 + apart.x),\(30 + apart.y)
      \(milliseconds) 1:\(30 + moved),30 2:\(30.5 + apart.x),\(30 + apart.y)
      """
    }
    #expect(Self.begin(script(1.2, at: 150)) == 150)
    #expect(Self.begin(script(1.2, at: 149)) == nil)
    #expect(Self.begin(script(0.99, at: 200)) == nil)
    // Measured on people: 4.7 mm apart along y they began, 9.3 mm apart they did not.
    #expect(Self.begin(script(1.2, at: 200, apart: (20, 6.9))) == 200)
    #expect(Self.begin(script(1.2, at: 200, apart: (20, 7.1))) == nil)
    #expect(Self.begin(script(1.2, at: 200, apart: (40.5, 0))) == 200)
    #expect(Self.begin(script(1.2, at: 200, apart: (41.5, 0))) == nil)
  }

  @Test func `takes the lower finger for a thumb if it rests while the other one moves by 4 mm`() {
    func script(upper: Double, lower: Double) -> String {
      """
      0 1:50,20 2:50,40
      10 1:\(50 + upper / 2),20 2:\(50 + lower / 2),40
      20 1:\(50 + upper),20 2:\(50 + lower),40
      30 1:60,20 2:60,40
      """
    }
    #expect(Self.begin(script(upper: 4.1, lower: 1.4)) == nil)
    #expect(Self.begin(script(upper: 3.9, lower: 1.4)) == 30)
    #expect(Self.begin(script(upper: 1.4, lower: 4.1)) == 20)
    // Of fingers that are equally low, none is a thumb.
    #expect(Self.begin("0 1:50,40 2:60,40 \n 10 1:52,40 2:60,40 \n 20 1:54.1,40 2:60,40") == 20)
    // A thumb has no room on a touchpad that is lower than 50 mm.
    let pads = [Vector(x: 100, y: 49), Vector(x: 100, y: 50)]
    #expect(pads.map { Self.begin(script(upper: 4.1, lower: 1.4), on: $0) } == [20, nil])
  }

  @Test func `begins beside a thumb with two other fingers, and not with one`() {
    let thumb = """
      0 1:50,20 2:50,40
      10 1:54.1,20 2:50,40
      300 2:50,40
      """
    #expect(
      Self.begin(thumb + "\n 310 2:50,40 3:50,20 \n 420 2:50,40 3:60,20 \n 430 2:50,40 3:70,20")
        == nil)
    #expect(
      Self.begin(
        thumb
          + "\n 310 2:50,40 3:50,20 4:60,20 \n 420 2:50,40 3:50,20 4:60,20 \n 430 2:50,40 3:52,20 4:62,20"
      ) == 430)
  }

  /// The numbers are those of `tp_thumb_update_multifinger`; `2f88-after-up-0`, `ad87-after-up-0` and `8fe9-after-up-0` of
  /// `tools/lab gtk-corpus` agree.
  @Test func `takes a finger for a thumb that lands far from one that has been fast`() {
    // The first finger goes up in reports of 10 ms, first fast, then slowly; the second one lands below it.
    func script(fast: Int, slow: Int, speed: Double = 30, apart: (x: Double, y: Double)) -> String {
      var (y, lines) = (60.0, ["0 1:30,60"])
      for number in 1...fast + slow {
        y -= number <= fast ? speed / 100 : 0.1
        lines.append("\(10 * number) 1:30,\(y)")
      }
      for number in 0..<20 {
        lines.append(
          "\(10 * (fast + slow + 1 + number)) 1:30,\(y - 1 - Double(number))"
            + " 2:\(30 + apart.x),\(y - 1 + apart.y - Double(number))")
      }
      return lines.joined(separator: "\n")
    }
    // The speed is known from the fourth report on, so with the one of the landing, seven movements count six times.
    #expect(Self.begin(script(fast: 7, slow: 0, apart: (0, 25.1))) == nil)
    #expect(Self.begin(script(fast: 6, slow: 0, apart: (0, 25.1))) != nil)
    #expect(Self.begin(script(fast: 7, slow: 0, apart: (0, 24.9))) != nil)
    #expect(Self.begin(script(fast: 7, slow: 0, apart: (35.1, 0))) == nil)
    #expect(Self.begin(script(fast: 7, slow: 0, apart: (34.9, 0))) != nil)
    #expect(Self.begin(script(fast: 7, slow: 0, speed: 19.9, apart: (0, 25.1))) != nil)
    #expect(Self.begin(script(fast: 7, slow: 0, speed: 20.1, apart: (0, 25.1))) == nil)
    // It counts down from 15.
    #expect(Self.begin(script(fast: 30, slow: 10, apart: (0, 25.1))) == nil)
    #expect(Self.begin(script(fast: 30, slow: 11, apart: (0, 25.1))) != nil)
  }

  /// People lift one finger, let the other one rest, and scroll again.
  @Test func `begins again with the finger that is left`() {
    let settings = Self.settings
    let script = """
      0 1:50,20 2:50,40
      10 1:52,20 2:52,40
      20 2:52,40
      130 2:52,40
      300 2:52,40 3:50,20
      410 2:52,40 3:50,20
      420 2:54,40 3:52,20
      """
    #expect(
      story(script, settings)
        == ["began 2.00,0.00", "changed 2.00,0.00", "ended 2.00,0.00", "began 2.00,0.00"])
  }

  // MARK: Hysteresis

  /// Returns the translations of a finger in hundredths of a millimetre.
  private static func translations(_ script: String, unitsPerMillimetre units: Double?) -> [[Int]] {
    let settings = PanGestureRecognizer.Settings(slop: 0, hysteresis: 0.25).with {
      $0.translationFrom = .landing
    }
    var pan = PanGestureRecognizer(
      settings, unitsPerMillimetre: units.map { Vector(x: $0, y: $0) })
    var events: [GestureEvent<PanGestureRecognizer.Value>] = []
    for frame in frames(script) { pan.feed(frame, into: &events) }
    return events.map { event in
      [event.value.translation.x, event.value.translation.y].map { Int(($0 * 100).rounded()) }
    }
  }

  @Test
  func `lags behind from the third report on, in whole units, and along an axis that has moved`() {
    let script = """
      0 1:50,50
      8 1:51,50
      16 1:52,50
      24 1:52,50.1
      32 1:51.4,50.1
      40 1:52,50.4
      """
    // The last report leads to (51.84, 50.21), 0.25 mm before the finger as seen from (51.65, 50).
    #expect(
      Self.translations(script, unitsPerMillimetre: 20)
        == [[100, 0], [175, 0], [175, 0], [165, 0], [180, 20]])
    #expect(
      Self.translations(script, unitsPerMillimetre: nil)
        == [[100, 0], [175, 0], [175, 0], [165, 0], [184, 21]])
    // Less than a rounding error is none, also for a finger that rests.
    var settings = PanGestureRecognizer.Settings(slop: 0).with { $0.translationFrom = .landing }
    settings.hysteresis = 1e-12
    let still = "0 1:50,50 \n 8 1:51,50 \n 16 1:52,50 \n 24 1:52,50 \n 32 1:52,50.1"
    #expect(
      story(still, settings)
        == ["began 1.00,0.00", "changed 2.00,0.00", "changed 2.00,0.00", "changed 2.00,0.10"])
    // Units that are larger than the hysteresis are none to round to.
    #expect(
      Self.translations(script, unitsPerMillimetre: 1)
        == Self.translations(script, unitsPerMillimetre: nil))
  }
}
