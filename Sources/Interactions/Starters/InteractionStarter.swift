/// An interaction to start from: a file with comments, for one of the things that gestures are used for.
public struct InteractionStarter: Hashable, Sendable {
  /// The name as a user types it.
  public var name: String
  /// What it is, in a line.
  public var summary: String
  /// The file.
  public var text: String

  /// Makes a starter from its parts.
  public init(name: String, summary: String, text: String) {
    self.name = name
    self.summary = summary
    self.text = text + "\n"
  }

  /// Every starter: sheets and pages, what is dragged or scrubbed, presses, transitions.
  public static let all: [InteractionStarter] =
    sheets + pages + drags + presses + transitions

  /// The starter of a name.
  public static func named(_ name: String) -> InteractionStarter? {
    all.first { $0.name == name }
  }
}
