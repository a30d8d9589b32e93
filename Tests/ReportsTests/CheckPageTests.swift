import PantographReports
import Testing

@Suite struct `A page of checked cases` {
  private func page(_ words: [String], remark: String = "") -> String {
    let cases = words.enumerated().map { index, word in
      CheckPage.Example(
        "gestures/\(index)", word, "as it is", details: [], isFailure: word != "same")
    }
    return CheckPage(cases, remarks: remark.isEmpty ? [] : [remark]).text
  }

  @Test(arguments: [
    (["same", "same"], "All cases are as expected"),
    (["same", "new"], "1 new case to review"),
    (["new", "new"], "2 new cases to review"),
    (["differs"], "1 of 1 case fails"),
    (["differs", "same", "same"], "1 of 3 cases fails"),
    (["differs", "stale"], "2 of 2 cases fail"),
    (["differs", "new", "new", "same"], "1 of 4 cases fails, 2 new to review"),
  ])
  func `says in its title how many fail, and how many are new`(words: [String], title: String) {
    let page = page(words)
    #expect(page.contains("<h1>\(title)</h1>"))
    let heading =
      switch (title.contains("fail"), words.contains("new")) {
      case (true, true): "Failing and new cases"
      case (true, false): "Failing cases"
      case (false, true): "New cases"
      case (false, false): "Other cases"
      }
    #expect(page.contains(">\(heading)</h2>"))
  }

  /// What is between backticks is a command; a name with one of its own stays what it is.
  @Test func `sets commands in sentences apart`() {
    let command = page(["new"], remark: "`pantograph check --accept a` accepts it")
    #expect(command.contains("<p><code>pantograph check --accept a</code> accepts it.</p>"))
    #expect(page(["new"], remark: "the case a`b is new").contains("<p>The case a`b is new.</p>"))
  }
}
