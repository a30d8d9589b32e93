import Testing
import Tuning

@Suite struct `A threshold problem` {
  @Test func `counts a value at its threshold as its axis says`() {
    let item = ThresholdProblem.Item(values: [1], costs: [3, 5])
    for (tiesAreAbove, cost) in [(true, 5), (false, 3)] {
      let problem = ThresholdProblem(axes: [.init(tiesAreAbove: tiesAreAbove)], items: [item])
      #expect(problem.cost(of: [1]) == cost)
      #expect(problem.cost(of: [0.5]) == 5)
      #expect(problem.cost(of: [1.5]) == 3)
    }
  }
}
