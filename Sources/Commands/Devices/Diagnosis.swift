import Glibc
import PantographReports

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
