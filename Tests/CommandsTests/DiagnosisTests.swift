import Glibc
import PantographCommands
import PantographTestSupport
import Testing

@Suite struct `A diagnosis` {
  typealias Node = AccessFacts.Node

  /// A desktop user, without additional groups, on a system with a group `input`.
  private static func facts(
    _ eventNodes: [Node], folder: Bool = true, uinput: Node = node("/dev/uinput"),
    isRoot: Bool = false, account: Set<String> = ["me"], login: Set<String> = ["me"],
    hasInputGroup: Bool = true
  ) -> AccessFacts {
    AccessFacts(
      hasInputFolder: folder, eventNodes: eventNodes, uinput: uinput, isRoot: isRoot,
      accountGroups: account, loginGroups: login, hasInputGroup: hasInputGroup)
  }

  private static func node(
    _ path: String, _ errno: Int32 = 0, group: String = "input", open: Bool = true,
    typed: Bool = false
  ) -> Node {
    Node(path: path, errno: errno, group: group, isOpenToGroup: open, hasTypedKeys: typed)
  }

  /// Packages install the printed rules.
  @Test func `recommends the rules that are printed for udev`() throws {
    let program = try Program.pantograph("doctor", "--udev-rules")
    #expect(program.status == 0)
    let rules = program.output.split(separator: "\n").filter { !$0.hasPrefix("#") }
    let text = Diagnosis(
      Self.facts([Self.refused], uinput: Self.node("/dev/uinput", EACCES))
    ).text
    let advised = text.split(separator: "\n").filter { $0.contains("uaccess") }
      .compactMap { $0.split(separator: "'", maxSplits: 2).dropFirst().first }
    #expect(rules == advised && rules.count == 2, "\(text)")
  }

  private static let fine = node("/dev/input/event0")
  private static let refused = node("/dev/input/event0", EACCES)
  /// Nodes as the kernel creates them without udev.
  private static let bare = node("/dev/input/event0", EACCES, group: "root", open: false)

  struct Example: CustomTestStringConvertible, Sendable {
    var name: String
    var facts: AccessFacts
    var canRead: Bool
    var canCreate = true
    /// Texts that must occur, and texts that must not.
    var says: [String]
    var isSilentOn: [String] = []
    var testDescription: String { name }
  }

  private static let reload = "sudo udevadm control --reload && sudo udevadm trigger\n"
  private static let seatRule =
    #"echo 'KERNEL=="event*", SUBSYSTEM=="input", ENV{ID_INPUT_KEY}!="1", TAG+="uaccess"' | sudo tee "#
    + "/etc/udev/rules.d/70-"

  static let examples: [Example] = [
    Example(
      name: "all is well", facts: facts([fine]), canRead: true,
      says: ["ok       1 of 1 device", "ok       virtual devices"],
      isSilentOn: ["sudo", "missing", "note"]),
    Example(
      name: "no /dev/input", facts: facts([], folder: false), canRead: false,
      says: [
        "missing  /dev/input does not exist\n", " sudo modprobe evdev\n",
        "--device /dev/input IMAGE\n",
      ], isSilentOn: ["usermod"]),
    Example(
      name: "an empty /dev/input", facts: facts([]), canRead: false,
      says: ["missing  /dev/input contains no event device\n", " sudo modprobe evdev\n"]),
    Example(
      name: "not in the group", facts: facts([refused]), canRead: false,
      says: [
        "missing  no permission to read /dev/input/event0 (group input)\n",
        " sudo usermod -aG input $USER\n", "log in again", seatRule, reload,
      ], isSilentOn: ["newgrp", "groupadd", "MODE"]),
    Example(
      name: "in the group, but not since this login",
      facts: facts([refused], account: ["me", "input"]), canRead: false,
      says: [" newgrp input\n", "log in again"], isSilentOn: ["usermod"]),
    Example(
      name: "in the group, and refused all the same",
      facts: facts([refused], account: ["me", "input"], login: ["me", "input"]), canRead: false,
      says: [" ls -lZ /dev/input/event0\n", seatRule], isSilentOn: ["usermod", "newgrp"]),
    Example(
      name: "a group of another name",
      facts: facts([node("/dev/input/event0", EACCES, group: "plugdev")]), canRead: false,
      says: [" sudo usermod -aG plugdev $USER\n"]),
    Example(
      name: "root's alone", facts: facts([bare]), canRead: false,
      says: [
        #"SUBSYSTEM=="input", ENV{ID_INPUT_KEY}!="1", GROUP="input", MODE="0660"' | sudo tee "#,
        reload, " sudo usermod -aG input $USER\n", seatRule,
      ], isSilentOn: ["groupadd", "aG root"]),
    Example(
      name: "root's alone, though its group may",
      facts: facts([node("/dev/input/event0", EACCES, group: "root")]), canRead: false,
      says: [#"GROUP="input""#], isSilentOn: ["aG root"]),
    Example(
      name: "a group that may not", facts: facts([node("/dev/input/event0", EACCES, open: false)]),
      canRead: false, says: [#"GROUP="input", MODE="0660""#]),
    Example(
      name: "root's alone, for one in the group", facts: facts([bare], account: ["input"]),
      canRead: false, says: [#"GROUP="input""#], isSilentOn: ["usermod"]),
    Example(
      name: "root's alone, and no group input", facts: facts([bare], hasInputGroup: false),
      canRead: false, says: [" sudo groupadd --system input\n"]),
    Example(
      name: "some of several",
      facts: facts([fine, node("/dev/input/event1", EACCES), node("/dev/input/event2", EACCES)]),
      canRead: false,
      says: [
        "ok       1 of 3 devices",
        "missing  no permission to read 2 of the devices, such as /dev/input/event1",
        "usermod",
      ]),
    Example(
      name: "a keyboard that may not be read",
      facts: facts([fine, node("/dev/input/event1", EACCES, typed: true)]), canRead: true,
      says: [
        "ok       1 of 2 devices",
        "note     no permission to read /dev/input/event1 (keyboard); gestures do not need it\n",
      ], isSilentOn: ["sudo"]),
    Example(
      name: "nothing but a keyboard",
      facts: facts([node("/dev/input/event1", EACCES, typed: true)]),
      canRead: false,
      says: ["missing  no permission to read /dev/input/event1 (keyboard)"],
      isSilentOn: ["sudo"]),
    Example(
      name: "kept from a container", facts: facts([node("/dev/input/event3", EPERM)], isRoot: true),
      canRead: false, says: ["this container has no access", "--device /dev/input/event3 IMAGE\n"],
      isSilentOn: ["usermod"]),
    Example(
      name: "one that has just gone", facts: facts([fine, node("/dev/input/event1", ENODEV)]),
      canRead: true,
      says: ["ok       1 of 2", "note     /dev/input/event1 can't be opened: No such"]),
    Example(
      name: "one that has just gone, and nothing else",
      facts: facts([node("/dev/input/event1", ENODEV)]), canRead: false,
      says: ["missing  /dev/input/event1 can't be opened: No such device"]),
    Example(
      name: "no uinput", facts: facts([fine], uinput: node("/dev/uinput", ENOENT)), canRead: true,
      canCreate: false,
      says: [
        "missing  /dev/uinput does not exist", " sudo modprobe uinput\n",
        " echo uinput | sudo tee /etc/modules-load.d/uinput.conf\n", "--device /dev/uinput IMAGE\n",
      ]),
    Example(
      name: "a node for a module that is not there",
      facts: facts([fine], uinput: node("/dev/uinput", ENODEV)), canRead: true, canCreate: false,
      says: [" sudo modprobe uinput\n"]),
    Example(
      name: "uinput is root's alone",
      facts: facts([fine], uinput: node("/dev/uinput", EACCES, group: "root", open: false)),
      canRead: true, canCreate: false,
      says: [
        "missing  no permission to write to /dev/uinput (group root)\n",
        #"echo 'KERNEL=="uinput", SUBSYSTEM=="misc", OPTIONS+="static_node=uinput", GROUP="input", "#,
        reload, "/etc/udev/rules.d/70-pantograph-uinput.rules",
      ]),
    Example(
      name: "uinput is kept from a container",
      facts: facts([fine], uinput: node("/dev/uinput", EPERM)), canRead: true, canCreate: false,
      says: ["--device /dev/uinput IMAGE\n"]),
    Example(
      name: "uinput is taken", facts: facts([fine], uinput: node("/dev/uinput", EMFILE)),
      canRead: true, canCreate: false, says: ["/dev/uinput can't be opened: Too many open files"]),
    Example(
      name: "root without sudo",
      facts: facts([], folder: false, uinput: node("/dev/uinput", ENOENT), isRoot: true),
      canRead: false, canCreate: false, says: [" modprobe evdev\n", "| tee /etc/modules-load.d"],
      isSilentOn: ["sudo"]),
  ]

  @Test(arguments: examples)
  func `shows missing permissions and remedies`(example: Example) {
    let diagnosis = Diagnosis(example.facts)
    #expect(diagnosis.canRead == example.canRead)
    #expect(diagnosis.canCreate == example.canCreate)
    for part in example.says { #expect(diagnosis.text.contains(part), "\(diagnosis.text)") }
    for part in example.isSilentOn { #expect(!diagnosis.text.contains(part), "\(diagnosis.text)") }
    for finding in diagnosis.reading + diagnosis.creating where finding.verdict != .missing {
      #expect(finding.remedies.isEmpty)
    }
  }

  /// systemd's rules apply the tag `uaccess` at number 73.
  @Test func `writes rules that sort before systemd's`() {
    let text = Diagnosis(Self.facts([Self.bare])).text
    let files = text.matches(of: /rules\.d\/(\d+)-/).compactMap { Int($0.1) }
    #expect(!files.isEmpty && files.allSatisfy { $0 < 73 })
  }

  @Test func `of this machine is printed as text and as JSON`() throws {
    let text = try Program.pantograph("doctor")
    let first = try #require(text.output.split(separator: " ").first)
    #expect(["ok", "missing", "note"].contains(first))
    #expect(text.complaints.isEmpty)
    let folder = try TemporaryFolder()
    let json = try Program.pantograph("doctor", "--json")
    #expect(json.status == text.status)
    let document = JSON(try folder.file("doctor.json", json.output))
    #expect(document.names == ["canCreate", "canRead", "creating", "reading"])
    guard case .flag(let canRead) = document["canRead"] else {
      Issue.record("canRead is missing")
      return
    }
    #expect(text.status == (canRead ? 0 : 1))
    for check in document["reading"].list + document["creating"].list {
      let message = check["message"].text
      #expect(!message.isEmpty && text.output.contains(message))
      for remedy in check["remedies"].list {
        #expect(text.output.contains(remedy["advice"].text))
        for command in remedy["commands"].list { #expect(text.output.contains(command.text)) }
      }
    }
  }
}
