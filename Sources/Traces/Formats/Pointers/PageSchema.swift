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
