import Pantograph
import PantographInteractions
package import PantographLaws
import PantographTraces
import PantographTrajectories

/// Checks the laws for any bytes that are read as an expected trajectory.
///
/// * They are one, or there is a mistake at a position in the file.
/// * It equals itself within any tolerances.
/// * Written and read again, it is the same up to the printed digits; written once more, it is the same
///   bytes.
package func checkExpected(_ bytes: [UInt8]) throws(BrokenLaw) {
  let file: TrajectoryFile
  do throws(UnusableFile) {
    file = try read(bytes)
  } catch {
    return try checkMistake(error, in: bytes)
  }
  for tolerances in [Tolerances(), file.tolerances ?? Tolerances()] {
    let result = file.compare(file, within: tolerances)
    try hold(result.isWithinTolerances, "it does not equal itself: \(result)")
  }
  guard let text = written(file) else { return }
  let again: TrajectoryFile
  do throws(UnusableFile) {
    again = try read(text)
  } catch {
    throw BrokenLaw("the written file is rejected: \(error)")
  }
  try hold(written(again) == text, "written again, it has other bytes")
  let result = again.compare(file, within: Tolerances())
  try hold(result.isWithinTolerances, "written and read, it differs: \(result)")
}

private func read(_ bytes: [UInt8]) throws(UnusableFile) -> TrajectoryFile {
  try ScratchFile.with(bytes) { path throws(UnusableFile) in try TrajectoryFile(path) }
}

/// The file as `check --accept` would write it; `nil` if no program would.
private func written(_ file: TrajectoryFile) -> [UInt8]? {
  guard var interaction = someInteraction, areNames(file.names) else { return nil }
  // Above this, the sixth decimal is not certain.
  let greatest = 1e9
  let numbers = file.samples.flatMap { [$0.fraction, $0.velocity] + $0.values }
  guard numbers.allSatisfy({ abs($0) < greatest }) else { return nil }
  for milestone in file.milestones ?? [] {
    let findings = (milestone.decision?.judgement?.findings ?? []).joined()
    let numbers =
      [milestone.fraction, milestone.velocity, milestone.decision?.target ?? 0]
      + [milestone.decision?.judgement?.progress ?? 0]
      + findings.flatMap { [$0.value, $0.condition.threshold] }
    guard numbers.allSatisfy({ abs($0) < greatest }) else { return nil }
  }
  let tolerances = file.tolerances ?? Tolerances()
  let allowed = [tolerances["fraction"], tolerances["velocity"]] + tolerances.columns.values
  // The same applies to whole numbers above this.
  guard allowed.allSatisfy({ $0.value < 1e18 }) else { return nil }
  interaction.animation.properties = file.names.map { .init(name: $0, from: 0, to: 1) }
  interaction.afterwards = nil
  var report = ExpectedReport(interaction, within: tolerances, file.milestones ?? [])
  for sample in file.samples { report.receive(sample) }
  return report.bytes
}

private let someInteraction = InteractionStarter.all.first.flatMap {
  try? Interaction(parsing: Array($0.text.utf8))
}

/// Returns whether an interaction may have properties with these names.
private func areNames(_ names: [String]) -> Bool {
  names.allSatisfy { name in
    !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 != 0x22 && $0 != 0x2c }
      && !["time", "phase", "fraction", "velocity"].contains(name)
  }
}
