import PantographTuning
import Testing

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

  @Test func `returns its items as they were added, whether their costs are equal or not`() {
    let items: [ThresholdProblem.Item] = [
      .init(values: [1, 2], costs: [0, 0, 0, 5]), .init(values: [3, 4], costs: [5, 5, 5, 0]),
      .init(values: [1, 2], costs: [0, 0, 0, 5]), .init(values: [5, -6], costs: [0, 0, 0, 7]),
    ]
    let axes = [ThresholdProblem.Axis](repeating: .init(tiesAreAbove: true), count: 2)
    var problem = ThresholdProblem(axes: axes, items: items.dropLast())
    problem.items.append(items[3])
    #expect(Array(problem.items) == items)
    #expect(Array(ThresholdProblem(axes: axes, items: problem.items).items) == items)
    // Above both thresholds: 5 + 0 + 5 + 7; above none: 0 + 5 + 0 + 0.
    #expect(problem.cost(of: [-10, -10]) == 17)
    #expect(problem.cost(of: [10, 10]) == 5)
  }
}
