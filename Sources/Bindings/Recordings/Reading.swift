import PantographCInterface
import PantographTraces

/// Makes a call that reads a file.
func reading(
  _ body: () throws(UnusableFile) -> pg_status
) throws(Refusal) -> pg_status {
  do throws(UnusableFile) {
    return try body()
  } catch let file {
    throw .unusable(Sentence(file.sentence), line: file.line, column: file.column)
  }
}
