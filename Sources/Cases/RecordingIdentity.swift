import Glibc

/// A recording, by whichever of its names it is called.
package enum RecordingIdentity: Hashable, Sendable {
  /// A file that is there.
  case file(device: UInt64, number: UInt64)
  /// One that is not, by its path without what leads nowhere: `./a//b` is `a/b`.
  case path(String)

  /// Makes the identity of what a path leads to.
  package init(_ path: String) {
    if let file = Self(ofFile: path) {
      self = file
    } else {
      let names = path.split(separator: "/").filter { $0 != "." }
      self = .path((path.hasPrefix("/") ? "/" : "") + names.joined(separator: "/"))
    }
  }

  /// The identity of a file, if it is there.
  init?(ofFile path: String) {
    var target = stat()
    guard unsafe stat(path, &target) == 0 else { return nil }
    self = .file(device: UInt64(target.st_dev), number: UInt64(target.st_ino))
  }
}
