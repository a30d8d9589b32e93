/// What a server grants its visitors; times are in microseconds.
struct ServerLimits {
  /// How long a reader may take nothing while there is something for it.
  var patience: Int64
  /// How long everything else may take.
  var visit: Int64
  /// After how much silence a reader is told so.
  var silence: Int64
  /// How many may read at once.
  var mostReaders: Int

  /// 4 readers at most are told by who publishes: that takes as long as waking a thread for them.
  static let few = 4
  /// How many may be about something else at once; beyond, the one who came first has to go.
  static let mostGuests = 64
  /// How long readers may take for what is left when the server ends.
  static let farewell: Int64 = 1_000_000
  /// What one request may take in memory, its head included, in bytes; what is longer is refused.
  static let requestMemory = 16 << 10
}
