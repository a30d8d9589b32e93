import Cases
import Glibc

/// What came from a pipe, kept in a file without a name, which is gone with whoever keeps it.
final class KeptFile {
  private let file: OutputFile
  private let folder: String

  init() throws(Complaint) {
    folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    var name = Array("\(folder)/pantograph.XXXXXX".utf8CString)
    let descriptor = unsafe mkstemp(&name)
    guard descriptor >= 0 else {
      throw Complaint("\(folder): \(Self.sentence)")
    }
    unsafe unlink(name)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    file = OutputFile(descriptor: descriptor, folder)
  }

  /// Why nothing can be kept there.
  private static var sentence: String {
    "can't be written: \(systemError()); TMPDIR names another folder"
  }

  /// Keeps what comes next.
  func append(_ piece: [UInt8]) throws(UnusableFile) {
    var piece = piece
    do {
      try file.write(&piece)
    } catch {
      throw UnusableFile(folder, Self.sentence, because: .unreadable)
    }
  }

  /// Opens it from its beginning, as often as one likes.
  func reopened() throws(Complaint) -> InputFile {
    let again = unsafe open("/proc/self/fd/\(file.descriptor)", O_RDONLY | O_CLOEXEC)
    guard again >= 0 else { throw Complaint("\(folder): \(SystemReason.reading())") }
    return InputFile(descriptor: again, folder)
  }
}
