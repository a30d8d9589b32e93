import Foundation
import PantographTestSupport
import Testing

@Suite struct `pantograph info` {
  private func info(_ arguments: String...) throws -> Program {
    try Program(Program.pantograph, ["info"] + arguments)
  }

  private func parsed(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  /// A gesture with known path, times and pressure, on a touchpad of 100 × 65 mm.
  private func gesture(in folder: TemporaryFolder, _ options: String...) throws -> String {
    let file = folder.file("swipe.yml").path
    let made = try Program(
      Program.pantograph,
      ["synth", "--by", "40,0", "--duration", "0.4", "--rate", "125", "--noise", "0"] + options
        + ["--pressure-noise", "0", "--output", file])
    #expect(made.status == 0, "\(made.complaints)")
    return file
  }

  @Test func `prints device, rates, contacts and pressure`() throws {
    let folder = try TemporaryFolder()
    let file = try gesture(in: folder, "--fingers", "2")
    let received = try info("--json", file)
    #expect(received.status == 0 && received.output.hasSuffix("}\n"))
    let info = try parsed(received.output)
    #expect(info["path"] as? String == file && info["format"] as? String == "libinput")
    #expect(info["contacts"] as? Int == 2 && info["maxContacts"] as? Int == 2)
    #expect(info["reportRate"] as? Double == 125 && info["reportJitter"] as? Double == 0)
    // 51 frames from 0 to 0.4 s, and the lift.
    #expect(info["duration"] as? Double == 0.408)
    let pressure = try #require(info["pressure"] as? [String: Double])
    // A landed finger has a pressure of 0.3 of the range, in units of 1/255.
    #expect(abs(try #require(pressure["max"]) - 0.3) < 0.51 / 255)
    #expect((info["defects"] as? [Any])?.isEmpty == true)
    let device = try #require((info["devices"] as? [[String: Any]])?.first)
    #expect(device["name"] as? String == "Pantograph Touchpad")
    #expect(device["kind"] as? String == "touchpad")
    #expect(device["size"] as? [Double] == [100, 65])
    #expect(device["sizeAssumed"] as? Bool == false)
    let contacts = try #require(device["contactList"] as? [[String: Any]])
    for contact in contacts {
      #expect(abs(try #require(contact["travel"] as? Double) - 40) < 0.051)
      #expect(contact["end"] as? Double == 0.408)
    }
  }

  @Test func `prints the same as text`() throws {
    let folder = try TemporaryFolder()
    let file = try gesture(in: folder)
    let info = try info(file, "--contacts")
    for line in [
      "  Pantograph Touchpad, touchpad, 100 × 65 mm", "  1 contact, at most 1 at once",
      "  125.0 reports per second, 0.00 ms jitter", "  no defects",
      "    contact 1: 0.000 s to 0.408 s, travelled 40.0 mm, pressure up to 0.30",
    ] {
      #expect(info.output.contains("\(line)\n"), "\(info.output)")
    }
  }

  @Test func `finds defects, each with its line`() throws {
    let folder = try TemporaryFolder()
    let file = try gesture(in: folder, "--syn-dropped-at", "0.2")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let line = try #require(
      text.split(separator: "\n", omittingEmptySubsequences: false)
        .firstIndex { $0.hasSuffix(", 0, 3, 0]") })
    let defects = try #require(
      parsed(try info("--json", file).output)["defects"] as? [[String: Any]])
    let lost = try #require(defects.first { $0["kind"] as? String == "eventsLost" })
    #expect(lost["count"] as? Int == 1 && lost["firstLine"] as? Int == line + 1)
    let received = try info(file)
    #expect(received.output.contains("  line \(line + 1): events were lost (SYN_DROPPED), once\n"))
  }

  /// Reading once per device would take more than a minute.
  @Test func `reads 900 devices in seconds`() throws {
    let folder = try TemporaryFolder()
    var yaml = "version: 1\nndevices: 900\ndevices:\n"
    for number in 0..<900 {
      yaml += """
        - node: /dev/input/event\(number)
          evdev:
            name: "Pad \(number)"
            id: [3, 1, 2, 3]
            codes:
              0: [0, 1, 3]
              1: [330]
              3: [0, 1, 47, 53, 54, 57]
            absinfo:
              47: [0, 4, 0, 0, 0]
              53: [0, 1000, 0, 0, 10]
              54: [0, 1000, 0, 0, 10]
              57: [0, 65535, 0, 0, 0]
            properties: [1]
          events:
          - evdev:
            - [0, \(number), 3, 57, 1]
            - [0, \(number), 3, 53, 10]
            - [0, \(number), 3, 54, 10]
            - [0, \(number), 0, 0, 0]

        """
    }
    let file = try folder.file("many.yml", yaml).path
    let limited = try Program(
      URL(fileURLWithPath: "/bin/sh"),
      ["-c", #"ulimit -t 10; exec "$0" info --json "$1""#, Program.pantograph.path, file])
    #expect(limited.status == 0, "\(limited.complaints)")
    let devices = try #require(try parsed(limited.output)["devices"] as? [[String: Any]])
    #expect(devices.map { $0["name"] as? String } == (0..<900).map { "Pad \($0)" })
    #expect(devices.allSatisfy { ($0["contactList"] as? [Any])?.count == 1 })
  }

  @Test func `describes several recordings, and standard input`() throws {
    let folder = try TemporaryFolder()
    let file = try gesture(in: folder)
    let several = try info("--json", file, file).output.split(separator: "\n")
    #expect(several.count == 2 && several[0] == several[1])
    let piped = try Program(
      URL(fileURLWithPath: "/bin/sh"),
      ["-c", #"cat "$1" | "$0" info -"#, Program.pantograph.path, file])
    #expect(piped.output.hasPrefix("  standard input\n  Pantograph Touchpad"))
    let absent = try info("absent", file)
    #expect(absent.status == 2 && absent.output.contains("Pantograph Touchpad"))
    #expect(absent.complaints == "absent: no such file\n")
  }

  @Test func `escapes names that would break the line or the JSON`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file(
      "odd.evemu", "# EVEMU 1.3\nN: a \"pad\" \\ \u{1b}[31m\u{7}é\nE: 0.000001 0000 0000 0\n")
    let json = try parsed(try info("--json", file.path).output)
    let device = try #require((json["devices"] as? [[String: Any]])?.first)
    #expect(device["name"] as? String == "a \"pad\" \\ \u{1b}[31m\u{7}é")
    #expect(try !info(file.path).output.unicodeScalars.contains("\u{1b}"))
  }

  @Test func `counts the contacts of a device without a description`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file(
      "bare.events",
      """
      E: 0.000001 0003 0039 5
      E: 0.000001 0003 0035 100
      E: 0.000001 0003 0036 100
      E: 0.000001 0003 002f 1
      E: 0.000001 0003 0039 6
      E: 0.000001 0003 0035 900
      E: 0.000001 0003 0036 100
      E: 0.000001 0000 0000 0
      E: 0.010001 0003 0039 -1
      E: 0.010001 0003 002f 0
      E: 0.010001 0003 0039 -1
      E: 0.010001 0000 0000 0

      """
    ).path
    let info = try info(file, "--contacts")
    #expect(info.output.contains("no device description; add one with --device"))
    #expect(info.output.contains("  2 contacts, at most 2 at once\n"))
    #expect(info.output.contains("    contact 2: 0.000 s to 0.010 s\n"))
    #expect(info.output.contains("  no defects\n"))
    let json = try parsed(try self.info("--json", file).output)
    #expect(json["contacts"] as? Int == 2 && json["maxContacts"] as? Int == 2)
  }

  @Test func `reports damage like other defects`() throws {
    let folder = try TemporaryFolder()
    let text = try String(contentsOfFile: gesture(in: folder), encoding: .utf8)
    let file = try folder.file("torn.yml", text + "  - evdev:\n    - [9, 0, x").path
    let lines = text.split(separator: "\n").count
    let info = try info(file, "--lenient")
    #expect(info.status == 0)
    #expect(
      info.output.contains(
        "  line \(lines + 2): the rest of the recording can't be read, once\n"), "\(info)")
    // A line in no known format is damage once a recording has begun.
    let long = try folder.file("long.yml", text + String(repeating: "x", count: 2 << 20)).path
    let lenient = try self.info(long, "--lenient")
    #expect(lenient.status == 0 && lenient.output.contains("1 contact, at most 1 at once"))
    #expect(try self.info(long).status == 2)
  }
}
