import PantographBase
import PantographInteractions
import PantographReports
import PantographTouchScripts
import PantographTouches
import PantographTrajectories
import Testing

/// An interaction for a pan to the right over a distance of 50 mm, with ten samples per second and a linear
/// animation of a second, so that every number can be calculated by hand.
private let interaction: Interaction = {
  let text = """
    { "version": 1,
      "gesture": { "pan": { "slop": { "mm": 0 } } },
      "progress": { "toward": "right", "distance": { "mm": 50 } },
      "animation": { "duration": 1, "curve": "linear",
        "properties": [{ "name": "offset", "from": 0, "to": -320 }] },
      "rate": 10 }
    """
  do {
    return try Interaction(parsing: Array(text.utf8))
  } catch {
    preconditionFailure("\(error)")
  }
}()

private let touches = frames(
  """
  0    1:10,20
  20   1:16,20
  40   1:22,20
  60   1:28,20
  80   1:34,20
  100  1:40,20
  110
  """)

private func run<Sink: TrajectorySink>(
  _ sink: inout Sink, _ interaction: Interaction = interaction, with touches: [TouchFrame] = touches
) throws(Sink.Failure) {
  var driver = TrajectoryDriver(interaction, start: touches[0].time)
  for frame in touches { try driver.feed(frame, into: &sink) }
  try driver.finish(into: &sink)
}

@Suite struct `A report` {
  @Test func `as CSV has a line for each sample`() {
    var report = CSVReport(interaction)
    run(&report)
    #expect(
      String(decoding: report.bytes, as: UTF8.self) == """
        time,phase,fraction,velocity,offset
        0.000000,idle,0.000000,0.000000,0.000000
        0.100000,tracking,0.600000,6.000000,-192.000000
        0.200000,settling,0.690000,1.000000,-220.800000
        0.300000,settling,0.790000,1.000000,-252.800000
        0.400000,settling,0.890000,1.000000,-284.800000
        0.500000,settling,0.990000,1.000000,-316.800000
        0.600000,rest,1.000000,0.000000,-320.000000

        """)
  }

  @Test func `as NDJSON has the events between the samples`() {
    var report = NDJSONReport(interaction)
    run(&report)
    let lines = String(decoding: report.bytes, as: UTF8.self).split(separator: "\n")
    #expect(
      lines.filter { !$0.contains("changed") }.prefix(6).joined(separator: "\n") == """
        {"time":0.000000,"phase":"idle","fraction":0.000000,"velocity":0.000000,"values":{"offset":0.000000}}
        {"time":0.020000,"event":"began","fraction":0.120000,"velocity":6.000000}
        {"time":0.100000,"phase":"tracking","fraction":0.600000,"velocity":6.000000,"values":{"offset":-192.000000}}
        {"time":0.110000,"event":"ended","fraction":0.600000,"velocity":6.000000}
        {"time":0.110000,"event":"decided","fraction":0.600000,"velocity":6.000000,"outcome":"finish","rule":"fractionAbove","threshold":0.500000,"margin":0.100000,"target":1.000000}
        {"time":0.110000,"event":"handoff","fraction":0.600000,"velocity":1.000000}
        """)
    #expect(
      lines[lines.count - 2]
        == #"{"time":0.510000,"event":"completed","fraction":1.000000,"velocity":0.000000,"position":"end"}"#
    )
  }

  @Test func `as NDJSON has where a program sends it`() {
    var report = NDJSONReport(interaction)
    var driver = TrajectoryDriver(interaction, start: Timestamp(microseconds: 0))
    #expect(driver.settle(to: 0.25, at: Timestamp(microseconds: 0), into: &report))
    let line = String(decoding: report.bytes, as: UTF8.self).split(separator: "\n").last
    #expect(line?.hasSuffix(#""run":"place","target":0.250000}"#) == true, "\(line ?? "")")
  }

  @Test func `names the deciding clause of a rule, and its target`() throws {
    func report(_ restTime: Double) -> (json: String, text: String) {
      var changed = interaction
      changed.rule = ReleaseRule(
        projection: .seconds(0.1), snapPoints: [0, 0.5, 1],
        clauses: [.init([.init(.restTime, .atLeast, restTime)], then: .nearest)],
        otherwise: .projected)
      var json = NDJSONReport(changed)
      run(&json, changed)
      var text = TextReport(changed)
      run(&text, changed)
      let lines = String(decoding: json.bytes, as: UTF8.self).split(separator: "\n")
      return (
        lines.first { $0.contains("decided") }.map(String.init) ?? "",
        text.lines.first { $0.contains("decided") } ?? ""
      )
    }
    // The release is at 0.6, 10 ms after the last movement; the projection over 0.1 s is 1.2.
    let first = report(0.005)
    #expect(
      first.json.hasSuffix(
        #""outcome":"snap","margin":0.005000,"target":0.500000,"clause":1,"verdict":"nearest"}"#))
    #expect(
      first.text.hasSuffix(
        "decided  snap: clause 1, rest time 0.010 s is not below 0.005, by 0.005: it goes to the snap point nearest to 0.60"
      ))
    let other = report(0.1)
    #expect(
      other.json.hasSuffix(
        #""outcome":"finish","margin":-0.090000,"target":1.000000,"clause":null,"verdict":"projected"}"#
      ))
    #expect(other.text.contains("decided  finish"))
  }

  @Test func `as text has the events, the measures and a plot`() {
    var report = TextReport(interaction)
    report.source = ["swipe.evemu"]
    run(&report)
    #expect(
      report.lines.joined(separator: "\n") == """
          swipe.evemu

            0.020 s  began    a pan of one finger, at fraction 0.12
            0.110 s  released at fraction 0.60, velocity 6.00 /s
                     decided  finish: fraction 0.60 is above 0.50, by 0.10
                     handoff  at 0.60 to its own curve, which begins at 1.00 /s
            0.510 s  rest     at its end, 0.400 s after the release

          gesture  settled in  rest in  overshoot  top speed: finger, animation  jerk   handoff error  lag   stale
          0.020 s  0.390 s     0.400 s  0.00       6.00, 1.00 /s                 0 /s³  −83.3 %        0.12  0 of 1

          fraction
            1.0 ┤           ⠨                                  ⣀⣀⠤⠤⠒⠒⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉
                │           ⠨                         ⢀⣀⡠⠤⠔⠒⠒⠉⠉
                │           ⠨                 ⣀⣀⠤⠤⠔⠒⠊⠉⠁
                │           ⠨        ⣀⣀⡠⠤⠔⠒⠊⠉⠉
                │          ⢀⣨⠤⠤⠔⠒⠒⠊⠉⠉
                │           ⠨
            0.5 ┤⠁ ⠁ ⠁ ⠁ ⠁ ⠁⠨⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁
                │           ⠨
                │           ⠨
                │           ⠨
                │           ⠨
            0.0 ┤⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⠨
                └───────────┴────────────────────────────────────────────────────
                 0.000 s  released 0.110 s                                0.600 s
        """)
  }

  @Test func `as text speaks of no release if the gesture was cut off`() {
    var report = TextReport(interaction)
    run(&report, with: touches.dropLast())
    let text = report.lines.joined(separator: "\n")
    #expect(text.contains("cancel: the gesture was cut off; the rule was not evaluated"))
    #expect(text.contains("s after it was cut off\n") && text.contains(" 0.000 s  cut off 0.1"))
    #expect(!text.contains("release"), "\(text)")
  }

  @Test func `as NDJSON has the measures after each gesture, if requested`()
    throws
  {
    var report = NDJSONReport(interaction, isMeasured: true)
    run(&report)
    let lines = String(decoding: report.bytes, as: UTF8.self).split(separator: "\n")
    let index = try #require(lines.firstIndex { $0.contains("completed") })
    // The root of the mean square of the lag is 0.12 √(8/27), see the measures' own tests.
    #expect(
      lines[index + 1] == """
        {"time":0.510000,"measures":{"began":0.020000,"released":0.110000,"rested":0.510000,"cutOff":false,"outcome":"finish",\
        "target":1.000000,"settleTime":0.390000,"timeToRest":0.400000,"overshoot":0.000000,\
        "fastestTracking":6.000000,"fastestSettling":1.000000,"greatestJerk":0.000000,\
        "velocityBefore":6.000000,"velocityAfter":1.000000,"handoffError":-0.833333,\
        "greatestLag":0.120000,"rmsLag":0.065320,"frames":1,"staleFrames":0,\
        "jank":[{"column":"offset","frames":5,"janky":0,"predictorJank":0,"predictorShare":0.000000,\
        "predictorSeverity":null,"missedVsyncs":0,"scrollJank":0,"missedFrames":0,"roughSteps":null,\
        "secondDifference":null,"droppedFrames":null,"droppedShare":null,"instants":[]}]}}
        """)
    #expect(lines.count { $0.contains("measures") } == 1)
  }

  @Test func `of measures is one JSON object`() {
    var report = MeasuresReport(interaction)
    run(&report)
    #expect(
      report.json.joined().hasPrefix(#"{"frameRate":10.000000,"gestures":[{"began":0.020000,"#))
    #expect(
      MeasuresReport(interaction).json.joined() == #"{"frameRate":10.000000,"gestures":[]}"#)
  }

  @Test func `lists the first and the last of very many gestures, and the number between`() {
    var report = TextReport(interaction)
    var driver = TrajectoryDriver(interaction, start: touches[0].time)
    for turn in 0..<30 {
      for var frame in touches {
        frame.time = frame.time.advanced(byMicroseconds: Int64(turn) * 2_000_000)
        driver.feed(frame, into: &report)
      }
    }
    driver.finish(into: &report)
    let story = report.lines.filter { $0.contains("began") || $0.contains("more") }
    // Each swipe begins a gesture with its second frame, 20 ms after its first.
    #expect(story.count == 12 + 1 + 12 + 1)
    #expect(story[11] == "   22.020 s  began    a pan of one finger, at fraction 1.00")
    #expect(story[12] == "             …        6 more")
    #expect(story[13] == "   36.020 s  began    a pan of one finger, at fraction 1.00")
    #expect(story[25] == "  … 6 more")
  }

  @Test func `draws the same plot from very many samples as from few`() {
    func picture(every step: Int) -> [String] {
      var report = TextReport(interaction)
      for number in stride(from: 0, through: 200_000, by: step) {
        // 0 for the first half, 1 for the second, and a single sample of 1.5.
        let fraction = number == 50_000 ? 1.5 : number < 100_000 ? 0.0 : 1
        report.receive(
          Sample(
            time: Timestamp(microseconds: Int64(number) * 10_000), phase: .tracking,
            fraction: fraction, velocity: 0, values: []))
      }
      return report.lines
    }
    #expect(picture(every: 1) == picture(every: 50))
  }

  @Test func `states that there is no gesture`() {
    #expect(
      TextReport(interaction).lines == [
        "", "  no gesture: no touches match the interaction's gesture", "",
      ])
  }
}
