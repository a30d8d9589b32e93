import Drawers

/// The drawer as a line of text.
public struct DrawerReport: CustomStringConvertible {
  /// The report.
  public let description: String

  /// Creates a report on `drawer`.
  public init(of drawer: Drawer) {
    description = String(repeating: "█", count: Int(drawer.width / 6))
  }
}
