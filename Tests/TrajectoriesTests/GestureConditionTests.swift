import PantographBase
import PantographInteractions
import PantographTrajectories
import Testing

@Suite struct `A condition on a gesture` {
  private var gesture: Measures {
    var measures = Measures(began: Timestamp(microseconds: 0))
    measures.released = Timestamp(microseconds: 100_000)
    measures.outcome = .finish
    measures.overshoot = 0.05
    measures.staleFrameCount = 3
    return measures
  }

  @Test(
    arguments: [
      ("outcome=finish", true), ("outcome=cancel", false), ("cutOff=no", true),
      ("cutOff=yes", false), ("overshoot>0.049", true), ("overshoot>0.05", false),
      ("overshoot<0.05", false), ("overshoot<0.051", true), ("staleFrames>2", true),
      ("staleFrames>3", false),
    ])
  func `holds on one side of its threshold`(text: String, holds: Bool) throws {
    #expect(try GestureCondition(parsing: text).holds(for: gesture) == holds)
  }

  @Test func `does not hold for what was not measured, on either side`() throws {
    for text in ["settleTime>0", "settleTime<9", "settleTime>-1"] {
      #expect(try !GestureCondition(parsing: text).holds(for: gesture))
    }
    // Before the release it is unknown whether the gesture will be cancelled.
    let unfinished = Measures(began: Timestamp(microseconds: 0))
    for text in ["cutOff=no", "cutOff=yes", "outcome=finish"] {
      #expect(try !GestureCondition(parsing: text).holds(for: unfinished))
    }
  }

  @Test func `can use any measure by its name`() throws {
    for (name, _) in gesture.numbers {
      #expect(throws: Never.self) { try GestureCondition(parsing: "\(name)>0.5") }
    }
    for text in ["", "overshoot", "outcome>finish", "cutOff=1", "began>0", "overshoot>inf", ">1"] {
      #expect(throws: Complaint.self) { try GestureCondition(parsing: text) }
    }
  }
}
