import Evdev
import Glibc
import Traces

/// Finds the recordings in folders and below them, by what is in the files and not by their names; but a
/// `recording.` of a case is one, whatever is in it.
///
/// Folders and files whose names begin with a dot are passed over, and so is what an editor has left
/// (`…~`). A link to a folder is followed, and no folder is looked at twice. The order is that of the
/// names' bytes, so that it is the same everywhere.
public struct RecordingSearch {
  private var visited: Set<CaseSearch.FolderIdentity> = []

  /// Makes a search that has found nothing yet.
  public init() {}

  /// Hands out the recordings that a path leads to, one after the other.
  ///
  /// - Parameters:
  ///   - path: a folder; or a file, which is handed out whatever is in it.
  ///   - receive: takes each recording.
  public mutating func find(_ path: String, _ receive: (String) throws -> Void) throws {
    var target = stat()
    guard unsafe stat(path, &target) == 0 else {
      throw UnusableFile(path, "no such file or folder", because: .unreadable)
    }
    if target.st_mode & S_IFMT == S_IFDIR {
      try look(into: CaseSearch.trimmed(path), receive)
    } else {
      try receive(path)
    }
  }

  private mutating func look(into folder: String, _ receive: (String) throws -> Void) throws {
    var target = stat()
    guard unsafe stat(folder, &target) == 0 else { return }
    let identity = CaseSearch.FolderIdentity(device: target.st_dev, number: target.st_ino)
    guard visited.insert(identity).inserted else { return }
    for name in try CaseSearch.names(in: folder) where !name.hasPrefix(".") && !name.hasSuffix("~")
    {
      let path = Case.join(folder, name)
      guard unsafe stat(path, &target) == 0 else { continue }
      switch target.st_mode & S_IFMT {
      case S_IFDIR: try look(into: path, receive)
      case S_IFREG where try name.hasPrefix("recording.") || Self.isRecording(path):
        try receive(path)
      default: break
      }
    }
  }

  /// 64 KiB: what says of which format a file is stands in its first lines.
  private static let head = 1 << 16

  /// Whether a file is a recording of any known format, at least at its beginning.
  public static func isRecording(_ path: String) throws(UnusableFile) -> Bool {
    let file = try OpenFile(path)
    var reader = RecordingReader()
    var piece: [UInt8] = []
    var events: [InputEvent] = []
    try file.read(into: &piece)
    // In small pieces: of most files the first one tells.
    for start in stride(from: 0, to: min(piece.count, head), by: 4096) {
      let part = Array(piece[start..<min(start + 4096, piece.count)])
      do {
        try reader.read(part.span, into: &events)
      } catch {
        return reader.format != nil
      }
      if reader.format != nil { return true }
    }
    do { try reader.finish(into: &events) } catch { return reader.format != nil }
    return reader.format != nil
  }
}
