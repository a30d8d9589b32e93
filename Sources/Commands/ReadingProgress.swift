import Glibc

/// How much of a large file has been read, on the terminal of somebody who waits.
struct ReadingProgress {
  private var line: ProgressLine
  private var done = 0

  /// 8 MiB: less than that is read in no time.
  private static let least = 8 << 20

  /// Makes one, if the file is large.
  init?(of path: String) {
    var file = stat()
    guard unsafe path != "-" && stat(path, &file) == 0, file.st_mode & S_IFMT == S_IFREG,
      file.st_size >= Self.least
    else { return nil }
    line = ProgressLine(of: Int(file.st_size) >> 20, after: 0, unit: " MiB")
  }

  /// Shows that so many bytes more have been read; none are left when there are none more.
  mutating func show(_ count: Int) {
    done += count
    if count == 0 { line.clear() } else { line.show(done >> 20) }
  }
}
