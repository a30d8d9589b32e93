/// Writes results of tests as JUnit's XML, which continuous integration reads.
///
/// It says nothing of times, so that the same results have the same bytes.
public struct JUnitReport: Sendable {
  /// What came of a test.
  public enum Outcome: Hashable, Sendable {
    /// It is as it should be.
    case passed
    /// It is not as it should be: the kind of failure, a sentence, and all there is to tell.
    case failed(kind: String, sentence: String, details: String)
    /// It could not be tried.
    case unusable(sentence: String)
    /// There is nothing to be tried yet.
    case skipped(sentence: String)
  }

  /// A test.
  public struct Test: Hashable, Sendable {
    /// What it belongs to.
    public var group: String
    /// Its name.
    public var name: String
    /// What came of it.
    public var outcome: Outcome

    /// Makes a test from its parts.
    public init(group: String, name: String, outcome: Outcome) {
      self.group = group
      self.name = name
      self.outcome = outcome
    }
  }

  private let suite: String
  private let tests: [Test]

  /// Makes a report on a suite of tests, in the order given.
  public init(suite: String, _ tests: [Test]) {
    self.suite = suite
    self.tests = tests
  }

  /// The whole file.
  public var text: String {
    let counts =
      "tests=\"\(tests.count)\" failures=\"\(count { if case .failed = $0 { true } else { false } })\""
      + " errors=\"\(count { if case .unusable = $0 { true } else { false } })\""
    let skipped = count { if case .skipped = $0 { true } else { false } }
    let name = Self.quoted(suite)
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="\(name)" \(counts)>
        <testsuite name="\(name)" \(counts) skipped="\(skipped)">

      """
    for test in tests {
      text += "    <testcase classname=\"\(Self.quoted(test.group))\""
      text += " name=\"\(Self.quoted(test.name))\""
      switch test.outcome {
      case .passed: text += "/>\n"
      case .failed(let kind, let sentence, let details):
        text += ">\n      <failure type=\"\(Self.quoted(kind))\""
        text +=
          " message=\"\(Self.quoted(sentence))\">\(EscapedText.of(details, blanks: .kept))</failure>\n"
        text += "    </testcase>\n"
      case .unusable(let sentence):
        text += ">\n      <error type=\"unusable\" message=\"\(Self.quoted(sentence))\"/>\n"
        text += "    </testcase>\n"
      case .skipped(let sentence):
        text += ">\n      <skipped message=\"\(Self.quoted(sentence))\"/>\n    </testcase>\n"
      }
    }
    return text + "  </testsuite>\n</testsuites>\n"
  }

  private func count(_ isCounted: (Outcome) -> Bool) -> Int {
    tests.count { isCounted($0.outcome) }
  }

  /// A text for the quotes of an attribute, in which a line's end would be read as a blank.
  private static func quoted(_ text: String) -> String { EscapedText.of(text, blanks: .referred) }
}
