import PantographCommands

@main
struct Main {
  static func main() {
    CommandLineTool.run()
  }
}
