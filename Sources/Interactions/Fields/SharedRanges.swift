import PantographBase

extension NumberRange {
  /// The ranges that several keys of an interaction file share.
  fileprivate static let shared = [
    fingers, force, decay, threshold, seconds, shareOfTime, curveProgress, value,
  ]
}

extension FieldTable {
  /// Creates a table of an interaction file, whose rows may name the shared ranges.
  init(
    _ rows: String, _ kinds: [String: Field.Kind] = [:], count: Count = .any,
    listedAs names: [String]? = nil, before: [String] = [], after: String...
  ) {
    self.init(
      rows, kinds, ranges: NumberRange.shared, count: count, listedAs: names, before: before,
      after: after)
  }
}
