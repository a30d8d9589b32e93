import Foundation
import PantographTestSupport
import Testing

/// Programs under decreasing resource limits.
@Suite(.enabled(if: LongTests.areRun, LongTests.absence)) struct `Limits` {
  /// Runs a command under the limits that a shell sets.
  private func run(_ run: FaultyRun, under limits: String) throws -> FaultyRun.Outcome {
    var run = run
    run.preparation = "\(limits);"
    return try run.run()
  }

  @Test(
    .enabled(if: Repository.canLimitFiles, Repository.noFileLimit),
    arguments: ["tune", "features", "whatif", "check"])
  func `of descriptors let a command finish, or report the reason`(command: String) throws {
    let usual = try #require(FaultyRun.usual[command])
    var refused = 0
    for count in 4...14 {
      let outcome = try run(FaultyRun(command), under: "\(Fault.noneInherited) ulimit -n \(count)")
      let said: Comment = "\(command) with \(count): \(outcome)"
      if outcome.status == usual.status {
        #expect(outcome.result == usual.result && outcome.complaints.isEmpty, said)
      } else {
        #expect(outcome.status == 2, said)
        // A message must not name a file by its descriptor.
        #expect(!outcome.complaints.contains { $0.contains("/proc/") }, said)
        #expect(
          outcome.complaints.allSatisfy {
            $0.hasSuffix("Too many open files; `ulimit -n` lets a program have more")
          }, said)
        refused += 1
      }
    }
    #expect((1...8).contains(refused))
  }

  /// The stack of another thread exceeds the remaining memory.
  @Test(
    .enabled(if: Repository.canLimitMemory, Repository.noLimit),
    arguments: ["tune", "features", "whatif", "check"])
  func `of memory leave the work to the threads that can be created`(command: String) throws {
    let usual = try #require(FaultyRun.usual[command])
    var faulty = try FaultyRun(command)
    faulty.type("--jobs")
    faulty.type("64")
    let outcome = try run(faulty, under: "ulimit -s 50000; ulimit -v 90000")
    #expect(outcome.status == usual.status && outcome.result == usual.result, "\(outcome)")
  }

  @Test(.enabled(if: OtherProgram.python != nil, OtherProgram.absence("python3")))
  func `of descriptors reject clients without using processor time`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("live").path
    let flick = Repository.recordings.appendingPathComponent("touchpad-flick").path
    let live = try RunningProgram(
      URL(fileURLWithPath: "/bin/sh"),
      [
        "-c", #"ulimit -n 12; exec "$0" live "$1" --loop --socket "$2" --speed 0.01"#,
        Program.pantograph.path, flick, path,
      ])
    try live.wait { _ in FileManager.default.fileExists(atPath: path) }
    let followers = try Program(
      try #require(OtherProgram.python),
      ["-c", Self.followers, path, String(live.identifier)])
    #expect(followers.status == 0, "\(followers.complaints)")
    live.signal(SIGTERM)
    #expect(live.wait() == 0)
  }

  /// Connects twenty times, and checks which clients are rejected and how much time is used.
  private static let followers = """
    import os, select, socket, sys, time
    followers = []
    for number in range(20):
        follower = socket.socket(socket.AF_UNIX)
        follower.connect(sys.argv[1])
        followers.append(follower)
    def ticks():
        return sum(map(int, open(f"/proc/{sys.argv[2]}/stat").read().split()[13:15]))
    gone = set()
    def look():
        for follower in followers:
            follower.setblocking(False)
            try:
                if any(follower.recv(65536) == b"" for _ in range(9)): gone.add(follower)
            except BlockingIOError: pass
    # The test ends a program that waits in vain.
    while len(gone) < 8:
        look()
        time.sleep(0.05)
    before = ticks()
    time.sleep(1)
    spent = (ticks() - before) / os.sysconf("SC_CLK_TCK")
    look()
    if len(gone) == 20: sys.exit("all of 20 were turned away")
    if spent > 0.5: sys.exit(f"{spent} s of a second went by in turning them away")
    """
}
