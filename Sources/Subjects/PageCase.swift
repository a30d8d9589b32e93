import PantographCases
import PantographEvdev
import PantographQuantities
import PantographTouches

extension SubjectCase {
  /// Shows a page in a browser, and plays the recording into it.
  func observe(
    _ page: Subject.Page, _ rows: GestureRows
  ) throws(UnusableFile) -> Observation {
    let steps =
      try rows.inputs.map { inputs throws(UnusableFile) in
        try checkPointer(inputs, on: page)
        return PageStep.merge(inputs, with: rows.rows)
      } ?? PageFingers.steps(rows.rows, on: page)
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
      return shown
    } catch {
      throw UnusableFile(subjectFile, error.sentence)
    }
  }

  /// Checks that the mouse pointer is over the page when fingers on a touchpad scroll.
  private func checkPointer(
    _ inputs: [PageStep], on page: Subject.Page
  ) throws(UnusableFile) {
    for case .input(.wheel(let wheel), _) in inputs {
      let (x, y) = (wheel.position.x, wheel.position.y)
      let (width, height) = (Double(page.width), Double(page.height))
      if (0..<width).contains(x), (0..<height).contains(y) { continue }
      throw UnusableFile(
        subjectFile,
        "the fingers land at (\(Int(x)), \(Int(y))), outside of the viewport of \(page.width) ×"
          + " \(page.height) pixels: set placement")
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
