/// The limits of a server; times are in microseconds.
struct ServerLimits {
  /// The time after which a client that does not read is disconnected.
  var sendTimeout: Int64
  /// The time for a request and its answer, except for streams.
  var requestTimeout: Int64
  /// The time of silence after which a comment is sent.
  var keepAliveInterval: Int64
  /// The most readers at once.
  var maxReaders: Int

  /// The most readers that the publishing thread serves itself: 4 take as long as waking the server's thread.
  static let maxDirectReaders = 4
  /// The most other connections at once; beyond that, the oldest one is closed.
  static let maxGuests = 64
  /// The time for receiving a recording that keeps coming: 2 minutes, at 35 kB/s for the largest one.
  static let uploadTimeout: Int64 = 120_000_000
  /// The time for sending the remaining lines when the server closes.
  static let closeTimeout: Int64 = 1_000_000
  /// The memory for one request including its head, in bytes; a longer request is refused.
  static let requestMemory = 16 << 10
}
