import Foundation
import Pantograph
import PantographSubjects
import PantographTestSupport
import PantographTraces
import PantographTrajectories
import Testing

@Suite("A program under test") struct SubjectCaseTests {
  private struct NoCase: Error {}

  private let desk: TemporaryFolder

  init() throws {
    desk = try TemporaryFolder()
    try FileManager.default.copyItem(
      at: Repository.recordings.appendingPathComponent("touchscreen-drag/recording.yml"),
      to: desk.file("recording.yml"))
  }

  private func example(_ subject: String) throws -> SubjectCase {
    _ = try desk.file("subject.json", subject)
    guard case .complete(let found)? = try CaseSearch.content(of: desk.url.path),
      let example = try SubjectCase(found)
    else { throw NoCase() }
    return example
  }

  private func example(running words: [String], _ more: String = "") throws -> SubjectCase {
    let list = words.map { "\"\($0)\"" }.joined(separator: ", ")
    return try example("{\"version\": 1, \"command\": [\(list)]\(more)}")
  }

  /// What `awk` makes of the rows.
  private func awk(_ script: String, _ more: String = "") throws -> ResultTable {
    _ = try desk.file("program.awk", script)
    return try example(running: ["awk", "-F,", "-f", "program.awk"], more).observe().shown
  }

  private func numbers(_ shown: ResultTable, _ column: String) -> [Double] {
    (shown[column]?.points ?? []).map(\.value)
  }

  /// The finger lands at the first event, lifts after 1.002061 s, and a second of frames follows.
  @Test func `receives contacts and frames in order of time`() throws {
    let shown = try awk(
      """
      BEGIN { print "time,x,y,wide,frames,pressure,event" }
      $2 == "frame" { frames++; print $1 ",,,," frames ",," }
      $2 == "began" || $2 == "ended" { print $1 "," $4 "," $5 "," $6 ",," $8 "," $2 " " $3 }
      NR > 2 && $1 < last { print $1 ",,,,,,went back" }
      { last = $1 }
      """, ", \"pixelsPerMillimetre\": 4.5")
    #expect(shown.events.map(\.words) == ["began 1", "ended 1"])
    #expect(shown.events.map(\.time.microseconds) == [0, 1_002_061])
    // 2.002061 s at 60 frames a second, and the one at the start.
    #expect(numbers(shown, "frames").last == 121)
    let (x, wide) = (numbers(shown, "x"), numbers(shown, "wide"))
    #expect(zip(x, wide).allSatisfy { abs($0 * 4.5 - $1) < 0.003 })
    // ABS_MT_POSITION_Y goes from 1961 to 910, at 14 units per millimetre.
    let y = numbers(shown, "y")
    #expect(abs(y[0] - y[1] - (1961.0 - 910) / 14) < 0.002)
    #expect(numbers(shown, "pressure").allSatisfy { $0 > 0 && $0 < 0.4 })
  }

  /// A program that follows the finger in each other frame of 60 a second, and one that does in each; a millimetre is 10 px.
  @Test func `is janky if it leaves out frames`() throws {
    func violations(_ period: Int) throws -> [String] {
      _ = try desk.file(
        "program.awk",
        """
        BEGIN { print "time,sheet.y" }
        $2 == "moved" { y = $5 * 10 }
        $2 == "frame" { if (++frames % \(period) == 0) shown = y; print $1 "," shown + 0 }
        """)
      let example = try example(
        running: ["awk", "-F,", "-f", "program.awk"],
        ", \"conditions\": { \"sheet\": { \"jank\": 0 } }")
      return try example.checkOnce().violations.map(\.words)
    }
    let (all, half) = try (violations(1), violations(2))
    #expect(half.count == 1 && half[0].contains("1 frame missed"), "\(half)")
    #expect(half.allSatisfy { $0.contains("(scroll jank v4, rule ") })
    #expect(all.allSatisfy { !$0.contains("scroll jank") }, "\(all)")
  }

  @Test func `has a note about the lines that are no rows`() throws {
    let shown = try awk(
      "BEGIN { print \"starting\"; print \"time,a\"; print \"0,1\"; print \"done\" }")
    #expect(shown.notes == ["2 lines were not rows"])
    #expect(try awk("BEGIN { print \"time,a\"; print \"0,1\" }").notes.isEmpty)
  }

  @Test func `receives objects if it asks for them`() throws {
    let shown = try awk(
      """
      BEGIN { print "time,frames" }
      /^{"time":[0-9.]+,"kind":"frame"}$/ { frames++ }
      END { print "0," frames }
      """, ", \"input\": \"ndjson\", \"frameRate\": 10, \"rest\": 0")
    #expect(numbers(shown, "frames") == [11])
  }

  /// A second of recording takes a second, and not less.
  @Test func `receives each row at its time if it asks for that`() throws {
    let start = ContinuousClock.now
    _ = try awk(
      "BEGIN { print \"time,a\" } END { print \"0,1\" }", ", \"pace\": \"real\", \"rest\": 0")
    #expect(ContinuousClock.now - start >= .seconds(1))
  }

  /// The finger lifts after 1.002061 s of the program's own clock, however long it takes to start.
  @Test func `receives the first row when it has written its first line`() throws {
    for (output, keys) in [("", ""), (" > out.csv", ", \"log\": \"out.csv\"")] {
      _ = try desk.file(
        "program.sh",
        """
        sleep 0.3
        start=$(date +%s%N)
        {
          echo time,wait,start
          while IFS=, read -r time kind rest; do
            if [ "$kind" = ended ]; then echo 0,$((($(date +%s%N) - start) / 1000000)),$((start / 1000000)); fi
          done
        }\(output)
        """)
      let before = Date().timeIntervalSince1970 * 1000
      let shown = try example(
        running: ["sh", "program.sh"], ", \"pace\": \"real\", \"rest\": 0\(keys)"
      ).observe().shown
      // On a busy machine, it may start later than the second for which the rows wait.
      let start = numbers(shown, "start").first ?? before
      let late = max(start - before - 1000, 0)
      #expect(numbers(shown, "wait").first ?? 0 >= 1001 - late, "\(shown)")
    }
  }

  /// Its pipe is full after 4096 bytes, a seventh of a second of frames.
  @Test func `has a note about rows that were late`() throws {
    let script =
      "$| = 1; print qq(time,a\\n); fcntl(STDIN, 1031, 4096) or die; sleep 1; 1 while <STDIN>;"
      + " print qq(0,1\\n)"
    let shown = try example(
      running: ["perl", "-e", script],
      ", \"input\": \"ndjson\", \"pace\": \"real\", \"frameRate\": 1000, \"rest\": 0"
    ).observe().shown
    let late = shown.notes.first.flatMap { note in
      note.wholeMatch(
        of: #/rows were sent up to (\d+) ms late: the machine or the program was busy/#)
    }
    #expect(late.flatMap { Int($0.1) } ?? 0 > 500, "\(shown.notes)")
  }

  /// A program that prints another value in each of its runs; 1 was accepted.
  @Test(arguments: [
    (", \"pace\": \"real\"", "1", true, 1), (", \"pace\": \"real\"", "2 1 1", true, 3),
    (", \"pace\": \"real\"", "2 2 1", false, 2), (", \"pace\": \"real\"", "2 1 2", false, 3),
    ("", "2 1 1", false, 1),
  ])
  func `is judged by two of three runs in real time`(
    more: String, values: String, isSame: Bool, runs: Int
  ) throws {
    let script =
      "echo >>runs; set -- \(values); shift $(($(wc -l <runs) - 1)); echo time,a; echo 0,$1"
    _ = try desk.file("program.sh", script)
    _ = try desk.file("expected.csv", "time,a\n0,1\n")
    let check = try example(running: ["sh", "program.sh"], more).check()
    #expect(check.isSame == isSame)
    #expect(try Data(contentsOf: desk.file("runs")).count == runs)
    // The one that was outvoted is named.
    let note: String? =
      runs < 3
      ? nil
      : isSame
        ? "1 of 3 tries differed: a is 2.0 instead of 1.0 at 0.000 s"
        : "1 of 3 tries was as expected, which chance can do in real time"
    #expect(check.actual.notes == (note.map { [$0] } ?? []))
    #expect(check.triesDiffer == (runs == 3) && check.actual.silences.count == 1)
  }

  /// A program that prints another value in each of its runs; what comes most often would be accepted.
  @Test(arguments: [
    ("1 1 1", "", 1.0, 3, nil),
    (
      "1 2 1", "", 1, 3,
      "1 of 3 tries differed from what would be accepted: a is 2.0 instead of 1.0"
    ),
    (
      "2 1 1", "", 1, 3,
      "1 of 3 tries differed from what would be accepted: a is 2.0 instead of 1.0"
    ),
    (
      "1 2 3", "", 1, 3,
      "2 of 3 tries differed from what would be accepted: a is 2.0 instead of 1.0"
    ),
    // 9 was accepted before.
    ("9 1 1", "9", 9, 1, nil), ("1 9 9", "9", 9, 3, nil), ("1 1 1", "9", 1, 3, nil),
    (
      "1 1 9", "9", 1, 3,
      "1 of 3 tries differed from what would be accepted: a is 9.0 instead of 1.0"
    ),
  ])
  func `is accepted in real time only if three tries are the same`(
    values: String, accepted: String, value: Double, runs: Int, silence: String?
  ) throws {
    _ = try desk.file(
      "program.sh",
      "echo >>runs; set -- \(values); shift $(($(wc -l <runs) - 1)); echo time,a; echo 0,$1; echo 1,0"
    )
    if !accepted.isEmpty { _ = try desk.file("expected.csv", "time,a\n0,\(accepted)\n1,0\n") }
    let check = try example(running: ["sh", "program.sh"], ", \"pace\": \"real\"")
      .check(accepting: true)
    #expect(numbers(check.actual, "a").first == value)
    #expect(try Data(contentsOf: desk.file("runs")).count == runs)
    let sentence = silence.map { "chance decides, as \($0) at 0.000 s" }
    #expect(check.actual.silences == (sentence.map { [$0] } ?? []))
  }

  @Test(arguments: [
    (["./missing"], "./missing: can't be run: no such program"),
    (["no-program"], "no-program: can't be run: no such program, or its interpreter is missing"),
    (["./orphan"], "./orphan: can't be run: the interpreter in its first line does not exist"),
    (["true"], "true: wrote nothing; expected a table"),
    (["sh", "-c", "echo oops >&2; exit 3"], "sh: ended with status 3; its last message: oops"),
    (["sh", "-c", "kill -SEGV $$"], "sh: ended by signal 11"),
    (["sh", "-c", "echo hello"], "sh: no table in 1 line"),
    (["yes"], "yes: printed more than 64 MiB"),
    (["sleep", "1000"], "sleep: has not ended after 0.5 s"),
    (["sh", "-c", "sleep 1001 & echo time"], "sh: has ended, but a process that it started"),
    (["cat"], "cat: line 2 of its output: kind: expected a number or nothing, not 'began'"),
    (
      ["printf", "time,a\\\\n8124.3,1\\\\n"],
      "printf: times begin at 8124 s, long after the last row at 2 s; print '# zero TIME' first"
    ),
    (
      ["printf", "# zero 8124.3\\ntime,a\\n0,1\\n"],
      "printf: times begin at -8124 s, long before the first row at 0 s; print '# zero TIME' first"
    ),
  ])
  func `fails in a sentence and leaves no process`(words: [String], sentence: String) throws {
    // Ten seconds are too long to wait for; half a second is more than the others need when alone.
    let waits = words[0] == "sleep" || words.last?.hasPrefix("sleep") ?? false
    let orphan = try desk.program("orphan", "exit").path
    _ = try Program(
      URL(fileURLWithPath: "/bin/sed"), ["-i", "1s|.*|#!/missing/interpreter|", orphan])
    let example = try example(running: words, waits ? ", \"timeLimit\": 0.5" : "")
    let mistake = #expect(throws: UnusableFile.self) { try example.observe() }
    #expect(mistake?.path == desk.url.path + "/subject.json")
    #expect(mistake?.sentence.hasPrefix(sentence) ?? false, "\(mistake?.sentence ?? "")")
    guard waits else { return }
    let sleeper = words.joined(separator: " ").contains("1001") ? "1001" : "1000"
    #expect(try isGone("sleep", sleeper))
  }

  /// A session of its own is also a group of its own.
  @Test func `leaves no process in another session`() throws {
    let shown = try example(
      running: [
        "sh", "-c",
        "setsid sh -c 'sleep 1008; true' > /dev/null 2>&1 & echo time,a; echo 0,1; cat > /dev/null",
      ]
    ).observe().shown
    #expect(numbers(shown, "a") == [1])
    #expect(try isGone("sleep", "1008"))
  }

  /// The kernel shows no environment in the middle of `exec`.
  @Test func `leaves no process that becomes another program again and again`() throws {
    _ = try desk.file("again", "exec sh again 1009")
    let example = try example(
      running: [
        "sh", "-c",
        "setsid sh again 1009 > /dev/null 2>&1 & echo time,a; echo 0,1; cat > /dev/null",
      ])
    for _ in 0..<40 {
      _ = try example.observe()
      try #require(try isGone("sh", "again", "1009"))
    }
  }

  /// Waits, at most ten minutes, until the kernel has ended a program that was killed.
  private func isGone(_ words: String...) throws -> Bool {
    for _ in 0..<60_000 {
      guard try isRunning(words) else { return true }
      usleep(10_000)
    }
    return false
  }

  private func isRunning(_ words: [String]) throws -> Bool {
    let line = words.map { "\($0)\u{0}" }.joined()
    return try FileManager.default.contentsOfDirectory(atPath: "/proc").contains { name in
      (try? String(contentsOfFile: "/proc/\(name)/cmdline", encoding: .utf8)) == line
    }
  }

  @Test(arguments: [
    ("{}", ":1:1: missing key 'version'"),
    ("{\"version\": 1}", ":1:1: expected command or page: a program"),
    ("{\"version\": 1, \"command\": []}", ":1:27: command: expected the program"),
    ("{\"version\": 1, \"comand\": []}", ":1:16: unknown key 'comand'; did you mean 'command'?"),
    (
      "{\"version\": 1, \"command\": [\"a\"], \"show\": [\"x\"]}",
      ":1:42: show: only for a page: leave it out"
    ),
    (
      "{\"version\": 1, \"page\": \"../a.html\"}", ":1:24: page: expected a file below this folder"
    ),
    (
      "{\"version\": 1, \"page\": \"a.html\"}", ":1:1: missing key 'elements'"
    ),
    (
      "{\"version\": 1, \"page\": \"a.html\", \"elements\": {\"a\": \"b\"}, \"show\": [\"opacit\"]}",
      ":1:67: show[0]: unknown property 'opacit'; did you mean 'opacity'?"
    ),
    (
      "{\"version\": 1, \"command\": [\"a\"], \"pace\": \"slow\"}",
      ":1:42: pace: unknown pace 'slow'; expected one of fast, real"
    ),
    (
      "{\"version\": 1, \"command\": [\"a\"], \"tolerances\": {\"a\": {\"value\": -1}}}",
      ":1:64: tolerances.a.value: expected an allowed difference"
    ),
    (
      "{\"version\": 1, \"command\": [\"./p\\u0000x\"]}",
      ":1:28: command[0]: expected the program or an argument without U+0000, at which the system"
    ),
    (
      #"{"version": 1, "page": "a.html", "elements": {"a": "b"}, "browser": "c\u0000"}"#,
      ":1:69: browser: expected a program without U+0000, at which the system"
    ),
    (
      "{\"version\": 1, \"command\": [\"a\"], \"log\": \"b\\u0000\"}",
      ":1:41: log: expected a file below this folder without U+0000"
    ),
    (
      "{\"version\": 1, \"command\": [\"a\"], \"log\": \"\(String(repeating: "b", count: 256))\"}",
      ":1:41: log: expected a shorter name: the system takes 255 bytes"
    ),
    (
      "{\"version\": 1, \"command\": [\"a\"], \"log\": \"\(String(repeating: "b/", count: 2500))c\"}",
      ":1:41: log: expected a shorter name"
    ),
  ])
  func `is described by a file whose mistakes have a place`(text: String, mistake: String) {
    let error = #expect(throws: UnusableFile.self) { try example(text) }
    #expect(
      "\(error.map(String.init(describing:)) ?? "")".contains("subject.json\(mistake)"),
      "\(error.map(String.init(describing:)) ?? "")")
  }

  @Test func `is not tested together with an interaction`() throws {
    _ = try desk.file("interaction.json", "{}")
    _ = try desk.file("subject.json", "{}")
    guard case .unusable(let mistake)? = try CaseSearch.content(of: desk.url.path) else {
      Issue.record("the folder is taken for a case")
      return
    }
    #expect(mistake.sentence.hasPrefix("subject.json and interaction.json"))
  }
}
