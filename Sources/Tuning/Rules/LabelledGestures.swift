/// Labelled gestures in compact form: their rows in a table, and their intended results.
package struct LabelledGestures: RandomAccessCollection, Sendable {
  private let table: GestureTable
  private var rows: [Int32] = []
  private var areMeantToFinish: [Bool] = []

  /// The index of the first gesture.
  package var startIndex: Int { 0 }
  /// The number of gestures.
  package var endIndex: Int { rows.count }

  /// Creates a list of gestures; a list of this type shares its memory.
  package init(_ gestures: some Sequence<LabelledGesture>) {
    if let same = gestures as? LabelledGestures {
      self = same
      return
    }
    var table: GestureTable?
    for gesture in gestures {
      var features = gesture.features
      features.label = gesture.label
      var longer = table ?? GestureTable(keeping: features.estimators)
      table = nil
      longer.append(features)
      table = longer
      rows.append(Int32(rows.count))
      areMeantToFinish.append(gesture.isMeantToFinish)
    }
    self.table = table ?? GestureTable()
  }

  /// Creates a list of the labelled gestures of a table.
  ///
  /// - Parameters:
  ///   - table: all gestures.
  ///   - isMeantToFinish: whether a label means finishing.
  init(in table: GestureTable, meaning isMeantToFinish: (Label) -> Bool) {
    self.table = table
    for (index, gesture) in table.enumerated() {
      guard let label = gesture.label else { continue }
      rows.append(Int32(index))
      areMeantToFinish.append(isMeantToFinish(label))
    }
  }

  /// The gesture at an index.
  package subscript(index: Int) -> LabelledGesture {
    let features = table[Int(rows[index])]
    // Only labelled gestures are in the list.
    return LabelledGesture(
      features, features.label ?? Label(.nothing), isMeantToFinish: areMeantToFinish[index])
  }

  /// Returns the gestures that meet a condition, sharing their memory.
  package func filter(_ isIncluded: (LabelledGesture) throws -> Bool) rethrows -> LabelledGestures {
    var part = self
    part.rows = []
    part.areMeantToFinish = []
    for (index, gesture) in enumerated() where try isIncluded(gesture) {
      part.rows.append(rows[index])
      part.areMeantToFinish.append(areMeantToFinish[index])
    }
    return part
  }
}

extension LabelledGestures: Equatable {
  /// Returns whether two lists have the same gestures in the same order.
  package static func == (one: LabelledGestures, other: LabelledGestures) -> Bool {
    one.elementsEqual(other)
  }
}
