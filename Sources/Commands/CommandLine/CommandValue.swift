extension Command {
  /// An operand, or the value of an option.
  struct Value: Sendable, ExpressibleByStringLiteral {
    /// The possible names of a value, computed on demand.
    typealias Names = @Sendable () -> [String]

    /// The kind of text that is valid here, as far as it is known in advance.
    enum Kind: Sendable {
      /// A number, a text or an arbitrary name.
      case text
      /// A file or a folder of files.
      case file
      case folder
      /// A node in `/dev/input`.
      case device
      /// A node in `/dev/input`, a file or a folder.
      case deviceOrFile
      /// Exactly one of these names.
      case choice(Names, usual: String?)
      /// One of these names, or a file.
      case nameOrFile(Names, usual: String?)
      /// A name that the command itself validates.
      case name(Names)
      /// A comma-separated list of these names, or one of the words.
      case list(Names, words: [String])
    }

    /// The placeholder in help, such as `FILE`; a trailing `…` allows several values.
    let placeholder: String
    let kind: Kind

    init(_ placeholder: String, _ kind: Kind) {
      self.placeholder = placeholder
      self.kind = kind
    }

    /// Creates a value with arbitrary text.
    init(stringLiteral placeholder: String) {
      self.init(placeholder, .text)
    }

    static func file(_ placeholder: String = "FILE") -> Value { Value(placeholder, .file) }
    static func folder(_ placeholder: String) -> Value { Value(placeholder, .folder) }
    static func device(_ placeholder: String) -> Value { Value(placeholder, .device) }
    static func deviceOrFile(_ placeholder: String) -> Value { Value(placeholder, .deviceOrFile) }
    static func name(_ placeholder: String, _ names: @escaping Names) -> Value {
      Value(placeholder, .name(names))
    }
    static func list(
      _ placeholder: String, _ names: @escaping Names, or words: [String] = []
    ) -> Value {
      Value(placeholder, .list(names, words: words))
    }
    /// Returns a choice among the cases of a type, optionally with a default.
    static func choice<Choice: RawRepresentable<String> & Sendable>(
      _ placeholder: String, _ all: [Choice], usual: Choice? = nil
    ) -> Value {
      Value(placeholder, .choice({ all.map(\.rawValue) }, usual: usual?.rawValue))
    }
    static func choice(_ placeholder: String, _ names: @escaping Names) -> Value {
      Value(placeholder, .choice(names, usual: nil))
    }
    static func nameOrFile<Choice: RawRepresentable<String> & Sendable>(
      _ placeholder: String, _ all: [Choice], usual: Choice
    ) -> Value {
      Value(placeholder, .nameOrFile({ all.map(\.rawValue) }, usual: usual.rawValue))
    }

    var isRepeated: Bool { placeholder.hasSuffix("…") }

    /// The known names; empty where any text is valid.
    var names: [String] {
      switch kind {
      case .text, .file, .folder, .device, .deviceOrFile: []
      case .choice(let names, _), .nameOrFile(let names, _), .name(let names), .list(let names, _):
        names()
      }
    }

    /// Returns an option's help with the possible names in front.
    fileprivate func help(_ rest: String) -> String {
      switch kind {
      case .text, .file, .folder, .device, .deviceOrFile, .name, .list: return rest
      case .choice(let names, let usual):
        var names = Self.marked(names(), usual)
        let last = names.popLast() ?? ""
        let choices = names.isEmpty ? last : "\(names.joined(separator: ", ")) or \(last)"
        return rest.isEmpty ? choices : "\(choices); \(rest)"
      case .nameOrFile(let names, let usual):
        return (Self.marked(names(), usual) + [rest]).joined(separator: ", ")
      }
    }

    private static func marked(_ names: [String], _ usual: String?) -> [String] {
      names.map { $0 == usual ? "\($0) (the default)" : $0 }
    }
  }
}

extension Command.Option {
  /// The description, including the possible names of its value.
  var help: String { value?.help(rest) ?? rest }
}
