import PantographBase

/// A self-contained HTML page that loads nothing.
///
/// A page with a trajectory to play back contains the script of `PageScript`, and one with gestures to judge that of
/// `JudgingScript`; its Content-Security-Policy allows it by hash. Other pages contain no script. The same content gives the same bytes.
struct HTMLPage: Sendable {
  /// A section of a page.
  struct Section: Sendable {
    /// The anchor.
    var id: String
    var title: String
    var content: Markup

    /// Makes a section; the page omits it if it is empty.
    init(_ id: String, _ title: String, @MarkupBuilder _ content: () -> Markup) {
      self.id = id
      self.title = title
      self.content = content()
    }
  }

  private let title: String
  private let lead: Markup
  private let sections: [Section]
  /// The data of the script; without it the page contains no script.
  private let played: JSONText?
  private let hasVideo: Bool
  private let isJudging: Bool
  private let forms: Forms?
  private let list: String?

  /// What a page needs to send forms to the program that serves it.
  struct Forms: Sendable {
    /// The style of the forms.
    var sheet: StaticString
    /// The script, beside that of the page.
    var program: String
    /// The SHA-256 of the script.
    var hash: String
  }

  /// Makes a page with `lead` above its sections, whose script plays `replay` back, or judges the gestures of
  /// `judging` with other thresholds.
  ///
  /// With `forms`, it can send these. `list` is the address of the page that lists it.
  init(
    _ title: String, _ sections: [Section], replay: ReplaySection? = nil,
    judging: JSONText? = nil, forms: Forms? = nil, list: String? = nil,
    @MarkupBuilder lead: () -> Markup
  ) {
    self.title = title
    self.forms = forms
    self.list = list
    played = replay?.json ?? judging
    isJudging = judging != nil
    hasVideo = replay?.hasVideo ?? false
    self.sections = sections.filter { !$0.content.isEmpty }
    self.lead = lead()
  }

  /// The whole file.
  var text: String {
    let page = Markup("html", ["lang": "en"]) {
      Markup("head") {
        Markup("meta", ["charset": "utf-8"])
        Markup(
          "meta",
          ["http-equiv": "Content-Security-Policy", "content": policy])
        Markup("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
        Markup("meta", ["name": "color-scheme", "content": "light dark"])
        Markup("title") { "\(title) – Pantograph" }
        Markup.style(
          [ReportStyle.sheet, TrajectoryStyle.sheet] + (forms.map { [$0.sheet] } ?? []),
          SharedStyle.sheet)
      }
      Markup("body") {
        Markup("a", ["class": "skip", "href": "#content"]) { "Skip to the content" }
        Markup("header") {
          if let list { Markup("p") { Markup("a", ["href": list]) { "← All cases" } } }
          Markup("h1") { title }
          lead
          if forms == nil { contents }
        }
        Markup("main", ["id": "content", "tabindex": "-1"]) {
          for section in sections {
            Markup("section", ["id": section.id, "aria-labelledby": "\(section.id)-title"]) {
              Markup("h2", ["id": "\(section.id)-title"]) { section.title }
              section.content
            }
          }
        }
        Markup("footer") {
          Markup("p") { "Pantograph. \(footer)" }
        }
        if let played {
          Markup.data(isJudging ? "threshold-data" : "replay-data", played)
          Markup.program(isJudging ? JudgingScript.source : PageScript.source)
        }
        if let forms { Markup.program(forms.program) }
      }
    }
    return "<!DOCTYPE html>\n" + page.source
  }

  private var footer: String {
    forms == nil
      ? "This page loads nothing"
        + (played == nil ? " and runs nothing." : "; its script is part of it.")
      : "This page sends your answers only to the program that serves it."
  }

  private var contents: Markup {
    guard sections.count > 1 else { return .nothing }
    return Markup("nav", ["aria-label": "Sections of this page"]) {
      Markup("ul") {
        for section in sections {
          Markup("li") { Markup.link(to: section.id) { section.title } }
        }
      }
    }
  }

  /// The Content-Security-Policy: the browser loads nothing, and runs only the known script.
  var policy: String {
    let own = played == nil ? nil : isJudging ? JudgingScript.hash : PageScript.hash
    let hashes = [own, forms?.hash].compactMap { $0.map { "'\($0)'" } }
    let program = hashes.isEmpty ? "" : "; script-src \(hashes.joined(separator: " "))"
    let media = hasVideo ? " media-src data:;" : ""
    return "default-src 'none'\(program); style-src 'unsafe-inline'; img-src data:;\(media)"
      + " base-uri 'none'; form-action \(forms == nil ? "'none'" : "'self'")"
  }
}
