/// An interaction file to start from, with comments, for a common use of gestures.
package struct InteractionStarter: Hashable, Sendable {
  /// The name that users type.
  package var name: String
  /// A description of one line.
  package var summary: String
  /// The text of the file.
  package var text: String

  /// Creates a starter from its parts.
  package init(name: String, summary: String, text: String) {
    self.name = name
    self.summary = summary
    self.text = text + "\n"
  }

  /// All starters: sheets, scrolling and pages, dragging and scrubbing, presses, transitions.
  package static let all: [InteractionStarter] =
    sheets + scrolls + pages + drags + presses + transitions

  /// Returns the starter with a name.
  package static func named(_ name: String) -> InteractionStarter? {
    all.first { $0.name == name }
  }
}
