import Glibc

/// A progress line for reading a large file.
struct ReadingProgress {
  private var line: ProgressLine
  private var done = 0

  /// The smallest size that is worth a progress line: 8 MiB.
  private static let least = 8 << 20

  /// Creates a progress line, or `nil` for a small file or a pipe.
  init?(of path: String) {
    var file = stat()
    guard unsafe path != "-" && stat(path, &file) == 0, file.st_mode & S_IFMT == S_IFREG,
      file.st_size >= Self.least
    else { return nil }
    line = ProgressLine(of: Int(file.st_size) >> 20, after: 0, unit: " MiB")
  }

  /// Adds the number of bytes read; zero marks the end of the file.
  mutating func show(_ count: Int) {
    done += count
    if count == 0 { line.clear() } else { line.show(done >> 20) }
  }
}
