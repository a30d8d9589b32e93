import Glibc
import PantographTraces

/// An unnamed temporary file for data from a pipe.
final class KeptFile {
  private let file: OutputFile
  private let folder: String

  init() throws(CommandError) {
    folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    // A signal can't leave a file that never had a name, but not every file system has them.
    var descriptor = unsafe open(folder, O_RDWR | O_CLOEXEC | OutputFile.unnamedFile, 0o600)
    if descriptor < 0 { descriptor = Self.openUnlinked(in: folder) }
    guard descriptor >= 0 else {
      throw CommandError("\(folder): \(Self.sentence)")
    }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    file = OutputFile(descriptor: descriptor, folder)
  }

  /// Creates a file, and removes its name before any signal.
  private static func openUnlinked(in folder: String) -> Int32 {
    var (all, before) = (sigset_t(), sigset_t())
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    var name = Array("\(folder)/pantograph.XXXXXX".utf8CString)
    let descriptor = unsafe mkstemp(&name)
    let number = errno
    if descriptor >= 0 { unsafe unlink(name) }
    errno = number
    return descriptor
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
