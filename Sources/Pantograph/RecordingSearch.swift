import Glibc
import PantographTouches
package import PantographTraces

/// Finds the recordings in and below folders by their content, whatever their names.
///
/// A `recording.` of a case always counts as a recording. Names that begin with a dot and editors'
/// backups (`…~`) are skipped. Links to folders are followed, and every folder is visited only once.
/// The order is that of the names' bytes, so that it is the same everywhere.
package struct RecordingSearch {
  private var visited: Set<CaseSearch.FolderIdentity> = []

  /// Creates a search.
  package init() {}

  /// Passes on the recordings at a path, one after the other.
  ///
  /// - Parameters:
  ///   - path: a folder; or a file, which is passed on whatever its content.
  ///   - receive: takes each recording.
  package mutating func find(_ path: String, _ receive: (String) throws -> Void) throws {
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

  /// 64 KiB: the format of a file can be detected in its first lines.
  private static let head = 1 << 16

  /// Returns whether a file begins like a recording of a known format.
  package static func isRecording(_ path: String) throws(UnusableFile) -> Bool {
    let file = try OpenFile(path)
    var reader = RecordingReader()
    var piece: [UInt8] = []
    var events: [InputEvent] = []
    try file.read(into: &piece)
    // The pieces are small, because the first one is enough for most files.
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
