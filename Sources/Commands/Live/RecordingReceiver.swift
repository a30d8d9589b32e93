import Glibc
import PantographBase
package import PantographServing
import PantographTouches
import PantographTraces
import Synchronization

/// Saves the recordings that browsers send, and keeps them for the command in the order of their arrival.
package final class RecordingReceiver: Sendable {
  /// A recording that was saved.
  struct Saved {
    /// Its path.
    let path: String
    /// Its number of events and its duration.
    let summary: String
  }

  private let folder: String
  private let saved = Mutex<[Saved]>([])

  /// Creates one for a folder that can be used.
  package init(folder: String) { self.folder = folder }

  /// Throws if the folder can't be used.
  convenience init(_ arguments: Arguments, of command: String) throws(CommandError) {
    let folder = arguments.value("--save") ?? "."
    guard InputFile.isFolder(folder) else {
      throw CommandError(
        "pantograph \(command): --save \(folder): no such folder; make it with `mkdir`")
    }
    guard unsafe access(folder, W_OK | X_OK) == 0 else {
      throw CommandError("pantograph \(command): --save \(folder): \(SystemReason.writing())")
    }
    self.init(folder: folder)
  }

  /// Returns the next recording that has arrived, if there is one.
  func next() -> Saved? {
    saved.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }

  /// Saves a recording if it can be read; called on a thread of the server.
  package func receive(_ bytes: [UInt8]) -> RecordingReceipt {
    let summary: String
    do {
      summary = try Self.summary(of: bytes)
    } catch {
      return RecordingReceipt(isAccepted: false, sentence: "\(error)")
    }
    do {
      let path = try write(bytes)
      saved.withLock { $0.append(Saved(path: path, summary: summary)) }
      return RecordingReceipt(isAccepted: true, sentence: "\(path), \(summary)")
    } catch {
      let sentence = (error as? CommandError)?.sentence ?? "\(error)"
      var receipt = RecordingReceipt(isAccepted: false, sentence: sentence)
      receipt.isStorable = true
      return receipt
    }
  }

  /// Returns the number of touches and the duration, or throws if it can't be read.
  private static func summary(of bytes: [UInt8]) throws(TraceError) -> String {
    // Fingers and pens are two devices of one recording.
    var reader = RecordingReader(choosing: .every, among: [.pointers])
    var events: [InputEvent] = []
    try reader.read(bytes.span, into: &events)
    try reader.finish(into: &events)
    let touches = events.count { event in
      event.code == .absMTTrackingID && event.value >= 0
        || event.code == .btnToolPen && event.value == 1
    }
    let duration =
      (events.last?.time.microseconds ?? 0) - (events.first?.time.microseconds ?? 0)
    guard duration <= longest else {
      throw TraceError(.invalid("a recording of more than an hour"), line: 1, column: 1)
    }
    var bytes: [UInt8] = []
    bytes.appendFixed(Double(duration) / 1_000_000, decimals: 2)
    let seconds = String(decoding: bytes, as: UTF8.self)
    return "\(touches) touch\(touches == 1 ? "" : "es") in \(seconds) s"
  }

  /// An hour in microseconds: `live browser` plays each recording to its end.
  private static let longest: Int64 = 3_600_000_000

  /// Writes a file with the first free number, which never replaces another, even one of another process.
  private func write(_ bytes: [UInt8]) throws -> String {
    func exists(_ path: String) -> Bool {
      var target = stat()
      return unsafe lstat(path, &target) == 0
    }
    for number in 1...9999 {
      let name = "recording-\(number).json"
      let path = folder == "." ? name : "\(folder)/\(name)"
      guard !exists(path) else { continue }
      let file: OutputFile
      do {
        file = try OutputFile(log: path, replaces: false)
      } catch {
        if exists(path) { continue }
        throw error
      }
      do {
        var content = bytes
        try file.write(&content)
      } catch {
        OutputFile.remove(path)
        throw error
      }
      return path
    }
    throw CommandError("\(folder): 9999 recordings are in it; name another folder with --save")
  }
}
