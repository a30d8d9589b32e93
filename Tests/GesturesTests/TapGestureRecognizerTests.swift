import PantographBase
import PantographGestures
import PantographTouches
import Testing

@Suite struct `A tap` {
  private func story(
    _ script: String, _ settings: TapGestureRecognizer.Settings = .init()
  ) -> [String] {
    timeline(TapGestureRecognizer(settings), script)
  }

  @Test func `happens when the finger lifts`() {
    #expect(story("0 1:10,10 \n 100 1:10,10 \n 120") == ["120.0 ended"])
  }

  @Test func `is shorter than the longest press`() {
    #expect(story("0 1:10,10 \n 199.999") == ["199.999 ended"])
    #expect(story("0 1:10,10 \n 200") == [])
    #expect(story("0 1:10,10 \n 179.999", .libinput) == ["179.999 ended"])
    #expect(story("0 1:10,10 \n 180", .libinput) == [])
  }

  @Test func `stays within the slop`() {
    #expect(story("0 1:10,10 \n 10 1:12,10 \n 20") == ["20.0 ended"])
    #expect(story("0 1:10,10 \n 10 1:12.01,10 \n 20 1:10,10 \n 30") == [])
    #expect(story("0 1:10,10 \n 10 1:11.5,10 \n 20 1:10,11.5 \n 30") == ["30.0 ended"])
    #expect(story("0 1:0,10 \n 10 1:1.3,10 \n 20", .libinput) == ["20.0 ended"])
    #expect(story("0 1:0,10 \n 10 1:1.31,10 \n 20", .libinput) == [])
  }

  @Test func `fails until all fingers have lifted`() {
    #expect(
      story("0 1:10,10 \n 10 1:20,10 \n 20 1:20,10 2:5,5 \n 30 1:20,10 \n 40 \n 50 1:1,1 \n 60")
        == ["60.0 ended"])
  }

  @Test func `has all of its fingers, and no more`() {
    let two = TapGestureRecognizer.Settings(fingers: 2)
    #expect(story("0 1:0,0 \n 10 1:0,0 2:9,9 \n 20 2:9,9 \n 30", two) == ["30.0 ended"])
    #expect(story("0 1:0,0 2:9,9 \n 10 1:0,0 2:9,9 3:5,5 \n 20", two) == [])
    #expect(story("0 1:0,0 \n 10", two) == [])
    #expect(story("0 1:0,0 2:9,9 \n 10") == [])
    // Two fingers in turn are not two at once, and none may land after another has lifted.
    #expect(story("0 1:0,0 \n 10 2:9,9 \n 20", two) == [])
    #expect(story("0 1:0,0 2:9,9 \n 10 2:9,9 \n 20 2:9,9 3:0,0 \n 30", two) == [])
    #expect(story("0 1:0,0 2:9,9 \n 100 2:9,9 \n 200", two) == [])
  }

  @Test func `counts fingers as the device does if some have no position`() {
    let three = TapGestureRecognizer.Settings(fingers: 3)
    #expect(story("0 =3 1:0,0 2:9,9 \n 10", three) == ["10.0 ended"])
    #expect(story("0 =3 1:0,0 2:9,9 \n 10", .init(fingers: 2)) == [])
    #expect(story("0 =2 1:0,0# 2:9,9 \n 10 =1 1:0,0# \n 20", .init(fingers: 1)) == ["10.0 ended"])
  }

  @Test func `survives contacts that are the corners of a bounding box`() {
    // The contacts change whenever a finger joins or leaves.
    let box = "0 1:5,5 \n 10 2:0,0 3:9,9 -1 \n 20 4:5,5 -2 -3 \n 30"
    #expect(story(box, .init(fingers: 2)) == ["30.0 ended"])
    #expect(story(box, .init(fingers: 1)) == [])
    let again = "0 1:5,5 \n 10 2:0,0 3:9,9 -1 \n 20 4:5,5 -2 -3 \n 25 4:5,5 5:9,9 \n 30"
    #expect(story(again, .init(fingers: 2)) == [])
    // If the number of contacts is unchanged, a replacement is neither a landing nor a lift.
    let swapped = "0 1:5,5 \n 10 2:5,5 -1 \n 20 2:5,5 3:9,9 \n 30"
    #expect(story(swapped, .init(fingers: 2)) == ["30.0 ended"])
    let lossy = "0 1:5,5 \n 10 2:0,0 3:9,9 -1 lost \n 30"
    #expect(story(lossy, .init(fingers: 2)) == [])
  }

  @Test func `can be required twice, with a short pause, at one point`() {
    let double = TapGestureRecognizer.Settings(taps: 2)
    #expect(story("0 1:0,0 \n 10 \n 309.999 2:0,0 \n 330", double) == ["330.0 ended"])
    #expect(story("0 1:0,0 \n 10 \n 310 2:0,0 \n 330", double) == [])
    #expect(story("0 1:0,0 \n 10 \n 20 2:16,0 \n 330", double) == [])
    #expect(story("0 1:0,0 \n 10 \n 20 2:16,0 \n 30", double) == ["30.0 ended"])
    #expect(story("0 1:0,0 \n 10 \n 20 2:16.01,0 \n 30", double) == [])
    // A tap that is too late is a new first one.
    #expect(
      story("0 1:0,0 \n 10 \n 310 2:0,0 \n 330 \n 350 3:0,0 \n 360", double) == ["360.0 ended"])
    // Four taps are two double taps.
    #expect(
      story("0 1:0,0 \n 10 \n 20 2:0,0 \n 30 \n 40 3:0,0 \n 50 \n 60 4:0,0 \n 70", double)
        == ["30.0 ended", "70.0 ended"])
    #expect(story("0 1:0,0 \n 10 \n 20 2:0,0 \n 30", .init(taps: 3)) == [])
  }

  @Test func `measures every tap from the first one`() {
    let triple = TapGestureRecognizer.Settings(taps: 3)
    #expect(story("0 1:0,0 \n 10 \n 20 2:10,0 \n 30 \n 40 3:20,0 \n 50", triple) == [])
    #expect(story("0 1:0,0 \n 10 \n 20 2:10,0 \n 30 \n 40 3:10,0 \n 50", triple) == ["50.0 ended"])
    // With two fingers, the centre counts.
    let twoFingers = TapGestureRecognizer.Settings(taps: 2, fingers: 2, spacing: 2)
    #expect(
      story("0 1:0,0 2:10,0 \n 9 \n 20 3:1,0 \n 21 3:1,0 4:11,0 \n 30", twoFingers)
        == ["30.0 ended"])
    #expect(story("0 1:0,0 2:10,0 \n 9 \n 20 3:3,0 \n 21 3:3,0 4:13,0 \n 30", twoFingers) == [])
  }

  @Test func `reports the centre of its landings`() {
    let found = events(
      TapGestureRecognizer(.init(fingers: 2)), touches("0 1:0,0 \n 10 1:1,0 2:10,20 \n 20"))
    #expect(found.map(\.location) == [Point(x: 5, y: 10)])
  }

  @Test func `fails when a finger vanishes, becomes a palm, or was not seen landing`() {
    #expect(story("0 1:0,0 \n 10 -1 lost") == [])
    #expect(story("0 1:0,0 \n 10 -1") == [])
    #expect(story("0 1:0,0 \n 10 1:0,0# \n 20") == [])
    #expect(story("0 1:0,0? \n 10") == [])
    #expect(
      story("0 1:0,0 2:9,9 \n 10 1:0,0# 2:9,9 3:4,4 \n 20 1:0,0# \n 30", .init(fingers: 2)) == [])
    // A palm that was there before does not matter.
    #expect(story("0 9:0,0?# 1:5,5 \n 20 9:0,0?#") == ["20.0 ended"])
    #expect(story("0 9:0,0# \n 10 9:0,0# 1:5,5 \n 20 9:0,0#") == ["20.0 ended"])
  }

  @Test func `has deadlines, and handles them without a frame`() {
    var recognizer = TapGestureRecognizer(.init(taps: 2))
    var found: [GestureEvent<TapGestureRecognizer.Value>] = []
    #expect(recognizer.state == .idle && recognizer.deadline == nil)
    recognizer.feed(touches("5 1:0,0")[0], into: &found)
    #expect(recognizer.state == .possible && recognizer.deadline == milliseconds(205))
    recognizer.feed(touches("20")[0], into: &found)
    #expect(recognizer.state == .possible && recognizer.deadline == milliseconds(320))
    recognizer.advance(to: milliseconds(319.999), into: &found)
    #expect(recognizer.state == .possible)
    recognizer.advance(to: milliseconds(320), into: &found)
    #expect(recognizer.state == .idle && recognizer.deadline == nil)
    recognizer.feed(touches("400 2:0,0")[0], into: &found)
    recognizer.advance(to: milliseconds(600), into: &found)
    #expect(recognizer.state == .failed && recognizer.deadline == nil)
    recognizer.feed(touches("610")[0], into: &found)
    #expect(recognizer.state == .idle && found.isEmpty)
  }

  @Test func `fails at once with too many fingers`() {
    var recognizer = TapGestureRecognizer()
    var found: [GestureEvent<TapGestureRecognizer.Value>] = []
    recognizer.feed(touches("0 1:0,0 2:9,9")[0], into: &found)
    #expect(recognizer.state == .failed && recognizer.deadline == nil)
  }

  @Test func `discards its taps when it is cancelled`() {
    var recognizer = TapGestureRecognizer(.init(taps: 2))
    var found: [GestureEvent<TapGestureRecognizer.Value>] = []
    for frame in touches("0 1:0,0 \n 10 \n 20 2:0,0") { recognizer.feed(frame, into: &found) }
    recognizer.cancel(at: milliseconds(25), into: &found)
    #expect(recognizer.state == .failed)
    for frame in touches("30 \n 40 3:0,0 \n 50") { recognizer.feed(frame, into: &found) }
    #expect(found.isEmpty && recognizer.state == .possible)
    recognizer.cancel(at: milliseconds(55), into: &found)
    #expect(recognizer.state == .idle)
  }
}
