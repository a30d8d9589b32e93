import PantographBase
import PantographInteractions

/// The parsed arguments of a command.
struct Arguments {
  let command: Command
  private(set) var operands: [String] = []
  /// The values of each given option; that of a flag is empty.
  private var values: [String: [String]] = [:]
  private(set) var wantsHelp = false
  /// The argument sets after each separator word.
  private(set) var others: [Arguments] = []

  /// The current names of options that were renamed.
  private static let renamed = ["--draws": "--resamples"]

  init(_ words: [String], for command: Command) throws {
    self.command = command
    var rest = words[...]
    var optionsAreOver = false
    while let word = rest.popFirst() {
      if let separator = command.separator, word == separator {
        let next = try Arguments(Array(rest), for: command)
        wantsHelp = wantsHelp || next.wantsHelp
        others = [next] + next.others
        break
      }
      if optionsAreOver || !word.hasPrefix("-") || word == "-" {
        operands.append(word)
      } else if word == "--" {
        optionsAreOver = true
      } else {
        try take(word, &rest)
      }
    }
    guard !wantsHelp else { return }
    guard operands.count >= command.operands.count else {
      let missing = command.operands[operands.count].placeholder
      throw error("missing \(missing); usage: \(command.usage)")
    }
    let takesMore = command.allOperands.last?.isRepeated ?? false
    let most = command.allOperands.count
    guard takesMore || operands.count <= most else {
      let extra = operands[most]
      throw error("unexpected argument '\(extra)'; usage: \(command.usage)")
    }
  }

  private mutating func take(_ word: String, _ rest: inout ArraySlice<String>) throws {
    let parts = command.parts(of: word)
    let name = String(parts[0])
    guard let option = command.option(name) else {
      let names = command.allOptions.flatMap(\.names)
      let advice =
        Self.renamed[name].flatMap { names.contains($0) ? "it is now '\($0)'" : nil }
        ?? Spelling.nearest(to: name, among: names).map { "did you mean '\($0)'?" }
        ?? "`pantograph \(command.name) --help` lists them"
      throw error("unknown option '\(name)'; \(advice)")
    }
    if option.name == Command.help.name { wantsHelp = true }
    guard let taken = option.value else {
      guard parts.count == 1 else {
        throw error("\(name) takes no value")
      }
      values[option.name] = [""]
      return
    }
    guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
      throw error("\(name) requires a value: \(name) \(taken.placeholder)")
    }
    guard taken.isRepeated || values[option.name] == nil else {
      throw error("\(name) given more than once")
    }
    values[option.name, default: []].append(value)
  }

  func has(_ option: String) -> Bool { values[option] != nil }

  /// The names of the given options, sorted.
  var given: [String] { values.keys.sorted() }

  func value(_ option: String) -> String? { values[option]?.first }

  /// Returns the values of an option that may be given several times, in order.
  func values(_ option: String) -> [String] { values[option] ?? [] }

  func required(_ option: String, _ why: String) throws -> String {
    guard let value = value(option) else {
      throw error("\(option) is required: \(why)")
    }
    return value
  }

  /// Returns the value of an option as a number.
  ///
  /// - Parameter expected: what it means and an example, for the error; by default, the range.
  func number(
    _ option: String, in range: ClosedRange<Double>, _ expected: String? = nil
  ) throws -> Double? {
    guard let value = value(option) else { return nil }
    guard let number = Double(value), range.contains(number) else {
      let (low, high) = (range.lowerBound.asWritten, range.upperBound.asWritten)
      throw invalidValue(option, "expected \(expected ?? "a number from \(low) to \(high)")")
    }
    return number
  }

  func integer(_ option: String, in range: ClosedRange<Int>) throws -> Int? {
    guard let value = value(option) else { return nil }
    guard let number = Int(value), range.contains(number) else {
      throw invalidValue(
        option, "expected a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// Returns the value of an option as `count` comma-separated numbers.
  ///
  /// - Parameter expected: what they mean and an example, for the error about other values.
  func numbers(_ option: String, count: Int, _ expected: String) throws -> [Double]? {
    guard let value = value(option) else { return nil }
    let numbers = value.split(separator: ",", omittingEmptySubsequences: false)
      .compactMap { Double($0) }.filter { $0.magnitude <= 1e6 }
    guard numbers.count == count, value.count(where: { $0 == "," }) == count - 1 else {
      throw invalidValue(option, "expected \(expected)")
    }
    return numbers
  }

  /// Returns the value of an option that takes one of a fixed set of names.
  func choice(_ option: String) throws -> String? {
    guard case .choice(let names, _)? = command.option(option)?.value?.kind else {
      preconditionFailure("\(option) of \(command.name) does not take a choice")
    }
    guard let value = value(option) else { return nil }
    guard names().contains(value) else {
      throw invalidValue(option, "expected one of \(names().joined(separator: ", "))")
    }
    return value
  }

  /// Returns the value of an option whose choices are the cases of a type.
  func choice<Value: RawRepresentable<String>>(
    _ option: String, _ type: Value.Type
  ) throws -> Value? {
    try choice(option).map { name in
      guard let choice = Value(rawValue: name) else {
        preconditionFailure("\(option) \(name) is not a \(type)")
      }
      return choice
    }
  }

  /// Returns an error about the arguments, which begins with the command.
  func error(_ sentence: String) -> CommandError {
    CommandError("pantograph \(command.name): \(sentence)")
  }

  /// Returns an error about the value of an option.
  func invalidValue(_ option: String, _ sentence: String) -> CommandError {
    error("\(option) \(value(option) ?? ""): \(sentence)")
  }
}

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

/// An error of a command: one line with the location, the problem and the remedy.
///
/// It is printed as it is; any other error that ends a command has the program's name before it.
struct CommandError: Error, Hashable {
  let sentence: String

  init(_ sentence: String) {
    self.sentence = sentence
  }
}

/// The exit status of a command.
enum ExitStatus: Int32 {
  /// Success.
  case fine = 0
  /// A check failed.
  case failed = 1
  /// The input or the arguments can't be used.
  case unusable = 2
}
