import PantographBase

/// The values of a trajectory's channels as text for a page's script, which `runs.js` reads.
///
/// Properties are often straight lines over the fraction. Such a channel is written as the line over the channel with
/// the largest range, and what its values differ from that by, in units of the last decimal: nearly always 0. The
/// script computes the same line in the same order of operations, so that no digit is lost.
struct ChannelNumbers {
  private let channels: [[Double]]
  private let decimals: Int
  private let whole: [[Int64]?]
  /// The index of the channel with the largest range.
  private let base: Int?

  init(_ channels: [[Double]], decimals: Int) {
    self.channels = channels
    self.decimals = decimals
    let whole = channels.map { CompactNumbers.whole($0, decimals: decimals) }
    self.whole = whole
    func range(_ index: Int) -> Int64 {
      whole[index].flatMap { all in all.max().map { $0 - (all.min() ?? $0) } } ?? 0
    }
    base = channels.indices.filter { range($0) > 0 }.max { range($0) < range($1) }
  }

  /// A list with each channel, as a text or as a line.
  var json: JSONText {
    .list(
      channels.indices.map { index in
        line(index) ?? CompactNumbers.json(channels[index], decimals: decimals)
      })
  }

  /// 16: where a line differs by more units than that, the values themselves are shorter.
  private static let mostDifference: Int64 = 16

  /// Returns a channel as a line over the base; `nil` if it is none.
  private func line(_ index: Int) -> JSONText? {
    guard let base, index != base, let given = whole[base], let wanted = whole[index] else {
      return nil
    }
    let (from, to) = (channels[base], channels[index])
    guard let low = from.indices.min(by: { from[$0] < from[$1] }),
      let high = from.indices.max(by: { from[$0] < from[$1] })
    else { return nil }
    let slope = (to[high] - to[low]) / (from[high] - from[low])
    let offset = to[low] - slope * from[low]
    guard slope.isFinite, offset.isFinite else { return nil }
    let unit = CompactNumbers.unit(decimals)
    var differences: [Int64] = []
    differences.reserveCapacity(given.count)
    for (given, wanted) in zip(given, wanted) {
      let height = ((offset + slope * (Double(given) / unit)) * unit + 0.5).rounded(.down)
      guard abs(height - Double(wanted)) <= Double(Self.mostDifference) else { return nil }
      differences.append(wanted - Int64(height))
    }
    return [
      "over": .integer(base), "slope": .exact(slope), "offset": .exact(offset),
      "rest": CompactNumbers.json(differences),
    ]
  }
}
