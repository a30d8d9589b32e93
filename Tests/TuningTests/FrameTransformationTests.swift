import Foundation
import PantographBase
import PantographTestSupport
import PantographTouchScripts
import PantographTouches
import PantographTraces
import Testing

import PantographTuning

/// The frames that a transformation makes.
private func frames(
  _ frames: [TouchFrame], by transformation: any FrameTransformation
) -> [TouchFrame] {
  var transformation = transformation
  var result: [TouchFrame] = []
  for frame in frames { transformation.feed(frame, into: &result) }
  transformation.finish(into: &result)
  return result
}

extension [TouchFrame] {
  /// Times in milliseconds, and who is where, as they are written in a script.
  fileprivate var story: [String] {
    map { frame in
      let contacts = frame.contacts.map { contact in
        let position = contact.position
        return
          " \(contact.id):\(String(fixed: position.x, decimals: 2)),\(String(fixed: position.y, decimals: 2))"
      }
      return String(fixed: Double(frame.time.microseconds) / 1000, decimals: 1)
        + contacts.joined()
    }
  }
}

@Suite struct `Transformed frames` {
  /// All frames of a recording.
  private static func recorded(_ path: String) throws -> [TouchFrame] {
    var recording = try RecordingStream(path)
    _ = try recording.readBatch()
    var assembler = FrameAssembler(try recording.surface())
    var frames: [TouchFrame] = []
    repeat {
      for event in recording.events where assembler.feed(event) { frames.append(assembler.frame) }
    } while try recording.readBatch()
    return frames
  }

  @Test(arguments: ["touchpad-flick/recording.yml", "touchpad-pan-finish/recording.evemu"])
  func `are the same without a change`(name: String) throws {
    let all = try Self.recorded(Repository.recordings.appendingPathComponent(name).path)
    let seen = Array(all.prefix(5) + all.suffix(5))
    #expect(all.count > 20)
    for transformation: any FrameTransformation in [
      SurfaceScale(1), PositionNoise(0, seed: 3), ReportRate(1_000_000),
      // No two of these reports are within a millisecond.
      DisplayFrames(1000, dropsEvery: nil, seed: 1),
    ] {
      let again = frames(seen, by: transformation)
      guard transformation is ReportRate else {
        #expect(again == seen)
        continue
      }
      // A sensor that samples every microsecond reports every frame at its time.
      var rest = again[...]
      for frame in seen {
        rest = rest.drop { $0.time < frame.time }
        #expect(rest.first == frame)
      }
    }
  }

  @Test func `are the same at their own rate and phase`() {
    // Landing, movement, a rest that is not reported, two fingers, lifts.
    let seen = frames(
      """
      3      1:20,30
      11     1:21,30
      19     1:22.5,30.5
      99     1:22.5,31
      107    1:23,31  2:50,30
      115    1:23,31  2:51,30
      123    2:52,30
      131
      """)
    #expect(frames(seen, by: ReportRate(125)) == seen)
    #expect(frames(seen, by: DisplayFrames(125, dropsEvery: nil, seed: 1)) == seen)
  }

  @Test func `come as a slower sensor would report the fingers`() {
    // Every 8 ms 1 mm, seen every 20: at 20 ms halfway between 16 and 24, at 40 on a report.
    let seen = frames(
      """
      0      1:10,30
      8      1:11,30
      16     1:12,30
      24     1:13,30
      32     1:14,30
      40     1:15,30
      48     1:16,30
      56     1:17,30
      64
      """)
    #expect(
      frames(seen, by: ReportRate(50)).story == [
        "0.0 1:10.00,30.00", "20.0 1:12.50,30.00", "40.0 1:15.00,30.00",
        // It has been where it was at 56 ms until it lifted, and that was before 80 ms.
        "60.0 1:17.00,30.00", "80.0",
      ])
    // A sensor that is twice as fast interpolates it, but never extrapolates.
    #expect(
      frames(Array(seen.suffix(3)), by: ReportRate(250)).story == [
        "48.0 1:16.00,30.00", "52.0 1:16.50,30.00", "56.0 1:17.00,30.00", "64.0",
      ])
  }

  @Test func `let a finger rest that is not reported for long`() {
    // 40 ms apart it moves all the while, 41 ms apart it rests, and then moves at once.
    for gap in [40, 41] {
      let story = frames(frames("0 1:10,30\n\(gap) 1:12,30\n80 1:12,30"), by: ReportRate(100)).story
      #expect(story.first == "0.0 1:10.00,30.00")
      #expect(story.contains("10.0 1:10.50,30.00") == (gap == 40))
      #expect(story.contains { $0.hasPrefix("10.0 ") } == (gap == 40))
      #expect(story.contains("40.0 1:12.00,30.00") == (gap == 40))
      #expect(story.contains("50.0 1:12.00,30.00") == (gap == 41))
    }
  }

  @Test func `lack a contact that comes and goes between two samples`() {
    let seen = frames("0 1:10,30\n8 1:10,30 2:40,30\n16 1:10,30\n24 1:10,30")
    #expect(frames(seen, by: ReportRate(30)).story == ["0.0 1:10.00,30.00"])
    #expect(
      frames(seen, by: ReportRate(60)).story == ["0.0 1:10.00,30.00"])
    #expect(frames(seen, by: ReportRate(90)).story.contains { $0.contains("2:40") })
  }

  @Test func `take over the flags of skipped frames`() {
    var seen = frames("0 1:10,30\n8 1:10,30\n16 1:30,30\n24 1:31,30\n32 1:32,30")
    seen[1].hasLostEvents = true
    seen[1].vanished = [7]
    seen[2].contacts[0].remarks = [.jump]
    let slow = frames(seen, by: ReportRate(50))
    #expect(slow.map(\.hasLostEvents) == [false, true, false])
    #expect(slow[1].vanished == [7])
    // The jump was between the samples at 0 and at 20 ms: there, and only there, it is reported.
    #expect(slow.map { $0.contacts[0].remarks.contains(.jump) } == [false, true, false])
    // A finger that has jumped was never in between.
    let fast = frames(seen, by: ReportRate(250))
    #expect(fast.story.contains("12.0 1:10.00,30.00") == false)
    #expect(fast.allSatisfy { $0.contacts[0].position.x == 10 || $0.contacts[0].position.x >= 30 })
    #expect(fast.count { $0.contacts[0].remarks.contains(.jump) } == 1)
  }

  @Test func `come once in a frame of a display, the newest of each`() {
    // 50 Hz: up to 0, 20, 40, 60 ms.
    let seen = frames(
      """
      0      1:10,30
      8      1:11,30
      16     1:12,30
      24     1:13,30
      32     1:14,30
      40     1:15,30
      48     1:16,30
      52     1:17,30
      56
      """)
    #expect(
      frames(seen, by: DisplayFrames(50, dropsEvery: nil, seed: 1)).story == [
        "0.0 1:10.00,30.00", "16.0 1:12.00,30.00", "40.0 1:15.00,30.00",
        // The lift is not coalesced, and follows everything before it.
        "52.0 1:17.00,30.00", "56.0",
      ])
  }

  @Test func `come later where a frame is dropped, and one of five is`() {
    let seen = (0..<60).map { number in
      TouchFrame(
        time: Timestamp(microseconds: Int64(number) * 20_000),
        contacts: [Contact(id: 1, position: Point(x: Double(number), y: 0))])
    }
    var dropped: Set<Int> = []
    for seed in UInt64(1)...40 {
      let rest = frames(seen, by: DisplayFrames(50, dropsEvery: 5, seed: seed)).map {
        Int($0.time.microseconds / 20_000)
      }
      let missing = (0..<60).filter { !rest.contains($0) }
      // Every fifth is missing, except for a landing and the last report.
      #expect(Set(missing.map { $0 % 5 }).count == 1)
      #expect((11...12).contains(missing.count))
      dropped.formUnion(missing.map { $0 % 5 })
    }
    // The seed chooses which one of five it is.
    #expect(dropped == [0, 1, 2, 3, 4])
  }

  @Test func `are as noisy as they should be, and reproducible`() {
    let seen = (0..<20_000).map { number in
      TouchFrame(
        time: Timestamp(microseconds: Int64(number)),
        contacts: [Contact(id: 1, position: Point(x: 50, y: 30))])
    }
    let noisy = frames(seen, by: PositionNoise(0.2, seed: 1))
    for axis: KeyPath<Point, Double> in [\.x, \.y] {
      let still = axis == \Point.x ? 50.0 : 30.0
      let shakes = noisy.map { $0.contacts[0].position[keyPath: axis] - still }
      let mean = shakes.reduce(0, +) / 20_000
      let rms = (shakes.reduce(0) { $0 + $1 * $1 } / 20_000).squareRoot()
      // The mean of 20 000 is off by 0.2/√20 000 = 0.0014, the deviation by 0.001: three times as much.
      #expect(abs(mean) < 0.0043)
      #expect(abs(rms - 0.2) < 0.003)
    }
    #expect(noisy == frames(seen, by: PositionNoise(0.2, seed: 1)))
    #expect(noisy != frames(seen, by: PositionNoise(0.2, seed: 2)))
  }

  @Test func `lie further apart on a bigger surface`() {
    let seen = frames("0 1:10,30")
    #expect(frames(seen, by: SurfaceScale(1.25)).story == ["0.0 1:12.50,37.50"])
  }
}
