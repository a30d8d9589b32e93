import Foundation
import Glibc
import PantographTestSupport
import Testing

extension `A virtual device` {
  /// Runs the program as a user with one additional group.
  private func asUser(group: String? = nil, _ arguments: String...) throws -> Program {
    let rights = ["--reuid", "65534", "--regid", "65534"]
    let groups = group.map { ["--groups", $0] } ?? ["--clear-groups"]
    return try Program(
      URL(fileURLWithPath: "/usr/bin/setpriv"),
      rights + groups + [Program.pantograph.path] + arguments)
  }

  @Test func `is listed and described for permitted users, and reported to others`() throws {
    let flick = Repository.recordings.appendingPathComponent("touchpad-flick/recording.yml").path
    let player = try start("play", flick, "--wait")
    try wait(for: player) {
      $0.output.hasSuffix("\n") && $0.complaints.contains("press Enter to play")
    }
    let node = player.output.trimmingCharacters(in: .whitespacesAndNewlines)

    let table = try Program.pantograph("devices")
    #expect(table.status == 0 && table.complaints.isEmpty)
    let line = try #require(table.output.split(separator: "\n").first { $0.contains(node) })
    for part in ["Pantograph Touchpad", " touchpad ", " 100 × 65 mm "] {
      #expect(line.contains(part), "\(line)")
    }
    let folder = try TemporaryFolder()
    let json = try Program.pantograph("devices", "--json")
    let devices = JSON(try folder.file("devices.json", json.output))["devices"].list
    let device = try #require(devices.first { $0["node"].text == node })
    #expect(device["kind"].text == "touchpad" && device["size"].numbers == [100, 65])
    #expect(device["reporting"].text == "slots" && device["slots"].number == 5)
    let one = try Program.pantograph("devices", node)
    #expect(one.status == 0 && one.output.contains("ABS_MT_POSITION_X"), "\(one.output)")
    #expect(one.output.contains("Pantograph Touchpad, touchpad, size 100 × 65 mm"))

    // The kernel's own nodes, without udev, belong to root alone.
    #expect(try Program.pantograph("doctor").status == 0)
    let stranger = try asUser("doctor")
    #expect(stranger.status == 1)
    #expect(stranger.output.contains("missing  no permission to read"), "\(stranger.output)")
    #expect(stranger.output.contains("missing  no permission to write to /dev/uinput"))
    let refused = try asUser("devices")
    #expect(refused.status == 2 && refused.output.contains("Pantograph Touchpad"))
    #expect(refused.output.contains("permission denied"))
    let live = try asUser("record", node, "-o", "-")
    #expect(live.status == 2 && live.complaints.contains("`pantograph doctor`"))

    // The remedy: a group with access, and a user in it.
    let nodes = ["/dev/uinput"] + devices.map(\.["node"].text)
    for path in nodes {
      #expect(unsafe chown(path, 0, 4242) == 0)
      #expect(unsafe chmod(path, 0o660) == 0)
    }
    defer { for path in nodes { unsafe chmod(path, 0o600) } }
    let outsider = try asUser("doctor")
    #expect(outsider.status == 1 && outsider.output.contains("sudo usermod -aG 4242 $USER"))
    let member = try asUser(group: "4242", "doctor")
    #expect(member.status == 0 && !member.output.contains("missing"), "\(member.output)")
    #expect(try asUser(group: "4242", "devices").output == table.output)

    player.closeInput()
    #expect(player.wait() == 0)
  }

  @Test(arguments: [("mice", "the kernel's older interface for mice"), ("", "a folder")])
  func `is not another file in the same folder`(name: String, reason: String) throws {
    let program = try Program.pantograph("devices", "/dev/input/\(name)")
    #expect(program.status == 2)
    #expect(program.complaints.hasPrefix("/dev/input/\(name): \(reason)"), "\(program.complaints)")
  }
}
