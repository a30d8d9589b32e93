import Glibc
import PantographAnimation
import PantographBase
import PantographTestSupport
import Testing

/// Measurements of Core Animation, which the other tests of this folder read, too.
let measured = Repository.measurements("ca_media_timing.json")

private func numbers(_ transform: AffineTransform) -> [Double] {
  [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty]
}

private func distance(_ left: AffineTransform, _ right: AffineTransform) -> Double {
  zip(numbers(left), numbers(right)).reduce(0) { max($0, abs($1.0 - $1.1)) }
}

private func random(_ range: ClosedRange<Double>, _ random: inout TestRandom) -> Double {
  Double.random(in: range, using: &random)
}

/// Any map: scaled, flipped or not, sheared, turned, moved.
private func transform(using chance: inout TestRandom) -> AffineTransform {
  var numbers: [Double] = []
  for _ in 0..<6 { numbers.append(random(-3...3, &chance)) }
  return AffineTransform(
    a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
}

@Suite struct `A transform` {
  static let targets: [String: [AffineTransform]] = [
    "scale(-1,1)": [.init(scaleX: -1, y: 1)],
    "scale(1,-1)": [.init(scaleX: 1, y: -1)],
    "scale(-1,-1) or rot 180": [.init(scaleX: -1, y: -1), .init(rotationAngle: .pi)],
    "shear c=.5": [.init(a: 1, b: 0, c: 0.5, d: 1, tx: 0, ty: 0)],
    "scale(2,1) then rot 1.5": [
      .init(scaleX: 2, y: 1).concatenating(.init(rotationAngle: 1.5))
    ],
  ]

  @Test(arguments: measured["affine_interp_m11_m12_m21_m22"].list)
  func `goes from the identity as Core Animation was measured to`(row: JSON) throws {
    let targets = try #require(Self.targets[row["to"].text])
    for target in targets {
      for (name, share) in [("q", 0.25), ("h", 0.5)] {
        let transform = AffineTransform.identity.interpolated(to: target, at: share)
        for (number, expected) in zip(numbers(transform), row[name].numbers) {
          #expect(abs(number - expected) < 5.1e-5, "\(name)")
        }
      }
    }
  }

  @Test
  func `turns as Core Animation was measured to`() throws {
    let rows = measured["transform_quarter"]
    #expect(rows.names == ["rot170", "rot270 (goes -90)", "scale2x1->T(40,0)R(1)"])
    for (name, degrees) in [("rot170", 170.0), ("rot270 (goes -90)", 270)] {
      let target = AffineTransform(rotationAngle: degrees * .pi / 180)
      let quarter = AffineTransform.identity.interpolated(to: target, at: 0.25)
      let expected = rows[name].numbers
      #expect(abs(quarter.a - expected[0]) < 5.1e-6 && abs(quarter.b - expected[1]) < 5.1e-6)
    }
    let target = AffineTransform(translationX: 40, y: 0).rotated(by: 1)
    let quarter = AffineTransform(scaleX: 2, y: 1).interpolated(to: target, at: 0.25)
    let parts = [
      ("m11", quarter.a), ("m12", quarter.b), ("m21", quarter.c), ("m22", quarter.d),
      ("m41", quarter.tx),
    ]
    #expect(rows["scale2x1->T(40,0)R(1)"].names == parts.map(\.0).sorted())
    for (name, number) in parts {
      let expected = try #require(rows["scale2x1->T(40,0)R(1)"][name].number)
      #expect(abs(number - expected) < 5.1e-5, "\(name)")
    }
  }

  @Test func `composes as UIKit's do`() {
    let moved = AffineTransform(translationX: 10, y: 0)
    let turned = moved.rotated(by: .pi / 2)
    // The rotation comes first: a point to the right is turned downwards, and then moved.
    let position = Point(x: 1, y: 0).applying(turned)
    #expect(abs(position.x - 10) < 1e-12 && abs(position.y - 1) < 1e-12)
    let other = Point(x: 1, y: 0).applying(
      moved.concatenating(AffineTransform(rotationAngle: .pi / 2)))
    #expect(abs(other.x) < 1e-12 && abs(other.y - 11) < 1e-12)
    #expect(Point(x: 1, y: 1).applying(moved.scaledBy(x: 2, y: 3)) == Point(x: 12, y: 3))
    #expect(Point(x: 1, y: 1).applying(moved.translatedBy(x: 2, y: 3)) == Point(x: 13, y: 4))
    #expect(AffineTransform.identity.isIdentity && !moved.isIdentity)
  }

  @Test func `is undone by its inverse`() {
    var chance = TestRandom(seed: 1)
    for _ in 0..<200 {
      let map = transform(using: &chance)
      guard abs(map.a * map.d - map.b * map.c) > 0.1 else { continue }
      #expect(distance(map.concatenating(map.inverted()), .identity) < 1e-12)
    }
    let flat = AffineTransform(scaleX: 0, y: 1)
    #expect(flat.inverted() == flat)
  }

  /// Transforms without a direction, or on the boundary between two decompositions.
  static let edges: [AffineTransform] = [
    .identity, .init(scaleX: 0, y: 0), .init(scaleX: 0, y: 1), .init(scaleX: 1, y: 0),
    .init(scaleX: -1, y: 1), .init(scaleX: 1, y: -1), .init(scaleX: -1, y: -1),
    .init(scaleX: 0, y: -2), .init(scaleX: -2, y: 0), .init(a: 1, b: 1, c: 1, d: 1, tx: 3, ty: 4),
    .init(a: 0, b: 0, c: 1, d: 1, tx: 0, ty: 0), .init(a: 1, b: 1, c: 0, d: 0, tx: 0, ty: 0),
    .init(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0), .init(rotationAngle: .pi),
    .init(rotationAngle: -.pi / 2), .init(rotationAngle: 3).scaledBy(x: -2, y: 0.5),
    .init(rotationAngle: -3).scaledBy(x: 2, y: -0.5),
  ]

  /// The edges, each with each, and pairs of any maps.
  static let pairs: [(AffineTransform, AffineTransform)] = {
    var chance = TestRandom(seed: 2)
    let crossed = edges.flatMap { start in edges.map { (start, $0) } }
    return crossed
      + (0..<500).map { _ in (transform(using: &chance), transform(using: &chance)) }
  }()

  @Test func `reaches any other transform`() {
    for (start, end) in Self.pairs {
      let change = start.change(to: end)
      #expect(distance(start.advanced(by: change), end) < 1e-12, "\(start) \(end)")
      #expect(start.interpolated(to: end, at: 0) == start)
    }
    #expect(AffineTransform.identity.change(to: .identity) == .zero)
  }

  @Test func `is the old one plus the remaining change at once`() {
    // So several changes of one value may run at a time and add up.
    for (old, new) in Self.pairs {
      let there = old.change(to: new)
      let back = new.change(to: old)
      // Of two directions for half a turn, each has its own.
      guard abs(abs(there[4]) - .pi) > 1e-9 else { continue }
      for share in [0, 0.3, 0.9, 1] {
        let direct = old.interpolated(to: new, at: share)
        let left = new.advanced(by: back * (1 - share))
        #expect(distance(direct, left) < 1e-12, "\(old) \(new) \(share)")
      }
    }
  }

  @Test func `turns in the shorter direction`() {
    var chance = TestRandom(seed: 3)
    for _ in 0..<200 {
      let (start, turn) = (random(-9...9, &chance), random(-3.1...3.1, &chance))
      let middle = AffineTransform(rotationAngle: start).interpolated(
        to: AffineTransform(rotationAngle: start + turn), at: 0.5)
      #expect(distance(middle, AffineTransform(rotationAngle: start + turn / 2)) < 1e-12)
    }
    let whole = AffineTransform(rotationAngle: 2 * .pi)
    #expect(abs(AffineTransform.identity.change(to: whole)[4]) < 1e-12)
  }

  /// `decompose` and `interpolate` of CSS Transforms 1, section 12.
  @Test func `turns one flip into the other, and exchanges its axes, as CSS does`() {
    let flips = [AffineTransform(scaleX: -1, y: 1), AffineTransform(scaleX: 1, y: -1)]
    for (start, end) in [(flips[0], flips[1]), (flips[1], flips[0])] {
      // Half a turn of a transform that stays flipped: nothing is ever scaled to 0.
      for share in [0.25, 0.5, 0.75] {
        let map = start.interpolated(to: end, at: share)
        let angle = share * .pi
        #expect(abs(map.a * map.d - map.b * map.c + 1) < 1e-12)
        #expect(abs(map.a - start.a * cos(angle)) < 1e-12)
        #expect(abs(abs(map.b) - sin(angle)) < 1e-12)
      }
    }
    // If both axes lean equally against their directions, y is the flipped one.
    let exchange = AffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
    let half = AffineTransform.identity.interpolated(to: exchange, at: 0.5)
    let expected = AffineTransform(
      a: 0.5.squareRoot(), b: 0.5.squareRoot(), c: 0, d: 0, tx: 0, ty: 0)
    #expect(distance(half, expected) < 1e-12)
  }

  @Test func `flips nothing between transforms without a flip`() {
    for target in [
      AffineTransform(a: 4, b: 1.5, c: 1.5, d: 2, tx: 0, ty: 0),
      AffineTransform(a: 0.5, b: -2, c: -0.2, d: 3, tx: 0, ty: 0),
    ] {
      for step in 0...10 {
        let map = AffineTransform.identity.interpolated(to: target, at: Double(step) / 10)
        #expect(map.a * map.d - map.b * map.c > 0)
      }
    }
  }

  /// The angle of the start is taken half a turn back where it is not below zero, as CSS has it.
  @Test(arguments: [0.3, 0.5, 0.9])
  func `turns forward from one flip to the other at one angle`(angle: Double) {
    let turn = AffineTransform(rotationAngle: angle)
    let start = AffineTransform(scaleX: -1, y: 1).concatenating(turn)
    let end = AffineTransform(scaleX: 1, y: -1).concatenating(turn)
    let half = start.interpolated(to: end, at: 0.5)
    let expected = AffineTransform(scaleX: 1, y: -1)
      .concatenating(AffineTransform(rotationAngle: angle - .pi / 2))
    #expect(distance(half, expected) < 1e-9, "\(numbers(half))")
  }

  @Test func `mirrors its values when it is mirrored`() {
    // Left and right exchanged before and after: (a, b, c, d) has the signs of b and c exchanged.
    func mirrored(_ map: AffineTransform) -> AffineTransform {
      AffineTransform(a: map.a, b: -map.b, c: -map.c, d: map.d, tx: -map.tx, ty: map.ty)
    }
    for (start, end) in Self.pairs where abs(abs(start.change(to: end)[4]) - .pi) > 1e-9 {
      let between = mirrored(start).interpolated(to: mirrored(end), at: 0.3)
      #expect(distance(between, mirrored(start.interpolated(to: end, at: 0.3))) < 1e-12)
    }
  }

  @Test func `grows evenly from nothing`() {
    let half = AffineTransform(scaleX: 0, y: 0).interpolated(to: .identity, at: 0.5)
    #expect(distance(half, AffineTransform(scaleX: 0.5, y: 0.5)) < 1e-15)
  }
}

@Suite struct `An animatable value` {
  @Test
  func `mixes colours as Core Animation was measured to`() {
    let blue = Color(red: 0, green: 0, blue: 1, alpha: 0.5)
    let half = Color.red.interpolated(to: blue, at: 0.5)
    #expect(
      [half.red, half.green, half.blue, half.alpha]
        == measured["colour_red_to_blue_a.5_at_half"].numbers)
  }

  @Test func `reaches its target, part by part`() {
    func check<Value: Animatable & Equatable>(_ start: Value, _ middle: Value, _ end: Value) {
      #expect(start.interpolated(to: end, at: 0) == start)
      #expect(start.interpolated(to: end, at: 0.5) == middle)
      #expect(start.interpolated(to: end, at: 1) == end)
    }
    check(2.0, 3, 4)
    check(Point(x: 1, y: 2), Point(x: 2, y: 0), Point(x: 3, y: -2))
    check(Vector(x: 1, y: 2), Vector(x: 2, y: 0), Vector(x: 3, y: -2))
    check(
      Size(width: 1, height: 2), Size(width: 2, height: 0), Size(width: 3, height: -2))
    check(
      Rect(x: 1, y: 2, width: 3, height: 4), Rect(x: 2, y: 0, width: 3.5, height: 6),
      Rect(x: 3, y: -2, width: 4, height: 8))
    check(Color.black, .gray, .white)
    check(Color.red, Color(red: 1, green: 0.5, blue: 0), .yellow)
    check(
      Color.clear, Color(red: 0, green: 0.25, blue: 0.5, alpha: 0.5),
      Color(red: 0, green: 0.5, blue: 1))
    #expect(Double.axes == .one && Color.axes == .one && AffineTransform.axes == .one)
    #expect(Point.axes == .two && Vector.axes == .two)
    #expect(Size.axes == .two && Rect.axes == .two)
  }

  @Test func `has the edges of its rectangle in order`() {
    for rectangle in [
      Rect(x: 10, y: 20, width: 30, height: 40), Rect(x: 40, y: 60, width: -30, height: -40),
    ] {
      #expect(rectangle.minX == 10 && rectangle.midX == 25 && rectangle.maxX == 40)
      #expect(rectangle.minY == 20 && rectangle.midY == 40 && rectangle.maxY == 60)
      #expect(rectangle.width == 30 && rectangle.height == 40)
      #expect(rectangle.offsetBy(dx: 1, dy: -2).midX == 26)
      #expect(rectangle.offsetBy(dx: 1, dy: -2).midY == 38)
    }
    #expect(Rect.zero == Rect(x: 0, y: 0, width: 0, height: 0))
  }

  @Test func `has the colours of their names`() {
    #expect(Color.orange == Color.red.interpolated(to: .yellow, at: 0.5))
    #expect(Color.green.green == 1 && Color.blue.blue == 1 && Color.clear.alpha == 0)
  }

  /// All points are on one line: nothing is flipped, and the rotation of 45° is undone while the shear disappears.
  @Test func `is not flipped where it has no area`() {
    let line = AffineTransform(a: 1, b: 1, c: 1, d: 1, tx: 0, ty: 0)
    let half = line.interpolated(to: .identity, at: 0.5)
    let scale = (2.0.squareRoot() + 1) / 2
    let (sine, cosine) = (sin(Double.pi / 8), cos(Double.pi / 8))
    let expected = AffineTransform(
      a: scale * cosine, b: scale * sine, c: scale * (cosine - sine) / 2,
      d: scale * (sine + cosine) / 2, tx: 0, ty: 0)
    for (found, expected) in [
      (half.a, expected.a), (half.b, expected.b), (half.c, expected.c), (half.d, expected.d),
    ] {
      #expect(abs(found - expected) < 1e-12)
    }
  }
}
