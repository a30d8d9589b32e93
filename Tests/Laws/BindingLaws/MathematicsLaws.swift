import PantographBindings
import PantographCInterface
import PantographLaws

// The laws of functions without state: any arguments yield a number, NAN or PG_INVALID, and nothing else changes.

/// Calls one of the functions with any arguments.
func checkMathematics(by chance: inout ByteChance) throws(BrokenLaw) {
  switch chance.byte() % 10 {
  case 0: checkSprings(by: &chance)
  case 1: try checkCurves(by: &chance)
  case 2, 3: try checkVelocity(by: &chance)
  case 4: try checkMomentum(by: &chance)
  case 5: try checkRules(by: &chance)
  case 6: try checkFormat(by: &chance)
  case 7, 8: try checkRecognizer(by: &chance)
  default: try checkNames(by: &chance)
  }
}

/// Returns any name of a list, or none.
func anyName(of list: Int, by chance: inout ByteChance) -> String {
  pg_name(pg_names(list), Int(chance.byte()) % 32).map { String(cString: $0) } ?? "nobody"
}

/// Checks that a call succeeds, or is refused with a message.
func check(_ status: pg_status, _ error: pg_error, _ what: String) throws(BrokenLaw) {
  try hold(status == PG_OK || status == PG_INVALID, "\(what) has the status \(status)")
  try hold((status == PG_OK) == (error.message.0 == 0), "status \(status) and its message differ")
}

private func checkSprings(by chance: inout ByteChance) {
  let spring =
    chance.byte() % 2 == 0
    ? pg_spring_with_mass(
      anyNumber(by: &chance), anyNumber(by: &chance), anyNumber(by: &chance))
    : pg_spring_with_response(anyNumber(by: &chance), anyNumber(by: &chance))
  let start = pg_motion(position: anyNumber(by: &chance), velocity: anyNumber(by: &chance))
  _ = pg_spring_state(spring, anyNumber(by: &chance), start)
  _ = pg_spring_settling_time(spring, anyNumber(by: &chance))
}

private func checkCurves(by chance: inout ByteChance) throws(BrokenLaw) {
  var curve = pg_curve(
    x1: anyNumber(by: &chance) / 128, y1: anyNumber(by: &chance), x2: anyNumber(by: &chance) / 128,
    y2: anyNumber(by: &chance))
  _ = pg_curve_at(curve, anyNumber(by: &chance) / 128)
  var error = pg_error()
  let status = pg_curve_named(anyName(of: PG_CURVES, by: &chance), &curve, &error)
  try check(status, error, "a curve")
}

private func checkVelocity(by chance: inout ByteChance) throws(BrokenLaw) {
  // Mostly possible ones, as a single other one is all that is seen.
  func anyPosition() -> Double {
    chance.byte() % 64 == 0 ? anyNumber(by: &chance) : Double(chance.byte()) / 2
  }
  func anyLater(_ time: Int64) -> Int64 {
    chance.byte() % 16 == 0 ? anyTime(after: time, by: &chance) : time &+ Int64(chance.byte()) * 200
  }
  var time = chance.byte() % 4 == 0 ? Int64.min : anyLater(-1000)
  let positions = (0..<Int(chance.byte() % 16)).map { _ in
    time = anyLater(time)
    return pg_position(time: time, x: anyPosition(), y: anyPosition())
  }
  let now = chance.byte() % 4 == 0 ? Int64.max : anyLater(time)
  var (x, y) = (0.0, 0.0)
  let name = anyName(of: PG_ESTIMATORS, by: &chance)
  var error = pg_error()
  let status = pg_velocity(name, positions, positions.count, now, &x, &y, &error)
  try check(status, error, name)
  try hold(x.isNaN == y.isNaN && !x.isInfinite && !y.isInfinite, "\(name) returns \(x), \(y)")
  // A finger that only moves right does not move left.
  let isRising = zip(positions, positions.dropFirst()).allSatisfy { $0.x <= $1.x }
  if status == PG_OK, isRising, ["last-difference", "hammer"].contains(name) {
    try hold(x.isNaN || x >= 0, "\(name) returns \(x) for a movement to the right")
  }
}

private func checkMomentum(by chance: inout ByteChance) throws(BrokenLaw) {
  var (motion, distance, duration, error) = (pg_motion(), 0.0, 0.0, pg_error())
  let status = pg_momentum_at(
    anyName(of: PG_MOMENTA, by: &chance), anyNumber(by: &chance) * 16, anyNumber(by: &chance),
    &motion, &distance, &duration, &error)
  try check(status, error, "a momentum")
}

private func checkRules(by chance: inout ByteChance) throws(BrokenLaw) {
  var release = pg_release()
  release.fraction = anyNumber(by: &chance) / 128
  release.start_fraction = anyNumber(by: &chance) / 128
  release.peak = anyNumber(by: &chance) / 128
  release.distance = anyNumber(by: &chance)
  release.travel = anyNumber(by: &chance) - 64
  release.cross_travel = anyNumber(by: &chance) - 64
  release.last_movement = anyNumber(by: &chance) - 64
  release.duration = anyNumber(by: &chance) / 64
  release.rest_time = anyNumber(by: &chance) / 64
  release.velocity = 16 * anyNumber(by: &chance) - 1024
  release.cross_velocity = 16 * anyNumber(by: &chance) - 1024
  release.earlier_travel = anyNumber(by: &chance) - 64
  release.held_back = anyNumber(by: &chance) / 128
  var (outcome, target, error) = (pg_outcome(99), Double.nan, pg_error())
  let name = anyName(of: PG_RULES, by: &chance)
  let status = pg_rule_decide(name, &release, &outcome, &target, &error)
  try check(status, error, name)
  try hold(
    status == PG_INVALID && outcome == 99 || status == PG_OK && (0...2).contains(outcome),
    "\(name) returns \(status) with the outcome \(outcome)")
}

private func checkFormat(by chance: inout ByteChance) throws(BrokenLaw) {
  let number = Double(bitPattern: chance.next() &* 0x9e37_79b9_7f4a_7c15)
  let decimals = Int32(truncatingIfNeeded: chance.next())
  var text = [CChar](repeating: 1, count: Int(chance.byte() % 64))
  let length = pg_format(number, decimals, &text, text.count)
  try hold((1...40).contains(length), "\(length) bytes for \(number)")
  try hold(
    text.isEmpty || text.firstIndex(of: 0) == min(length, text.count - 1),
    "\(number) is written as \(text)")
}

private func checkNames(by chance: inout ByteChance) throws(BrokenLaw) {
  let list = pg_names(truncatingIfNeeded: Int(chance.byte() % 16)) - 2
  let index = chance.byte() % 4 == 0 ? Int(truncatingIfNeeded: chance.next()) : Int(chance.byte())
  var error = pg_error()
  if let name = pg_name(list, index) {
    try hold(pg_name_index(list, name, &error) == index, "a name has another index")
    try hold(error.message.0 == 0, "a known name is an error")
  } else {
    let name = String(
      decoding: (0..<Int(chance.byte() % 64)).map { _ in chance.byte() }, as: UTF8.self)
    let found = pg_name_index(list, name, &error)
    try hold(found >= -1 && (found < 0) == (error.message.0 != 0), "\(name) has the index \(found)")
  }
}
