import Foundation
import PantographTestSupport
import Testing

/// The events that commands of Android's `uinput` program send, and the device that they create.
///
/// It follows what Android documents about the commands, and shares no code with the writer.
private struct UinputCommands {
  /// The first command.
  var registration = JSON.nothing
  /// The events, each as its type, code and value.
  var events: [[Int]] = []
  /// The time of each event since the first one, in milliseconds.
  var times: [Double] = []
  /// The names of the commands.
  var names: [String] = []

  init(_ text: String) throws {
    var clock = 0.0
    var start: Double?
    for line in text.split(separator: "\n") {
      let command = try JSONDecoder().decode(JSON.self, from: Data(line.utf8))
      #expect(command["id"].number == 1)
      names.append(command["command"].text)
      switch command["command"].text {
      case "register": registration = command
      case "delay":
        let duration = try #require(command["duration"].number)
        #expect(duration > 0 && duration == duration.rounded(), "not whole milliseconds")
        clock += duration
      case "inject":
        let numbers = command["events"].numbers.map { Int($0) }
        #expect(numbers.count.isMultiple(of: 3) && numbers.suffix(3) == [0, 0, 0])
        start = start ?? clock
        for index in stride(from: 0, to: numbers.count, by: 3) {
          events.append(Array(numbers[index..<index + 3]))
          times.append(clock - (start ?? clock))
        }
      default: break
      }
    }
  }

  /// Returns the codes that a control of the registration enables.
  func codes(_ control: Double) -> [Double] {
    registration["configuration"].list.first { $0["type"].number == control }?["data"].numbers
      ?? []
  }
}

@Suite struct `pantograph convert --to uinput` {
  private func convert(_ arguments: String...) throws -> Program {
    try Program(Program.pantograph, ["convert"] + arguments)
  }

  /// The events of a recording, as evemu's format has them, and their times in milliseconds.
  private func events(of path: String) throws -> (events: [[Int]], times: [Double]) {
    let evemu = try convert(path, "--format", "evemu", "--output", "-").output
    let lines = evemu.split(separator: "\n").filter { $0.hasPrefix("E: ") }.map { line in
      line.split(separator: " ").dropFirst().map(String.init)
    }
    let events = try lines.map { fields in
      try [#require(Int(fields[1], radix: 16)), #require(Int(fields[2], radix: 16))]
        + [#require(Int(fields[3]))]
    }
    return (events, try lines.map { try #require(Double($0[0])) * 1000 - 0.001 })
  }

  @Test func `sends the same events at the same times`() throws {
    let flick = Repository.recordings.appendingPathComponent("touchpad-flick/recording.yml").path
    let written = try convert(flick, "--to", "uinput", "--output", "-")
    #expect(written.status == 0 && written.complaints == "", "\(written.complaints)")
    let commands = try UinputCommands(written.output)
    let expected = try events(of: flick)
    #expect(commands.events == expected.events && commands.events.count == 190)
    for (time, other) in zip(commands.times, expected.times) { #expect(abs(time - other) <= 0.51) }
    #expect(commands.names.prefix(3) == ["register", "delay", "inject"])
    #expect(commands.names.last == "sync" && commands.names.count { $0 == "sync" } == 1)
  }

  @Test func `describes the device`() throws {
    let flick = Repository.recordings.appendingPathComponent("touchpad-flick/recording.yml").path
    let output = try convert(flick, "--to", "uinput", "--output", "-").output
    let commands = try UinputCommands(output)
    let device = commands.registration
    #expect(device["name"].text == "Pantograph Touchpad" && device["bus"].text == "usb")
    // UI_SET_EVBIT, which has no EV_SYN, UI_SET_ABSBIT and UI_SET_PROPBIT.
    #expect(commands.codes(100) == [1, 3] && commands.codes(110).first == 0)
    #expect(commands.codes(101).contains(330) && commands.codes(103).contains(53))
    let axes = device["abs_info"].list
    #expect(axes.compactMap(\.["code"].number) == commands.codes(103))
    let evemu = try convert(flick, "--format", "evemu", "--output", "-").output
    let x = try #require(axes.first { $0["code"].number == 53 })["info"]
    let names = ["minimum", "maximum", "fuzz", "flat", "resolution"]
    let numbers = names.map { String(Int(x[$0].number ?? -1)) }.joined(separator: " ")
    #expect(evemu.contains("A: 35 \(numbers)\n"), "\(numbers)")
    // Android reads a control before its codes.
    #expect(output.contains("{\"type\":100,\"data\":[1,3]}"))
  }

  /// Frames every 8.4 ms: a rounding error that adds up would be 400 ms after 1000 of them.
  @Test func `has no error that adds up`() throws {
    let folder = try TemporaryFolder()
    let frames = (0..<1000).map { index in
      let time = String(format: "%.6f", 7 + Double(index) * 0.0084)
      return "E: \(time) 0003 0035 \(index)\nE: \(time) 0000 0000 0\n"
    }
    let text = "N: a \"b\"\nB: 03 00 00 00 00 00 00 20 00\nA: 35 0 1940 0 0 20\n" + frames.joined()
    let file = try folder.file("long.evemu", text).path
    let script = folder.file("long.json").path
    let written = try convert(file, "--to", "uinput", "--output", script)
    #expect(written.status == 0 && written.complaints == "", "\(written.complaints)")
    let commands = try UinputCommands(String(contentsOfFile: script, encoding: .utf8))
    #expect(commands.registration["name"].text == "a \"b\"")
    for (index, time) in commands.times.enumerated() {
      #expect(abs(time - Double(index / 2) * 8.4) <= 0.5 + 1e-9, "frame \(index / 2)")
    }
  }

  @Test func `requires one device, and its description`() throws {
    let folder = try TemporaryFolder()
    let bare = try folder.file("bare.evemu", "E: 0.000001 0003 0035 5\nE: 0.000001 0000 0000 0\n")
      .path
    let flick = Repository.recordings.appendingPathComponent("touchpad-flick/recording.yml").path
    let both = folder.file("both.yml").path
    #expect(try convert(flick, flick, "--output", both).status == 0)
    let script = ["--to", "uinput", "--output"]
    let wrongName =
      "a recording is written as libinput YAML or evemu; --to uinput writes JSON or NDJSON"
    let mistakes: [([String], String)] = [
      (
        [bare] + script + ["-"],
        "\(bare): has no device description, without which uinput creates no device; add one with --device"
      ),
      (
        [both] + script + ["-"],
        "\(both): has 2 devices, but the uinput format holds only one; choose it with --node"
      ),
      (
        [flick, "--density", "5"] + script + ["-"],
        "pantograph convert: --density has no effect on --to uinput"
      ),
      ([flick] + script + [both], "\(both): \(wrongName)"),
    ]
    for (words, complaint) in mistakes {
      let run = try Program(Program.pantograph, ["convert"] + words)
      #expect(run.status == 2 && run.complaints == complaint + "\n", "\(run.complaints)")
    }
    let described = try convert(bare, "--device", flick, "--to", "uinput", "--output", "-")
    #expect(described.status == 0)
    #expect(try UinputCommands(described.output).events == [[3, 53, 5], [0, 0, 0]])
  }
}
