import PantographCLinux

/// The system's reason why a file can't be used, with a remedy.
package enum SystemReason {
  /// Returns why a file can't be read, for the system's error number.
  package static func reading(_ number: Int32 = linux_error_number()) -> String {
    let remedy: String? =
      switch number {
      case EACCES, EPERM: "`ls -l` shows who may read it"
      case EISDIR: "give the name of a file"
      default: common(number)
      }
    return "can't be read: \(sentence(number, remedy))"
  }

  /// Returns why a file can't be written, for the system's error number.
  ///
  /// - Parameters:
  ///   - number: the system's error number.
  ///   - what: what can't be done.
  package static func writing(
    _ number: Int32 = linux_error_number(), saying what: String = "can't be written"
  ) -> String {
    let remedy: String? =
      switch number {
      case ENOSPC, EDQUOT: "make room there, or write elsewhere"
      case EROFS: "write elsewhere"
      case EACCES, EPERM: "write elsewhere, or `ls -ld` shows who may write there"
      case ENOENT: "make its folder first"
      case EISDIR: "give the name of a file"
      case EBADF: "it is closed; write to a file, or to /dev/null"
      default: common(number)
      }
    return "\(what): \(sentence(number, remedy))"
  }

  private static func common(_ number: Int32) -> String? {
    switch number {
    case EMFILE: "`ulimit -n` lets a program have more"
    case ENOTDIR: "a part of its path is no folder"
    default: nil
    }
  }

  /// Returns the system's description of an error.
  package static func words(_ number: Int32 = linux_error_number()) -> String {
    unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
  }

  private static func sentence(_ number: Int32, _ remedy: String?) -> String {
    words(number) + (remedy.map { "; \($0)" } ?? "")
  }
}
