package import PantographBase
import PantographInteractions

/// Pictures of a page under test at a few instants, as it was above as it is.
package struct FilmStrip: Sendable {
  /// An instant.
  package struct Frame: Sendable {
    private let time: Timestamp
    private let words: String
    private let before: String
    private let present: String

    /// Creates an instant.
    ///
    /// - Parameters:
    ///   - time: when it is.
    ///   - words: what makes it matter.
    ///   - before: the address of a picture of the page as it was, with its data.
    ///   - now: the same of the page as it is.
    package init(time: Timestamp, words: String, before: String, now: String) {
      (self.time, self.words, self.before, present) = (time, words, before, now)
    }

    fileprivate var markup: Markup {
      let clock = Wording.clock(time)
      return Markup("div", ["data-at": "\(time.microseconds)"]) {
        Markup("img", ["src": before, "alt": "As it was accepted, at \(clock)"])
        Markup("img", ["src": present, "alt": "Now, at \(clock)"])
        Markup("p") {
          Markup("strong") { clock }
          " \(words)"
        }
      }
    }
  }

  private let frames: [Frame]
  private let absence: String?

  /// Creates a strip.
  package init(_ frames: [Frame]) { (self.frames, absence) = (frames, nil) }

  /// Creates a strip without pictures, which says why.
  package init(missing absence: String) { (frames, self.absence) = ([], absence) }

  private static let rows =
    "Above as it was accepted, drawn by the browser with the recorded elements where they were; below as it is."
  private static func missing(_ absence: String) -> String { "There are no pictures: \(absence)" }

  /// The strip, which scrolls sideways where it is too wide.
  var markup: Markup {
    Markup("figure", ["class": "film"]) {
      Markup.caption("The page at the instants that matter", absence.map(Self.missing) ?? Self.rows)
      if !frames.isEmpty {
        Markup(
          "div", ["class": "strip", "tabindex": "0", "role": "group", "aria-label": "Pictures"]
        ) {
          for frame in frames { frame.markup }
        }
      }
    }
  }
}
