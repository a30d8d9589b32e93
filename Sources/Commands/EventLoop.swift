import CLinux
import Glibc
import Quantities

/// Waits for a device, for the clock and for the wish to stop; the only place that reads a clock.
///
/// SIGINT, SIGTERM and SIGHUP arrive as readable bytes, so that a command ends at a place of its own choice
/// and leaves nothing half written.
final class EventLoop {
  /// Why waiting is over.
  enum Wake {
    /// The device may have events.
    case device
    /// The time has come, or something else may have happened.
    case time
    /// Somebody asked for the end.
    case stop
  }

  private let signals: Int32

  init() throws(Complaint) {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, SIGINT)
    unsafe sigaddset(&set, SIGTERM)
    unsafe sigaddset(&set, SIGHUP)
    unsafe sigprocmask(SIG_BLOCK, &set, nil)
    signals = unsafe signalfd(-1, &set, Int32(SFD_CLOEXEC))
    guard signals >= 0 else { throw Complaint("pantograph: no signals: \(systemError())") }
  }

  deinit {
    close(signals)
  }

  /// Waits until a descriptor takes what is written to it; false when the end is asked for first.
  func waitToWrite(to descriptor: Int32) -> Bool {
    var polled = [
      pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0),
    ]
    while unsafe ppoll(&polled, 2, nil, nil) < 0, errno == EINTR {}
    return polled[1].revents != 0
  }

  /// The present time on the clock that devices stamp their events with.
  static var now: Timestamp {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
  }

  /// Waits for an instant; false when the end was asked for.
  func pause(until instant: Timestamp) -> Bool {
    while Self.now < instant {
      if case .stop = wait(for: nil, until: instant) { return false }
    }
    return true
  }

  /// Waits for so long whatever is asked for.
  static func rest(milliseconds: Int) {
    var time = timespec(tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
    unsafe ppoll(nil, 0, &time, nil)
  }

  /// Waits until a descriptor is readable, the instant has come, or the end is asked for.
  func wait(for descriptor: Int32?, until instant: Timestamp?) -> Wake {
    wait(forAnyOf: descriptor.map { [$0] } ?? [], until: instant)
  }

  /// Waits until one of the descriptors is readable, the instant has come, or the end is asked for.
  func wait(forAnyOf descriptors: [Int32], until instant: Timestamp?) -> Wake {
    var polled = ([signals] + descriptors).map { descriptor in
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    }
    let count = nfds_t(polled.count)
    let status: Int32
    if let instant {
      let left = max(instant.microseconds - Self.now.microseconds, 0)
      var timeout = timespec(
        tv_sec: Int(left / 1_000_000), tv_nsec: Int(left % 1_000_000) * 1000)
      status = unsafe ppoll(&polled, count, &timeout, nil)
    } else {
      status = unsafe ppoll(&polled, count, nil, nil)
    }
    guard status > 0 else { return .time }
    if polled[0].revents != 0 { return .stop }
    return .device
  }
}
