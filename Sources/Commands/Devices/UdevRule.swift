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
