import Glibc
import PantographTraces

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
          if case .failure(let error) = device.description, case .refused(let number) = error.reason
          { number } else { 0 }
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

/// The remedies for missing permissions, for the current account.
struct Remedies {
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
    guard node.isOpenToGroup, node.group != "root" else {
      // Joining the group would not help, or the group is root's own.
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
