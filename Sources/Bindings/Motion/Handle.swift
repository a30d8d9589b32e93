import PantographCInterface
import Synchronization

/// What a C pointer to something that changes refers to.
final class Handle<State: ~Copyable> {
  /// Whether a call is in progress.
  ///
  /// It is outside the values that calls change, so that the call of a callback sees it.
  private let isBusy = Atomic(false)
  /// Whether C has freed it, perhaps in a callback of the call that is in progress.
  private let isFreed = Atomic(false)
  /// What calls change.
  ///
  /// The flag keeps them apart, so the runtime need not.
  @exclusivity(unchecked) private var state: State

  init(_ state: consuming State) { unsafe self.state = state }

  /// Whether a call that is in progress still has somebody to tell about it.
  var isAlive: Bool { !isFreed.load(ordering: .relaxed) }

  /// Says that C frees it; a call that is in progress keeps its memory until it returns.
  func free() { isFreed.store(true, ordering: .relaxed) }

  /// Makes a call, unless another one is in progress.
  @inline(__always)
  func call(_ body: (inout State) -> pg_status) -> pg_status {
    guard !isBusy.exchange(true, ordering: .acquiring) else { return .busy }
    defer { isBusy.store(false, ordering: .releasing) }
    return withExtendedLifetime(self) { unsafe body(&state) }
  }
}
