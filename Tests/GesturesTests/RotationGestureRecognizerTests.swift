import Foundation
import PantographBase
import PantographGestures
import PantographTouches
import Testing

@Suite struct `A rotation` {
  /// Returns a frame with fingers on a circle of 10 mm about (30, 30), at angles in degrees; y points down.
  static func circle(_ time: Double, _ angles: (id: Int, degrees: Double)...) -> String {
    "\(time)"
      + angles.map { finger in
        let angle = finger.degrees * .pi / 180
        return " \(finger.id):\(30 + 10 * cos(angle)),\(30 + 10 * sin(angle))"
      }.joined()
  }

  /// Returns a script of two fingers that turn through these angles, a frame every 10 ms, and lift.
  static func turn(_ degrees: Double...) -> String {
    let lines = degrees.enumerated().map { circle(Double($0 * 10), (1, $1), (2, $1 + 180)) }
    return (lines + ["\(degrees.count * 10)"]).joined(separator: "\n")
  }

  /// Returns the phase and angle in degrees of each event.
  private func story(
    _ script: String, fingers: ClosedRange<Int> = 2...5, slop: Double = 10,
    absorbed: Double? = nil
  ) -> [String] {
    let settings = RotationGestureRecognizer.Settings(
      fingers: fingers, slop: slop * .pi / 180, absorbed: absorbed.map { $0 * .pi / 180 })
    return GesturesTests.story(RotationGestureRecognizer(settings), script) {
      [$0.angle * 180 / .pi]
    }
  }

  @Test func `begins at the slop, which is subtracted`() {
    #expect(
      story(Self.turn(20, 29.9, 30, 50)) == ["began 0.00", "changed 20.00", "ended 20.00"])
    #expect(story(Self.turn(20, 29.99)) == [])
    #expect(story(Self.turn(20, 10.01)) == [])
    #expect(story(Self.turn(20, -10, -20)) == ["began -20.00", "changed -30.00", "ended -30.00"])
    #expect(story(Self.turn(20, 50), absorbed: 0) == ["began 30.00", "ended 30.00"])
  }

  @Test func `begins with the first turn when there is no slop`() {
    #expect(story(Self.turn(20, 20, 21), slop: 0) == ["began 1.00", "ended 1.00"])
  }

  @Test func `has UIKit's slop and takes up to five fingers`() {
    func count(_ settings: RotationGestureRecognizer.Settings, _ script: String) -> Int {
      events(RotationGestureRecognizer(settings), touches(script)).count
    }
    for settings in [RotationGestureRecognizer.Settings(), .uiKit] {
      #expect(count(settings, Self.turn(0, 9.99)) == 0)
      #expect(count(settings, Self.turn(0, 10)) == 2)
    }
    func fingers(_ count: Int, _ degrees: Double) -> String {
      (0..<count).map { finger in
        let word = Self.circle(0, (finger, degrees + Double(finger) * 30))
        return word.split(separator: " ").last.map(String.init) ?? ""
      }.joined(separator: " ")
    }
    #expect(count(.init(), "0 \(fingers(5, 0)) \n 8 \(fingers(5, 30))") == 1)
    #expect(count(.init(), "0 \(fingers(6, 0)) \n 8 \(fingers(6, 30))") == 0)
  }

  @Test func `continues past full turns`() {
    let degrees = stride(from: 0.0, through: 810, by: 15).enumerated()
    let lines = degrees.map { Self.circle(Double($0 * 10), (1, $1), (2, $1 + 180)) }
    #expect(story(lines.joined(separator: "\n"), absorbed: 0).last == "changed 810.00")
  }

  @Test func `is clockwise as the user sees the surface, with y pointing down`() {
    // From the right to the bottom.
    #expect(
      story("0 1:40,30 2:20,30 \n 8 1:30,40 2:30,20 \n 16", absorbed: 0).first == "began 90.00")
  }

  @Test func `ignores a translation or a pinch`() {
    #expect(story("0 1:40,30 2:20,30 \n 8 1:90,50 2:30,50 \n 16") == [])
    #expect(
      story("0 1:40,30 2:20,30 \n 8 1:50,60 2:50,0 \n 16", absorbed: 0).first == "began 90.00")
  }

  @Test func `is the rotation that fits all fingers best`() {
    // Four fingers of equal radii turn by 30 degrees.
    let before = Self.circle(0, (1, 0), (2, 90), (3, 180), (4, 270))
    let after = Self.circle(10, (1, 30), (2, 120), (3, 210), (4, 300))
    #expect(story(before + "\n" + after, absorbed: 0) == ["began 30.00"])
    // A finger in the centre does not count.
    #expect(story("\(before) 5:30,30 \n \(after) 5:30,30", absorbed: 0) == ["began 30.00"])
    // A finger that is twice as far from the centre as another counts four times.
    #expect(
      story(
        "0 1:20,0 2:-20,0 3:0,10 4:0,-10 \n 8 1:0,20 2:0,-20 3:0,10 4:0,-10", absorbed: 0)
        == ["began \(String(fixed: atan2(800.0, 200) * 180 / .pi, decimals: 2))"])
  }

  @Test func `does not jump when a finger joins or leaves`() {
    #expect(
      story(
        [
          Self.circle(0, (1, 0), (2, 180)), Self.circle(8, (1, 20), (2, 200)),
          Self.circle(16, (1, 30), (2, 210), (3, 77)), Self.circle(24, (1, 40), (2, 220), (3, 87)),
          Self.circle(32, (1, 50), (3, 97)), Self.circle(40, (1, 60), (3, 107)),
          Self.circle(48, (3, 200)), Self.circle(56),
        ].joined(separator: "\n"), absorbed: 0)
        == [
          "began 20.00", "changed 30.00", "changed 40.00", "changed 50.00", "changed 60.00",
          "ended 60.00",
        ])
  }

  @Test func `waits for its second finger, and begins again with it`() {
    #expect(
      story(
        [
          Self.circle(0, (1, 0)), Self.circle(8, (1, 90)), Self.circle(16, (1, 0), (2, 180)),
          Self.circle(24, (1, 20), (2, 200)), Self.circle(32, (1, 20)),
          Self.circle(40, (1, 20), (3, 200)), Self.circle(48, (1, 50), (3, 230)), Self.circle(56),
        ].joined(separator: "\n"), absorbed: 0)
        == ["began 20.00", "ended 20.00", "began 30.00", "ended 30.00"])
  }

  @Test func `fails with too many fingers until all have lifted`() {
    #expect(
      story(
        [
          Self.circle(0, (1, 0), (2, 180), (3, 90)), Self.circle(8, (1, 0), (2, 180)),
          Self.circle(16, (1, 40), (2, 220)), Self.circle(24), Self.circle(32, (1, 0), (2, 180)),
          Self.circle(40, (1, 40), (2, 220)), Self.circle(48, (1, 50), (2, 230), (3, 1)),
          Self.circle(56, (1, 60), (2, 240), (3, 99)), Self.circle(64),
        ].joined(separator: "\n"), fingers: 2...2, absorbed: 0)
        == ["began 40.00", "changed 50.00", "changed 60.00", "ended 60.00"])
    #expect(
      story(Self.turn(0, 40), fingers: 3...3) == [])
  }

  @Test func `reports the angular velocity`() {
    // 4 degrees per frame of 10 ms is 400 degrees per second.
    let lines = (0...20).map { index -> String in
      let degrees = Double(index) * 4
      return Self.circle(Double(index * 10), (1, degrees), (2, degrees + 180))
    }
    let found = events(
      RotationGestureRecognizer(), touches((lines + ["210"]).joined(separator: "\n")))
    #expect(found.count == 19)
    for event in found { #expect(abs(event.rate - 400 * .pi / 180) < 1e-6) }
  }

  @Test func `reports the centre of the fingers`() {
    let found = events(
      RotationGestureRecognizer(),
      touches("0 1:0,0 2:10,0 \n 8 1:0,0 2:10,10 \n 16 1:0,0 2:4,10 \n 24 2:40,40"))
    #expect(found.map(\.centre) == [Point(x: 5, y: 5), Point(x: 2, y: 5), Point(x: 2, y: 5)])
  }

  @Test func `is cancelled when a finger vanishes or becomes a palm, and all must lift`() {
    let begin = "0 1:40,30 2:20,30 \n 8 1:30,40 2:30,20 \n"
    let rest = "\n 24 2:30,20 3:30,40 \n 32 2:20,30 3:40,30 \n 40"
    for end in ["16 2:30,20 3:30,40 -1 lost", "16 1:30,40# 2:30,20 3:50,20", "16 -1 -2"] {
      #expect(story(begin + end + rest).prefix(2) == ["began 80.00", "cancelled 80.00"])
    }
    #expect(story(begin + "16 1:30,40# 2:30,20 3:50,20" + rest).count == 2)
    // If none is left, others may begin at once.
    #expect(
      story(begin + "16 -1 -2 \n 24 3:40,30 4:20,30 \n 32 3:30,40 4:30,20").last == "began 80.00")
  }

  @Test func `is cancelled once when its input stops`() {
    var recognizer = RotationGestureRecognizer()
    var found: [GestureEvent<RotationGestureRecognizer.Value>] = []
    #expect(recognizer.state == .idle && recognizer.deadline == nil)
    recognizer.feed(touches("0 1:40,30 2:20,30")[0], into: &found)
    #expect(recognizer.state == .possible)
    recognizer.feed(touches("8 1:30,40 2:30,20")[0], into: &found)
    #expect(recognizer.state == .active)
    recognizer.cancel(at: milliseconds(9), into: &found)
    recognizer.cancel(at: milliseconds(10), into: &found)
    for frame in touches("16 1:40,30 2:20,30 3:1,1 \n 24 1:30,40 2:30,20 3:9,9") {
      recognizer.feed(frame, into: &found)
    }
    #expect(recognizer.state == .failed)
    recognizer.feed(touches("32")[0], into: &found)
    #expect(recognizer.state == .idle)
    #expect(found.map(\.phase) == [.began, .cancelled])
  }
}
