import PantographBase

extension FieldTable {
  /// The keys of `subject.json`.
  static let subject = FieldTable(
    """
    $schema | - | - | The location of this schema, for editors.
    version | 1…1 the version 1 | - | The version of the file format. | !the version of the file format, 1
    command | - | - | A program and its arguments; it runs in this folder, without a shell.
    page | - | - | A page for a browser: a file below this folder, a folder such as dist/, or a URL.
    input | - | - | For a command, the contacts as a table (the default) or as a JSON object a line, or the events of a virtual device; for a page, fingers on a touchscreen, two fingers on a touchpad, or a pen, by default as the device.
    log | - | - | A file below this folder into which the program writes; by default its standard output.
    socket | flag | false | Whether the program connects to the Unix socket in PANTOGRAPH_SOCKET and writes there.
    pace | - | "fast" | As fast as the subject takes the events, or each at its time.
    pixelsPerMillimetre | 0.01…1000 a density | - | Pixels per millimetre; for a page CSS pixels, by default 160 per inch.
    browser | - | - | The browser, such as firefox-esr; by default the first Chromium that is found.
    viewport | - | - | The size of the viewport.
    placement | - | - | Where on the page the fingers are; by default the upper left corners coincide.
    elements | - | - | The elements to record: names, and the selectors that find them. | the elements to record, with their selectors
    show | - | ["x", "y", "opacity"] | The properties to record of each element.
    events | - | - | The names of the DOM events to record, besides performance.mark.
    frameRate | 1…1000 frames per second | 60 | Frames per second.
    rest | 0…600 seconds | 1 | Seconds after the last event, with frames.
    timeLimit | 0.1…3600 seconds | - | Seconds after which the subject is killed; by default 10, for a page 60.
    tolerances | - | - | How far columns may differ, by name; * is every other column, and events all events.
    agrees | - | - | What else must show the same: other subjects, or interactions of Pantograph.
    """,
    [
      "$schema": .text("the location of a schema"),
      "command": .list(of: .inline(.text("the program or an argument")), atLeast: 1),
      "page": .text("a file of the folder, or a URL"),
      "input": .name(inputsOfCommands + inputsOfPages, "input"),
      "log": .text("a file of the folder"),
      "pace": .name(of: Subject.Pace.self, "pace"), "browser": .text("a program"),
      "viewport": .object(viewport), "placement": .object(placement),
      "elements": .members(.inline(.text("a selector")), atLeast: 1),
      "show": .list(
        of: .anyOf([
          .inline(.name(Subject.Page.properties, "property")),
          .inline(.schema(##""type": "string", "pattern": "^--""##)),
        ]), atLeast: 0),
      "events": .list(of: .inline(.text("the name of a DOM event")), atLeast: 0),
      "tolerances": tolerances, "agrees": .list(of: .object(agreement), atLeast: 1),
    ], ranges: [],
    after: [
      """
      "if": { "required": ["page"] },
      "then": {
        "required": ["elements"],
        "properties": {
          "command": false, "log": false, "socket": false,
          "input": { "enum": \(SchemaText.names(inputsOfPages)) }
        }
      },
      "else": {
        "required": ["command"],
        "properties": {
          "input": { "enum": \(SchemaText.names(inputsOfCommands)) },
          "browser": false, "viewport": false, "placement": false, "elements": false, "show": false,
          "events": false
        },
        "not": { "required": ["log", "socket"], "properties": { "socket": { "const": true } } },
        "if": { "required": ["input"], "properties": { "input": { "const": "device" } } },
        "then": {
          "properties": { "pace": false, "pixelsPerMillimetre": false, "frameRate": false }
        }
      }
      """
    ])

  private static let inputsOfCommands = Subject.Command.Input.allCases.map(\.rawValue)
  private static let inputsOfPages = Subject.Page.Input.allCases.map(\.rawValue)

  static let viewport = FieldTable(
    """
    width | 50…10000 CSS pixels | 412 | Its width.
    height | 50…10000 CSS pixels | 915 | Its height.
    """, ranges: [])

  static let placement = FieldTable(
    """
    from | - | - | A point of the touch surface in millimetres, [x, y]. | !a point of the surface in mm
    to | - | - | The point of the viewport that lies there, in CSS pixels. | !a point of the page in CSS pixels
    """, ["from": point, "to": point], ranges: [])

  static let agreement = FieldTable(
    """
    with | - | - | A file of the folder: another subject, or an interaction. | !a file of the folder: another subject, or an interaction
    columns | - | - | The columns to compare, and their names there. | !the columns to compare, with their names there
    tolerances | - | - | How far these columns may differ, by name; * is every other column.
    """,
    [
      "with": .text("a file of the folder"),
      "columns": .members(.inline(.text("a column")), atLeast: 1), "tolerances": tolerances,
    ], ranges: [])

  static let tolerance = FieldTable(
    """
    value | 0…1e12 an allowed difference | - | The allowed difference; by default 0, for a page in real time 2.
    seconds | 0…60 seconds | - | How much earlier or later; by default 0, for a device 1/30, for a page in real time 0.25.
    """, ranges: [])

  private static let tolerances = Field.Kind.members(.object(tolerance), atLeast: 0)

  private static let point = Field.Kind.schema(
    ##""type": "array", "items": { "type": "number" }, "minItems": 2, "maxItems": 2"##)
}

/// The JSON Schema of `subject.json`, made from the table that its reader uses.
package enum SubjectSchema {
  /// The schema, in draft 2020-12.
  package static let text =
    SchemaText.object(
      [
        ##""$schema": "https://json-schema.org/draft/2020-12/schema""##,
        ##""title": "Subject of Pantograph""##,
        ##""description": "A program or a page under test.""##,
      ] + FieldTable.subject.schema) + "\n"
}
