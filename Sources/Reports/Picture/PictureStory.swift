import PantographBase
import PantographInteractions
import PantographTrajectories

/// The text below a picture: for each release the decision and its reason.
struct PictureStory {
  /// A line of the text.
  struct Line {
    var text: String
    /// Whether it is the first line of a release.
    var isHead = false
  }

  private let releases: FirstAndLast<DrawnTrajectory.Release>

  init(_ releases: FirstAndLast<DrawnTrajectory.Release>) {
    self.releases = releases
  }

  /// The text if there is no release.
  let nothing = "no release"

  /// Returns the event in a few words.
  static func head(of release: DrawnTrajectory.Release) -> String {
    let clock = Wording.clock(release.time)
    if let run = release.run { return "\(clock): starts \(TrajectoryStory.name(of: run))" }
    let verb = release.isCutOff ? "cut off" : "released"
    let outcome = release.decision.map { ": \(Wording.outcome(of: $0))" } ?? ""
    return "\(verb) at \(clock)\(outcome)"
  }

  /// Returns the reason of the decision, and the time to rest.
  private static func body(of release: DrawnTrajectory.Release) -> String {
    var parts = ["at fraction \(two(release.fraction))"]
    if release.run == nil { parts[0] += ", velocity \(two(release.velocity)) /s" }
    if let judgement = release.decision?.judgement { parts.append(Wording.reason(of: judgement)) }
    if let rested = release.rested {
      let seconds = NumberText.fixed(rested - release.time, 3)
      parts.append(rested == release.time ? "at rest at once" : "at rest \(seconds) s later")
    }
    return parts.joined(separator: "; ")
  }

  var lines: [Line] {
    let isOne = releases.first.count == 1
    func entry(_ number: Int, _ release: DrawnTrajectory.Release) -> [Line] {
      let head = (isOne ? "" : "\(number)  ") + Self.head(of: release)
      return [Line(text: head, isHead: true)]
        + Self.wrapped(Self.body(of: release)).map { Line(text: $0) }
    }
    var lines = releases.first.enumerated().flatMap { entry($0.offset + 1, $0.element) }
    if releases.leftOut > 0 { lines.append(Line(text: "… \(releases.leftOut) more")) }
    let start = releases.first.count + releases.leftOut
    lines += releases.last.enumerated().flatMap { entry(start + $0.offset + 1, $0.element) }
    return lines
  }

  /// The same text as sentences, for screen readers.
  var sentences: String {
    let all = releases.first + releases.last
    let texts = all.map { "\(Self.head(of: $0).capitalizedFirst), \(Self.body(of: $0))." }
    let more = releases.leftOut > 0 ? ["\(releases.leftOut) more are not listed."] : []
    return (texts + more).joined(separator: " ")
  }

  private static func wrapped(_ text: String) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      let line = lines[lines.count - 1]
      if !line.isEmpty, line.count + word.count + 1 > PictureFile.letters - 4 {
        lines.append(String(word))
      } else {
        lines[lines.count - 1] = line.isEmpty ? String(word) : "\(line) \(word)"
      }
    }
    return lines
  }

  private static func two(_ number: Double) -> String { NumberText.fixed(number, 2) }
}
