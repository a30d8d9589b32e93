import PantographBase
import PantographReports
import PantographServing
import PantographTraces
import PantographTuning
import Synchronization

/// The pages of `label --serve`, and the forms that they send.
///
/// Requests name gestures by their numbers in the list, and never a path.
final class LabelSite: Sendable {
  private struct State {
    var desk: LabelDesk
    /// The last notices, by the number of each.
    var notices: [Int: LabelPage.Notice] = [:]
    var noticeCount = 0
    /// The gesture that was shown last.
    var clip: (index: Int, clip: GestureClip)?
  }

  private let state: Mutex<State>
  private let entries: [Worklist.Entry]
  private let clip: @Sendable (Worklist.Entry, Int) throws(UnusableFile) -> GestureClip

  /// Creates the site of gestures, each with its recording.
  init(
    _ desk: LabelDesk, in entries: [Worklist.Entry],
    clip: @escaping @Sendable (Worklist.Entry, Int) throws(UnusableFile) -> GestureClip
  ) {
    state = Mutex(State(desk: desk))
    self.entries = entries
    self.clip = clip
  }

  /// The number of gestures that have been labelled, and of those that were before.
  var counts: (now: Int, before: Int) {
    state.withLock { ($0.desk.labelledCount, $0.desk.labelledBefore) }
  }

  /// Answers a request; called on a thread of the server.
  func answer(_ request: SiteRequest) -> SiteReply {
    state.withLock { state in
      guard request.path == "/" else { return .nothing }
      guard let form = request.form else { return page(request.query, &state) }
      guard let action = request.query["do"].flatMap(LabelPage.Action.init) else { return .nothing }
      return take(form, action, &state)
    }
  }

  // MARK: Pages

  private func index(_ text: String?, _ state: State) -> Int? {
    text.flatMap { Int($0) }.flatMap { state.desk.gestures.indices.contains($0) ? $0 : nil }
  }

  private func page(_ query: [String: String], _ state: inout State) -> SiteReply {
    var notices = query["note"].flatMap { Int($0) }.flatMap { state.notices[$0] }.map { [$0] } ?? []
    do {
      if try state.desk.refresh() {
        notices.append(
          LabelPage.Notice(
            "\(state.desk.path.shown) has been changed by another program; its labels are shown"))
      }
    } catch {
      // A form has been refused for the same reason.
      let isKnown = notices.contains { $0.isError }
      if !isKnown { notices.append(LabelPage.Notice(Self.sentence(of: error), isError: true)) }
    }
    let index = index(query["at"], state) ?? state.desk.next(after: nil) ?? 0
    if state.clip?.index != index {
      state.clip = nil
      do {
        let number = state.desk.gestures[index].features.number
        state.clip = (index, try clip(entries[index], number))
      } catch {
        notices.append(LabelPage.Notice("\(error)".shown, isError: true))
      }
    }
    var page = LabelPage(
      state.desk.labelled, at: index, state.clip?.clip, into: state.desk.path.shown)
    page.notices = notices
    page.isFiltered = query["show"] == LabelPage.filter
    page.neighbours = (state.desk.previous(before: index), state.desk.next(after: index))
    page.changes = state.desk.changes
    page.changeCount = state.desk.changeCount
    return .page(Array(page.text.utf8), policy: page.policy)
  }

  private static func sentence(of error: any Error) -> String {
    ((error as? CommandError)?.sentence ?? "\(error)").shown
  }

  // MARK: Forms

  private func take(
    _ form: [String: String], _ action: LabelPage.Action, _ state: inout State
  ) -> SiteReply {
    var index = index(form["at"], state) ?? 0
    var notice: LabelPage.Notice
    do {
      if action == .label {
        notice = try label(&index, form, &state)
      } else {
        guard form["changes"] == "\(state.desk.changeCount)" else {
          throw CommandError(
            "nothing was undone or done again, because labels have changed since this page was shown; look"
              + " at them and try again")
        }
        index = action == .undo ? try state.desk.undo() : try state.desk.redo()
        let label = state.desk.labelled[index].label
        let name = state.desk.gestures[index].name.shown
        notice = LabelPage.Notice(
          action == .undo
            ? "undone: \(name) \(label.map { "is labelled \($0.shown)" } ?? "has no label")"
            : "done again: \(name) is labelled \((label ?? "").shown)")
        // As after the answer itself: another answer here would replace it.
        if action == .redo { index = state.desk.next(after: index) ?? index }
      }
    } catch {
      notice = LabelPage.Notice("not written: \(Self.sentence(of: error))", isError: true)
    }
    state.noticeCount += 1
    state.notices[state.noticeCount] = notice
    // 64: more pages than that are not open.
    state.notices[state.noticeCount - 64] = nil
    return .next(
      LabelPage.address(
        of: index, isFiltered: form["show"] == LabelPage.filter, notice: state.noticeCount))
  }

  /// Writes an answer, and goes on to the next gesture.
  private func label(
    _ index: inout Int, _ form: [String: String], _ state: inout State
  ) throws -> LabelPage.Notice {
    let words = (form["word"] ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !words.isEmpty else { throw CommandError("expected a label, such as scroll") }
    let meaning: Label.Meaning
    do {
      meaning = try LabelWords.checkedMeaning(of: words)
    } catch {
      throw CommandError(error.sentence)
    }
    let isChanged = try state.desk.answer(meaning, at: index, seen: form["was"] ?? "")
    let name = state.desk.gestures[index].name.shown
    defer { index = state.desk.next(after: index) ?? index }
    let isLast = state.desk.next(after: index) == nil
    return LabelPage.Notice(
      "labelled \(words.shown): \(name)" + (isLast ? "; all gestures are labelled now" : "")
        + (isChanged
          ? "; \(state.desk.path.shown) had been changed by another program, and was read again"
          : ""))
  }
}
