import PantographBase
import PantographInteractions
package import PantographLaws
import PantographTraces
import PantographTuning

/// Checks the laws for any bytes that are read as a table of labels and as one of features.
///
/// * They are one, or there is a mistake at a position in the file.
/// * Written and read again, they are the same, apart from line breaks of Windows within a field.
package func checkTables(_ bytes: [UInt8]) throws(BrokenLaw) {
  try checkLabels(bytes)
  try checkFeatures(bytes)
}

private func checkLabels(_ bytes: [UInt8]) throws(BrokenLaw) {
  let table: LabelTable
  do throws(UnusableFile) {
    table = try labels(bytes)
  } catch {
    return try checkMistake(error, in: bytes)
  }
  let texts = table.rows.flatMap { row in
    [row.recording, row.words.meaning?.word, row.words.person, row.words.device]
  }
  guard texts.allSatisfy(\.isWithoutReturns) else { return }
  var text = LabelTable.head
  for row in table.rows {
    // Relative to the table's folder, unless that makes an absolute path.
    let below = row.recording.trimmingPrefix(ScratchFile.folder)
    let name = below.hasPrefix("/") ? row.recording : String(below)
    text += LabelTable.line(recording: name, gesture: row.gesture, row.words)
  }
  let again: LabelTable
  do throws(UnusableFile) {
    again = try labels(Array(text.utf8))
  } catch {
    throw BrokenLaw("the written table is rejected: \(error)")
  }
  try hold(again.ownColumnCount == 0, "the written table has other columns")
  try hold(
    again.rows.map(\.recording) == table.rows.map(\.recording)
      && again.rows.map(\.gesture) == table.rows.map(\.gesture)
      && again.rows.map(\.words) == table.rows.map(\.words), "other rows: \(text)")
}

private func labels(_ bytes: [UInt8]) throws(UnusableFile) -> LabelTable {
  try ScratchFile.with(bytes) { path throws(UnusableFile) in try LabelTable(path) }
}

private func checkFeatures(_ bytes: [UInt8]) throws(BrokenLaw) {
  let gestures: [GestureFeatures]
  do throws(UnusableFile) {
    gestures = try features(bytes)
  } catch {
    return try checkMistake(error, in: bytes)
  }
  guard gestures.allSatisfy(\.isPlausible), let rule = ReleasePreset.all.first?.rule else {
    return
  }
  for format in FeatureWriter.Format.allCases where !gestures.isEmpty {
    var writer = FeatureWriter(format, FeatureWriter.Margins())
    writer.writeHead()
    for gesture in gestures { writer.write(gesture, by: rule) }
    let again: [GestureFeatures]
    do throws(UnusableFile) {
      again = try features(writer.bytes)
    } catch {
      throw BrokenLaw("the table written as \(format) is rejected: \(error)")
    }
    try hold(again == gestures, "other gestures from \(format): \(again) for \(gestures)")
  }
}

private func features(_ bytes: [UInt8]) throws(UnusableFile) -> [GestureFeatures] {
  try ScratchFile.with(bytes) { path throws(UnusableFile) in
    var reader = try FeatureReader(path)
    var gestures: [GestureFeatures] = []
    while let gesture = try reader.next() { gestures.append(gesture) }
    return gestures
  }
}

extension GestureFeatures {
  /// Whether devices could produce its numbers, from which a rule computes others.
  fileprivate var isPlausible: Bool {
    let numbers =
      velocities.flatMap { [$0.along, $0.across] }
      + (release.map {
        [
          $0.fraction, $0.startFraction, $0.peak, $0.distance, 1 / $0.distance, $0.travel,
          $0.crossTravel, $0.lastMovement, $0.duration, $0.restTime,
          $0.earlierTravel,
        ]
      } ?? [])
    // Beyond 2⁵⁰ µs, 36 years, seconds can't represent every microsecond.
    return numbers.allSatisfy { abs($0) < 1e12 } && time.microseconds < 1 << 50
      && [recording, device, label?.meaning.word, label?.person].allSatisfy(\.isWithoutReturns)
  }
}

extension String? {
  /// Whether it contains no carriage return, the first half of a line break of Windows.
  fileprivate var isWithoutReturns: Bool { !(self?.utf8.contains(0x0d) ?? false) }
}
