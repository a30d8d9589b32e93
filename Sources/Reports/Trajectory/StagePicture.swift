import PantographBase

/// A user's picture, HTML or video, which becomes part of a page as its layer.
package struct StagePicture: Sendable {
  private enum Kind: Sendable {
    case image, video, page
  }

  private let kind: Kind
  private let content: String

  /// The types of files that browsers show, by their extensions.
  private static let types: KeyValuePairs<String, (kind: Kind, type: String)> = [
    "png": (.image, "image/png"), "jpg": (.image, "image/jpeg"), "jpeg": (.image, "image/jpeg"),
    "gif": (.image, "image/gif"), "webp": (.image, "image/webp"), "avif": (.image, "image/avif"),
    "svg": (.image, "image/svg+xml"), "mp4": (.video, "video/mp4"), "webm": (.video, "video/webm"),
    "html": (.page, "text/html"), "htm": (.page, "text/html"),
  ]

  /// The extensions that it takes.
  package static var extensions: [String] { types.map(\.key) }

  /// Makes a picture of a file's content; `nil` for another type of file.
  package init?(extension name: String, content: [UInt8]) {
    guard let type = Self.types.first(where: { $0.key == name.lowercased() })?.value else {
      return nil
    }
    kind = type.kind
    self.content =
      kind == .page
      ? String(decoding: content, as: UTF8.self)
      : "data:\(type.type);base64,\(String(base64: content))"
  }

  /// Whether the page must allow video in its data.
  var isVideo: Bool { kind == .video }

  /// Returns it as the content of a layer; the script changes its box with the layer's.
  func markup(x: String, y: String, width: String, height: String, radius: String) -> Markup {
    let clip = "clip-path:inset(0 round \(radius)px)"
    func foreign(_ content: () -> Markup) -> Markup {
      Markup(
        "foreignObject",
        ["class": "own", "x": x, "y": y, "width": width, "height": height, "style": clip],
        content)
    }
    switch kind {
    case .image:
      return Markup(
        "image",
        [
          "class": "own", "x": x, "y": y, "width": width, "height": height, "href": content,
          "preserveAspectRatio": "xMidYMid slice", "style": clip,
        ])
    case .video:
      return foreign { Markup("video", ["src": content, "muted": "", "preload": "auto"]) }
    case .page:
      // Without permissions: it can neither run scripts nor load anything.
      return foreign {
        Markup(
          "iframe", ["srcdoc": content, "sandbox": "", "title": "the layer", "tabindex": "-1"])
      }
    }
  }
}
