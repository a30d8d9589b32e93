/// What is different between two texts: the lines that are gone, and those that are new in their place.
struct LineChanges {
  /// Lines with a sign before them: - gone, + new.
  let lines: [String]

  /// Compares two texts that differ in few places.
  init(from old: [UInt8], to new: [UInt8]) {
    let (old, new) = (Self.split(old), Self.split(new))
    let difference = new.difference(from: old)
    let (gone, come) = difference.reduce(into: (Set<Int>(), Set<Int>())) { sets, change in
      switch change {
      case .remove(let offset, _, _): sets.0.insert(offset)
      case .insert(let offset, _, _): sets.1.insert(offset)
      }
    }
    var lines: [String] = []
    var (place, other) = (0, 0)
    while place < old.count || other < new.count {
      while gone.contains(place) {
        lines.append("- \(old[place])")
        place += 1
      }
      while come.contains(other) {
        lines.append("+ \(new[other])")
        other += 1
      }
      place += 1
      other += 1
    }
    self.lines = lines
  }

  private static func split(_ text: [UInt8]) -> [String] {
    String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }
}
