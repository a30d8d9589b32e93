import Foundation
import PantographTestSupport
import Testing

/// Two devices, the second one with touches; times in microseconds from a common start.
private let together = """
  version: 1
  ndevices: 2
  devices:
  - node: /dev/input/event3
    evdev:
      name: "keys"
      id: [3, 1, 2, 3]
      codes:
        1: [30]
      absinfo:
      properties: []
    quirks:
    events:
    - evdev:
      - [5, 10, 1, 30, 1]
      - [5, 10, 0, 0, 0]
  - node: /dev/input/event7
    evdev:
      name: "pad"
      id: [29, 1739, 0, 0]
      codes:
        3: [53, 54]
      absinfo:
        53: [0, 100, 0, 0, 10]
        54: [0, 100, 0, 0, 10]
      properties: [0]
    quirks:
    events:
    - evdev:
      - [5, 30, 3, 53, 7]
      - [5, 30, 0, 2, 0]
      - [5, 30, 0, 0, 0]

  """

private let bare = """
  E: 0.000001 0003 0035 5
  E: 0.000001 0000 0000 0

  """

@Suite struct `pantograph convert` {
  private func convert(_ arguments: String...) throws -> Program {
    try Program(Program.pantograph, ["convert"] + arguments)
  }

  @Test func `keeps all devices, with times from the first event`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("both.yml", together)
    let converted = try convert(file.path, "--output", "-")
    #expect(converted.status == 0 && converted.complaints.isEmpty)
    #expect(converted.output.contains("ndevices: 2\n"))
    #expect(converted.output.contains("[0, 0, 1, 30, 1]"))
    #expect(converted.output.contains("[0, 20, 3, 53, 7]"))
    let second = try convert(file.path, "--node", "2", "--format", "evemu", "--output", "-")
    #expect(
      second.output.contains("N: pad\n") && second.output.contains("E: 0.000001 0003 0035 7\n"))
    let named = try convert(
      file.path, "--node", "/dev/input/event7", "--format", "evemu", "--output", "-")
    #expect(named.output == second.output)
  }

  @Test func `takes the name of a recording's format with --to, too`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("bare.events", bare)
    for format in ["evemu", "libinput"] {
      let converted = try convert(file.path, "--to", format, "--output", "-")
      #expect(converted.status == 0, "\(converted)")
      #expect(
        try converted.output == convert(file.path, "--format", format, "--output", "-").output)
      #expect(try convert(file.path, "--to", format, "--format", format, "-o", "-").status == 2)
      let density = try convert(file.path, "--to", format, "--density", "5", "-o", "-")
      #expect(density.complaints.contains("--density has no effect on --to \(format)"))
    }
  }

  @Test func `merges recordings, and reads gzip and pipes`()
    throws
  {
    let folder = try TemporaryFolder()
    let both = try folder.file("both.yml", together)
    let bash = URL(fileURLWithPath: "/bin/bash")
    let joined = try Program(
      bash,
      [
        "-c", #"gzip -c "$1" | "$0" convert - <("$0" convert "$1" --node 2 -o -) -o -"#,
        Program.pantograph.path, both.path,
      ])
    #expect(joined.status == 0, "\(joined.complaints)")
    #expect(joined.output.contains("ndevices: 3\n"))
    // The times of the second recording start at 0.
    #expect(joined.output.components(separatedBy: "3, 53, 7]").count == 3)
    #expect(
      joined.output.contains("[5, 30, 3, 53, 7]") && joined.output.contains("[0, 0, 3, 53, 7]"))
  }

  @Test func `takes a description from elsewhere, and reports a missing one`() throws {
    let folder = try TemporaryFolder()
    let both = try folder.file("both.yml", together)
    let file = try folder.file("bare.events", bare)
    let without = try convert(file.path, "--output", "-")
    #expect(without.status == 0 && without.complaints.contains("--device"))
    let with = try convert(file.path, "--output", "-", "--device", both.path)
    #expect(with.status == 0 && with.complaints.isEmpty)
    #expect(with.output.contains("name: \"pad\"") && with.output.contains("[0, 0, 3, 53, 5]"))
    let axes = try folder.file("pad.axes", "A: 35 0 1279 0 0 12\nA: 36 0 799 0 0 11\n")
    let bareAxes = try convert(file.path, "--output", "-", "--device", axes.path)
    #expect(bareAxes.output.contains("53: [0, 1279, 0, 0, 12]"))
  }

  /// The output of `getevent -lt` on a device, and that of `getevent -lp` on it.
  @Test func `takes the description of getevent from a file of its own`() throws {
    let folder = try TemporaryFolder()
    let events = try folder.file(
      "events.txt",
      """
      [   20897.702414] EV_ABS       ABS_MT_TRACKING_ID   00000033            
      [   20897.702414] EV_ABS       ABS_MT_POSITION_X    000000b1            
      [   20897.702414] EV_SYN       SYN_REPORT           00000000            

      """)
    let description = try folder.file(
      "description.txt",
      """
      add device 1: /dev/input/event2
        name:     "phone"
        events:
          ABS (0003): ABS_MT_POSITION_X     : value 0, min 0, max 1079, fuzz 0, flat 0, resolution 16

      """)
    let converted = try convert(
      events.path, "--device", description.path, "--format", "evemu", "--output", "-")
    #expect(converted.status == 0 && converted.complaints.isEmpty, "\(converted.complaints)")
    #expect(
      converted.output.contains("N: phone\n") && converted.output.contains("A: 35 0 1079 0 0 16"))
    #expect(converted.output.contains("E: 0.000001 0003 0035 177\n"))
    let bare = try convert(events.path, "--format", "evemu", "--output", "-")
    #expect(bare.status == 0 && bare.output.contains("E: 0.000001 0003 0035 177\n"))
  }

  @Test(
    arguments: [
      (
        ["both.yml", "-o", "x.evemu"],
        "both.yml: has 2 devices, but the evemu format holds only one"
      ),
      (
        ["both.yml", "-o", "x.yml", "--node", "3"],
        "both.yml: no such device; choose one with --node"
      ),
      (
        ["bare.events", "-o", "x.yml", "--node", "2"],
        "bare.events:1:1: this recording has one device"
      ),
      (["bare.events", "-o", "x.yml", "--node", "y"], "bare.events:1:1: the only device of this"),
      (["bare.events", "-o", "x.yml.gz"], "x.yml.gz: results are not compressed; run `gzip`"),
      (["bare.events", "-o", "bare.events"], "bare.events: the result would replace its input"),
      (["bare.events", "-o", "x.yml", "--format", "evtest"], "--format evtest: expected one of"),
      (["absent", "-o", "x.yml"], "absent: no such file"),
      (["/dev/zero", "-o", "x.yml"], "/dev/zero:1:1048576: a line of more than 1 MiB"),
      (["torn.yml", "-o", "x.yml"], "torn.yml:30:11: expected microseconds"),
      (["both.yml"], "--output is required: the recording to write"),
      (["-o", "x.yml"], "missing RECORDING…"),
    ])
  func `reports errors, and writes nothing`(words: [String], sentence: String) throws {
    let folder = try TemporaryFolder()
    _ = try folder.file("both.yml", together)
    _ = try folder.file("bare.events", bare)
    _ = try folder.file("torn.yml", String(together.dropLast(60)))
    let converted = try Program(Program.pantograph, ["convert"] + words, in: folder.url)
    #expect(converted.status == 2)
    #expect(converted.complaints.contains(sentence), "\(converted.complaints)")
    for name in ["x.yml", "x.evemu", "x.yml.gz"] {
      #expect(!FileManager.default.fileExists(atPath: folder.file(name).path))
    }
  }

  @Test func `uses the intact part of a damaged recording if requested, and counts it`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.file("torn.yml", String(together.dropLast(20)))
    let converted = try Program(
      Program.pantograph, ["convert", "torn.yml", "--lenient", "-o", "-"], in: folder.url)
    #expect(converted.status == 0)
    #expect(converted.complaints.hasPrefix("torn.yml:"))
    // The damage is reported once, although each device is read separately.
    let complaints = converted.complaints.split(separator: "\n")
    #expect(complaints.count == 2, "\(converted.complaints)")
    #expect(complaints.last == "torn.yml: the last frame is incomplete; its 2 events are left out")
    #expect(converted.output.contains("1, 30, 1]") && !converted.output.contains("3, 53, 7]"))
    let whole = try folder.file("whole.yml", converted.output)
    #expect(try Program.pantograph("convert", whole.path, "-o", "-").output == converted.output)
  }
}
