extension String {
  /// The text as one word of a shell, in quotes if it needs some.
  var asShellWord: String {
    let isPlain =
      !isEmpty
      && allSatisfy { letter in
        letter.isLetter || letter.isNumber || "/._-+=,:@".contains(letter)
      }
    guard !isPlain else { return self }
    let parts = split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: #"'\''"#) + "'"
  }
}
