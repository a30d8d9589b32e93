import PantographBase
import PantographCLinux
import PantographInteractions
import PantographReports
import PantographServing
import PantographTouches
import PantographTrajectories

/// Publishes what pages show beside the trajectory: fingers, outcomes with their reasons, recordings to keep, and
/// changes of the user's own page.
final class PageNotes: LiveFollower {
  private var report: LiveNotes
  private let keeper: GestureKeeper
  private let watch: FolderWatch?
  private let server: LiveServer

  init(
    _ interaction: Interaction, _ keeper: GestureKeeper, watching watch: FolderWatch?,
    _ server: LiveServer
  ) {
    report = LiveNotes(interaction)
    self.keeper = keeper
    self.watch = watch
    self.server = server
  }

  func begin(_ source: any LiveSource) {
    keeper.begin(source)
    report.begin(on: source.surface)
  }

  func receive(_ sample: Sample) { keeper.receive(sample) }

  func receive(_ event: TrajectoryEvent) {
    report.receive(event)
    keeper.receive(event, ofGesture: report.gestureCount)
  }

  func receive(_ frame: TouchFrame) {
    report.receive(frame)
    keeper.receive(frame)
  }

  var due: Timestamp? { watch?.due }

  func flush() {
    for number in keeper.takeKept() { report.offer(number, at: KeptRecordings.path(of: number)) }
    let now = EventLoop.now
    if watch?.hasChanged(at: now) == true { report.writeChange(at: now) }
    guard !report.bytes.isEmpty else { return }
    server.publish(report.bytes.span)
    report.bytes.removeAll(keepingCapacity: true)
  }

  func watch(_ polled: inout [pollfd]) {
    if let watch { polled.append(EventLoop.reading(watch.descriptor)) }
  }

  func finish(_ waits: (Int32) -> Bool) { flush() }
}
