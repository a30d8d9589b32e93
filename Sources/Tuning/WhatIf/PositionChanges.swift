import PantographBase
package import PantographTouches

/// The same touches on a surface that reports another size.
package struct SurfaceScale: FrameTransformation {
  private let factor: Double

  package init(_ factor: Double) {
    self.factor = factor
  }

  package mutating func feed(_ frame: TouchFrame, into frames: inout [TouchFrame]) {
    var frame = frame
    for index in frame.contacts.indices { frame.contacts[index].position.scale(by: factor) }
    for index in frame.hovering.indices { frame.hovering[index].position.scale(by: factor) }
    frames.append(frame)
  }
}

/// The same touches with a noisier sensor.
///
/// Every position has a random error, independent along each axis. Each recording has the same random
/// numbers: a larger deviation scales them.
package struct PositionNoise: FrameTransformation {
  private let deviation: Double
  private var chance: SeededGenerator

  /// Creates noise with a standard deviation, in millimetres along each axis.
  package init(_ deviation: Double, seed: UInt64) {
    self.deviation = deviation
    chance = SeededGenerator(seed: seed)
  }

  package mutating func feed(_ frame: TouchFrame, into frames: inout [TouchFrame]) {
    var frame = frame
    for index in frame.contacts.indices {
      let shake = Vector(x: chance.normal(), y: chance.normal()) * deviation
      frame.contacts[index].position = frame.contacts[index].position + shake
    }
    frames.append(frame)
  }
}

extension Point {
  fileprivate mutating func scale(by factor: Double) {
    self = Point(x: x * factor, y: y * factor)
  }
}
