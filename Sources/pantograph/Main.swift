import Commands

@main
struct Main {
  static func main() {
    CommandLineTool.run()
  }
}
