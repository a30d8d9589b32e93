import PantographTraces

/// The candidates for completing a word of a command line.
struct Completion {
  /// A possible word.
  struct Candidate: Hashable, Sendable {
    var word: String
    var help: String
  }

  private(set) var candidates: [Candidate] = []
  private(set) var takesFiles = false
  private(set) var takesFolders = false
  /// The part of the word before the completed part: `--format=` in `--format=cs`.
  private(set) var start = ""

  /// Computes the candidates for the last of the given words.
  ///
  /// - Parameter words: the words after the program's name; the last one may be empty.
  init(_ words: [String]) {
    let word = words.last ?? ""
    guard words.count > 1 else {
      offerCommands()
      for option in ["--help", "--version"] where word.hasPrefix("-") { offer(option) }
      return
    }
    guard let command = CommandLineTool.commands.first(where: { $0.name == words[0] }) else {
      if words.count == 2, CommandLineTool.helpWords.contains(words[0]) { offerCommands() }
      return
    }
    var line = Line(command)
    for word in words.dropFirst().dropLast() { line.pass(word) }
    complete(word, after: line)
  }

  /// The words before the completed one.
  private struct Line {
    let command: Command
    var given: Set<String> = []
    var operandCount = 0
    /// An option whose value comes next.
    var open: Command.Option?
    var optionsAreOver = false

    init(_ command: Command) { self.command = command }

    /// The operand that comes next.
    var operand: Command.Value? {
      let operands = command.allOperands
      if operandCount < operands.count { return operands[operandCount] }
      return operands.last.flatMap { $0.isRepeated ? $0 : nil }
    }

    mutating func pass(_ word: String) {
      if open != nil {
        open = nil
      } else if word == command.separator {
        self = Line(command)
      } else if optionsAreOver || !word.hasPrefix("-") || word == "-" {
        operandCount += 1
      } else if word == "--" {
        optionsAreOver = true
      } else {
        let parts = command.parts(of: word)
        guard let option = command.option(String(parts[0])) else { return }
        if option.value?.isRepeated != true { given.insert(option.name) }
        if option.value != nil, parts.count == 1 { open = option }
      }
    }
  }

  private mutating func complete(_ word: String, after line: Line) {
    guard !line.given.contains(Command.help.name) else { return }
    if let value = line.open?.value {
      offer(value, for: word)
    } else if word.hasPrefix("-"), !line.optionsAreOver {
      let parts = line.command.parts(of: word)
      guard parts.count == 1 else {
        start = String(word.dropLast(parts[1].count))
        if let value = line.command.option(String(parts[0]))?.value {
          offer(value, for: "\(parts[1])")
        }
        return
      }
      for option in line.command.allOptions where !line.given.contains(option.name) {
        offer(option.name, option.help)
      }
    } else {
      if let operand = line.operand { offer(operand, for: word) }
      if let separator = line.command.separator { offer(separator, "start another gesture") }
    }
  }

  private mutating func offer(_ value: Command.Value, for word: String) {
    switch value.kind {
    case .text: break
    case .file: takesFiles = true
    case .folder: takesFolders = true
    case .device, .deviceOrFile:
      let devices = FoundDevice.all()
      for device in devices { offer(device.path, device.name) }
      // Nodes have other names, too, such as those in /dev/input/by-id.
      takesFiles = !devices.contains { $0.path.hasPrefix(word) }
      if case .deviceOrFile = value.kind { takesFiles = true }
    case .choice, .name: for name in value.names { offer(name) }
    case .nameOrFile:
      for name in value.names { offer(name) }
      takesFiles = true
    case .list(_, let words):
      let start = word[..<(word.lastIndex(of: ",").map(word.index(after:)) ?? word.startIndex)]
      let given = start.split(separator: ",")
      for word in words where start.isEmpty { offer(word) }
      for name in value.names where !given.contains(Substring(name)) { offer(start + name) }
    }
  }

  private mutating func offer(_ word: String, _ help: String = "") {
    let candidate = Candidate(word: word, help: help)
    // A rule and an estimator may have the same name.
    if !candidates.contains(candidate) { candidates.append(candidate) }
  }

  private mutating func offerCommands() {
    for command in CommandLineTool.commands { offer(command.name, command.summary) }
  }
}
