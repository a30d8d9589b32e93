import PantographBase
package import PantographTrajectories

/// What is proposed to guard a page: a subject, and gestures on one of its elements.
package struct PageProposal: Sendable {
  /// The subject: what moves, and where fingers land.
  package let subject: Subject
  /// What its gestures follow from.
  package var gestures: PageGestures
  /// Why the outcome could not be tried everywhere.
  package var failures: [String] = []

  /// What a user sees of where something ends, whatever the pace: 2 px, or 0.02 of an opacity.
  package var tolerances: Tolerances { Subject(subject.kind, pace: .real).tolerances }

  /// The text of `subject.json`, with what differs from the usual values.
  package var text: String {
    guard case .page(let page) = subject.kind else { return "" }
    func quoted(_ word: String) -> String { JSONText.string(word).text }
    func list(_ words: [String]) -> String { "[" + words.joined(separator: ", ") + "]" }
    func object(_ members: [(String, String)]) -> String {
      let members = members.map { "\(quoted($0.0)): \($0.1)" }
      let line = "{ " + members.joined(separator: ", ") + " }"
      return line.utf8.count <= 80
        ? line : "{\n    " + members.joined(separator: ",\n    ") + "\n  }"
    }
    let usual = Subject.Page(location: page.location)
    let part = page.placement.part
    var members = [
      ("version", "1"), ("page", quoted(page.location)),
      ("elements", object(page.elements.map { ($0.name, quoted($0.selector)) })),
      ("show", list(page.shown.map(quoted))),
    ]
    if (page.width, page.height) != (usual.width, usual.height) {
      members.append(
        ("viewport", object([("width", "\(page.width)"), ("height", "\(page.height)")])))
    }
    if let target = page.placement.on {
      members.append(
        (
          "placement",
          object([
            ("on", quoted(target)), ("part", list([part.x.asWritten, part.y.asWritten])),
          ])
        ))
    }
    if subject.pace == .real { members.append(("pace", quoted("real"))) }
    if !page.events.isEmpty { members.append(("events", list(page.events.map(quoted)))) }
    return "{\n" + members.map { "  \(quoted($0.0)): \($0.1)" }.joined(separator: ",\n") + "\n}\n"
  }
}
