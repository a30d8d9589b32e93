package import PantographBase
package import PantographTouches

extension RecordedTouches {
  /// The device and its events as JSON for a page's script, which makes a recording for the engine of them.
  ///
  /// `times`, `shapes`, `lags` and the values of `streams` are texts of ``CompactNumbers``.
  package var json: JSONText {
    var members: [(key: String, value: JSONText)] = [
      ("device", device.json),
      ("times", CompactNumbers.json(times)),
      ("streams", .list(streams.map(\.json))),
      ("patterns", .list(patterns.map { pattern in .list(pattern.map { .integer(Int($0)) }) })),
      ("shapes", CompactNumbers.json(shapes.lazy.map(Int64.init))),
    ]
    if let lags { members.append(("lags", CompactNumbers.json(lags))) }
    return .object(members)
  }
}

extension RecordedTouches.Stream {
  fileprivate var json: JSONText {
    [
      "type": .integer(Int(type.rawValue)), "code": .integer(Int(code.rawValue)),
      "values": CompactNumbers.json(values.lazy.map(Int64.init)),
    ]
  }
}

extension DeviceDescription {
  /// What the engine needs of it.
  fileprivate var json: JSONText {
    let codes = capabilities.flatMap { type, codes in codes.map { (type, $0) } }
    return [
      "name": .string(name),
      "properties": .list(properties.map { .integer(Int($0)) }),
      "codes": .list(
        codes.map { .list([.integer(Int($0.rawValue)), .integer(Int($1.rawValue))]) }),
      "axes": .list(
        axes.map { code, range in
          .list(
            [Int32(code.rawValue), range.minimum, range.maximum, range.resolution].map {
              .integer(Int($0))
            })
        }),
    ]
  }
}
