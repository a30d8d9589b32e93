import PantographBase
import PantographGestures
import PantographInteractions
import PantographTouchScripts
import PantographTouches
import PantographTrajectories
import Testing

/// Gestures that a toolkit reports as movements, beside the fingers that make them.
@Suite struct `A gesture that a toolkit reports` {
  /// Without a slop, so that fingers move the animation from where they land, as reported ones do.
  private static func direct(
    _ change: (inout Interaction) -> Void = { _ in }
  ) throws -> Interaction {
    try interaction {
      $0.gesture = .pan(.init(slop: 0))
      change(&$0)
    }
  }

  /// A curved stroke that gets faster, and rests before it lifts or not.
  private static func stroke(resting: Bool) -> [TouchFrame] {
    var script = (0...20).map { step in
      "\(step * 8) 1:\(10 + Double(step * step) / 20),\(20 + Double(step) / 10)"
    }
    if resting { script += (1...20).map { "\(160 + $0 * 8) 1:30,22" } }
    script.append(resting ? "328" : "168")
    return frames(script.joined(separator: "\n"))
  }

  /// Drives with what a toolkit would report of one finger's frames: how it moves, in a unit of so many millimetres.
  private static func reported(
    _ interaction: Interaction, _ frames: [TouchFrame], in unit: MeasureUnit.Length,
    of millimetres: Double
  ) -> Trajectory {
    let drive = Drive(interaction)
    var last: Point?
    for frame in frames {
      let time = frame.time.seconds * 1000
      switch (last, frame.contacts.first?.position) {
      case (nil, .some): #expect(drive.begin(1, at: time))
      case (let before?, let position?):
        let delta = (position - before) * (1 / millimetres)
        #expect(drive.move(delta.x, delta.y, in: unit, at: time))
      case (.some, nil): #expect(drive.end(at: time))
      case (nil, nil): break
      }
      last = frame.contacts.first?.position
    }
    drive.finish()
    return drive.trajectory
  }

  private func decisions(_ trajectory: Trajectory) -> [Decision] {
    trajectory.events.compactMap { event in
      if case .decided(let decision) = event.kind { decision } else { nil }
    }
  }

  @Test(arguments: [true, false])
  func `moves, is judged and settles as the fingers would`(resting: Bool) throws {
    let interaction = try Self.direct()
    let frames = Self.stroke(resting: resting)
    let touched = trajectory(interaction, frames)
    // 10.517 px/mm, as RunningToolkits has it from libinput 1.22.1.
    for (unit, millimetres) in [
      (MeasureUnit.Length.millimetre, 1), (.touchpadScroll, 25.4 / 267.12), (.point, 25.4 / 163),
    ] {
      let reported = Self.reported(interaction, frames, in: unit, of: millimetres)
      #expect(decisions(reported).map(\.outcome) == decisions(touched).map(\.outcome))
      #expect(decisions(reported).map(\.target) == decisions(touched).map(\.target))
      let fractions = Dictionary(
        touched.samples.map { ($0.time, $0) }, uniquingKeysWith: { first, _ in first })
      var compared = 0
      for sample in reported.samples {
        guard let other = fractions[sample.time] else { continue }
        compared += 1
        #expect(abs(sample.fraction - other.fraction) < 1e-9, "\(unit) \(sample.time)")
        if sample.phase == .settling {
          #expect(abs(sample.velocity - other.velocity) < 1e-6, "\(unit) \(sample.time)")
        }
      }
      #expect(compared > 30)
    }
  }

  /// The whole distance is 40 mm: ten times a twentieth of it is half.
  @Test func `counts in progress, whatever the distance`() throws {
    let drive = Drive(try Self.direct())
    #expect(drive.begin(at: 0))
    for step in 1...10 {
      #expect(drive.move(0.05, 3, in: .progress, at: Double(step) * 10))
    }
    let sample = try #require(drive.sample(at: 100))
    #expect(abs(sample.fraction - 0.5) < 1e-12 && sample.phase == .tracking)
  }

  @Test func `grabs what runs where it is, and is cut off where it was grabbed`() throws {
    let drive = Drive(try Self.direct())
    #expect(drive.begin(at: 0))
    #expect(drive.move(30, at: 100))
    #expect(drive.end(at: 300))
    let running = try #require(drive.sample(at: 340))
    #expect(running.phase == .settling && running.velocity > 0)
    #expect(drive.begin(at: 340))
    let grabbed = try #require(drive.sample(at: 340))
    #expect(grabbed.phase == .tracking && abs(grabbed.fraction - running.fraction) < 1e-9)
    #expect(drive.move(-4, at: 350))
    let moved = try #require(drive.sample(at: 350))
    #expect(abs(moved.fraction - (running.fraction - 0.1)) < 1e-9)
    #expect(drive.end(isCancelled: true, at: 360))
    drive.finish()
    #expect(drive.trajectory.events.contains { $0.kind == .cancelled })
    #expect(drive.trajectory.samples.last?.phase == .rest)
  }

  @Test func `is refused where there is another one, or where movements do not count`() throws {
    let drive = Drive(try Self.direct())
    #expect(!drive.move(0, at: 0) && !drive.end(at: 0))
    #expect(drive.begin(1, at: 0) && !drive.begin(1, at: 0))
    #expect(drive.end(at: 0) && !drive.end(at: 0))
    // Fingers that pan; then fewer than the interaction takes; then a press.
    drive.feed("0 1:10,10\n 8 1:14,10")
    #expect(!drive.begin(at: 8))
    let three = Drive(try interaction { $0.gesture = .pan(.init(fingers: 3...3)) })
    #expect(!three.begin(2, at: 0) && three.begin(3, at: 0))
    let press = Drive(try interaction { $0.gesture = .press(.init(), commitsAtPeak: false) })
    #expect(!press.begin(at: 0))
  }

  @Test func `gives way to the fingers once it has ended`() throws {
    let drive = Drive(try Self.direct())
    #expect(drive.begin(at: 0))
    // The frames of the same fingers move nothing a second time.
    drive.feed("4 1:10,10\n 8 1:14,10")
    #expect(drive.sample(at: 8)?.fraction == 0)
    #expect(drive.end(at: 16))
    drive.feed("2000\n 2008 1:10,10\n 2016 1:30,10")
    let fraction = try #require(drive.sample(at: 2016)?.fraction)
    #expect(abs(fraction - 0.5) < 1e-9)
  }
}
