import Foundation
import PantographTestSupport
import Testing

extension `A virtual device` {
  /// The kernel drops events that change nothing, and tracks contacts by its own rules.
  ///
  /// Events that pass unchanged are those that a driver would send.
  @Test(arguments: [
    "pinch --fingers 3 --stagger 0.03", "reversal --fingers 4 --device touchscreen",
    "--fingers 2 --device LIST --stagger 0.03", "press --device LIST",
  ])
  func `passes the events of synth unchanged`(words: String) throws {
    let folder = try TemporaryFolder()
    // A touchscreen without slots: ABS_MT_POSITION_X and _Y, ABS_MT_TRACKING_ID, ABS_MT_PRESSURE; BTN_TOUCH.
    let list = try folder.file(
      "list.evemu",
      """
      # EVEMU 1.2
      N: Pantograph List
      I: 0006 0000 0000 0000
      P: 02 00 00 00 00 00 00 00
      \(String(repeating: "B: 01 00 00 00 00 00 00 00 00\n", count: 5))B: 01 00 04 00 00 00 00 00 00
      B: 03 00 00 00 00 00 00 60 06
      A: 35 0 2000 0 0 20
      A: 36 0 1300 0 0 20
      A: 39 0 65535 0 0 0
      A: 3a 0 255 0 0 0
      E: 0.000001 0000 0000 0000

      """
    ).path
    let gesture = folder.file("swipe.evemu")
    let arguments = words.replacing("LIST", with: list).split(separator: " ").map(String.init)
    let made = try Program(
      Program.pantograph, ["synth"] + arguments + ["--output", gesture.path])
    #expect(made.status == 0, "\(made.complaints)")

    let (player, node) = try player(of: gesture.path)
    let recording = folder.file("recording.evemu")
    let recorder = try start("record", node, "--output", recording.path)
    try wait(for: recorder) { $0.complaints.contains("recording") }
    player.pressEnter()

    func events(_ file: URL) -> [Substring] {
      let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      return text.split(separator: "\n").filter { $0.hasPrefix("E:") }
        .map { $0.split(separator: "\t")[0].split(separator: " ", maxSplits: 2)[2] }
    }
    let sent = events(gesture)
    try wait(for: recorder) { _ in events(recording).count >= sent.count }
    recorder.signal(SIGINT)
    #expect(recorder.wait() == 0)
    player.closeInput()
    #expect(player.wait() == 0)
    #expect(events(recording) == sent)
  }
}
