/// The difference between two texts, as removed and added lines.
struct LineChanges {
  /// The lines, prefixed with `-` if removed and `+` if added.
  let lines: [String]

  /// Compares two texts that differ in few places.
  init(from old: [UInt8], to new: [UInt8]) {
    let (old, new) = (Self.split(old), Self.split(new))
    let difference = new.difference(from: old)
    let (removed, added) = difference.reduce(into: (Set<Int>(), Set<Int>())) { sets, change in
      switch change {
      case .remove(let offset, _, _): sets.0.insert(offset)
      case .insert(let offset, _, _): sets.1.insert(offset)
      }
    }
    var lines: [String] = []
    var (oldIndex, newIndex) = (0, 0)
    while oldIndex < old.count || newIndex < new.count {
      while removed.contains(oldIndex) {
        lines.append("- \(old[oldIndex])")
        oldIndex += 1
      }
      while added.contains(newIndex) {
        lines.append("+ \(new[newIndex])")
        newIndex += 1
      }
      oldIndex += 1
      newIndex += 1
    }
    self.lines = lines
  }

  private static func split(_ text: [UInt8]) -> [String] {
    String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }
}
