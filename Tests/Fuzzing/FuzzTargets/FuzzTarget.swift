import PantographAnimation
import PantographAnimatorLaws
import PantographBindingLaws
import PantographCaseLaws
package import PantographLaws
import PantographRecordingLaws
import PantographRequestLaws
import PantographTouchLaws

/// How `tools/fuzz`, and the tests that read its seeds, interpret bytes.
package enum FuzzTarget: String, CaseIterable, Sendable {
  /// A recording of any format, and everything computed from its events.
  case recording
  /// A gzip file, perhaps damaged.
  case gzip
  /// An interaction file, and a nearly valid one.
  case interaction
  /// A subject file, and a nearly valid one.
  case subject
  /// The label of a case, and a nearly valid one.
  case label
  /// An expected trajectory.
  case expected
  /// Tables of labels and of features.
  case tables
  /// Touches, and everything that they drive.
  case touches
  /// A recording that is played live.
  case live
  /// Calls of an animator.
  case animator
  /// Calls of the C library.
  case bindings
  /// Requests to the server.
  case http
  /// What the pages send: nearly valid recordings, and the forms of labels.
  case uploads

  /// Checks every law for the bytes.
  @MainActor package func check(_ bytes: [UInt8]) throws(BrokenLaw) {
    switch self {
    case .recording: try checkRecording(bytes)
    case .gzip: try checkPacking(bytes)
    case .interaction: try checkInteraction(bytes)
    case .subject: try checkSubject(bytes)
    case .label: try checkLabel(bytes)
    case .expected: try checkExpected(bytes)
    case .tables: try checkTables(bytes)
    case .touches: try checkTouches(bytes)
    case .live: try checkLive(bytes)
    case .animator: try checkCalls(bytes)
    case .bindings: try checkBindings(bytes)
    case .http: try Self.requests.get().check(bytes)
    case .uploads: try Self.sending.get().check(bytes)
    }
  }

  /// One server for all requests.
  private static let requests: Result<RequestLaws, BrokenLaw> = {
    do {
      return .success(try RequestLaws())
    } catch {
      return .failure(BrokenLaw("no server: \(error)"))
    }
  }()

  /// One server for all uploads.
  private static let sending: Result<UploadLaws, BrokenLaw> = {
    do {
      return .success(try UploadLaws())
    } catch {
      return .failure(BrokenLaw("no server: \(error)"))
    }
  }()

  /// Checks as many calls as the bytes encode, of an animator and of its machine.
  @MainActor private func checkCalls(_ bytes: [UInt8]) throws(BrokenLaw) {
    try Timeline.run { _ throws(BrokenLaw) in
      try checkAnimator(by: ByteChance(bytes), calls: .max, until: \.isUsedUp)
    }
    try checkMachine(by: ByteChance(bytes), calls: .max, until: \.isUsedUp)
  }
}
