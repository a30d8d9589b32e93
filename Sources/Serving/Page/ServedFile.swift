/// A file that a server sends.
package struct ServedFile: Sendable {
  /// The media type.
  package var type: String
  /// The content.
  package var bytes: [UInt8]
  /// The name under which a browser saves it; `nil` for a file that it shows.
  package var downloadName: String?

  /// Creates a file.
  package init(type: String, bytes: [UInt8], downloadName: String? = nil) {
    self.type = type
    self.bytes = bytes
    self.downloadName = downloadName
  }
}

/// The page of a server, unless the user has one: a document, a script and a style sheet.
package struct BuiltInPage: Sendable {
  /// The document, which loads `/pantograph.js`, `/page.js` and `/page.css`.
  package var document: [UInt8]
  /// The script `/page.js`.
  package var script: [UInt8]
  /// The style sheet `/page.css`.
  package var style: [UInt8]

  /// Creates a page.
  package init(document: [UInt8], script: [UInt8], style: [UInt8]) {
    self.document = document
    self.script = script
    self.style = style
  }

  /// A page that shows nothing.
  package static let empty = BuiltInPage(
    document: Array("<!DOCTYPE html>\n<title>Pantograph</title>\n".utf8), script: [], style: [])
}
