extension Command {
  /// What somebody gives to a command: an operand, or the value of an option.
  struct Value: Sendable, ExpressibleByStringLiteral {
    /// Names that a value may have, made when they are asked for.
    typealias Names = @Sendable () -> [String]

    /// What may stand there, as far as it is known before somebody types it.
    enum Kind: Sendable {
      /// A number, a text, a name of one's own.
      case text
      /// A file, or a folder of files.
      case file
      case folder
      /// A node in `/dev/input`.
      case device
      /// One of those, or a file, or a folder.
      case deviceOrFile
      /// One of these names, and nothing else.
      case choice(Names, usual: String?)
      /// One of these names, or a file.
      case nameOrFile(Names, usual: String?)
      /// A name, of which the command itself says whether it is one.
      case name(Names)
      /// Several of these names, with commas between them, or a word instead of them.
      case list(Names, words: [String])
    }

    /// What stands for it in help, such as `FILE`; with `…` at its end there may be more of them.
    let placeholder: String
    let kind: Kind

    init(_ placeholder: String, _ kind: Kind) {
      self.placeholder = placeholder
      self.kind = kind
    }

    /// What can't be known before it is typed.
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
    /// One of the values of a type, of which one may be what is taken where none is given.
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

    /// The names that are known; none where there are too many to count.
    var names: [String] {
      switch kind {
      case .text, .file, .folder, .device, .deviceOrFile: []
      case .choice(let names, _), .nameOrFile(let names, _), .name(let names), .list(let names, _):
        names()
      }
    }

    /// Before the rest of an option's help, the names that it has to be chosen from.
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
  /// What it does, with the names that its value may be.
  var help: String { value?.help(rest) ?? rest }
}
