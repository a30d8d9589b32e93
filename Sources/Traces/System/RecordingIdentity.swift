import PantographCLinux

/// A recording, whichever of its names is used.
package enum RecordingIdentity: Hashable, Sendable {
  /// An existing file.
  case file(device: UInt64, number: UInt64)
  /// A missing file, by its path without redundant parts: `./a//b` is `a/b`.
  case path(String)

  /// Creates the identity of the file at a path.
  package init(_ path: String) {
    if let file = Self(ofFile: path) {
      self = file
    } else {
      let names = path.split(separator: "/").filter { $0 != "." }
      self = .path((path.hasPrefix("/") ? "/" : "") + names.joined(separator: "/"))
    }
  }

  /// Returns the identity of a file that has several names in folders, which are hard links.
  package init?(ofHardLink path: String) {
    let target = unsafe linux_file_at(path)
    guard target.kind == S_IFREG, target.names > 1 else { return nil }
    self = .file(device: target.device, number: target.number)
  }

  /// Returns the identity of an existing file.
  package init?(ofFile path: String) {
    let target = unsafe linux_file_at(path)
    guard target.kind != 0 else { return nil }
    self = .file(device: target.device, number: target.number)
  }
}
