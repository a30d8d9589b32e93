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

/// A shell for which there is a completion script.
///
/// The scripts ask the program itself for candidates, so they do not depend on the table of commands.
enum Shell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish

  /// Lines of an answer that request file or folder names.
  static let files = ":files"
  static let folders = ":folders"

  /// Returns the words as they were typed.
  func words(_ words: [String]) -> [String] {
    guard self == .bash else { return words }
    // Bash splits `--format=csv` into three words.
    return words.reduce(into: []) { joined, word in
      let last = joined.last ?? ""
      let continues = word == "=" ? !last.contains("=") : last.hasSuffix("=")
      if last.hasPrefix("--"), last != "--", continues {
        joined[joined.count - 1] += word
      } else {
        joined.append(word)
      }
    }
  }

  /// Returns the lines that a script reads.
  func answer(_ completion: Completion) -> String {
    // The other shells match only the part after `=`.
    let start = self == .fish ? completion.start : ""
    var lines = completion.candidates.map { candidate in
      start + candidate.word + (candidate.help.isEmpty ? "" : "\t\(candidate.help)")
    }
    if completion.takesFiles { lines.append(Self.files) }
    if completion.takesFolders { lines.append(Self.folders) }
    return lines.map { "\($0)\n" }.joined()
  }

  /// The completion script.
  var script: String {
    switch self {
    case .bash:
      """
      # bash completion for pantograph; the program itself provides the candidates
      _pantograph() {
        local line
        COMPREPLY=()
        while IFS= read -r line; do
          case $line in
            \(Self.files))
              if [[ ${#COMPREPLY[@]} -eq 0 ]]; then compopt -o default
              else mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "$2"); compopt -o filenames
              fi ;;
            \(Self.folders)) compopt -o dirnames ;;
            "$2"*) COMPREPLY+=("${line%%$'\\t'*}") ;;
          esac
        done < <(command pantograph completions bash -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
      }
      complete -F _pantograph pantograph

      """
    case .zsh:
      """
      #compdef pantograph
      # zsh completion for pantograph; the program itself provides the candidates
      _pantograph() {
        local line word
        local -a candidates
        local -i files=0 folders=0
        while IFS= read -r line; do
          case $line in
            \(Self.files)) files=1 ;;
            \(Self.folders)) folders=1 ;;
            *)
              word=${line%%$'\\t'*}
              candidates+=("${word//:/\\\\:}${${line#$word}/$'\\t'/:}") ;;
          esac
        done < <(command pantograph completions zsh -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)
        compset -P '--*='
        (( $#candidates )) && _describe -V pantograph candidates
        (( files )) && _files
        (( folders )) && _files -/
      }
      if [[ $funcstack[1] == _pantograph ]]; then _pantograph "$@"; else compdef _pantograph pantograph; fi

      """
    case .fish:
      """
      # fish completion for pantograph; the program itself provides the candidates
      function __pantograph_complete
          set -l words (commandline -opc) (commandline -ct)
          set -l start (string match -r -- '^--[^=]*=' $words[-1])
          for line in (command pantograph completions fish -- $words[2..] 2>/dev/null)
              switch $line
                  case \(Self.files)
                      string replace -r -- '^' "$start" (__fish_complete_path (string replace -- "$start" '' $words[-1]))
                  case \(Self.folders)
                      string replace -r -- '^' "$start" (__fish_complete_directories (string replace -- "$start" '' $words[-1]) '')
                  case '*'
                      echo $line
              end
          end
      end
      complete -c pantograph -f -a '(__pantograph_complete)'

      """
    }
  }
}

/// `pantograph completions`: shell completion scripts.
enum CompletionsCommand {
  static let command = Command(
    name: "completions",
    summary: "prints a shell script that completes commands, options, names and files",
    operands: [.choice("SHELL", Shell.allCases)],
    optionalOperands: ["WORD…"],
    options: [],
    details: """
      `tools/install` installs the scripts where each shell finds them. The scripts call this command
      again with the words typed so far as WORD; it then prints the candidates for the last word, one
      per line.
      """,
    examples: [
      #"eval "$(pantograph completions bash)""#,
      #"eval "$(pantograph completions zsh)""#,
      "pantograph completions fish | source",
    ],
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let name = arguments.operands[0]
    guard let shell = Shell(rawValue: name) else {
      let names = Shell.allCases.map(\.rawValue).joined(separator: ", ")
      throw CommandError("pantograph completions: \(name): expected one of \(names)")
    }
    let words = Array(arguments.operands.dropFirst())
    try OutputFile().write(
      words.isEmpty ? shell.script : shell.answer(Completion(shell.words(words))))
    return .fine
  }
}
