import Foundation
import Glibc
import PantographTestSupport
import Testing

/// Faults of devices as described by the page on faults; the other cells are tested where devices are tested in
/// detail.
extension `A virtual device` {
  private static let gesture = Repository.recordings.appendingPathComponent(
    "touchpad-flick/recording.yml")
  private static let interaction = Repository.recordings.appendingPathComponent(
    "touchpad-flick/interaction.json")

  /// Runs a shell line with the program as `$0` and the arguments as `$1` and so on.
  private func shell(_ line: String, _ words: String...) throws -> Program {
    try Program(
      URL(fileURLWithPath: "/bin/sh"), ["-c", line, Program.pantograph.path] + words)
  }

  /// Returns a folder on its own disk of a number of kB.
  func withDisk(_ size: Int, _ body: (URL) throws -> Void) throws {
    let folder = try TemporaryFolder()
    let mount = try shell(#"mount -t tmpfs -o size=\#(size)k none "$1""#, folder.url.path)
    try #require(mount.status == 0, "\(mount.complaints)")
    defer { _ = try? shell(#"umount "$1""#, folder.url.path) }
    try body(folder.url)
  }

  @Test func `that is grabbed by another program is silent until it is released`() throws {
    let page = FaultPage.here
    for command in ["record", "live"] { #expect(page.word(command, "grabbed") == "paused") }
    for command in ["devices", "doctor"] { #expect(page.word(command, "grabbed") == "unaffected") }
    let folder = try TemporaryFolder()
    let (player, node) = try player(of: Self.gesture.path)
    let list = try Program.pantograph("devices").output
    let advice = try Program.pantograph("doctor").output
    let grabbed = folder.file("grabbed.yml")
    let owner = try start("record", node, "--output", grabbed.path, "--grab")
    try wait(for: owner) { $0.complaints.contains("recording") }
    #expect(try Program.pantograph("devices").output == list)
    #expect(try Program.pantograph("doctor").output == advice)

    let heard = folder.file("heard.yml")
    let recorder = try start("record", node, "--output", heard.path)
    let live = try start("live", node, "-i", Self.interaction.path, "--patience", "0.5")
    try wait(for: recorder) { $0.complaints.contains("recording") }
    try wait(for: live) { $0.complaints.contains("following") }
    let refused = folder.file("refused.yml").path
    for arguments in [
      ["record", node, "--output", refused, "--grab"],
      ["live", node, "-i", Self.interaction.path, "--grab"],
    ] {
      let program = try Program(Program.pantograph, arguments)
      #expect(program.status == 2 && program.output.isEmpty)
      #expect(
        program.complaints == "\(node): another program has grabbed this device\n")
    }
    #expect(!FileManager.default.fileExists(atPath: refused))

    let head = size(heard)
    player.pressEnter()
    try wait(for: owner) { _ in size(grabbed) > head + 5000 }
    try waitUntilPlayed(by: player)
    try recorder.waitUntilAsleep()
    #expect(size(heard) == head && live.output.components(separatedBy: "\n").count <= 2)
    owner.signal(SIGINT)
    #expect(owner.wait() == 0)
    player.pressEnter()
    try wait(for: live) { $0.output.contains(",rest,") }
    #expect(size(heard) > head + 5000)

    // The device is removed under both, while `devices` and `doctor` accept it.
    player.closeInput()
    #expect(player.wait() == 0 && recorder.wait() == 2 && live.wait() == 2)
    let left = try Program.pantograph("devices")
    #expect(!left.output.contains(node) && !left.complaints.contains(node))
    #expect(try !Program.pantograph("doctor").output.contains(node))
  }

  @Test func `is recorded with few resources, and with the monotonic clock`() throws {
    let folder = try TemporaryFolder()
    let (player, node) = try player(of: Self.gesture.path)
    // A read-only disk, and no descriptor for the file.
    try withDisk(64) { disk in
      _ = try shell(#"mount -o remount,ro "$1""#, disk.path)
      let file = disk.appendingPathComponent("swipe.yml").path
      let refused = try Program.pantograph("record", node, "--output", file)
      #expect(refused.status == 2 && refused.output.isEmpty)
      #expect(
        refused.complaints == "\(file): can't be written: Read-only file system; write elsewhere\n")
    }
    let never = folder.file("never.yml")
    let few = try shell(#"ulimit -n 4; exec "$0" record "$1" -o "$2""#, node, never.path)
    #expect(few.status == 2 && few.complaints.contains("Too many open files"), "\(few)")
    #expect(!FileManager.default.fileExists(atPath: never.path))

    let file = folder.file("swipe.yml")
    let recorder = try RunningProgram(
      URL(fileURLWithPath: "/bin/sh"),
      [
        "-c", #"ulimit -v 100000; exec "$0" record "$1" -o "$2""#, Program.pantograph.path, node,
        file.path,
      ])
    try wait(for: recorder) { $0.complaints.contains("recording") }
    // Closing a pipe is not an error.
    let piped = try RunningProgram(
      URL(fileURLWithPath: "/bin/sh"),
      [
        "-c", #"mkfifo "$2"; exec 8<>"$2" 9>"$2" 8>&-; exec "$0" record "$1" -o - >&9 9>&-"#,
        Program.pantograph.path, node, folder.file("pipe").path,
      ])
    #expect(piped.wait() == 0 && piped.output.isEmpty)
    let head = size(file)
    player.pressEnter()
    try wait(for: recorder) { _ in size(file) > head + 1000 }
    #expect(try shell("date -s '1 hour ago'").status == 0)
    defer { _ = try? shell("date -s '1 hour'") }
    player.pressEnter()
    try wait(for: recorder) { _ in
      ((try? String(contentsOf: file, encoding: .utf8)) ?? "").components(separatedBy: " 57, -1]")
        .count == 3
    }
    recorder.signal(SIGTERM)
    #expect(recorder.wait() == 0)
    player.closeInput()
    #expect(player.wait() == 0)
    let info = try Program.pantograph("info", "--json", file.path)
    #expect(
      info.output.contains(#""contacts":2"#) && info.output.contains(#""defects":[]"#), "\(info)")
  }

  @Test func `is played or not, and is removed in any case`() throws {
    let folder = try TemporaryFolder()
    let quick = "--once-after 0 --linger 0 --speed 100"
    let copy = folder.file("swipe.yml")
    try FileManager.default.copyItem(at: Self.gesture, to: copy)
    let nodes = { try FileManager.default.contentsOfDirectory(atPath: "/dev/input").sorted() }
    let before = try nodes()
    // Listed, and killed in the end.
    let (killed, node) = try player(of: Self.gesture.path)
    for (line, status, complaint) in [
      (
        #"exec "$0" play "$1" \#(quick) >/dev/full"#, 2,
        "standard output: can't be written: No space"
      ),
      (#"ulimit -n 4; exec "$0" play "$1" \#(quick)"#, 2, "Too many open files"),
      (#"ulimit -v 100000; exec "$0" play "$1" \#(quick)"#, 0, ""),
      (#"mkfifo "$1.pipe"; cat "$1" >"$1.pipe" & exec "$0" play "$1.pipe" \#(quick)"#, 0, ""),
      (
        #"exec 8<>"$1.pipe" 9>"$1.pipe" 8>&-; exec "$0" play "$1" \#(quick) >&9 9>&-"#, 0, ""
      ),
      // The second half has earlier times than the first.
      (
        #"sed '150,$s/\[ *0, *[0-9]*/[0, 1/' "$1" >"$1.back.yml"; exec "$0" play "$1.back.yml" \#(quick)"#,
        0, ""
      ),
      (#"exec "$0" devices >/dev/full"#, 2, "can't be written: No space left on device"),
      (#"exec 8<>"$1.pipe" 9>"$1.pipe" 8>&-; exec "$0" devices >&9 9>&-"#, 0, ""),
    ] as [(String, Int32, String)] {
      let program = try shell(line, copy.path)
      #expect(program.status == status, "\(line): \(program)")
      #expect(
        complaint.isEmpty ? program.complaints.isEmpty : program.complaints.contains(complaint),
        "\(line): \(program)")
    }
    // A list that is never read: the pipe is full.
    for signal in ["KILL", "TERM"] {
      let ended = try shell(
        #"exec 8<>"$1.pipe"; head -c 65536 /dev/zero >&8; "$0" devices >&8 & sleep 0.5; kill -\#(signal) $!; wait $!"#,
        copy.path)
      #expect(ended.status == (signal == "KILL" ? 137 : 143), "\(ended)")
    }
    #expect(FileManager.default.fileExists(atPath: node))
    killed.signal(SIGKILL)
    #expect(killed.wait() == -1)
    try wait(for: killed) { _ in (try? nodes()) == before }
  }

  @Test func `is not needed to lose no label and no row on a full disk`() throws {
    let folder = try TemporaryFolder()
    // Without the files of its case, which contain the label.
    let gesture = folder.file("swipe.yml")
    try FileManager.default.copyItem(at: Self.gesture, to: gesture)
    // Two pages of 4 kB: the table, but for ten bytes, and another file.
    try withDisk(8) { disk in
      let table = disk.appendingPathComponent("labels.csv")
      let head = "recording,gesture,label,person,device\nother.yml,1,finish,"
      let before = head + String(repeating: "x", count: 4096 - 10 - head.utf8.count - 2) + ",\n"
      try Data(before.utf8).write(to: table)
      try Data(count: 4096).write(to: disk.appendingPathComponent("full"))
      let label = try Program(
        Program.pantograph,
        ["label", gesture.path, "-i", Self.interaction.path, "-o", table.path], typing: "f\n")
      #expect(label.status == 2)
      #expect(
        label.complaints == "\(table.path): can't be written: No space left on device; make room"
          + " there, or write elsewhere\n", "\(label)")
      #expect(try String(contentsOf: table, encoding: .utf8) == before)

      let convert = try Program.pantograph(
        "convert", gesture.path, "-o", disk.appendingPathComponent("swipe.evemu").path)
      #expect(convert.status == 2 && convert.complaints.contains("No space left on device"))
      #expect(try String(contentsOf: table, encoding: .utf8) == before)
      #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path).count == 2)
    }
    try withDisk(8) { disk in
      let rows = disk.appendingPathComponent("rows.csv")
      let line =
        #"yes "$1" | head -12 | "$0" features --list - -i "$2" -o "$3""#
      let full = try shell(line, gesture.path, Self.interaction.path, rows.path)
      #expect(full.status == 2 && full.complaints.contains("No space left on device"), "\(full)")
      let names = try FileManager.default.contentsOfDirectory(atPath: disk.path).sorted()
      #expect(names == ["rows.csv.part", "rows.csv.part.state"])
      _ = try shell(#"mount -o remount,size=1m "$1""#, disk.path)
      let again = try shell(line, gesture.path, Self.interaction.path, rows.path)
      #expect(again.status == 0, "\(again)")
      // A head, and the same row for each.
      let lines = try String(contentsOf: rows, encoding: .utf8).split(separator: "\n")
      #expect(lines.count == 13 && Set(lines.dropFirst()).count == 1)
    }
  }
}
