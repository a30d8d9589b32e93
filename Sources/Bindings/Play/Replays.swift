import PantographBase
package import PantographCInterface
import PantographSubjects
import PantographTraces

// The functions of the player for JavaScript; only its module has them, and no header.

/// What a handle of a replay refers to.
private final class ReplayHandle {
  var replay: ChromiumReplay
  /// The last text that was returned, with a final zero byte.
  private var text: UnsafeMutablePointer<CChar>?

  init(_ replay: consuming ChromiumReplay) { self.replay = replay }

  deinit { unsafe text?.deallocate() }

  /// Keeps a text until the next one, and returns where it is.
  func keep(_ words: String) -> UnsafePointer<CChar>? {
    let bytes = Array(words.utf8)
    unsafe text?.deallocate()
    let place = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
    _ = unsafe write(bytes, to: place, bytes.count + 1)
    unsafe text = place
    return unsafe UnsafePointer(place)
  }
}

/// Where the address of a text is stored.
package typealias TextPlace = UnsafeMutablePointer<UnsafePointer<CChar>?>

private func handle(_ replay: OpaquePointer?) throws(Refusal) -> ReplayHandle {
  unsafe try required(replay, "replay").object(ReplayHandle.self)
}

private func bytes(
  _ start: UnsafeRawPointer?, _ length: Int, _ name: StaticString
) throws(Refusal) -> [UInt8] {
  let start = unsafe try required(start, name)
  guard length >= 0 else { throw .invalid("the length is beyond the largest one") }
  return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: length))
}

/// Makes a call that asks a page for something.
private func playing(
  _ body: () throws(BrowserFailure) -> pg_status
) throws(Refusal) -> pg_status {
  do throws(BrowserFailure) {
    return try body()
  } catch let failure {
    throw .unusable(Sentence(failure.sentence))
  }
}

@c package func pg_replay_create(
  _ recording: UnsafeRawPointer?, _ recordingLength: Int, _ subject: UnsafeRawPointer?,
  _ subjectLength: Int, _ replay: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  unsafe explaining(error) { () throws(Refusal) in
    let replay = unsafe try required(replay, "replay")
    unsafe replay.pointee = nil
    let recording = try bytes(recording, recordingLength, "recording")
    let subject = try bytes(subject, subjectLength, "subject")
    return try reading { () throws(UnusableFile) in
      let made = try ChromiumReplay(RecordingStream(bytes: recording), into: subject)
      unsafe replay.pointee = .owning(ReplayHandle(made))
      return .ok
    }
  }
}

@c package func pg_replay_destroy(_ replay: OpaquePointer?) {
  unsafe replay?.destroy(ReplayHandle.self)
}

@c package func pg_replay_script(_ replay: OpaquePointer?) -> UnsafePointer<CChar>? {
  guard let handle = try? handle(replay) else { return nil }
  return handle.keep(handle.replay.script)
}

@c package func pg_replay_next(
  _ replay: OpaquePointer?, _ now: Double, _ text: TextPlace?,
  _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  unsafe explaining(error) { () throws(Refusal) in
    let text = unsafe try required(text, "text")
    let handle = try handle(replay)
    return try playing { () throws(BrowserFailure) in
      guard let exchange = try handle.replay.next(at: now) else { return .end }
      unsafe text.pointee = handle.keep(exchange.text)
      return .ok
    }
  }
}

@c package func pg_replay_answer(
  _ replay: OpaquePointer?, _ now: Double, _ answer: UnsafeRawPointer?, _ length: Int,
  _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  unsafe explaining(error) { () throws(Refusal) in
    let handle = try handle(replay)
    let answer = String(decoding: try bytes(answer, length, "answer"), as: UTF8.self)
    return try playing { () throws(BrowserFailure) in
      try handle.replay.take(answer, at: now)
      return .ok
    }
  }
}

@c package func pg_replay_trace(_ replay: OpaquePointer?) -> UnsafePointer<CChar>? {
  guard let handle = try? handle(replay) else { return nil }
  return handle.keep(handle.replay.trace.text)
}

@c package func pg_replay_table(_ replay: OpaquePointer?) -> UnsafePointer<CChar>? {
  guard let handle = try? handle(replay) else { return nil }
  return handle.keep(handle.replay.shown.table)
}

@c package func pg_replay_compare(
  _ replay: OpaquePointer?, _ expected: UnsafeRawPointer?, _ length: Int, _ text: TextPlace?,
  _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  unsafe explaining(error) { () throws(Refusal) in
    let text = unsafe try required(text, "text")
    let handle = try handle(replay)
    let expected = try bytes(expected, length, "expected")
    return try reading { () throws(UnusableFile) in
      unsafe text.pointee = handle.keep(try handle.replay.comparison(with: expected).text)
      return .ok
    }
  }
}
