import PantographBase
import PantographTouches
import PantographTraces

extension SubjectCase {
  /// Shows a page in a browser, and plays the recording into it.
  func observe(
    _ page: Subject.Page, _ rows: GestureRows
  ) throws(UnusableFile) -> Observation {
    let steps =
      rows.inputs.map { PageStep.merge($0, with: rows.rows) }
      ?? PageFingers.steps(rows.rows, on: page)
    let outside = steps.lazy.compactMap { $0.landing(outside: page) }.first
    if let outside, page.input == .wheel { throw UnusableFile(subjectFile, outside) }
    do {
      var shown = try BrowserPool.shared.withBrowser(
        page.browser, reaching: page.server, subject.pace
      ) { browser throws(BrowserFailure) in
        subject.pace == .real
          ? try RealPageReplay.run(
            page, steps, in: folder, within: subject.timeLimit, with: browser)
          : try PageReplay.run(
            page, steps, frameRate: subject.frameRate, in: folder, within: subject.timeLimit,
            with: browser)
      }
      if page.input == .wheel, rows.inputs?.isEmpty ?? true {
        shown.notes.append("no two fingers scroll or pinch in this recording")
      }
      if let outside { shown.notes.append(outside) }
      return shown
    } catch {
      let movement = steps.lazy.compactMap { $0.movement(outside: page) }.first
      let isRefused = error.sentence.includes("out of bounds of viewport")
      let sentence = isRefused ? outside ?? movement : nil
      throw UnusableFile(subjectFile, sentence ?? error.sentence)
    }
  }

  /// Returns what makes a page's inputs of touch frames; `nil` for programs, and for fingers.
  func pageFeed(for surface: Surface) -> (any PageFeed)? {
    guard case .page(let page) = subject.kind else { return nil }
    switch page.input ?? (surface.kind == .pen ? .pen : .touch) {
    case .touch: return nil
    case .wheel: return WheelFeed(page)
    case .pen: return PenFeed(page)
    }
  }
}

extension PageStep {
  /// Says where the fingers or a pen land, if that is outside of the viewport of a page: browsers ignore it.
  fileprivate func landing(outside page: Subject.Page) -> String? {
    switch self {
    case .input(.touches(let touches), _) where touches.kind == .began:
      page.sentence("a finger lands", touches.fingers.map(\.position))
    case .input(.pointer(let pointer), _) where pointer.action == .pressed:
      page.sentence("the pen lands", [pointer.position])
    case .input(.wheel(let wheel), _): page.sentence("the fingers land", [wheel.position])
    default: nil
    }
  }

  /// Says where a finger moves, if that is outside of the viewport of a page: Firefox refuses it.
  fileprivate func movement(outside page: Subject.Page) -> String? {
    guard case .input(.touches(let touches), _) = self else { return nil }
    return page.sentence("Firefox can't move a finger that is", touches.fingers.map(\.position))
  }
}

extension Subject.Page {
  /// Says that something happens at the first position that is outside of the viewport.
  fileprivate func sentence(_ words: String, _ positions: [Point]) -> String? {
    let outside = positions.first { position in
      !(0..<Double(width)).contains(position.x) || !(0..<Double(height)).contains(position.y)
    }
    return outside.map { position in
      "\(words) at (\(Int(position.x)), \(Int(position.y))), outside of the viewport of \(width) ×"
        + " \(height) pixels: set placement"
    }
  }
}
