import PantographBase
import PantographReports

/// The file that `--stage` names.
enum StageFile {
  /// Reads the picture, HTML or video for the layer of a page; `nil` without the option.
  static func picture(_ arguments: Arguments) throws -> StagePicture? {
    guard let path = arguments.value("--stage") else { return nil }
    let name = path.split(separator: ".").last.map(String.init) ?? ""
    // 32 MB: a page that contains more is slow to open.
    let content = try InputFile(path).readAll(limit: 32 << 20)
    guard let picture = StagePicture(extension: name, content: content) else {
      let endings = StagePicture.extensions.map { "." + $0 }.joined(separator: ", ")
      throw CommandError("\(path.shown): --stage takes a file that ends in one of \(endings)")
    }
    return picture
  }
}
