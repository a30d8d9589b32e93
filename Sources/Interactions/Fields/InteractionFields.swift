import PantographBase

extension FieldTable {
  /// The keys of the file itself, and the dependencies between them.
  static let file = FieldTable(
    """
    $schema | - | - | The location of this schema, for editors.
    version | 1…1 the version 1 | - | The version of the file format. | !the version of the file format, 1
    surface | @surface | - | The size of a point, for lengths in points.
    gesture | @gesture | { "pan": {} } | The gesture that drives the animation.
    progress | @progress | - | How the gesture becomes progress, from 0 at the start to 1 at the end. | the direction and the distance of the fingers' movement
    rule | @rule | - | How a release is judged; by default a pan finishes above half, a press if it reached its peak.
    judge | - | "release" | When it is judged: at the release, or as soon as a clause holds.
    animation | @animation | - | The animated properties, and their timing when no fingers drive them. | !the animated properties and the duration
    settle | - | - | How the animation settles after the release; by default on its own timing.
    catch | - | "moving" | What catches the running animation: a gesture that begins (moving), fingers that land, or nothing.
    start | - | "manual" | What starts the animation besides the gesture: nothing (manual), a tap, or time.
    then | @secondAnimation | - | A second animation, which runs when the first has finished.
    dismiss | @dismissal | - | An animation that takes everything back after a tap on the finished state.
    rate | 1…10000 samples per second | 120 | Samples per second of the trajectory.
    """,
    [
      "$schema": .schema(#""type": "string""#),
      "judge": .name(of: Interaction.JudgingTime.self, "time to judge"),
      "settle": .object(settling), "catch": .name(of: Interaction.Catching.self, "catch mode"),
      "start": .anyOf([.inline(.name(["manual", "tap"], "start")), .object(start)]),
    ], after: InteractionSchema.dependencies)

  static let settling = FieldTable(
    """
    preset | - | - | The name of a toolkit, as which it settles.
    finish | @settle | - | How it settles at its end.
    cancel | @settle | - | How it settles at its start.
    """, ["preset": .name(ReleasePreset.settling.map { $0.name }, "preset")])

  static let start = FieldTable(
    "after | 0…3600 seconds | - | Seconds after the first event. | !seconds after the first event")
}
