import Glibc
import PantographBase
import PantographCLinux
import PantographTraces
import PantographServing

/// Waits for descriptors, for the clock and for signals; the only place that reads a clock.
///
/// SIGINT, SIGTERM and SIGHUP arrive as readable bytes, so that a command stops between two steps and leaves
/// nothing half written. A loop for drawing also receives changes of the terminal's size and Ctrl-Z.
final class EventLoop {
  /// The reason why a wait ended.
  enum Wake {
    /// A descriptor is ready.
    case device
    /// The time was reached, or the wait was interrupted.
    case time
    /// A signal requested the end.
    case stop
    /// The size of the terminal changed.
    case resize
    /// Ctrl-Z requested a pause.
    case pause
  }

  private let signals: Int32
  /// The descriptors that are waited for, stored to reuse the memory; the first is that of the signals.
  private var waiting = Descriptors()

  /// Creates a loop that receives signals.
  ///
  /// - Parameter drawing: whether it also receives the signals for a terminal.
  init(drawing: Bool = false) throws(CommandError) {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    let drawingSignals = [SIGQUIT, SIGWINCH, SIGTSTP]
    for signal in [SIGINT, SIGTERM, SIGHUP] + (drawing ? drawingSignals : []) {
      unsafe sigaddset(&set, signal)
    }
    unsafe sigprocmask(SIG_BLOCK, &set, nil)
    signals = unsafe signalfd(-1, &set, Int32(SFD_CLOEXEC))
    guard signals >= 0 else {
      throw CommandError("pantograph: can't receive signals: \(systemError())")
    }
  }

  deinit {
    close(signals)
  }

  /// Waits until a descriptor is writable; returns `false` if the end is requested first.
  func waitToWrite(to descriptor: Int32) -> Bool {
    while true {
      let wake = wait(until: nil) { $0.add(descriptor, for: .writing) }
      if waiting.isReady(1) { return true }
      if case .stop = wake { return false }
    }
  }

  /// Whether the end is requested.
  var hasAskedForEnd: Bool {
    if case .stop = wait(for: nil, until: Self.now) { true } else { false }
  }

  /// Waits until a descriptor is readable; returns `false` if the end is requested first.
  func waitToRead(from descriptor: Int32) -> Bool {
    while true {
      switch wait(for: descriptor, until: nil) {
      case .stop: return false
      case .device: return true
      case .time, .resize, .pause: continue
      }
    }
  }

  /// The present time on the clock that devices stamp their events with.
  static var now: Timestamp {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
  }

  /// Waits for an instant; returns `false` if the end is requested first.
  func pause(until instant: Timestamp) -> Bool {
    while Self.now < instant {
      if case .stop = wait(for: nil, until: instant) { return false }
    }
    return true
  }

  /// Waits until a descriptor is readable, the instant is reached, or a signal arrives.
  func wait(for descriptor: Int32?, until instant: Timestamp?) -> Wake {
    wait(until: instant) { waiting in
      if let descriptor { waiting.add(descriptor, for: .reading) }
    }
  }

  /// Waits until one of the descriptors is readable, the instant is reached, or a signal arrives.
  func wait(forAnyOf descriptors: [Int32], until instant: Timestamp?) -> Wake {
    wait(until: instant) { waiting in
      for descriptor in descriptors { waiting.add(descriptor, for: .reading) }
    }
  }

  /// Waits until one of several descriptors is ready, the instant is reached, or a signal arrives.
  ///
  /// - Parameters:
  ///   - instant: the time to wait for; `nil` waits indefinitely.
  ///   - add: adds the descriptors to wait for.
  func wait(until instant: Timestamp?, for add: (_ waiting: inout Descriptors) -> Void) -> Wake {
    waiting.removeAll()
    waiting.add(signals, for: .reading)
    add(&waiting)
    let left = instant.map { $0.microseconds - Self.now.microseconds }
    guard waiting.wait(microseconds: left) else { return .time }
    return waiting.isReady(0) ? pendingRequest() : .device
  }

  /// Returns the request of a pending signal.
  ///
  /// A request to stop stays pending, so that every later wait receives it as well.
  private func pendingRequest() -> Wake {
    var set = sigset_t()
    unsafe sigpending(&set)
    for (signal, wake) in [(SIGWINCH, Wake.resize), (SIGTSTP, .pause)]
    where unsafe sigismember(&set, signal) == 1 {
      var one = sigset_t()
      unsafe sigemptyset(&one)
      unsafe sigaddset(&one, signal)
      var none = timespec()
      unsafe sigtimedwait(&one, nil, &none)
      return wake
    }
    return .stop
  }
}
