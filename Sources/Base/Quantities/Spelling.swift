/// Suggests known names for misspelt ones.
package enum Spelling {
  /// Returns the known name nearest to the given one; `nil` if none is near enough.
  package static func nearest(to name: String, among names: [String]) -> String? {
    let ranked = names.map { (name: $0, distance: distance(name, $0)) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }),
      best.distance <= max(2, name.count / 3)
    else { return nil }
    return best.name
  }

  /// Returns how many letters must be changed, added or removed to turn one name into the other.
  private static func distance(_ first: String, _ second: String) -> Int {
    let first = Array(first.lowercased())
    let second = Array(second.lowercased())
    var row = Array(0...second.count)
    for (i, letter) in first.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in second.enumerated() {
        let changed = diagonal + (letter == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(changed, row[j] + 1, diagonal + 1)
      }
    }
    return row[second.count]
  }
}
