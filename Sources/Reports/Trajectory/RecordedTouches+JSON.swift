package import PantographBase
package import PantographTouches

extension RecordedTouches {
  /// The device and its events as JSON for a page's script, which makes a recording for the engine of them.
  ///
  /// `times`, `shapes`, `lags` and the values of `streams` are texts of ``CompactNumbers``.
  package var json: JSONText {
    var members: [(key: String, value: JSONText)] = [
      ("device", described),
      ("times", CompactNumbers.json(times)),
      ("streams", .list(streams.map(\.json))),
      ("patterns", .list(patterns.map { pattern in .list(pattern.map { .integer(Int($0)) }) })),
      ("shapes", CompactNumbers.json(shapes.lazy.map(Int64.init))),
    ]
    if let lags { members.append(("lags", CompactNumbers.json(lags))) }
    return .object(members)
  }

  /// What the engine needs of the device.
  private var described: JSONText {
    let codes = device.capabilities.flatMap { type, codes in codes.map { (type, $0) } }
    return [
      "name": .string(device.name),
      "properties": .list(device.properties.map { .integer(Int($0)) }),
      "codes": .list(
        codes.map { .list([.integer(Int($0.rawValue)), .integer(Int($1.rawValue))]) }),
      "axes": .list(
        device.axes.map { code, range in
          .list(
            [Int32(code.rawValue), range.minimum, range.maximum, range.resolution].map {
              .integer(Int($0))
            })
        }),
    ]
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
