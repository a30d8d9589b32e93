/// A change of a file's content, which can be undone and done again.
struct FileChange: Sendable {
  /// Whether the file existed before.
  private let existed: Bool
  private let offset: Int
  private let removed: [UInt8]
  private let added: [UInt8]

  /// Keeps what differs between two contents; `nil` is no file.
  init(from old: [UInt8]?, to new: [UInt8]) {
    let before = old ?? []
    let shorter = min(before.count, new.count)
    var start = 0
    while start < shorter, before[start] == new[start] { start += 1 }
    var end = 0
    while end < shorter - start, before[before.count - 1 - end] == new[new.count - 1 - end] {
      end += 1
    }
    existed = old != nil
    offset = start
    removed = Array(before[start..<before.count - end])
    added = Array(new[start..<new.count - end])
  }

  /// Returns the content before the change; `nil` if there was no file.
  func undone(_ content: [UInt8]) -> [UInt8]? {
    guard existed else { return nil }
    return Array(content[..<offset]) + removed + content[(offset + added.count)...]
  }

  /// Returns the content after the change.
  func redone(_ content: [UInt8]) -> [UInt8] {
    Array(content[..<offset]) + added + content[(offset + removed.count)...]
  }
}
