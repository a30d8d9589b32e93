import Glibc
import Pantograph
import PantographBase
import PantographReports

extension PageEngine {
  /// The engine for pages that is beside this program; `nil` without one.
  ///
  /// The file is read once. If it can't be used, standard error says why.
  static let found: PageEngine? = {
    guard let path = program.flatMap(file(beside:)) else { return nil }
    do {
      return try PageEngine(parsing: InputFile(path).readAll(limit: 16 << 20))
    } catch let complaint as Complaint {
      printNotice("\(path): \(complaint); pages are without the engine")
    } catch {
      printNotice("\(error); pages are without the engine")
    }
    return nil
  }()

  /// The path of this program, in which no step is a link.
  private static var program: String? {
    guard let path = unsafe realpath("/proc/self/exe", nil) else { return nil }
    defer { unsafe free(path) }
    return unsafe String(validatingCString: path)
  }

  /// Returns the file for a program: in the folder of what is installed with it, or in that of the build.
  private static func file(beside program: String) -> String? {
    let steps = program.split(separator: "/")
    func path(_ dropped: Int, _ added: String) -> String {
      "/" + (steps.dropLast(dropped) + [added[...]]).joined(separator: "/")
    }
    var places = [path(2, "share/pantograph/workbench")]
    // .build/x86_64-unknown-linux-gnu/debug/pantograph
    if steps.count > 3, steps[steps.count - 4] == ".build" {
      places.append(path(3, "web/workbench"))
    }
    return places.first { FoundFile($0)?.isFile ?? false }
  }
}
