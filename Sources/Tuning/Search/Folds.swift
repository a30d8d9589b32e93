import PantographBase

/// Parts of rows that are left out in turn, to validate thresholds on unseen rows.
///
/// Groups are never split: a group is left out as a whole.
package struct Folds: Hashable, Sendable {
  /// The number of parts.
  package let count: Int
  /// The part of each row, from 0.
  package let parts: [Int]

  /// Distributes groups to parts of similar size and similar class frequencies.
  ///
  /// The largest groups come first. Each goes where it adds least to the squares of the parts' shares
  /// of all rows and of each class. The seed decides only the order among groups of equal size. If
  /// there are no more groups than parts, each group is a part.
  ///
  /// - Parameters:
  ///   - groups: the group of each row; a row without one is a group of its own
  ///   - classes: the class of each row, from 0
  ///   - count: the number of parts, at least 1
  ///   - seed: the seed of the random order
  package init(groups: [String?], classes: [Int], count: Int, seed: UInt64 = 0) {
    precondition(groups.count == classes.count, "a class for each row")
    precondition(count > 0, "at least one part")
    let rows = RowGroups(groups)
    guard count < rows.count else {
      self.count = rows.count
      parts = rows.numbers
      return
    }
    // The last column counts all classes.
    let columns = (classes.max() ?? 0) + 2
    var contents = [[Int]](repeating: [Int](repeating: 0, count: columns), count: rows.count)
    for (group, kind) in zip(rows.numbers, classes) {
      contents[group][kind] += 1
      contents[group][columns - 1] += 1
    }
    let totals = (0..<columns).map { column in contents.reduce(0) { $0 + $1[column] } }

    var random = SeededGenerator(seed: seed)
    let lots = (0..<rows.count).map { _ in random.next() }
    let order = (0..<rows.count).sorted { (first: Int, second: Int) -> Bool in
      let sizes = (contents[first][columns - 1], contents[second][columns - 1])
      return sizes.0 != sizes.1
        ? sizes.0 > sizes.1 : (lots[first], first) < (lots[second], second)
    }
    var dealt = [[Int]](repeating: [Int](repeating: 0, count: columns), count: count)
    var partOfGroup = [Int](repeating: 0, count: rows.count)
    for group in order {
      let added = dealt.map { part in
        (0..<columns).reduce(0.0) { sum, column in
          guard totals[column] > 0 else { return sum }
          let (has, more) = (Double(part[column]), Double(contents[group][column]))
          let total = Double(totals[column])
          return sum + more * (2 * has + more) / (total * total)
        }
      }
      let part = added.indices.min { (added[$0], $0) < (added[$1], $1) } ?? 0
      partOfGroup[group] = part
      for column in 0..<columns { dealt[part][column] += contents[group][column] }
    }
    self.count = count
    parts = rows.numbers.map { partOfGroup[$0] }
  }

  /// Returns the weight of each row with a part left out: 0 or 1.
  package func weights(without part: Int) -> [Int] {
    parts.map { $0 == part ? 0 : 1 }
  }
}
