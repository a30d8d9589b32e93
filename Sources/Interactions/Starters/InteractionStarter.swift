/// An interaction file to start from, with comments, for a common use of gestures.
public struct InteractionStarter: Hashable, Sendable {
  /// The name that users type.
  public var name: String
  /// A description of one line.
  public var summary: String
  /// The text of the file.
  public var text: String

  /// Creates a starter from its parts.
  public init(name: String, summary: String, text: String) {
    self.name = name
    self.summary = summary
    self.text = text + "\n"
  }

  /// All starters: sheets and pages, dragging and scrubbing, presses, transitions.
  public static let all: [InteractionStarter] =
    sheets + pages + drags + presses + transitions

  /// Returns the starter with a name.
  public static func named(_ name: String) -> InteractionStarter? {
    all.first { $0.name == name }
  }
}
