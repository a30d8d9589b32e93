#if Web
  import Glibc
  import PantographCMicrohttpd

  /// The interface between libmicrohttpd and a stream server.
  enum HTTPLibrary {
    /// Starts the library on a socket, without a thread; while it runs, it calls the server.
    ///
    /// The corresponding C function is `MHD_start_daemon`.
    static func start(
      _ socket: inout ListeningSocket, memory: Int, connections: Int, for server: StreamServer
    ) -> OpaquePointer? {
      let daemon = unsafe microhttpd_start(
        socket.descriptor, memory, UInt32(connections), notify, access, keepEscapes,
        Unmanaged.passUnretained(server).toOpaque())
      // The library now owns the socket.
      if unsafe daemon != nil { _ = socket.takeDescriptor() }
      return unsafe daemon
    }

    /// Called when a connection has started or ended.
    private static let notify: MHD_NotifyConnectionCallback = {
      context, connection, slot, event in
      guard let context = unsafe context, let connection = unsafe connection,
        let slot = unsafe slot
      else { return }
      if event == .CONNECTION_NOTIFY_STARTED {
        let server = unsafe Unmanaged<StreamServer>.fromOpaque(context).takeUnretainedValue()
        let client = unsafe server.accept(connection)
        unsafe slot.pointee = unsafe Unmanaged.passRetained(client).toOpaque()
      } else if let client = unsafe slot.pointee {
        let client = unsafe Unmanaged<Connection>.fromOpaque(client).takeRetainedValue()
        client.server.remove(client)
      }
    }

    /// Disables unescaping, so that each path has only one spelling.
    private static let keepEscapes:
      @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<CChar>?) -> Int =
        { _, _, text in
          guard let text = unsafe text else { return 0 }
          return unsafe strlen(text)
        }

    /// Called for the head of a request, which is answered at once, unless another thread answers it; then it is
    /// called for each piece of the body, and at the end.
    private static let access: MHD_AccessHandlerCallback = {
      _, connection, path, method, _, piece, size, _ in
      guard let connection = unsafe connection, let path = unsafe path, let size = unsafe size,
        let method = unsafe method, let context = unsafe microhttpd_socket_context(connection)
      else { return .NO }
      let client = unsafe Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue()
      switch client.upload {
      case .arriving(var body, let purpose):
        guard let piece = unsafe piece, unsafe size.pointee > 0 else {
          let reply = client.server.take(body, for: purpose, from: client)
          return if let reply { unsafe send(reply, over: connection) } else { .YES }
        }
        // Only one owner, or each piece would copy all before it.
        client.upload = nil
        unsafe body.append(UnsafeRawBufferPointer(start: piece, count: size.pointee))
        client.upload = .arriving(body, for: purpose)
        unsafe size.pointee = 0
        client.server.noteActivity(of: client)
        return .YES
      case .judged: return .NO
      case .answered(let reply): return unsafe send(reply, over: connection)
      case nil: break
      }
      var request = unsafe Request(method: String(cString: method), path: String(cString: path))
      unsafe collect(from: connection, into: &request)
      switch client.server.answer(request, of: client) {
      case .reply(let reply): return unsafe send(reply, over: connection)
      case .stream(let reply): return unsafe send(reply, streamingTo: client, over: connection)
      case .body: return .YES
      }
    }

    /// Sends a reply; with a client, its body is the stream.
    private static func send(
      _ reply: Reply, streamingTo client: Connection? = nil, over connection: OpaquePointer
    ) -> MHD_Result {
      let made =
        if let client { unsafe response(streamingTo: client) } else { unsafe response(reply.body) }
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

    /// Returns the response that streams to a client as long as the connection lives.
    private static func response(streamingTo client: Connection) -> OpaquePointer? {
      let context = unsafe Unmanaged.passRetained(client).toOpaque()
      let response = unsafe MHD_create_response_from_callback(
        microhttpd_unknown_size, pieceSize, readStream, context, release)
      if unsafe response == nil { unsafe release(context) }
      return unsafe response
    }

    /// The size of the buffer for one piece; a sample has about 150 bytes.
    private static let pieceSize = 4096

    /// Called when the previous piece of a stream has been sent.
    private static let readStream: MHD_ContentReaderCallback = { client, _, bytes, count in
      guard let client = unsafe client, let bytes = unsafe bytes else {
        return microhttpd_failure
      }
      return unsafe Unmanaged<Connection>.fromOpaque(client)._withUnsafeGuaranteedRef { client in
        unsafe client.server.fill(
          client,
          UnsafeMutableRawBufferPointer(start: UnsafeMutableRawPointer(bytes), count: count))
      }
    }

    private static let release: MHD_ContentReaderFreeCallback = { client in
      if let client = unsafe client { unsafe Unmanaged<Connection>.fromOpaque(client).release() }
    }
  }
#endif
