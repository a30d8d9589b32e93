import Foundation
import PantographBase
import PantographTestSupport
import PantographTouches
import PantographTraces
import Testing

@Suite(.enabled(if: Repository.hasCorpus, Repository.absence))
struct `A rewritten recording of a real device` {
  private static let files = Table(Repository.corpus.appendingPathComponent("manifest.csv")).rows
    .filter { $0.text("format") != "-" }.map { $0.text("file") }

  /// A recording written in one of the formats.
  private struct Written {
    var devices: [RecordedDevice] = []
    /// The events of each device, with times relative to the first of all.
    var events: [[InputEvent]] = []
    var bytes: [UInt8] = []
  }

  private static func devices(_ bytes: [UInt8]) throws -> [(RecordedDevice, [InputEvent])] {
    let (reading, events) = try read(bytes)
    guard reading.devices.count > 1 else {
      return [(reading.devices.first ?? RecordedDevice(), events)]
    }
    return try reading.devices.enumerated().map { index, device in
      (device, try read(bytes, choosing: .number(index + 1)).1)
    }
  }

  /// Writes a file of the corpus: in libinput's format with all devices, in evemu's with each separately.
  private static func write(_ file: String, as format: RecordingFormat) throws -> [Written] {
    let bytes = [UInt8](try Data(contentsOf: Repository.corpus.appendingPathComponent(file)))
    let devices = try devices(bytes)
    return (format == .libinput ? [devices] : devices.map { [$0] }).map { devices in
      let start = devices.flatMap(\.1).map(\.time).min()
      var writer = RecordingWriter(format, start: start, deviceCount: devices.count)
      var written = Written()
      for (device, events) in devices {
        writer.begin(device, to: &written.bytes)
        writer.write(events, to: &written.bytes)
        written.devices.append(device)
        written.events.append(
          events.map { event in
            // evemu's player needs the first time to be after 0.
            var event = event
            event.time.microseconds -= (start?.microseconds ?? 0) - (format == .evemu ? 1 : 0)
            return event
          })
      }
      return written
    }
  }

  @Test(arguments: files, RecordingFormat.writable)
  func `is read like the original`(file: String, format: RecordingFormat) throws {
    for written in try Self.write(file, as: format) {
      let again = try Self.devices(written.bytes)
      #expect(again.map(\.1) == written.events)
      for (before, after) in zip(written.devices, again.map(\.0)) {
        let (before, after) = (before.description, after.description)
        #expect(after.name == before.name || before.name.isEmpty)
        #expect(after.identity == before.identity)
        #expect(after.properties == before.properties)
        // evemu does not contain key repeat.
        for (type, codes) in before.capabilities where format == .libinput || type != .repeat {
          #expect(after.codes(of: type) == codes)
        }
        #expect(after.axes.elementsEqual(before.completeAxes, by: ==))
      }
    }
  }

  private static let hasYAML =
    OtherProgram.pythonRuns("-c", "import yaml")

  @Test(.enabled(if: hasYAML, OtherProgram.absence("python3-yaml")))
  func `is the same to PyYAML`() throws {
    let folder = try TemporaryFolder()
    var names: [String] = []
    var expected: [String] = []
    for (index, file) in Self.files.enumerated() {
      for written in try Self.write(file, as: .libinput) {
        let name = folder.file("\(index).yml")
        try Data(written.bytes).write(to: name)
        names.append(name.path)
        expected.append(name.path)
        for (device, events) in zip(written.devices, written.events) {
          let id = device.description.identity
          expected.append(
            "device \(id.bus) \(id.vendor) \(id.product) \(id.version) \(device.description.name)")
          expected += events.map { event in
            let time = event.time.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
            return "\(time.quotient) \(time.remainder) \(event.type.rawValue)"
              + " \(event.code.rawValue) \(event.value)"
          }
        }
      }
    }
    let script = Repository.script("recordings_as_yaml.py")
    let read = try Program(try #require(OtherProgram.python), [script.path] + names)
    #expect(read.status == 0, "\(read.complaints)")
    let lines = read.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count == expected.count)
    let different = zip(lines, expected).first { $0 != $1 }
    #expect(different == nil)
  }
}
