/// The groups of rows, such as those of one person; a row without a name is a group of its own.
struct RowGroups: Hashable, Sendable {
  /// The number of each row's group, from 0 in the order of first rows.
  let numbers: [Int]
  /// The number of groups.
  let count: Int

  init(_ names: [String?]) {
    var known: [String: Int] = [:]
    var count = 0
    numbers = names.map { name in
      if let name, let number = known[name] { return number }
      if let name { known[name] = count }
      count += 1
      return count - 1
    }
    self.count = count
  }
}
