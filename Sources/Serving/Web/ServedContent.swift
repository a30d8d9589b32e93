/// What a server sends, and what it does with recordings.
struct ServedContent {
  /// The user's page, or `nil` for the built-in one.
  var page: [UInt8]?
  /// The built-in page.
  var builtIn: BuiltInPage
  /// Returns the file at another path; `nil` if there is none.
  var file: (@Sendable (_ path: String) -> ServedFile?)?
  /// The first lines of each stream.
  var opening: [UInt8]
  /// Takes a recording; `nil` if none are accepted.
  var receive: (@Sendable ([UInt8]) -> RecordingReceipt)?
  /// Answers requests for pages that are made when they are asked for, and forms.
  var answer: (@Sendable (SiteRequest) -> SiteReply)?

  /// Whether some requests are answered on a thread of their own.
  var hasWork: Bool { receive != nil || answer != nil }
}

#if Web
  extension ServedContent {
    /// Returns what answers a request with a body; `nil` if the body is malformed.
    func work(on body: [UInt8], for purpose: Connection.Purpose) -> WorkQueue.Work? {
      switch purpose {
      case .recording:
        guard let receive else { return nil }
        return { Reply(receive(body)) }
      case .site(let request):
        guard let answer else { return nil }
        guard request.form != nil else { return { Reply(answer(request)) } }
        guard let fields = PercentEncoding.fields(of: body) else { return nil }
        let filled = SiteRequest(path: request.path, query: request.query, form: fields)
        return { Reply(answer(filled)) }
      }
    }
  }
#endif
