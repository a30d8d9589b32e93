/// What udev is to know of a node, so that others than root may open it.
///
/// What is typed on is none of Pantograph's business: whoever may read that learns passwords.
enum UdevRule: CaseIterable {
  case event
  case uinput

  private var match: String {
    switch self {
    case .event: #"KERNEL=="event*", SUBSYSTEM=="input", ENV{ID_INPUT_KEY}!="1""#
    case .uinput: #"KERNEL=="uinput", SUBSYSTEM=="misc", OPTIONS+="static_node=uinput""#
    }
  }

  /// Who may.
  enum Right: String {
    case seat = #"TAG+="uaccess""#
    case group = #"GROUP="input", MODE="0660""#
  }

  /// A number below 73: by then systemd's `73-seat-late.rules` gives away what is tagged `uaccess`.
  private static let place = "70-pantograph"

  var file: String {
    switch self {
    case .event: "/etc/udev/rules.d/\(Self.place)-input.rules"
    case .uinput: "/etc/udev/rules.d/\(Self.place)-uinput.rules"
    }
  }

  func text(for right: Right) -> String { "\(match), \(right.rawValue)" }

  /// A file of rules by which whoever sits at the machine may read devices and make virtual ones.
  static var forSeat: String {
    """
    # Whoever sits at this machine may read its input devices, but none with keys to type on, and make virtual
    # ones. The name of this file has to sort before 73-seat-late.rules.

    """ + allCases.map { $0.text(for: .seat) + "\n" }.joined()
  }
}
