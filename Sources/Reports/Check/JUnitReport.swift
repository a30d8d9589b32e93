/// Writes test results as JUnit XML, for continuous integration.
///
/// It contains no times, so the same results give the same bytes.
package struct JUnitReport: Sendable {
  /// The outcome of a test.
  package enum Outcome: Hashable, Sendable {
    /// The test passed.
    case passed
    /// The test failed: the kind of failure, a sentence, and the details.
    case failed(kind: String, sentence: String, details: String)
    /// The test could not run.
    case unusable(sentence: String)
    /// There is nothing to test yet.
    case skipped(sentence: String)
  }

  /// A test.
  package struct Test: Hashable, Sendable {
    /// The group of the test, such as its folder.
    package var group: String
    /// The name of the test.
    package var name: String
    /// The outcome of the test.
    package var outcome: Outcome

    /// Makes a test.
    package init(group: String, name: String, outcome: Outcome) {
      self.group = group
      self.name = name
      self.outcome = outcome
    }
  }

  private let suite: String
  private let tests: [Test]

  /// Makes a report on a suite of tests, in the order given.
  package init(suite: String, _ tests: [Test]) {
    self.suite = suite
    self.tests = tests
  }

  /// The whole file.
  package var text: String {
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

  /// Returns a text for an attribute, where parsers would turn a line feed into a blank.
  private static func quoted(_ text: String) -> String { EscapedText.of(text, blanks: .referred) }
}
