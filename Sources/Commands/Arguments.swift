import Interactions
import Quantities

/// What somebody typed after a command's name, taken apart.
struct Arguments {
  let command: Command
  private(set) var operands: [String] = []
  private var values: [String: String] = [:]
  private(set) var wantsHelp = false
  /// What stands after each word that begins one more of the same.
  private(set) var others: [Arguments] = []

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
      throw Complaint("pantograph \(command.name): \(missing) is missing; usage: \(command.usage)")
    }
    let takesMore = command.allOperands.last?.isRepeated ?? false
    let most = command.allOperands.count
    guard takesMore || operands.count <= most else {
      let extra = operands[most]
      throw Complaint("pantograph \(command.name): \(extra) is too much; usage: \(command.usage)")
    }
  }

  private mutating func take(_ word: String, _ rest: inout ArraySlice<String>) throws {
    let parts = command.parts(of: word)
    let name = String(parts[0])
    guard let option = command.option(name) else {
      let names = command.allOptions.flatMap(\.names)
      let advice =
        Spelling.nearest(to: name, among: names).map { "did you mean \($0)?" }
        ?? "`pantograph \(command.name) --help` lists them"
      throw Complaint("pantograph \(command.name): no option \(name); \(advice)")
    }
    if option.name == Command.help.name { wantsHelp = true }
    guard let placeholder = option.value?.placeholder else {
      guard parts.count == 1 else {
        throw Complaint("pantograph \(command.name): \(name) takes no value")
      }
      values[option.name] = ""
      return
    }
    guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
      throw Complaint("pantograph \(command.name): \(name) needs a value: \(name) \(placeholder)")
    }
    guard values.updateValue(value, forKey: option.name) == nil else {
      throw Complaint("pantograph \(command.name): \(name) is given twice")
    }
  }

  func has(_ option: String) -> Bool { values[option] != nil }

  /// The options that were given, in the order of their names.
  var given: [String] { values.keys.sorted() }

  func value(_ option: String) -> String? { values[option] }

  func required(_ option: String, _ why: String) throws -> String {
    guard let value = values[option] else {
      throw Complaint("pantograph \(command.name): \(option) is missing: \(why)")
    }
    return value
  }

  func number(_ option: String, in range: ClosedRange<Double>) throws -> Double? {
    guard let value = values[option] else { return nil }
    guard let number = Double(value), range.contains(number) else {
      throw complaint(
        option,
        "expected a number from \(range.lowerBound.asWritten) to \(range.upperBound.asWritten)")
    }
    return number
  }

  func integer(_ option: String, in range: ClosedRange<Int>) throws -> Int? {
    guard let value = values[option] else { return nil }
    guard let number = Int(value), range.contains(number) else {
      throw complaint(
        option, "expected a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// So many numbers with commas between them.
  func numbers(_ option: String, count: Int) throws -> [Double]? {
    guard let value = values[option] else { return nil }
    let numbers = value.split(separator: ",", omittingEmptySubsequences: false)
      .compactMap { Double($0) }.filter { $0.magnitude <= 1e6 }
    guard numbers.count == count, value.count(where: { $0 == "," }) == count - 1 else {
      throw complaint(option, "expected \(count) numbers with commas between them, such as 20,32.5")
    }
    return numbers
  }

  /// One of the names that the table has for an option.
  func choice(_ option: String) throws -> String? {
    guard case .choice(let names, _)? = command.option(option)?.value?.kind else {
      preconditionFailure("\(option) is no choice in the table of \(command.name)")
    }
    guard let value = value(option) else { return nil }
    guard names().contains(value) else {
      throw complaint(option, "expected one of \(names().joined(separator: ", "))")
    }
    return value
  }

  /// One of those values of a type that the table has for an option.
  func choice<Value: RawRepresentable<String>>(
    _ option: String, _ type: Value.Type
  ) throws -> Value? {
    try choice(option).map { name in
      guard let choice = Value(rawValue: name) else {
        preconditionFailure("\(option) \(name) is no \(type)")
      }
      return choice
    }
  }

  /// What is wrong with the value of an option.
  func complaint(_ option: String, _ sentence: String) -> Complaint {
    Complaint("pantograph \(command.name): \(option) \(values[option] ?? ""): \(sentence)")
  }
}
