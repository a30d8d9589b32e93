package import Glibc

/// What is at a path: a file, a folder, or something else.
package struct FoundFile {
  /// Tells a file from every other one, whatever path names it.
  package struct Identity: Hashable, Sendable {
    private let device: dev_t
    private let number: ino_t

    fileprivate init(_ status: stat) {
      device = status.st_dev
      number = status.st_ino
    }

    /// Finds the file at a path; `nil` if there is none.
    package init?(_ path: String) {
      guard let found = FoundFile(path) else { return nil }
      self = found.identity
    }
  }

  private var status = stat()

  /// Finds what is at a path; `nil` if there is nothing.
  ///
  /// - Parameters:
  ///   - path: the path.
  ///   - followsLinks: whether it is what a link leads to, and not the link.
  package init?(_ path: String, followsLinks: Bool = true) {
    let result = unsafe followsLinks ? stat(path, &status) : lstat(path, &status)
    guard result == 0 else { return nil }
  }

  /// Whether it is a folder.
  package var isFolder: Bool { status.st_mode & S_IFMT == S_IFDIR }
  /// Whether it is a regular file.
  package var isFile: Bool { status.st_mode & S_IFMT == S_IFREG }
  /// What tells it from every other file.
  package var identity: Identity { Identity(status) }
  /// Its owner.
  package var owner: uid_t { status.st_uid }
}
