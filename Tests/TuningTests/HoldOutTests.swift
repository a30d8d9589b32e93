import PantographBase
import PantographInteractions
import PantographTuning
import Testing

@Suite struct `Held-out gestures` {
  /// Two gestures of each person, one of either kind, and each person's own pad.
  private func gestures(of persons: [String?]) throws -> [LabelledGesture] {
    try SampleGestures.labelled(
      persons.enumerated().flatMap { index, person in
        [(0.2, "cancel"), (0.8, "finish")].map { fraction, word in
          SampleGestures.gesture(
            Release(fraction: fraction, distance: 50), meant: word, by: person,
            on: person.map { "pad of \($0)" } ?? "pad", named: "\(index)-\(word)")
        }
      })
  }

  private func mistake(_ choice: HoldOut, _ gestures: [LabelledGesture]) -> String? {
    do {
      _ = try choice.split(gestures, seed: 1)
      return nil
    } catch {
      return error.sentence
    }
  }

  @Test func `are of whole persons, a random half of them by a seed`() throws {
    let persons = ["ann", "bob", "cid", "dan", "eve"]
    let gestures = try gestures(of: persons)
    var halves: Set<[String]> = []
    for seed in 0..<40 {
      let (rest, heldOut) = try HoldOut.half.split(gestures, seed: UInt64(seed))
      #expect(heldOut.names.count == 2 && heldOut.gestures.count == 4 && rest.count == 6)
      #expect(heldOut.names == Set(heldOut.gestures.compactMap(\.label.person)).sorted())
      let other = try HoldOut.otherHalf.split(gestures, seed: UInt64(seed))
      #expect(other.heldOut.gestures == rest && other.rest == heldOut.gestures)
      #expect(try HoldOut.half.split(gestures, seed: UInt64(seed)).rest == rest)
      halves.insert(heldOut.names)
    }
    // There are ten pairs of five.
    #expect(halves.count > 7)
  }

  @Test func `are of half of the devices if there are fewer than two persons`() throws {
    let rows = ["left", "right", "third"].flatMap { device in
      [(0.2, "cancel"), (0.8, "finish")].map { fraction, word in
        SampleGestures.gesture(
          Release(fraction: fraction, distance: 50), meant: word, by: "ann", on: device,
          named: "\(device)-\(word)")
      }
    }
    let (rest, heldOut) = try HoldOut.half.split(SampleGestures.labelled(rows), seed: 3)
    #expect(heldOut.names.count == 1 && heldOut.gestures.count == 2 && rest.count == 4)
    #expect(Set(heldOut.gestures.map(\.features.device)) == Set(heldOut.names))
    #expect(
      mistake(.half, try gestures(of: [nil]))?.contains("of one person, on one device") == true)
  }

  @Test func `are of persons and devices by their names`() throws {
    let gestures = try gestures(of: ["ann", "bob", "eve"])
    let (rest, heldOut) = try HoldOut.named(["eve", "pad of ann"]).split(gestures, seed: 1)
    #expect(heldOut.names == ["eve", "pad of ann"])
    #expect(rest.map(\.label.person) == ["bob", "bob"])
    #expect(heldOut.gestures.map(\.label.person) == ["ann", "ann", "eve", "eve"])
    #expect(
      mistake(.named(["eva"]), gestures)
        == "--hold-out eva: no gesture is of this person or device; did you mean eve?")
    #expect(
      mistake(.named(["another name"]), gestures)?.hasSuffix(
        "there are ann, bob, eve, pad of ann, pad of bob, pad of eve") == true)
    #expect(
      mistake(.named(["ann", "bob", "eve"]), gestures)?.contains("leaves no gestures to tune on")
        == true)
    let some = gestures.filter { $0.label.person == "ann" || $0.isMeantToFinish }
    #expect(
      mistake(.named(["ann"]), some)?.contains("leaves only gestures that should finish") == true)
  }

  @Test func `do not change the result on the others`() throws {
    let gestures = try gestures(of: ["ann", "bob", "eve"])
    let rows = gestures.map { gesture in
      var row = gesture.features
      row.label = gesture.label
      return row
    }
    var plan = TuningPlan(ReleaseRule(fractionAbove: 0.9))
    plan.rivals = [("half", ReleaseRule(fractionAbove: 0.5))]
    let (rest, heldOut) = try HoldOut.named(["eve"]).split(gestures, seed: 1)
    let result = try TuningResult(
      plan, rest, of: rows, holdingOut: heldOut, by: OneWorker())
    let alone = try TuningResult(
      plan, rest, of: rows.filter { $0.label?.person != "eve" }, by: OneWorker())
    #expect(result.after == alone.after && result.solution == alone.solution)
    #expect(result.recordingCount == 4 && alone.recordingCount == 4)
    #expect(result.scoreAfter == alone.scoreAfter && alone.heldOut == nil)
    let evaluation = try #require(result.heldOut)
    #expect(evaluation.before.falseCancels == 1 && evaluation.before.count == 2)
    #expect(evaluation.after.errors == 0 && evaluation.wrong.isEmpty)
    #expect(evaluation.rivals.map(\.score.errors) == [0])
  }
}
