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
