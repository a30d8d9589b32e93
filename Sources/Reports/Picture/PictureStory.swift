import Interactions
import Quantities
import Trajectories

/// What stands below a picture: for each release what was decided and why.
struct PictureStory {
  /// A line of it.
  struct Line {
    var text: String
    /// Whether something new begins with it.
    var isHead = false
  }

  private let releases: FirstAndLast<DrawnTrajectory.Release>

  init(_ releases: FirstAndLast<DrawnTrajectory.Release>) {
    self.releases = releases
  }

  /// What there is to say where nothing was let go.
  let nothing = "nothing was let go here"

  /// What happened to one, in a few words.
  static func head(of release: DrawnTrajectory.Release) -> String {
    let clock = Wording.clock(release.time)
    if let run = release.run { return "\(clock): starts \(TrajectoryStory.name(of: run))" }
    let verb = release.isCutOff ? "cut off" : "let go"
    let outcome = release.decision.map { ": \(Wording.outcome(of: $0))" } ?? ""
    return "\(verb) at \(clock)\(outcome)"
  }

  /// How it came to that, and what came of it.
  private static func body(of release: DrawnTrajectory.Release) -> String {
    var parts = ["at fraction \(two(release.fraction))"]
    if release.run == nil { parts[0] += ", moving \(two(release.velocity)) per second" }
    if let judgement = release.decision?.judgement { parts.append(Wording.reason(of: judgement)) }
    if let rested = release.rested {
      let seconds = String(fixed: rested - release.time, decimals: 3)
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

  /// The same, to be read aloud.
  var sentences: String {
    let all = releases.first + releases.last
    let told = all.map { "\(Self.head(of: $0).capitalizedFirst), \(Self.body(of: $0))." }
    let more = releases.leftOut > 0 ? [" Between them \(releases.leftOut) more."] : []
    return (told + more).joined(separator: " ")
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

  private static func two(_ number: Double) -> String { String(fixed: number, decimals: 2) }
}
