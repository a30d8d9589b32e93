import PantographBase
import PantographTouches
import PantographTraces

/// `pantograph record`: records devices to a file.
enum RecordCommand {
  static let command = Command(
    name: "record",
    summary: "records input devices, as libinput YAML or evemu",
    operands: [.device("DEVICE…")],
    options: [
      CommonOptions.recording,
      CommonOptions.recordingFormat,
      .init("--force", help: "overwrite an existing file"),
      CommonOptions.grab,
      .init("--show-keycodes", help: "record the real key codes; by default, every key is KEY_A"),
    ],
    details: """
      DEVICE is a device node such as /dev/input/event5; `pantograph devices` lists them. Every frame is
      written immediately, to a file that only you can read, so it survives a crash. Press Ctrl-C to stop.

      With several devices, the second one is recorded to FILE.2, and so on. At the end, all are merged
      into FILE with a common time. If the program was killed, `pantograph convert FILE FILE.2 -o ALL`
      merges them.
      """,
    exitStatus: """
      Exits with 0, or with 2 if the arguments can't be used, the last device is removed or the disk is
      full. Everything recorded before is kept.
      """,
    isEndless: true,
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let path = try arguments.required("--output", "the recording to write")
    let format = try CommonOptions.recordingFormat(arguments)
    let nodes = arguments.operands
    guard nodes.count == 1 || format == .libinput else {
      throw CommandError(
        "pantograph record: the evemu format holds only one device; use libinput for several")
    }
    guard nodes.count == 1 || path != "-" else {
      throw CommandError(
        "pantograph record: several devices can't be recorded to standard output; pass a file to --output"
      )
    }
    guard Set(nodes.map(InputFile.deviceNumber)).count == nodes.count else {
      throw CommandError("pantograph record: a device is given twice")
    }
    let paths = nodes.indices.map { $0 == 0 ? path : "\(path).\($0 + 1)" }
    let start = nodes.count > 1 ? EventLoop.now : nil
    let tracks = try nodes.map { node throws(CommandError) in
      DeviceTrack(
        node: node, device: try openDevice(node), writer: RecordingWriter(format, start: start),
        showsKeys: arguments.has("--show-keycodes"))
    }
    // All devices are open before any file is created.
    if arguments.has("--grab") { for track in tracks { try track.grab() } }
    var made: [String] = []
    do {
      for (track, path) in zip(tracks, paths) {
        let output = try OutputFile(log: path, replaces: arguments.has("--force"))
        made.append(path)
        try track.begin(output)
      }
    } catch {
      // Nothing was recorded yet; the empty files would only block the next attempt.
      for path in made where InputFile.canBeReadAgain(path) { OutputFile.remove(path) }
      throw error
    }
    let loop = try EventLoop()
    let names = tracks.map(\.name).joined(separator: " and ")
    let destination = path == "-" ? "standard output" : path
    printNotice("recording \(names) to \(destination); press Ctrl-C to stop")
    let status = record(tracks, loop)
    if paths.count > 1 { try join(paths) }
    printNotice("\(tracks.reduce(0) { $0 + $1.frameCount }) frames written to \(destination)")
    return status
  }

  /// Records until the end is requested, or until all devices or the output are gone.
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
        } catch is EarlyEnd {
          // A closed pipe ends the recording without an error.
          return true
        } catch let error as CommandError {
          printNotice(error.sentence)
        } catch {
          printNotice("\(error)")
        }
        status = .unusable
        return true
      }
    }
    return status
  }

  /// Merges recordings of one device each into the first, and removes the others.
  private static func join(_ paths: [String]) throws {
    do {
      let conversion = try Conversion(
        of: paths, choosing: .automatic, describedBy: nil, isLenient: true)
      let output = try OutputFile(result: paths[0])
      try conversion.write(.libinput, to: output)
      try output.finish()
    } catch let error as CommandError {
      throw CommandError(
        "\(error.sentence); the recordings of the devices are kept in \(paths.joined(separator: ", "))"
      )
    }
    for path in paths.dropFirst() { OutputFile.remove(path) }
  }
}

/// A device and the file that it is recorded to.
private final class DeviceTrack {
  let node: String
  private var device: Device
  private var writer: RecordingWriter
  private let showsKeys: Bool
  private var output: OutputFile?
  private var bytes: [UInt8] = []
  private var frame: [InputEvent] = []
  private var hasBegun = false
  /// The number of frames in `bytes`, not yet written to the file.
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

  func grab() throws(CommandError) { try grabDevice(&device) }

  func begin(_ output: OutputFile) throws {
    self.output = output
    writer.begin(RecordedDevice(node: node, description: device.description), to: &bytes)
    try output.write(&bytes)
  }

  /// Writes all complete frames; an incomplete frame is kept for later.
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
    if try output?.write(&bytes, until: loop) == true { frameCount += waitingFrames }
    waitingFrames = 0
  }

  private func take(_ event: InputEvent) {
    if !hasBegun {
      // The state before the first event, because the first event alone may lack positions.
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
  /// The event with every keyboard key and scan code replaced by those of the letter A.
  fileprivate var withoutLetters: InputEvent {
    var event = self
    if type == .key, !code.isButton { event.code = .keyA }
    if type == .miscellaneous, code == .mscScan { event.value = Int32(EventCode.keyA.rawValue) }
    return event
  }
}
