import Glibc
import Reports

/// What is missing to read devices and to make virtual ones, and what mends it.
package struct Diagnosis: Hashable, Sendable {
  /// How a check came out.
  package enum Verdict: String, Hashable, Sendable {
    case ok
    case missing
    /// Something to know that stands in nobody's way.
    case note

    /// The colour that goes with it.
    var ink: TextStyle.Ink {
      switch self {
      case .ok: .good
      case .missing: .wrong
      case .note: .near
      }
    }
  }

  /// One thing to do, in words and in commands that can be typed as they are.
  package struct Remedy: Hashable, Sendable {
    package var advice: String
    package var commands: [String]
  }

  /// One check, what it found, and ways to mend that; each alone is enough.
  package struct Finding: Hashable, Sendable {
    package var verdict: Verdict
    package var sentence: String
    package var remedies: [Remedy] = []
  }

  /// What was found about reading devices.
  package let reading: [Finding]
  /// What was found about making virtual devices.
  package let making: [Finding]

  /// Whether devices can be read.
  package var canRead: Bool { !reading.contains { $0.verdict == .missing } }
  /// Whether virtual devices can be made.
  package var canMake: Bool { !making.contains { $0.verdict == .missing } }

  /// Judges the facts.
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
        ? "/dev/input has no device that sends events" : "there is no /dev/input"
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
          sentence: "no right to read \(names(refused)) (group \(first.group))",
          remedies: remedies.forRight(to: first, .event)))
    }
    if !typed.isEmpty {
      // Not to be had where nothing else is there to read, either: it has no finger on it.
      let verdict = findings.isEmpty ? Verdict.missing : .note
      findings.append(
        Finding(
          verdict: verdict,
          sentence: "no right to read \(names(typed)), with keys to type on; gestures need none"))
    }
    if let first = forbidden.first {
      findings.append(
        Finding(
          verdict: .missing, sentence: "the system keeps \(names(forbidden)) from this container",
          remedies: [remedies.container(first.path)]))
    }
    for node in others {
      // Where nothing else can be read, this is what stands in the way.
      let verdict = findings.isEmpty ? Verdict.missing : .note
      findings.append(
        Finding(
          verdict: verdict, sentence: "\(node.path) can't be opened: \(systemError(node.errno))"))
    }
    return findings
  }

  private static func making(_ node: AccessFacts.Node, _ remedies: Remedies) -> Finding {
    switch node.errno {
    case 0: Finding(verdict: .ok, sentence: "virtual devices can be made by \(node.path)")
    case ENOENT, ENODEV, ENXIO:
      Finding(
        verdict: .missing, sentence: "there is no \(node.path) to make virtual devices by",
        remedies: remedies.forNoUinput)
    case EACCES:
      Finding(
        verdict: .missing, sentence: "no right to write to \(node.path) (group \(node.group))",
        remedies: remedies.forRight(to: node, .uinput))
    case EPERM:
      Finding(
        verdict: .missing, sentence: "the system keeps \(node.path) from this container",
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

/// The ways to mend what is missing, in the words of whoever asks.
private struct Remedies {
  private let facts: AccessFacts

  init(_ facts: AccessFacts) {
    self.facts = facts
  }

  var forNoDevices: [Diagnosis.Remedy] {
    [
      remedy("if the kernel has evdev as a module, load it:", "sudo modprobe evdev"),
      container("/dev/input"),
    ]
  }

  var forNoUinput: [Diagnosis.Remedy] {
    [
      remedy(
        "load the kernel's module, now and at each start:", "sudo modprobe uinput",
        "echo uinput | sudo tee /etc/modules-load.d/uinput.conf"),
      container("/dev/uinput"),
    ]
  }

  func container(_ path: String) -> Diagnosis.Remedy {
    remedy(
      "in a container, start it with the host's, with podman or docker alike:",
      "podman run --device \(path) IMAGE")
  }

  /// The ways to a node that there is no right to open.
  func forRight(to node: AccessFacts.Node, _ rule: UdevRule) -> [Diagnosis.Remedy] {
    let seat = remedy(
      "or have udev give it to whoever sits at this machine:", write(rule, for: .seat), reload)
    // A group that root shares with nobody is not one to join.
    guard node.isOpenToGroup, node.group != "root" else {
      let group = facts.hasInputGroup ? [] : ["sudo groupadd --system input"]
      return [
        remedy(
          "have udev give it to the group input, be in that, and log in again:",
          group + [write(rule, for: .group), reload] + joining("input")),
        seat,
      ]
    }
    if facts.loginGroups.contains(node.group) {
      return [
        remedy(
          "though group \(node.group) is yours; see what else guards it:",
          "ls -lZ \(node.path)"),
        seat,
      ]
    }
    if facts.accountGroups.contains(node.group) {
      return [
        remedy(
          "group \(node.group) is yours from your next login on; log in again, or in this shell:",
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
    // Where root asks, there may be no sudo.
    Diagnosis.Remedy(
      advice: advice,
      commands: !facts.isRoot
        ? commands
        : commands.map { $0.split(separator: " ").filter { $0 != "sudo" }.joined(separator: " ") })
  }
}
