import Glibc
import PantographBase
import PantographCLinux

/// Notices changes of the files below a folder, with inotify.
final class FolderWatch {
  /// A descriptor that is readable when something has changed.
  let descriptor: Int32
  /// The watched folders by inotify's numbers.
  private var folders: [Int32: String] = [:]
  /// When the last change that was not reported yet was noticed.
  private var changed: Timestamp?

  /// 80 ms without a change: an editor writes a file in several steps.
  private static let pause: Int64 = 80_000
  /// 500: more than a page has, and far below the usual limit of the system.
  private static let mostFolders = 500
  private static let mask = UInt32(
    IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)

  init(_ path: String) throws(CommandError) {
    descriptor = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
    guard descriptor >= 0 else {
      throw CommandError(
        "\(path): can't be watched for changes; close other programs that watch files, or raise"
          + " fs.inotify.max_user_instances")
    }
    add(path)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Watches a folder, and those in it.
  private func add(_ path: String) {
    guard folders.count < Self.mostFolders else { return }
    let number = unsafe inotify_add_watch(
      descriptor, path, Self.mask | UInt32(IN_ONLYDIR) | UInt32(IN_DONT_FOLLOW))
    // The root may be a symbolic link.
    let other =
      number < 0 && folders.isEmpty
      ? unsafe inotify_add_watch(descriptor, path, Self.mask | UInt32(IN_ONLYDIR)) : number
    guard other >= 0 else { return }
    folders[other] = path
    guard let entries = unsafe opendir(path) else { return }
    defer { unsafe closedir(entries) }
    while let entry = unsafe readdir(entries) {
      guard unsafe Int(entry.pointee.d_type) == DT_DIR else { continue }
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      if !name.hasPrefix(".") { add("\(path)/\(name)") }
    }
  }

  /// When a change may be reported.
  var due: Timestamp? { changed?.advanced(byMicroseconds: Self.pause) }

  /// Returns whether files have changed, and have not for a while since.
  func hasChanged(at now: Timestamp) -> Bool {
    if read() { changed = now }
    guard let due, due <= now else { return false }
    changed = nil
    return true
  }

  /// Reads what has happened; returns whether a file was changed that a page can contain.
  private func read() -> Bool {
    var isChanged = false
    var created: [String] = []
    unsafe withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 8) { buffer in
      while true {
        let count = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        var offset = 0
        while offset < count {
          // `struct inotify_event`: number, mask, cookie and length of the name that follows.
          let number = unsafe buffer.load(fromByteOffset: offset, as: Int32.self)
          let mask = unsafe buffer.load(fromByteOffset: offset + 4, as: UInt32.self)
          let length = Int(unsafe buffer.load(fromByteOffset: offset + 12, as: UInt32.self))
          let bytes = unsafe buffer[(offset + 16)..<(offset + 16 + length)].prefix { $0 != 0 }
          let name = unsafe String(decoding: bytes, as: UTF8.self)
          offset += 16 + length
          if mask & UInt32(IN_IGNORED) != 0 { folders[number] = nil }
          guard !name.isEmpty, !name.hasPrefix("."), !name.hasSuffix("~") else { continue }
          let isFolder = mask & UInt32(IN_ISDIR) != 0
          if isFolder, mask & UInt32(IN_CREATE | IN_MOVED_TO) != 0, let folder = folders[number] {
            created.append("\(folder)/\(name)")
          }
          // A new file is complete once it has been closed.
          isChanged = isChanged || isFolder || mask & UInt32(IN_CREATE) == 0
        }
      }
    }
    for path in created { add(path) }
    return isChanged
  }
}
