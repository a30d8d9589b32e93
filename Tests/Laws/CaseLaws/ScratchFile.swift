import Glibc
import PantographCLinux

/// Bytes as a file, for readers that take a path.
enum ScratchFile {
  /// The folder that all of them appear to be in.
  static let folder = "/proc/self/fd/"

  /// Calls a function with the path of a temporary file of these bytes.
  static func with<Result, Failure: Error>(
    _ bytes: [UInt8], _ body: (String) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let descriptor = unsafe memfd_create("input", 0)
    precondition(descriptor >= 0, "there is no memory for a file")
    defer { close(descriptor) }
    let count = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    precondition(count == bytes.count, "not all of a file is in memory")
    return try body("\(folder)\(descriptor)")
  }
}
