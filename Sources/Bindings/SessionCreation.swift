package import PantographCInterface
import PantographInteractions
import PantographTouches
import PantographTrajectories

@c @implementation package func pg_session_create(
  _ interaction: OpaquePointer?, _ start: Int64, _ surface: UnsafePointer<pg_surface>?,
  _ session: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  unsafe explaining(error) { () throws(Refusal) in
    let session = unsafe try required(session, "session")
    unsafe session.pointee = nil
    let handle = unsafe try required(interaction, "interaction").object(InteractionHandle.self)
    let plane = unsafe try handle.interaction.plane(on: surface?.pointee)
    let state = try SessionState(handle, start: start, on: plane, assembler: nil)
    unsafe session.pointee = .owning(SessionHandle(state))
    return .ok
  }
}

@c @implementation package func pg_session_create_for_device(
  _ interaction: OpaquePointer?, _ start: Int64, _ device: OpaquePointer?,
  _ session: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  unsafe explaining(error) { () throws(Refusal) in
    let session = unsafe try required(session, "session")
    unsafe session.pointee = nil
    let handle = unsafe try required(interaction, "interaction").object(InteractionHandle.self)
    let description = unsafe try required(device, "device").object(DeviceHandle.self).description
    let surface: Surface
    do throws(Surface.Problem) {
      surface = try Surface(description)
    } catch let problem {
      throw .unusable(problem.description)
    }
    let assembler = FrameAssembler(surface, handle.interaction.touchSettings)
    let state = try SessionState(
      handle, start: start, on: Plane(surface), assembler: assembler)
    unsafe session.pointee = .owning(SessionHandle(state))
    return .ok
  }
}
