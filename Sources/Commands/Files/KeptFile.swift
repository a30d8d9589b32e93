import PantographCases
import PantographLibc

/// An unnamed temporary file for data from a pipe.
final class KeptFile {
  private let file: OutputFile
  private let folder: String

  init() throws(CommandError) {
    folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    var name = Array("\(folder)/pantograph.XXXXXX".utf8CString)
    let descriptor = unsafe mkstemp(&name)
    guard descriptor >= 0 else {
      throw CommandError("\(folder): \(Self.sentence)")
    }
    unsafe unlink(name)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    file = OutputFile(descriptor: descriptor, folder)
  }

  /// The error of writing to it.
  private static var sentence: String {
    "can't be written: \(systemError()); TMPDIR names another folder"
  }

  /// Appends a piece of data.
  func append(_ piece: [UInt8]) throws(UnusableFile) {
    var piece = piece
    do {
      try file.write(&piece)
    } catch {
      throw UnusableFile(folder, Self.sentence, because: .unreadable)
    }
  }

  /// Opens it again from the beginning; may be called repeatedly.
  func reopened() throws(CommandError) -> InputFile {
    let again = unsafe open("/proc/self/fd/\(file.descriptor)", O_RDONLY | O_CLOEXEC)
    guard again >= 0 else { throw CommandError("\(folder): \(SystemReason.reading())") }
    return InputFile(descriptor: again, folder)
  }
}
