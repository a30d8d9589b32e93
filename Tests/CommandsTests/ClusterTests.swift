import Foundation
import PantographTestSupport
import Testing

@Suite struct `A cluster` {
  /// A Python with Dask: that of `tools/cluster`, or the machine's.
  static let python = [
    OtherProgram.areRun
      ? Repository.root.appendingPathComponent(".build/cluster/bin/python") : nil,
    OtherProgram.python,
  ].compactMap(\.self).first { python in
    FileManager.default.isExecutableFile(atPath: python.path)
      && (try? Program(python, ["-c", "import distributed"]))?.status == 0
  }

  /// Enough recordings that a worker can be killed in the middle of a shard.
  private static let many = Program.isOptimized ? 30_000 : 40

  /// Kills the worker of the first running shard.
  private static let killer = """
    import os, pathlib, subprocess, sys, time
    def processes():
        for place in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                words = (place / "cmdline").read_bytes().split(b"\\0")
                parent = int((place / "stat").read_text().rsplit(")", 1)[1].split()[1])
            except OSError:
                continue
            yield parent, words
    mark = sys.argv[1].encode()
    tool = subprocess.Popen(sys.argv[2:])
    while tool.poll() is None:
        workers = [parent for parent, words in processes() if b"--shard" in words and mark in words
                   and words[0].endswith(b"pantograph")]
        if workers:
            os.kill(workers[0], 9)
            break
        time.sleep(0.005)
    else:
        sys.exit("nothing was killed")
    sys.exit(tool.wait())
    """

  @Test(
    .enabled(if: python != nil, OtherProgram.absence("Dask")))
  func `neither loses nor duplicates rows when a worker is lost`() throws {
    let python = try #require(Self.python)
    let folder = try TemporaryFolder()
    let flick = Repository.recordings.appendingPathComponent("touchpad-flick")
    let list = try folder.file(
      "list",
      String(repeating: flick.appendingPathComponent("recording.yml").path + "\n", count: Self.many)
    )
    let words = ["--list", list.path, "-i", flick.appendingPathComponent("interaction.json").path]
    let plain = try Program(Program.pantograph, ["features"] + words)
    #expect(plain.status == 0)
    let result = folder.file("features.csv")
    let cluster = try Program(
      python,
      [
        "-c", Self.killer, list.path, python.path,
        Repository.root.appendingPathComponent("tools/cluster").path, "--program",
        Program.pantograph.path, "--workers", "2", "--shards", "4", "-o", result.path,
      ] + words)
    #expect(cluster.status == 0, "\(cluster.complaints)")
    let same = try String(contentsOf: result, encoding: .utf8) == plain.output
    #expect(same)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
        == ["features.csv", "list"])
  }
}
