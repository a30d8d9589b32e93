package import PantographTouches

/// The touches of a recording as a script for browsers, with positions in CSS pixels.
package protocol TouchScript {
  /// Whether there are no touches.
  var isEmpty: Bool { get }
  /// The text, in pieces.
  var pieces: [String] { get }

  /// Adds what has changed in a frame.
  mutating func take(_ frame: TouchFrame)
}
