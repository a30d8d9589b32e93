import PantographTestSupport
import Testing

@Suite struct `The curve command` {
  private func rows(_ arguments: String...) throws -> [Table.Row] {
    let program = try Program(Program.pantograph, ["curve"] + arguments)
    #expect(program.status == 0, "\(program.complaints)")
    #expect(program.output.hasPrefix("time,value,velocity\n"))
    return Table(text: program.output).rows
  }

  @Test(arguments: Repository.oracle("timing_curves.csv").rows.filter { $0.number("x") > 0 })
  func `prints the measured curves`(row: Table.Row) throws {
    // Sampled so that the measured instant is one of the samples.
    let rate = (1 / row.number("x")) * 10
    let points = row.text("controlPoints").split(separator: " ").joined(separator: ",")
    for arguments in [["--named", row.text("name")], ["--cubic", points]] {
      let program = try Program(
        Program.pantograph, ["curve", "--duration", "1", "--rate", "\(rate)"] + arguments)
      let sample = try #require(
        Table(text: program.output).rows.first { abs($0.number("time") - row.number("x")) < 2e-6 })
      // Times are whole microseconds: a curve of slope 2 moves by a millionth in half of one.
      #expect(abs(sample.number("value") - row.number("y")) <= max(row.number("tol"), 2e-6))
    }
  }

  @Test(arguments: Repository.oracle("momentum.csv").rows)
  func `prints a toolkit's momentum`(row: Table.Row) throws {
    guard row.number("scale") == 1, row.text("kind") == "computed" else { return }
    let printed = try Program.pantograph(
      "curve", "--momentum", row.text("law"), "--velocity", row.text("velocity"), "--rate", "100")
    let lines = Table(text: printed.output).rows
    let line = lines[min(Int((row.number("time") * 100).rounded()), lines.count - 1)]
    let tolerance = row.text("law") == "android" ? 1e-4 * row.number("velocity") : 2e-4
    #expect(abs(line.number("value") - row.number("position")) < tolerance, "\(line)")
    #expect(lines.last?.number("velocity") == 0)
  }

  @Test func `prints the requested spring`() throws {
    // m1 k100 c10: settles after 1.4727003 s, as measured; 10.44 % of the distance at 0.05 s.
    let physical = try rows("--spring", "1,100,10", "--rate", "100")
    #expect(physical.count == 149)
    #expect(abs(physical[5].number("value") - 0.1044054701924324) < 1e-4)
    #expect(physical[148].number("value") == 1 && physical[148].number("velocity") == 0)
    // UIKit's values for a ratio of 0.6 and 0.8 s from 50 to 150: 130.98 at 0.15 s.
    let given = try rows("--ratio", "0.6", "--duration", "0.8", "--rate", "100")
    #expect(given.count == 81)
    #expect(abs(50 + 100 * given[15].number("value") - 130.98) < 0.3)
    // Half a second without bounce settles after 0.8 s.
    #expect(try rows("--bounce", "0", "--duration", "0.5", "--rate", "100").count == 81)
    // The velocity is in progress per second, from the first row on.
    #expect(try rows("--ratio", "0.7", "--velocity", "3")[0].number("velocity") == 3)
    // A damping ratio of 8.66 is reduced to critical by default.
    let clamped = try rows("--spring", "30,10,300", "--rate", "10")
    let critical = try rows("--response", "10.8827961854", "--ratio", "1", "--rate", "10")
    #expect(abs(clamped[20].number("value") - critical[20].number("value")) < 1e-6)
    #expect(try rows("--spring", "30,10,300", "--overdamped", "--rate", "10").count > clamped.count)
  }

  @Test(arguments: [
    (["--named", "easeSideways"], "expected one of linear"),
    (["--named", "easeIn", "--ratio", "1"], "got --named and --ratio"),
    ([], "none was given"),
    (["--cubic", "1,2,3"], "expected X1,Y1,X2,Y2, such as 0.42,0,0.58,1"),
    (["--spring", "1,2"], "expected M,K,C: mass, stiffness and damping, such as 1,100,10"),
    (["--spring", "0,1,1"], "a mass and a stiffness above 0"),
    (["--spring", "1,1,0"], "more than an hour"),
    (["--spring", "1e-320,1,1"], "expected a stiffness of 1e-12 to 1e12 times the mass"),
    (["--cubic", "0,1e5,1,1"], "the velocity at 0 s exceeds 1000000000"),
    (["--named", "linear", "--velocity", "1"], "--velocity requires a spring"),
    (["--named", "linear", "--overdamped"], "--overdamped requires a spring"),
    (["--momentum", "gtk"], "--momentum requires --velocity, in points per second"),
    (["--momentum", "gtk", "--velocity", "9", "--overdamped"], "--overdamped requires a spring"),
    (["--momentum", "gtk", "--velocity", "9", "--duration", "1"], "determines its own duration"),
    (["--momentum", "gkt", "--velocity", "9"], "--momentum gkt: expected one of uikit, "),
    (["--bounce", "0", "--response", "1"], "--response requires --ratio"),
    (
      ["--ratio", "0.5", "--response", "1", "--duration", "1"],
      "--response and --duration exclude each other"
    ),
    (["--spring", "1,1,1", "--duration", "1"], "--spring and --duration exclude each other"),
    (["--bounce", "-1"], "from -0.999 to 1"),
  ])
  func `refuses invalid arguments`(arguments: [String], part: String) throws {
    let program = try Program(Program.pantograph, ["curve"] + arguments)
    #expect(program.status == 2 && program.output.isEmpty)
    #expect(program.complaints.contains(part), "\(program.complaints)")
    #expect(program.complaints.split(separator: "\n").count == 1)
  }
}
