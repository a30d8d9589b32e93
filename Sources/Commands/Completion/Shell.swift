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
