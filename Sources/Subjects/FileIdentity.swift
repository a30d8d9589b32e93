import Glibc

/// A file, whatever path names it.
struct FileIdentity: Hashable {
  private let device: dev_t
  private let number: ino_t

  /// Finds the file at a path; `nil` if there is none.
  init?(_ path: String) {
    var target = stat()
    guard unsafe stat(path, &target) == 0 else { return nil }
    (device, number) = (target.st_dev, target.st_ino)
  }
}
