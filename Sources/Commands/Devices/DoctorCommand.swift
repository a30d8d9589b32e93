import Glibc
import PantographBase
import PantographReports
import PantographTraces

/// `pantograph doctor`: the permissions to read devices and create virtual ones.
enum DoctorCommand {
  static let command = Command(
    name: "doctor",
    summary: "checks permissions for reading and creating devices, and prints fixes",
    operands: [],
    options: [
      .init("--json", help: "print one JSON object"),
      .init(
        "--udev-rules",
        help: "only print udev rules that grant access to input devices and /dev/uinput"),
    ] + CommonOptions.textual,
    details: """
      Each check prints a line that begins with `ok`, `missing` or `note`. The lines below a missing
      permission list alternative fixes, with the commands to type. This command changes nothing.

      The JSON has `canRead`, `canCreate`, and the checks `reading` and `creating`. Each check has
      `verdict`, `message` and `remedies` (`advice`, `commands`).
      """,
    exitStatus: "Exits with 0 if devices can be read, and with 1 otherwise.",
    examples: ["pantograph doctor --udev-rules | sudo tee /etc/udev/rules.d/70-pantograph.rules"],
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    guard !arguments.has("--udev-rules") else {
      try OutputFile().write(UdevRule.forSeat)
      return .fine
    }
    let diagnosis = Diagnosis(.gathered())
    if arguments.has("--json") {
      try OutputFile().write(diagnosis.json.text + "\n")
    } else {
      let style = try TextStyle(arguments)
      try OutputFile().write(lines: diagnosis.lines(in: style), in: style)
    }
    return diagnosis.canRead ? .fine : .failed
  }
}

extension Diagnosis {
  /// The checks as text, one per line, each followed by its remedies.
  package var text: String { lines().map { "\($0)\n" }.joined() }

  func lines(in style: TextStyle = .plain) -> [String] {
    var lines: [String] = []
    for finding in reading + making {
      let blanks = String(repeating: " ", count: 9 - finding.verdict.rawValue.count)
      lines.append(
        style.paint(finding.verdict.rawValue, finding.verdict.ink) + blanks + finding.sentence)
      for remedy in finding.remedies {
        lines.append("         \(remedy.advice)")
        lines += remedy.commands.map { "           \($0)" }
      }
    }
    return lines
  }

  /// The checks as JSON.
  var json: JSONText {
    .object([
      ("canRead", .flag(canRead)), ("canCreate", .flag(canMake)),
      ("reading", .list(reading.map(Self.json))), ("creating", .list(making.map(Self.json))),
    ])
  }

  private static func json(_ finding: Finding) -> JSONText {
    .object([
      ("verdict", .string(finding.verdict.rawValue)), ("message", .string(finding.sentence)),
      (
        "remedies",
        .list(
          finding.remedies.map { remedy in
            .object([
              ("advice", .string(remedy.advice)),
              ("commands", .list(remedy.commands.map { .string($0) })),
            ])
          })
      ),
    ])
  }
}

/// The permissions that are missing to read devices and create virtual ones, and how to get them.
package struct Diagnosis: Hashable, Sendable {
  /// The result of a check.
  package enum Verdict: String, Hashable, Sendable {
    case ok
    case missing
    /// A hint that needs no action.
    case note

    /// The colour of the verdict.
    var ink: TextStyle.Ink {
      switch self {
      case .ok: .good
      case .missing: .wrong
      case .note: .near
      }
    }
  }

  /// A remedy: an explanation, and commands that can be typed as they are.
  package struct Remedy: Hashable, Sendable {
    package var advice: String
    package var commands: [String]
  }

  /// The result of one check, with alternative remedies.
  package struct Finding: Hashable, Sendable {
    package var verdict: Verdict
    package var sentence: String
    package var remedies: [Remedy] = []
  }

  /// The findings about reading devices.
  package let reading: [Finding]
  /// The findings about creating virtual devices.
  package let making: [Finding]

  /// Whether devices can be read.
  package var canRead: Bool { !reading.contains { $0.verdict == .missing } }
  /// Whether virtual devices can be created.
  package var canMake: Bool { !making.contains { $0.verdict == .missing } }

  /// Derives the findings from the permissions.
  package init(_ facts: AccessFacts) {
    let remedies = Remedies(facts)
    reading = Self.reading(facts, remedies)
    making = [Self.making(facts.uinput, remedies)]
  }

  private static func reading(_ facts: AccessFacts, _ remedies: Remedies) -> [Finding] {
    let nodes = facts.eventNodes
    guard !nodes.isEmpty else {
      let what =
        facts.hasInputFolder
        ? "/dev/input contains no event device" : "/dev/input does not exist"
      return [Finding(verdict: .missing, sentence: what, remedies: remedies.forNoDevices)]
    }
    let open = nodes.count { $0.errno == 0 }
    let refused = nodes.filter { $0.errno == EACCES && !$0.hasTypedKeys }
    let typed = nodes.filter { $0.errno == EACCES && $0.hasTypedKeys }
    let forbidden = nodes.filter { $0.errno == EPERM }
    let others = nodes.filter { ![0, EACCES, EPERM].contains($0.errno) }
    var findings: [Finding] = []
    if open > 0 {
      findings.append(
        Finding(
          verdict: .ok, sentence: "\(open) of \(devices(nodes.count)) in /dev/input can be read"))
    }
    if let first = refused.first {
      findings.append(
        Finding(
          verdict: .missing,
          sentence: "no permission to read \(names(refused)) (group \(first.group))",
          remedies: remedies.forRight(to: first, .event)))
    }
    if !typed.isEmpty {
      // A keyboard is of no use for gestures, so this is a problem only if nothing else can be read.
      let verdict = findings.isEmpty ? Verdict.missing : .note
      findings.append(
        Finding(
          verdict: verdict,
          sentence: "no permission to read \(names(typed)) (keyboard); gestures do not need it"))
    }
    if let first = forbidden.first {
      findings.append(
        Finding(
          verdict: .missing,
          sentence: "this container has no access to \(names(forbidden))",
          remedies: [remedies.container(first.path)]))
    }
    for node in others {
      // A problem only if nothing else can be read.
      let verdict = findings.isEmpty ? Verdict.missing : .note
      findings.append(
        Finding(
          verdict: verdict, sentence: "\(node.path) can't be opened: \(systemError(node.errno))"))
    }
    return findings
  }

  private static func making(_ node: AccessFacts.Node, _ remedies: Remedies) -> Finding {
    switch node.errno {
    case 0: Finding(verdict: .ok, sentence: "virtual devices can be created with \(node.path)")
    case ENOENT, ENODEV, ENXIO:
      Finding(
        verdict: .missing, sentence: "\(node.path) does not exist; it creates virtual devices",
        remedies: remedies.forNoUinput)
    case EACCES:
      Finding(
        verdict: .missing, sentence: "no permission to write to \(node.path) (group \(node.group))",
        remedies: remedies.forRight(to: node, .uinput))
    case EPERM:
      Finding(
        verdict: .missing, sentence: "this container has no access to \(node.path)",
        remedies: [remedies.container(node.path)])
    default:
      Finding(
        verdict: .missing,
        sentence: "\(node.path) can't be opened: \(systemError(node.errno))")
    }
  }

  private static func devices(_ count: Int) -> String {
    count == 1 ? "1 device" : "\(count) devices"
  }

  private static func names(_ nodes: [AccessFacts.Node]) -> String {
    nodes.count == 1 ? nodes[0].path : "\(nodes.count) of the devices, such as \(nodes[0].path)"
  }
}

/// The remedies for missing permissions, for the current account.
private struct Remedies {
  private let facts: AccessFacts

  init(_ facts: AccessFacts) {
    self.facts = facts
  }

  var forNoDevices: [Diagnosis.Remedy] {
    [
      remedy("load the kernel's evdev module:", "sudo modprobe evdev"),
      container("/dev/input"),
    ]
  }

  var forNoUinput: [Diagnosis.Remedy] {
    [
      remedy(
        "load the kernel's uinput module, now and at every boot:", "sudo modprobe uinput",
        "echo uinput | sudo tee /etc/modules-load.d/uinput.conf"),
      container("/dev/uinput"),
    ]
  }

  func container(_ path: String) -> Diagnosis.Remedy {
    remedy(
      "if this is a container, start it with the host's device (podman or docker):",
      "podman run --device \(path) IMAGE")
  }

  /// Returns the remedies for a node that this account may not open.
  func forRight(to node: AccessFacts.Node, _ rule: UdevRule) -> [Diagnosis.Remedy] {
    let seat = remedy(
      "or let udev grant access to the local user:", write(rule, for: .seat), reload)
    // Joining the group would not help, or the group is root's own.
    guard node.isOpenToGroup, node.group != "root" else {
      let group = facts.hasInputGroup ? [] : ["sudo groupadd --system input"]
      return [
        remedy(
          "let udev grant access to the group input, join it and log in again:",
          group + [write(rule, for: .group), reload] + joining("input")),
        seat,
      ]
    }
    if facts.loginGroups.contains(node.group) {
      return [
        remedy(
          "you are in the group \(node.group) already; check for other restrictions:",
          "ls -lZ \(node.path)"),
        seat,
      ]
    }
    if facts.accountGroups.contains(node.group) {
      return [
        remedy(
          "you joined the group \(node.group) after this login; log in again, or in this shell:",
          "newgrp \(node.group)")
      ]
    }
    return [remedy("join its group, and log in again:", joining(node.group)), seat]
  }

  private func joining(_ group: String) -> [String] {
    facts.accountGroups.contains(group) ? [] : ["sudo usermod -aG \(group) $USER"]
  }

  private func write(_ rule: UdevRule, for right: UdevRule.Right) -> String {
    "echo '\(rule.text(for: right))' | sudo tee \(rule.file)"
  }

  private var reload: String { "sudo udevadm control --reload && sudo udevadm trigger" }

  private func remedy(_ advice: String, _ commands: String...) -> Diagnosis.Remedy {
    remedy(advice, commands)
  }

  private func remedy(_ advice: String, _ commands: [String]) -> Diagnosis.Remedy {
    // Root needs no sudo, and may not have it.
    Diagnosis.Remedy(
      advice: advice,
      commands: !facts.isRoot
        ? commands
        : commands.map { $0.split(separator: " ").filter { $0 != "sudo" }.joined(separator: " ") })
  }
}

/// The permissions to read input devices and to create virtual ones.
package struct AccessFacts: Sendable {
  /// A device node and the result of opening it.
  package struct Node: Sendable {
    package var path: String
    /// The error number of opening it, or 0.
    package var errno: Int32
    /// The group that owns it.
    package var group: String
    /// Whether that group has the access that was tried.
    package var isOpenToGroup: Bool
    /// Whether it reports typed keys.
    package var hasTypedKeys: Bool

    package init(
      path: String, errno: Int32, group: String, isOpenToGroup: Bool, hasTypedKeys: Bool = false
    ) {
      self.path = path
      self.errno = errno
      self.group = group
      self.isOpenToGroup = isOpenToGroup
      self.hasTypedKeys = hasTypedKeys
    }
  }

  /// Whether `/dev/input` exists.
  package var hasInputFolder: Bool
  /// The event nodes in it.
  package var eventNodes: [Node]
  /// `/dev/uinput`, which creates virtual devices.
  package var uinput: Node
  /// Whether this process runs as root.
  package var isRoot: Bool
  /// The groups of the account, including those added since this login.
  package var accountGroups: Set<String>
  /// The groups of this process.
  package var loginGroups: Set<String>
  /// Whether the group `input` exists.
  package var hasInputGroup: Bool

  package init(
    hasInputFolder: Bool, eventNodes: [Node], uinput: Node, isRoot: Bool,
    accountGroups: Set<String>, loginGroups: Set<String>, hasInputGroup: Bool
  ) {
    self.hasInputFolder = hasInputFolder
    self.eventNodes = eventNodes
    self.uinput = uinput
    self.isRoot = isRoot
    self.accountGroups = accountGroups
    self.loginGroups = loginGroups
    self.hasInputGroup = hasInputGroup
  }
}

extension AccessFacts {
  /// Collects the permissions of this process on this machine.
  static func gathered() -> AccessFacts {
    var folder = stat()
    return AccessFacts(
      hasInputFolder: unsafe stat("/dev/input", &folder) == 0,
      eventNodes: FoundDevice.all().map { device in
        let number: Int32 =
          if case .failure(let error) = device.description { error.errno } else { 0 }
        var node = node(device.path, number, groupRights: S_IRGRP)
        node.hasTypedKeys = device.hasTypedKeys
        return node
      },
      uinput: node(
        "/dev/uinput", errnoOfOpening("/dev/uinput"), groupRights: S_IRGRP | S_IWGRP),
      isRoot: geteuid() == 0, accountGroups: accountGroups, loginGroups: loginGroups,
      hasInputGroup: unsafe getgrnam("input") != nil)
  }

  private static func node(_ path: String, _ number: Int32, groupRights: mode_t) -> Node {
    var target = stat()
    guard unsafe stat(path, &target) == 0 else {
      return Node(path: path, errno: number, group: "", isOpenToGroup: false)
    }
    return Node(
      path: path, errno: number, group: name(ofGroup: target.st_gid),
      isOpenToGroup: target.st_mode & groupRights == groupRights)
  }

  /// Returns the error of opening a node as libevdev does to create a device; opening creates none.
  private static func errnoOfOpening(_ path: String) -> Int32 {
    let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return errno }
    close(descriptor)
    return 0
  }

  private static func name(ofGroup number: gid_t) -> String {
    unsafe getgrgid(number).map { unsafe String(cString: $0.pointee.gr_name) } ?? "\(number)"
  }

  private static var loginGroups: Set<String> {
    let count = getgroups(0, nil)
    var groups = [gid_t](repeating: 0, count: Int(max(count, 0)))
    let filled = unsafe getgroups(count, &groups)
    return Set((groups.prefix(Int(max(filled, 0))) + [getegid()]).map(name))
  }

  private static var accountGroups: Set<String> {
    guard let account = unsafe getpwuid(getuid()) else { return [] }
    // Linux allows 65536 groups, `NGROUPS_MAX`.
    var count: Int32 = 65536
    var groups = [gid_t](repeating: 0, count: Int(count))
    let status = unsafe getgrouplist(
      account.pointee.pw_name, account.pointee.pw_gid, &groups, &count)
    return status < 0 ? [] : Set(groups.prefix(Int(count)).map(name))
  }
}

/// A udev rule that lets users other than root open a device node.
///
/// Keyboards are excluded, since their events reveal passwords.
enum UdevRule: CaseIterable {
  case event
  case uinput

  private var match: String {
    switch self {
    case .event: #"KERNEL=="event*", SUBSYSTEM=="input", ENV{ID_INPUT_KEY}!="1""#
    case .uinput: #"KERNEL=="uinput", SUBSYSTEM=="misc", OPTIONS+="static_node=uinput""#
    }
  }

  /// The users who get access.
  enum Right: String {
    case seat = #"TAG+="uaccess""#
    case group = #"GROUP="input", MODE="0660""#
  }

  /// The number must be below 73, because systemd's `73-seat-late.rules` applies the tag `uaccess`.
  private static let prefix = "70-pantograph"

  var file: String {
    switch self {
    case .event: "/etc/udev/rules.d/\(Self.prefix)-input.rules"
    case .uinput: "/etc/udev/rules.d/\(Self.prefix)-uinput.rules"
    }
  }

  func text(for right: Right) -> String { "\(match), \(right.rawValue)" }

  /// The rules that let the local user read devices and create virtual ones.
  static var forSeat: String {
    """
    # The local user may read all input devices except keyboards, and create virtual devices.
    # The name of this file must sort before 73-seat-late.rules.

    """ + allCases.map { $0.text(for: .seat) + "\n" }.joined()
  }
}
