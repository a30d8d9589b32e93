package import PantographCInterface
import Synchronization

/// What a C pointer to `struct pg_session` refers to.
final class SessionHandle {
  /// Whether a call is in progress.
  ///
  /// It is outside the values that calls change, so that the call of a callback sees it.
  private let isBusy = Atomic(false)
  /// What calls change.
  ///
  /// The flag keeps them apart, so the runtime need not.
  @exclusivity(unchecked) private var state: SessionState

  init(_ state: SessionState) { unsafe self.state = state }

  /// Makes a call, unless another one is in progress.
  @inline(__always)
  func call(_ body: (inout SessionState) -> pg_status) -> pg_status {
    guard !isBusy.exchange(true, ordering: .acquiring) else { return .busy }
    defer { isBusy.store(false, ordering: .releasing) }
    return unsafe body(&state)
  }
}

/// Makes a call with the session of a handle.
@inline(__always)
func call(
  _ session: OpaquePointer?, _ body: (inout SessionState) -> pg_status
) -> pg_status {
  guard let handle = unsafe session?.object(SessionHandle.self) else { return .invalid }
  return handle.call(body)
}

@c @implementation package func pg_session_destroy(_ session: OpaquePointer?) {
  unsafe session?.destroy(SessionHandle.self)
}

@c @implementation package func pg_session_error(
  _ session: OpaquePointer?, _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  guard let handle = unsafe session?.object(SessionHandle.self) else {
    unsafe error?.pointee = pg_error("session is NULL")
    return .invalid
  }
  let status = handle.call { state in
    unsafe error?.pointee = state.refusal
    return .ok
  }
  if status == .busy {
    unsafe error?.pointee = pg_error(
      "the session is in use by another thread, or called by its own listener")
  }
  return status
}
