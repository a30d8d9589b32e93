/// What a person meant by a gesture, who it was, and on what.
public struct Label: Hashable, Sendable {
  /// What was meant.
  public enum Meaning: Hashable, Sendable {
    /// That the animation goes to its end.
    case finish
    /// That it goes back to its start.
    case cancel
    /// Nothing: the fingers, or a palm, were there for something else.
    case nothing
    /// Another gesture, by its name, such as `scroll` or `tap`.
    case gesture(String)

    /// The word for it: `finish`, `cancel`, `nothing`, or the gesture's name.
    public var word: String {
      switch self {
      case .finish: "finish"
      case .cancel: "cancel"
      case .nothing: "nothing"
      case .gesture(let name): name
      }
    }

    /// Makes a meaning of its word.
    public init(word: String) {
      switch word {
      case "finish": self = .finish
      case "cancel": self = .cancel
      case "nothing": self = .nothing
      default: self = .gesture(word)
      }
    }
  }

  /// What was meant.
  public var meaning: Meaning
  /// Who it was; nothing where nobody says.
  public var person: String?
  /// On which device, if it is not the recording's own name for it.
  public var device: String?

  /// Makes a label.
  public init(_ meaning: Meaning, person: String? = nil, device: String? = nil) {
    self.meaning = meaning
    self.person = person
    self.device = device
  }
}
