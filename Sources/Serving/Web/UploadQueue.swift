import PantographCLinux
import PantographLibc
import Synchronization

/// Reads recordings that have arrived, one after another, on a thread of its own.
///
/// Reading a large one takes half a second, during which streams go on.
final class UploadQueue: Sendable {
  private struct State {
    var added = 0
    /// The numbers of the recordings whose clients wait for a receipt.
    var wanted: Set<Int> = []
    var waiting: [(number: Int, recording: [UInt8])] = []
    var receipts: [Int: RecordingReceipt] = [:]
    var thread: WorkerThreads?
    var isClosed = false
  }

  private let state = Mutex(State())
  /// An eventfd that counts the recordings that wait, and the end.
  private let count = eventfd(0, Int32(EFD_SEMAPHORE) | Int32(EFD_CLOEXEC))
  private let receive: @Sendable ([UInt8]) -> RecordingReceipt
  private let notify: @Sendable () -> Void

  /// Creates a queue; both functions are called on its thread.
  init(
    receive: @escaping @Sendable ([UInt8]) -> RecordingReceipt,
    notify: @escaping @Sendable () -> Void
  ) {
    self.receive = receive
    self.notify = notify
  }

  deinit {
    if count >= 0 { PantographLibc.close(count) }
  }

  /// 4 recordings of 4 MiB: more are refused, so that senders wait and not the memory grows.
  private static let mostWaiting = 4

  /// Adds a recording, and returns the number of its receipt; `nil` if too many wait.
  func add(_ recording: [UInt8]) -> Int? {
    let number: Int? = state.withLock { state in
      guard state.waiting.count < Self.mostWaiting else { return nil }
      state.added += 1
      state.wanted.insert(state.added)
      state.waiting.append((state.added, recording))
      if state.thread == nil, count >= 0 {
        let thread = WorkerThreads(atMost: 1) { self.run() }
        if thread.count == 1 { state.thread = thread }
      }
      return state.added
    }
    guard let number else { return nil }
    let hasThread = state.withLock { $0.thread != nil }
    if hasThread { _ = eventfd_write(count, 1) } else { readNext() }
    return number
  }

  /// Returns the receipt with a number once, when the recording has been read.
  func receipt(of number: Int) -> RecordingReceipt? {
    state.withLock { $0.receipts.removeValue(forKey: number) }
  }

  /// Discards a recording or its receipt, because the client has gone; one that is being read is saved.
  func cancel(_ number: Int) {
    state.withLock { state in
      state.wanted.remove(number)
      state.waiting.removeAll { $0.number == number }
      state.receipts[number] = nil
    }
  }

  /// Waits until the recording that is being read has been; the others are discarded.
  func close() {
    let thread = state.withLock { state in
      state.isClosed = true
      return state.thread.take()
    }
    guard let thread else { return }
    _ = eventfd_write(count, 1)
    thread.join()
  }

  private func run() {
    var isOver = false
    while !isOver {
      var one: eventfd_t = 0
      _ = unsafe eventfd_read(count, &one)
      isOver = state.withLock { $0.isClosed }
      if !isOver { readNext() }
    }
  }

  private func readNext() {
    let next = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
    guard let next else { return }
    let receipt = receive(next.recording)
    state.withLock { state in
      if state.wanted.remove(next.number) != nil { state.receipts[next.number] = receipt }
    }
    notify()
  }
}
