extension RecordingStream {
  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - choice: the device whose events are read.
  ///   - isLenient: whether damage ends the recording instead of being an error.
  public init(
    _ path: String, choosing choice: DeviceChoice = .automatic, isLenient: Bool = false
  ) throws(UnusableFile) {
    let file = try RegularFile(path)
    self.init(
      reading: { (piece) throws(UnusableFile) in try file.read(into: &piece) }, named: path,
      choosing: choice, isLenient: isLenient)
  }

  /// Opens a file whose path need not be UTF-8, as C has it.
  package init(bytesOfPath path: UnsafePointer<CChar>) throws(UnusableFile) {
    let file = try unsafe RegularFile(bytesOfPath: path)
    self.init(
      reading: { (piece) throws(UnusableFile) in try file.read(into: &piece) }, named: file.path)
  }
}
