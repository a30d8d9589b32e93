/// The intention of a gesture, with its person and device.
package struct Label: Hashable, Sendable {
  /// What the person intended.
  package enum Meaning: Hashable, Sendable {
    /// The animation should finish.
    case finish
    /// The animation should be cancelled.
    case cancel
    /// No gesture: fingers or a palm touched for another reason.
    case nothing
    /// Another gesture by name, such as `scroll` or `tap`.
    case gesture(String)

    /// The label's word: `finish`, `cancel`, `nothing`, or the gesture's name.
    package var word: String {
      switch self {
      case .finish: "finish"
      case .cancel: "cancel"
      case .nothing: "nothing"
      case .gesture(let name): name
      }
    }

    /// Creates a meaning from its word.
    package init(word: String) {
      switch word {
      case "finish": self = .finish
      case "cancel": self = .cancel
      case "nothing": self = .nothing
      default: self = .gesture(word)
      }
    }
  }

  /// What the person intended.
  package var meaning: Meaning
  /// The person, if known.
  package var person: String?
  /// The device, if it differs from the recording's own name for it.
  package var device: String?

  /// Creates a label.
  package init(_ meaning: Meaning, person: String? = nil, device: String? = nil) {
    self.meaning = meaning
    self.person = person
    self.device = device
  }
}
