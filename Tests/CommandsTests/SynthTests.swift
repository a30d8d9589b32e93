import Foundation
import PantographTestSupport
import Testing

@Suite struct `The synth command` {
  private func synth(_ words: String) throws -> Program {
    try Program(Program.pantograph, ["synth"] + words.split(separator: " ").map(String.init))
  }

  /// The frames of a recording in libinput's format.
  private func frames(_ words: String) throws -> [[[Int]]] {
    let program = try synth(words)
    #expect(program.status == 0, "\(program.complaints)")
    let events = program.output.components(separatedBy: "  events:\n").last ?? ""
    return events.components(separatedBy: "  - evdev:\n").dropFirst().map { frame in
      frame.matches(of: /- \[([-0-9, ]+)\]/).map { match in
        match.1.split(separator: ", ").map { Int($0) ?? .min }
      }
    }
  }

  /// The values of an axis over all frames.
  private func values(_ code: Int, _ frames: [[[Int]]]) -> [Int] {
    frames.joined().filter { $0[2] == 3 && $0[3] == code }.map { $0[4] }
  }

  // A flick after 0.3 s lifts between two frames, the last one at 0.49 of its time and 0.481 of its distance.
  // ABS_MT_POSITION_X is 53, ABS_MT_POSITION_Y 54, ABS_MT_TRACKING_ID 57, ABS_MT_PRESSURE 58; the touchpad
  // has 20 units per millimetre, 255 of pressure, and a frame every 8 ms.
  @Test(arguments: [
    ("swipe", 53, 400, 1200, 1, 408), ("flick", 53, 400, 800, 1, 208),
    ("hold-flick", 53, 400, 785, 1, 504), ("reversal", 53, 400, 800, 1, 808),
    ("press", 58, 10, 0, 1, 1008), ("tap", 54, 500, 500, 1, 88),
    ("pinch --fingers 3", 53, 1283, 1141, 3, 408), ("rotate --fingers 2", 53, 1283, 1283, 2, 408),
    ("swipe --fingers 5", 54, 80, 80, 5, 408),
  ])
  func `generates gestures of every kind`(
    words: String, axis: Int, first: Int, last: Int, fingers: Int, end: Int
  ) throws {
    let frames = try frames("\(words) --noise 0 --pressure-noise 0")
    if axis != 58 { #expect(values(axis, frames).first == first) }
    // A single finger is in slot 0, and no slot is named.
    if fingers == 1 { #expect(values(axis, frames).last == last) }
    let ids = values(57, frames)
    #expect(ids.count { $0 >= 0 } == fingers && ids.suffix(fingers).allSatisfy { $0 == -1 })
    #expect(frames.last?.last.map { $0[0] * 1000 + $0[1] / 1000 } == end)
  }

  @Test func `generates a swipe by default`() throws {
    #expect(try synth("--seed 3").output == synth("swipe --seed 3").output)
    #expect(try synth("--seed 3").output == synth("--seed 3").output)
    #expect(try synth("--seed 3").output != synth("--seed 4").output)
  }

  @Test func `has the requested pressure`() throws {
    let pressures = values(58, try frames("press --peak 0.6 --noise 0 --pressure-noise 0"))
    #expect(pressures.max() == 153)
    #expect(pressures.last == 0)
  }

  @Test func `releases a press in a separate time`() throws {
    let sudden = try frames("press --release 0 --noise 0 --pressure-noise 0")
    // 0.4 s to the peak of 0.8 · 255, 0.2 s there, and released with the next frame; the lift has only the pressure of
    // ABS_PRESSURE.
    #expect(sudden.last?.last.map { $0[0] * 1000 + $0[1] / 1000 } == 608)
    #expect(values(58, sudden).last == 204)
    #expect(
      try frames("press --release 0.1").last?.last.map { $0[0] * 1000 + $0[1] / 1000 } == 704)
  }

  @Test func `generates one gesture after another`() throws {
    let frames = try frames(
      "tap --noise 0 --pressure-noise 0 then press --wait 0.392 --from 30,20 then swipe")
    let landings = frames.filter { frame in frame.contains { $0[2] == 1 && $0[4] == 1 } }
    // A tap of 80 ms; 392 ms later a press, which takes 1 s; 0.2 s later a swipe of 0.4 s.
    #expect(landings.map { $0[0][0] * 1000 + $0[0][1] / 1000 } == [0, 472, 1672])
    #expect(frames.last?.last.map { $0[0] * 1000 + $0[1] / 1000 } == 2080)
    #expect(values(53, frames).first == 400 && values(53, frames).contains(600))
    // A press starts without pressure, even in the slot that the tap used.
    #expect(try #require(landings[1].first { $0[3] == 58 })[4] < 10)
  }

  /// A flick of 20 mm in 0.2 s, by the minimum-jerk profile for 40 mm in 0.4 s.
  ///
  /// It has covered 0.00197 of it after 24 ms,
  /// 0.00453 after 32, 0.11434 after 104 and 0.46253 after 192. 0.4 px are 0.0635 mm, 1.27 of the touchpad's units.
  @Test(arguments: [
    ("still", "", [801], [207.8, 208]), ("recoil", "", [799], [207.8, 208]),
    // The last step was 1.4987 mm. The lift is a frame of its own.
    ("travel", "", [830], [208, 208.001]),
    ("one-move", "400 800", [400, 800], [0, 200, 208]),
    ("two-moves", "400 491 800", [491, 800], [0, 104, 200, 208]),
    ("equal-moves", "400 404", [800], [200, 208]), ("silent-rest", "400", [800], [200, 208]),
    // 0.68256 of the distance after 240 ms.
    ("0.6,one-move", "400 946", [946], [0, 240, 248]),
    ("one-move,0.6", "400 946", [946], [0, 240, 248]),
  ])
  func `reports the lift as a device does`(
    name: String, first: String, last: [Int], ends: [Double]
  ) throws {
    let frames = try frames("flick --lift \(name) --noise 0 --pressure-noise 0")
    let x = values(53, frames)
    let beginning = first.split(separator: " ").compactMap { Int($0) }
    #expect(Array(x.prefix(beginning.count)) == beginning)
    #expect(Array(x.suffix(last.count)) == last)
    let times = frames.compactMap { $0.last.map { Double($0[0]) * 1000 + Double($0[1]) / 1000 } }
    #expect(Array(times.suffix(ends.count)) == ends)
    if name.contains("move,") || name.contains("-move") && !name.contains("equal") {
      #expect(times.count == ends.count)
    }
    #expect(values(57, frames).last == -1)
  }

  /// Each gesture has its own; a pen stays near the surface after its lift.
  @Test func `reports each lift by its own profile`() throws {
    func counts(_ words: String) throws -> Int {
      try frames(words + " --noise 0 --pressure-noise 0").count
    }
    // A gesture as a device reports it has no more than a landing, a move and a lift.
    let flick = try counts("flick")
    #expect(
      try frames("flick --noise 0 --pressure-noise 0 --lift one-move then flick").count == flick + 3
    )
    #expect(
      try frames("flick --noise 0 --pressure-noise 0 then flick --lift one-move").count == flick + 3
    )
    #expect(try counts("flick --device pen --lift still") == counts("flick --device pen") + 1)
    #expect(
      try counts("pinch --lift still --device touchscreen-a")
        == counts("pinch --device touchscreen-a") + 1)
    // 0.3 s at rest, in which the pressure changes, and nothing else.
    let rest = try frames("--hold 0.3 --noise 0 --lift silent-rest").compactMap {
      $0.last.map { Double($0[0]) * 1000 + Double($0[1]) / 1000 }
    }
    #expect(rest[rest.count - 1] - rest[rest.count - 2] > 300)
  }

  @Test func `loses frames as requested`() throws {
    let all = try frames("--hold 0.2")
    func times(_ words: String) throws -> [Int] {
      try frames(words).compactMap { $0.first.map { $0[1] } }
    }
    #expect(try !times("--hold 0.2 --drop-between 0.1,0.2").contains { (100_000...200_000) ~= $0 })
    #expect(try times("--hold 0.2 --drop 0.5").count < all.count * 3 / 4)
    // Only the landing and the lift of a swipe must arrive.
    #expect(try times("--hold 0.2 --drop 1") == [0, 608_000])
    #expect(try times("--jitter 0.001") != times(""))
  }

  @Test func `loses events as the kernel does`() throws {
    let lossy = try frames("--syn-dropped-at 0.1 --syn-dropped-for 0.1")
    let drops = lossy.filter { $0.contains { $0[2] == 0 && $0[3] == 3 } }
    #expect(drops.count == 1)
    // The frame that resynchronizes the state has the time of the last lost one.
    #expect(drops.first?.last.map { Array($0[1...3]) } == [192_000, 0, 0])
  }

  @Test func `is read by other programs`() throws {
    let folder = try TemporaryFolder()
    let interaction = Repository.recordings
      .appendingPathComponent("touchpad-flick/interaction.json").path
    for words in [
      "flick --by 70,0", "reversal --by 60,0 --jitter 0.0005 --drop 0.1",
      "--by 60,0 --syn-dropped-at 0.1", "hold-flick --by 70,0 --device touchscreen",
    ] {
      let gesture = folder.file("swipe.evemu").path
      #expect(try synth("\(words) --output \(gesture)").status == 0)
      let replayed = try Program.pantograph("replay", gesture, "--interaction", interaction)
      #expect(replayed.status == 0 && replayed.output.contains("released"), "\(words)")
    }
  }

  @Test(arguments: [
    ("flik", "unknown kind 'flik'; did you mean 'flick'?"),
    ("somersault", "expected one of swipe, flick, hold-flick, reversal, press, tap, pinch, rotate"),
    ("swipe flick", "'flick'; usage: pantograph synth [KIND] [options] [then …]"),
    ("tap --by 3,4", "--by does not apply to tap; it takes --hold, --spacing"),
    ("--fingers 6", "--fingers 6: expected a whole number from 1 to 5"),
    ("pinch --fingers 1", "--fingers 1: expected a whole number from 2 to 5"),
    ("--fingers 5 --spacing 20", "5 fingers side by side need 80 mm"),
    ("--fingers 2 --from 20,60", "finger 2 lands outside the surface, which has 100 × 65 mm"),
    ("rotate --radius 50", "change --from and --radius"),
    ("--from 20,70", "--from is outside the surface"),
    ("tap --fingers 3 --stagger 0.05", "--stagger 0.05: the first finger would lift before"),
    ("press --peak 2", "--peak 2: expected a number from 0 to 1"),
    ("--drop 1.5", "--drop 1.5: expected a number from 0 to 1"),
    ("--drop-between 2,1", "--drop-between 2,1: expected two times in seconds, the earlier"),
    ("--jitter -1", "--jitter -1: expected a number from 0 to 1"),
    ("--syn-dropped-for 1", "--syn-dropped-for requires --syn-dropped-at"),
    ("tap --wait 1", "--wait is only allowed after `then`"),
    ("tap then tap --seed 3", "--seed applies to the whole recording"),
    ("tap then nap", "unknown kind 'nap'; did you mean 'tap'?"),
    ("--lift 2", "--lift 2: expected a number from 0 to 1"),
    (
      "--lift up",
      "--lift up: expected a number from 0 to 1, or one of still, recoil, travel, one-move, two-moves, equal-moves, silent-rest, or both"
    ),
    ("--lift 0.5,one-moves", "--lift 0.5,one-moves: did you mean 'one-move'?"),
    ("--lift still,travel", "--lift still,travel: expected a number from 0 to 1, or one of still"),
    ("--lift 0.5,0.6", "--lift 0.5,0.6: expected a number from 0 to 1, or one of still"),
    ("tap --lift still", "--lift does not apply to tap; it takes --hold, --spacing"),
    (
      "--lift still --cancel",
      "--lift still is how a lift is reported, and --cancel leaves it out; omit one of them"
    ),
    (
      "tap --cancel then tap", "only the last gesture can be cancelled; put --cancel after the last"
    ),
    ("--density 5", "--density is for lengths in CSS pixels; write them with the unit, such as"),
    ("--by 40px", "--by 40px: expected X,Y in mm or px, such as 40,0"),
    ("--by 40,pxpx", "--by 40,pxpx: expected X,Y in mm or px, such as 40,0"),
    ("--from 20,1e7", "--from 20,1e7: expected X,Y in mm or px, such as 20,32.5"),
    ("pinch --radius 3px", "--radius 3px: expected a length from 1 to 200 mm"),
    (
      "--from 500px,80px",
      "--from is outside the surface, which has 65.4 × 145.25 mm, 412 × 915 px; change --from"
    ),
  ])
  func `refuses invalid arguments`(words: String, complaint: String) throws {
    let program = try synth(words)
    #expect(program.status == 2 && program.output.isEmpty)
    #expect(program.complaints.split(separator: "\n").count == 1)
    #expect(program.complaints.contains(complaint), "\(program.complaints)")
  }

  /// A recording that ends while the finger is down: its lift is what is missing.
  @Test(arguments: ["flick", "tap --hold 0.2", "press", "tap then swipe", "pinch --stagger 0.05"])
  func `ends before the lift if it is cancelled`(words: String) throws {
    let whole = try frames(words)
    let cut = try frames("\(words) --cancel")
    let lifts = words.hasPrefix("pinch") ? 2 : 1
    #expect(cut == Array(whole.dropLast()))
    #expect(values(57, whole).count { $0 == -1 } - values(57, cut).count { $0 == -1 } == 1)
    #expect(values(57, whole).count == 2 * lifts * (words.contains("then") ? 2 : 1))
  }

  @Test func `is cancelled for a program and for an interaction`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.file(
      "subject.json",
      #"""
      { "version": 1, "rest": 0, "command": ["awk", "-F,",
        "BEGIN { print \"time,event\" } $2 ~ /ended|cancelled/ { print $1 \",\" $2 }"] }
      """#)
    let words = "swipe --device phone --from 30,100 --by 0,-40 -o"
    _ = try synth("\(words) \(folder.file("recording.yml").path) --cancel")
    let shown = try Program(Program.pantograph, ["replay", "."], in: folder.url)
    // 51 frames of 8 ms: the last one before 0.4 s have passed.
    #expect(shown.output == "time,event\n0.400000,cancelled\n", "\(shown)")
    _ = try synth("\(words) \(folder.file("whole.yml").path)")
    let whole = try Program(
      Program.pantograph, ["replay", "--subject", "subject.json", "whole.yml"], in: folder.url)
    #expect(whole.output == "time,event\n0.408000,ended\n", "\(whole)")
  }

  /// ABS_MT_POSITION has 20 units per millimetre, that of a touchscreen of its own 14.
  @Test(arguments: [
    ("--from 206px,800px --by 0,-500px", 20.0, [206, 800, 300].map { $0 * 25.4 / 160 }),
    ("--from 206px,800px --by 0,-500px --density 4", 20, [51.5, 200, 75]),
    // Millimetres beside pixels, and a device of one's own.
    ("--from 20,100px --by 0,-100px --density 2 --device touchscreen", 14, [20, 50, 0]),
  ])
  func `takes lengths in CSS pixels`(words: String, units: Double, millimetres: [Double]) throws {
    let frames = try frames("\(words) --noise 0")
    let (x, y) = (values(53, frames), values(54, frames))
    let ends = [try #require(x.first), try #require(y.first), try #require(y.last)]
    // A position is a whole number of units.
    #expect(zip(ends, millimetres).allSatisfy { abs(Double($0) - $1 * units) <= 0.5 }, "\(ends)")
  }

  @Test func `makes the folders of its result, and none if there is none`() throws {
    let folder = try TemporaryFolder()
    func run(_ words: String) throws -> Program {
      try Program(
        Program.pantograph, ["synth"] + words.split(separator: " ").map(String.init),
        in: folder.url)
    }
    let made = try run("tap -o new/deep/recording.yml")
    #expect(made.status == 0, "\(made)")
    let text = try String(contentsOf: folder.file("new/deep/recording.yml"), encoding: .utf8)
    #expect(try text == synth("tap").output)
    // In a folder that is there, it is as before.
    #expect(try run("tap -o new/other.yml").status == 0)
    for words in ["tap --hold 99 -o other/a.yml", "press --device missing.yml -o other/a.yml"] {
      #expect(try run(words).status == 2)
    }
    // A name that no file can have.
    let name = String(repeating: "n", count: 300)
    #expect(try run("tap -o other/deep/\(name)").status == 2)
    _ = try folder.file("file", "")
    let below = try run("tap -o file/deep/a.yml")
    #expect(below.status == 2 && below.complaints.contains("file/deep: can't be made"), "\(below)")
    let left = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).sorted()
    #expect(left == ["file", "new", "new/deep", "new/deep/recording.yml", "new/other.yml"])
  }

  @Test func `refuses to press on a device without pressure`() throws {
    let folder = try TemporaryFolder()
    let header = """
      # EVEMU 1.2
      N: Flat
      I: 0003 0001 0001 0001
      B: 03 00 00 00 00 00 80 60 02
      A: 2f 0 4 0 0 0
      A: 35 0 1000 0 0 10
      A: 36 0 600 0 0 10
      A: 39 0 65535 0 0 0
      E: 0.000001 0003 0035 0001
      E: 0.000001 0000 0000 0000

      """
    let device = try folder.file("flat.evemu", header).path
    #expect(try synth("tap --device \(device)").status == 0)
    let press = try synth("press --device \(device)")
    #expect(
      press.status == 2 && press.complaints.contains("flat.evemu: the device reports no pressure"))
  }
}
