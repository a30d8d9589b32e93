import Glibc

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
    var target = stat()
    guard unsafe stat(path, &target) == 0, target.st_nlink > 1,
      target.st_mode & S_IFMT == S_IFREG
    else { return nil }
    self = .file(device: UInt64(target.st_dev), number: UInt64(target.st_ino))
  }

  /// Returns the identity of an existing file.
  package init?(ofFile path: String) {
    var target = stat()
    guard unsafe stat(path, &target) == 0 else { return nil }
    self = .file(device: UInt64(target.st_dev), number: UInt64(target.st_ino))
  }
}
