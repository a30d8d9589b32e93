import PantographBase

/// Reads the pointer events of a web page, as Pantograph's recorder saves them.
///
///     { "format": "pointer-recording", "version": 1, "viewport": [412, 915], "clockStepMs": 0.1,
///       "cssPxPerMm": 6.3, "pointerTypes": { "2": "touch" },
///       "columns": ["phase", "id", "t", "x", "y", "force", "rx", "ry"],
///       "rows": [
///         ["b", 2, 0, 200, 700, 0.4, 6, 9],
///         ["m", 2, 8, 200, 692, 0.41, 6, 9],
///         ["e", 2, 16, 200, 692, 0, 0.5, 0.5]
///       ] }
///
/// The phases are `b`, `m`, `e` and `c`: a pointer begins, moves, ends or is cancelled. Times are in
/// milliseconds, lengths in CSS pixels, and tilts in degrees. Unknown keys and columns are ignored, so that a
/// later recorder may add some.
enum PageReader: PointerReader {
  static let name = "pointer-recording"

  static func recognizes(_ file: JSONNode) -> Bool {
    (try? file["format"]?.text("a format")) == name
  }

  static func read(_ file: JSONNode) throws(Complaint) -> PointerRecording {
    _ = try file.member("version", "1").number(in: 1...1, "version 1")
    var recording = PointerRecording(source: "Browser")
    if let viewport = file["viewport"], !viewport.isNull {
      let size = try viewport.pair(in: 1...PointerLimits.pixels, "a size in CSS pixels")
      recording.size = (size.0, size.1)
    }
    if let density = file["cssPxPerMm"], !density.isNull {
      let number = try density.number(in: PointerLimits.density, "CSS pixels per mm")
      recording.pixelsPerMillimetre = number
      recording.remarks.append(
        "a millimetre has \(String(fixed: number, decimals: 2)) pixels, by cssPxPerMm")
    }
    recording.clockStep = try file["clockStepMs"]?.number(in: 0...1000, "milliseconds") ?? 0
    if let types = file["pointerTypes"] {
      for (key, type) in try types.allMembers() {
        // As in JSON and in the schema, a number has no plus sign.
        guard let id = Int(key), key.utf8.first != UInt8(ascii: "+") else {
          throw type.error("expected a pointer's number as the key")
        }
        let names = PointerRecording.Kind.allCases.map { (name: $0.rawValue, value: $0) }
        recording.kinds[id] = try type.name(among: names, "pointer type")
      }
    }
    let columns = try Columns(file.member("columns", "the names of the values in a row"))
    for row in try file.member("rows", "a list of samples").elements() {
      recording.samples.append(try columns.sample(row))
    }
    let wheels = try file["wheel"]?.elements().count ?? 0
    if wheels > 0 {
      recording.remarks.append(
        "\(PointerRecording.count(wheels, "wheel event")) left out: a wheel has no contacts")
    }
    return recording
  }

  /// The index of each value in a row.
  private struct Columns {
    private var indices: [String: Int] = [:]
    private let count: Int

    init(_ node: JSONNode) throws(Complaint) {
      let names = try node.elements()
      count = names.count
      for (index, name) in names.enumerated() {
        let text = try name.text("the name of a column")
        guard indices.updateValue(index, forKey: text) == nil else {
          throw name.error("duplicate column '\(text)'")
        }
      }
      for name in ["phase", "id", "t", "x", "y"] where indices[name] == nil {
        throw node.error("missing column '\(name)'")
      }
    }

    func sample(_ row: JSONNode) throws(Complaint) -> PointerRecording.Sample {
      let values = try row.elements()
      guard values.count == count else {
        throw row.error("expected \(count) values, one for each column, not \(values.count)")
      }
      func value(_ name: String) -> JSONNode? {
        indices[name].flatMap { values[$0].isNull ? nil : values[$0] }
      }
      func number(
        _ name: String, _ range: ClosedRange<Double>, _ what: String
      ) throws(Complaint) -> Double? {
        try value(name)?.number(in: range, what)
      }
      func required(
        _ name: String, _ range: ClosedRange<Double>, _ what: String
      ) throws(Complaint) -> Double {
        if let number = try number(name, range, what) { return number }
        throw row.error("expected \(what)")
      }
      func pair(
        _ x: String, _ y: String, _ range: ClosedRange<Double>, _ what: String
      ) throws(Complaint) -> (x: Double, y: Double)? {
        guard let x = try number(x, range, what), let y = try number(y, range, what) else {
          return nil
        }
        return (x, y)
      }
      let phases: [(name: String, value: PointerRecording.Phase)] = [
        ("b", .began), ("m", .moved), ("e", .ended), ("c", .cancelled),
      ]
      guard let phase = try value("phase")?.name(among: phases, "phase") else {
        throw row.error("expected a phase")
      }
      guard let id = try value("id")?.identifier("the number of a pointer") else {
        throw row.error("expected the number of a pointer")
      }
      let time = try required("t", PointerLimits.milliseconds, "a time in milliseconds")
      let x = try required("x", PointerLimits.positions, "a position in CSS pixels")
      let y = try required("y", PointerLimits.positions, "a position in CSS pixels")
      return PointerRecording.Sample(
        milliseconds: time, pointer: id, phase: phase, position: (x, y),
        force: try number("force", 0...1, "a force"),
        radii: try pair("rx", "ry", 0...PointerLimits.pixels, "a radius in CSS pixels"),
        tilt: try pair("tiltX", "tiltY", -90...90, "a tilt in degrees"), line: row.line)
    }
  }
}

/// The JSON Schema of the recordings of pages, which `PageReader` reads.
///
/// Only the reader finds what a schema can't express, such as a column that is given twice.
package enum PageSchema {
  /// The schema, in draft 2020-12.
  package static let text = """
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Recording of the pointers of a web page",
      "description": "Pointer events of touches, pens and mice, one row for each sample.",
      "type": "object",
      "required": ["format", "version", "columns", "rows"],
      "properties": {
        "format": { "const": "pointer-recording" },
        "version": { "const": 1 },
        "viewport": {
          "description": "The width and height of the page, in CSS pixels.",
          "anyOf": [
            { "type": "array", "items": { "type": "number", "minimum": 1, "maximum": 100000 }, "minItems": 2, "maxItems": 2 },
            { "type": "null" }
          ]
        },
        "clockStepMs": {
          "description": "The step of the page's clock. Equal times are spread over it.",
          "type": "number", "minimum": 0, "maximum": 1000
        },
        "cssPxPerMm": {
          "description": "CSS pixels per millimetre. If it is null, all lengths are assumed.",
          "type": ["number", "null"], "minimum": 0.1, "maximum": 200
        },
        "pointerTypes": {
          "description": "The type of each pointer, by its number. Others are touches.",
          "type": "object",
          "propertyNames": { "pattern": "^-?[0-9]+$" },
          "additionalProperties": { "enum": ["touch", "pen", "mouse"] }
        },
        "columns": {
          "description": "The names of the values in a row. Others than these are ignored.",
          "type": "array",
          "items": { "type": "string" },
          "uniqueItems": true,
          "allOf": [
            { "contains": { "const": "phase" } },
            { "contains": { "const": "id" } },
            { "contains": { "const": "t" } },
            { "contains": { "const": "x" } },
            { "contains": { "const": "y" } }
          ],
          "examples": [
            ["phase", "id", "t", "x", "y", "force", "rx", "ry", "tiltX", "tiltY", "twist", "buttons", "flags"]
          ]
        },
        "rows": {
          "description": "The samples: phase b (begins), m (moves), e (ends) or c (is cancelled), times in ms, lengths in CSS pixels, forces from 0 to 1, tilts in degrees.",
          "type": "array",
          "items": { "type": "array" }
        },
        "wheel": { "description": "The wheel events, which are not replayed.", "type": "array" }
      }
    }

    """
}
