#if Web
  import CMicrohttpd
  import Glibc

  /// The calls between libmicrohttpd and a hall of readers.
  enum HTTPLibrary {
    /// Starts the library on a socket, without a thread; it tells the hall what happens while it is run.
    ///
    /// The corresponding C function is `MHD_start_daemon`.
    static func start(
      _ socket: inout ListeningSocket, memory: Int, connections: Int, for hall: StreamServer
    ) -> OpaquePointer? {
      let daemon = unsafe microhttpd_start(
        socket.descriptor, memory, UInt32(connections), notify, access, leaveAsItIs,
        Unmanaged.passUnretained(hall).toOpaque())
      // The library closes it from now on.
      if unsafe daemon != nil { _ = socket.giveAway() }
      return unsafe daemon
    }

    /// A connection has come or gone.
    private static let notify: MHD_NotifyConnectionCallback = {
      context, connection, place, event in
      guard let context = unsafe context, let connection = unsafe connection,
        let place = unsafe place
      else { return }
      if event == .CONNECTION_NOTIFY_STARTED {
        let hall = unsafe Unmanaged<StreamServer>.fromOpaque(context).takeUnretainedValue()
        let visitor = unsafe hall.admit(connection)
        unsafe place.pointee = unsafe Unmanaged.passRetained(visitor).toOpaque()
      } else if let visitor = unsafe place.pointee {
        let visitor = unsafe Unmanaged<Connection>.fromOpaque(visitor).takeRetainedValue()
        visitor.hall.forget(visitor)
      }
    }

    /// Addresses are compared as they were sent, so that there is one spelling of each.
    private static let leaveAsItIs:
      @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<CChar>?) -> Int =
        { _, _, text in
          guard let text = unsafe text else { return 0 }
          return unsafe strlen(text)
        }

    /// The head of a request has come, and is answered before anything else of it is read.
    private static let access: MHD_AccessHandlerCallback = {
      _, connection, path, method, _, _, _, _ in
      guard let connection = unsafe connection, let path = unsafe path,
        let method = unsafe method, let context = unsafe microhttpd_socket_context(connection)
      else { return .NO }
      let visitor = unsafe Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue()
      var request = unsafe Request(method: String(cString: method), path: String(cString: path))
      unsafe collect(from: connection, into: &request)
      let (reply, isStream) = visitor.hall.answer(request, of: visitor)
      let made = unsafe isStream ? response(telling: visitor) : response(reply.body)
      guard let response = unsafe made else { return .NO }
      defer { unsafe MHD_destroy_response(response) }
      for field in reply.fields {
        _ = unsafe MHD_add_response_header(response, field.name, field.value)
      }
      return unsafe MHD_queue_response(connection, reply.status, response)
    }

    private static func collect(from connection: OpaquePointer, into request: inout Request) {
      unsafe withUnsafeMutablePointer(to: &request) { request in
        _ = unsafe MHD_get_connection_values(
          connection, .HEADER_KIND,
          { request, _, name, value in
            guard let request = unsafe request?.assumingMemoryBound(to: Request.self),
              let name = unsafe name
            else { return .YES }
            let text = unsafe value.map { unsafe String(cString: $0) }
            unsafe request.pointee.fields.append((String(cString: name), text ?? ""))
            return .YES
          }, request)
        _ = unsafe MHD_get_connection_values(
          connection, .GET_ARGUMENT_KIND,
          { request, _, name, value in
            guard let request = unsafe request?.assumingMemoryBound(to: Request.self),
              let name = unsafe name
            else { return .YES }
            let text = unsafe value.map { unsafe String(cString: $0) }
            unsafe request.pointee.query.append((String(cString: name), text))
            return .YES
          }, request)
      }
    }

    // MARK: Responses

    private static func response(_ body: [UInt8]) -> OpaquePointer? {
      unsafe body.withUnsafeBytes { body in
        unsafe microhttpd_response(body.baseAddress, body.count)
      }
    }

    /// What is asked of a visitor again and again, as long as the connection lives.
    private static func response(telling visitor: Connection) -> OpaquePointer? {
      let context = unsafe Unmanaged.passRetained(visitor).toOpaque()
      let response = unsafe MHD_create_response_from_callback(
        microhttpd_unknown_size, pieceSize, tell, context, release)
      if unsafe response == nil { unsafe release(context) }
      return unsafe response
    }

    /// How many bytes are asked for at once; a sample has some 150.
    private static let pieceSize = 4096

    /// The last bytes of a stream have been sent, and more are asked for.
    private static let tell: MHD_ContentReaderCallback = { visitor, _, bytes, count in
      guard let visitor = unsafe visitor, let bytes = unsafe bytes else {
        return microhttpd_failure
      }
      return unsafe Unmanaged<Connection>.fromOpaque(visitor)._withUnsafeGuaranteedRef { visitor in
        unsafe visitor.hall.tell(
          visitor,
          UnsafeMutableRawBufferPointer(start: UnsafeMutableRawPointer(bytes), count: count))
      }
    }

    private static let release: MHD_ContentReaderFreeCallback = { visitor in
      if let visitor = unsafe visitor { unsafe Unmanaged<Connection>.fromOpaque(visitor).release() }
    }
  }
#endif
