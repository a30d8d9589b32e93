import Pantograph
import PantographInteractions
import PantographReports
import PantographSubjects
import PantographTraces
import PantographTrajectories

extension CheckedCase {
  /// Returns a page of the case alone, replayed again, with a link to the page that lists it; `nil` if there is nothing
  /// to show or a file is gone.
  func page(listedAt list: String) -> String? {
    switch verdict {
    case .same(let check), .differs(let check), .new(let check):
      check.page(at: path, listedAt: list)
    case .accepted, .incomplete, .unusable: nil
    }
  }
}

extension CaseCheck {
  /// The expected and the present trajectory over each other, or the present one alone if they are the same.
  func page(at path: String, listedAt list: String) -> String? {
    guard let example = try? Case(path),
      let interaction = try? Interaction(file: example.interaction),
      var replay = try? Replay(RecordingStream(example.recording), driving: interaction)
    else { return nil }
    guard let comparison, !isSame, let expected = try? TrajectoryFile(example.expected) else {
      var page = TrajectoryPage(interaction, named: path.shown)
      page.surface = replay.surface
      page.list = list
      do { try replay.run(into: &page) } catch { return nil }
      return page.text
    }
    var both = TrajectoryWithContacts()
    do { try replay.run(into: &both) } catch { return nil }
    var page = DiffPage(
      comparison, expected: .init("expected", expected.names, expected.samples),
      actual: .init("now", interaction.columns, both.trajectory.samples),
      knowsEvents: !isWithoutEvents)
    page.title = path.shown
    page.contacts = (both.contacts, replay.surface)
    page.interaction = interaction
    page.list = list
    return page.text
  }
}

extension SubjectCheck {
  /// All columns that the subject shows, over what was accepted.
  func page(at path: String, listedAt list: String) -> String? {
    let comparison = telling?.comparison
    let columns = actual.columns.map { column in
      let expected = comparison?.expected[column.name].map { ("expected", $0.samples) }
      return OverlaidColumnsPage.Column(
        name: column.name, curves: [expected, ("now", column.samples)].compactMap(\.self),
        gestures: [])
    }
    var page = OverlaidColumnsPage(path.shown, columns, [], releases: [])
    page.list = list
    return page.text
  }
}
