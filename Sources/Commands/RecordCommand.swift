import Evdev
import Quantities
import Traces

/// `pantograph record`: from devices to a file.
enum RecordCommand {
  static let command = Command(
    name: "record",
    summary: "records what devices send, as libinput YAML or evemu",
    operands: [.device("DEVICE…")],
    options: [
      CommonOptions.recording,
      CommonOptions.recordingFormat,
      .init("--force", help: "write over a file of that name"),
      CommonOptions.grab,
      .init("--show-keycodes", help: "record which keys are pressed; otherwise all are KEY_A"),
    ],
    details: """
      DEVICE is a node such as /dev/input/event5; `pantograph devices` lists them. Every frame is
      written as it comes, to a file that only you can read, and stays there whatever happens to this
      program. Ends with Ctrl-C.

      Of several devices, the second is kept in FILE.2 meanwhile, and so on; in the end all are in
      FILE, on one time. If this program was killed, `pantograph convert FILE FILE.2 -o ALL` joins
      them.
      """,
    exitStatus: """
      Ends with 0, and with 2 if the arguments can't be used, the last device goes away or the disk is
      full; what came until then stays.
      """,
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let path = try arguments.required("--output", "the recording to make")
    let format = try CommonOptions.recordingFormat(arguments)
    let nodes = arguments.operands
    guard nodes.count == 1 || format == .libinput else {
      throw Complaint("pantograph record: evemu's format has one device, libinput's has several")
    }
    guard nodes.count == 1 || path != "-" else {
      throw Complaint("pantograph record: several devices need a file; give --output a name")
    }
    guard Set(nodes.map(InputFile.deviceNumber)).count == nodes.count else {
      throw Complaint("pantograph record: a device is named twice")
    }
    let paths = nodes.indices.map { $0 == 0 ? path : "\(path).\($0 + 1)" }
    let start = nodes.count > 1 ? EventLoop.now : nil
    let tracks = try nodes.map { node throws(Complaint) in
      DeviceTrack(
        node: node, device: try openDevice(node), writer: RecordingWriter(format, start: start),
        showsKeys: arguments.has("--show-keycodes"))
    }
    // All devices are there before any file is made.
    if arguments.has("--grab") { for track in tracks { try track.grab() } }
    var made: [String] = []
    do {
      for (track, path) in zip(tracks, paths) {
        let output = try OutputFile(log: path, replaces: arguments.has("--force"))
        made.append(path)
        try track.begin(output)
      }
    } catch {
      // Nothing was recorded yet: what was made would only stand in the way of the next try.
      for path in made where InputFile.canBeReadAgain(path) { OutputFile.remove(path) }
      throw error
    }
    let loop = try EventLoop()
    let names = tracks.map(\.name).joined(separator: " and ")
    let place = path == "-" ? "standard output" : path
    say("recording \(names) to \(place); Ctrl-C ends")
    let status = record(tracks, loop)
    if paths.count > 1 { try join(paths) }
    say("\(tracks.reduce(0) { $0 + $1.frameCount }) frames are in \(place)")
    return status
  }

  /// Records until the end is asked for, or there is nothing left to record from or to.
  private static func record(_ tracks: [DeviceTrack], _ loop: EventLoop) -> ExitStatus {
    var tracks = tracks
    var status = ExitStatus.fine
    while !tracks.isEmpty {
      let descriptors = tracks.map(\.descriptor)
      if case .stop = loop.wait(forAnyOf: descriptors, until: nil) { break }
      tracks.removeAll { track in
        do {
          try track.takeEvents(loop)
          return false
        } catch is OutputFile.ReaderClosed {
          // An answer, as for all commands: nobody wants more.
          return true
        } catch let complaint as Complaint {
          say(complaint.sentence)
        } catch {
          say("\(error)")
        }
        status = .unusable
        return true
      }
    }
    return status
  }

  /// Makes one recording of several, each of one device, and removes those but the first.
  private static func join(_ paths: [String]) throws {
    do {
      let conversion = try Conversion(
        of: paths, choosing: .automatic, describedBy: nil, isLenient: true)
      let output = try OutputFile(result: paths[0])
      try conversion.write(.libinput, to: output)
      try output.finish()
    } catch let complaint as Complaint {
      throw Complaint(
        "\(complaint.sentence); the devices' own recordings stay in \(paths.joined(separator: ", "))"
      )
    }
    for path in paths.dropFirst() { OutputFile.remove(path) }
  }
}

/// A device on its way to a file.
private final class DeviceTrack {
  let node: String
  private var device: Device
  private var writer: RecordingWriter
  private let showsKeys: Bool
  private var output: OutputFile?
  private var bytes: [UInt8] = []
  private var frame: [InputEvent] = []
  private var hasBegun = false
  /// Frames that are in `bytes` and not yet in the file.
  private var waitingFrames = 0
  private(set) var frameCount = 0

  init(node: String, device: consuming Device, writer: RecordingWriter, showsKeys: Bool) {
    self.node = node
    self.device = device
    self.writer = writer
    self.showsKeys = showsKeys
  }

  var descriptor: Int32 { device.descriptor }
  var name: String { device.description.name }

  func grab() throws(Complaint) { try grabDevice(&device) }

  func begin(_ output: OutputFile) throws {
    self.output = output
    writer.begin(RecordedDevice(node: node, description: device.description), to: &bytes)
    try output.write(&bytes)
  }

  /// Writes the frames that are there; what is kept of a frame that has no end yet comes later.
  func takeEvents(_ loop: EventLoop) throws {
    do {
      while let event = try device.next() { take(event) }
    } catch {
      try writeFrames(loop)
      throw error
    }
    try writeFrames(loop)
  }

  private func writeFrames(_ loop: EventLoop) throws {
    if try output?.write(&bytes, heeding: loop) == true { frameCount += waitingFrames }
    waitingFrames = 0
  }

  private func take(_ event: InputEvent) {
    if !hasBegun {
      // The state before the first event, which alone would not report where a finger is.
      let state = device.initialEvents(before: event.time)
      writer.write(state, to: &bytes)
      waitingFrames += state.count { $0.endsFrame }
      hasBegun = true
    }
    frame.append(showsKeys ? event : event.withoutLetters)
    guard event.endsFrame else { return }
    writer.write(frame, to: &bytes)
    frame.removeAll(keepingCapacity: true)
    waitingFrames += 1
  }
}

extension InputEvent {
  /// The event, with a key of the keyboard, and its place on it, told as those of the letter A.
  fileprivate var withoutLetters: InputEvent {
    var event = self
    if type == .key, !code.isButton { event.code = .keyA }
    if type == .miscellaneous, code == .mscScan { event.value = Int32(EventCode.keyA.rawValue) }
    return event
  }
}
