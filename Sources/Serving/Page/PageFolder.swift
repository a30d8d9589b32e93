import Glibc

/// A folder of the user's with a page, its style sheets, scripts and images.
///
/// Only what is below the folder can be read: names are opened one by one from the folder on, and neither symbolic links
/// nor names that begin with a dot are followed.
package struct PageFolder: Sendable {
  /// Its path.
  package let path: String

  /// 64 MiB: a video of a minute.
  private static let mostBytes = 64 << 20

  /// Creates a folder.
  package init(_ path: String) { self.path = path }

  /// Returns the file at a path as requests have it; at a path that ends with a slash, it is the `index.html` there.
  package func file(at path: String) -> ServedFile? {
    guard path.hasPrefix("/") else { return nil }
    var names = path.utf8.dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
    ).map { PercentEncoding.decoded($0) }
    if names.last == "" { names[names.count - 1] = "index.html" }
    var plain: [String] = []
    for name in names {
      guard let name, !name.isEmpty, !name.hasPrefix("."),
        !name.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "/") })
      else { return nil }
      plain.append(name)
    }
    return read(plain).map { ServedFile(type: Self.type(of: plain[plain.count - 1]), bytes: $0) }
  }

  private func read(_ names: [String]) -> [UInt8]? {
    var descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    for (index, name) in names.enumerated() {
      guard descriptor >= 0 else { return nil }
      let kind = index + 1 < names.count ? O_DIRECTORY : O_NONBLOCK
      let next = unsafe openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | kind)
      close(descriptor)
      descriptor = next
    }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var facts = stat()
    guard unsafe fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
      facts.st_size <= Self.mostBytes
    else { return nil }
    // It may grow or shrink while it is read; what was there first is enough.
    let size = Int(facts.st_size)
    return unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let piece = unsafe Glibc.read(
          descriptor, buffer.baseAddress.map { unsafe $0 + count }, size - count)
        guard piece > 0 else { return }
        count += piece
      }
    }
  }

  /// Returns the media type of a file from the end of its name.
  private static func type(of name: String) -> String {
    let end = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
    return types[end] ?? "application/octet-stream"
  }

  private static let types = [
    "html": "text/html; charset=utf-8", "htm": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8", "json": "application/json",
    "map": "application/json", "txt": "text/plain; charset=utf-8", "wasm": "application/wasm",
    "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg",
    "gif": "image/gif", "webp": "image/webp", "avif": "image/avif", "ico": "image/x-icon",
    "woff": "font/woff", "woff2": "font/woff2", "ttf": "font/ttf", "otf": "font/otf",
    "mp3": "audio/mpeg", "mp4": "video/mp4", "webm": "video/webm",
  ]
}
