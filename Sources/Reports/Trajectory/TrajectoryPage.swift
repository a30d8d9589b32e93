import PantographBase
package import PantographInteractions
package import PantographTouches
package import PantographTrajectories

/// A page of a trajectory: the touches, the layers that move, the curves, and the decision.
///
/// The page can play the trajectory back. It contains all samples.
package struct TrajectoryPage: TrajectorySink {
  /// The heading: where the trajectory comes from, a line each.
  package var source: [String] = []
  /// The surface that the fingers moved on.
  package var surface: Surface?
  /// The user's picture for the layer.
  package var picture: StagePicture?
  /// The address of the page that lists this one, if there is one.
  package var list: String?
  /// The command that compares toolkits on the same recording, if there is one.
  package var comparison: String?
  /// The reason why nothing moves, if it is not that no gesture was recognised.
  package var reasonForNothing: String?
  /// The engine that the page can ask; `nil` if there is none.
  package var engine: PageEngine?
  /// The text of the interaction; `nil` if it can't be read again.
  package var file: InteractionText?
  /// The device's events, from which the page's engine gets the same trajectory; `nil` if it does not, or there is no
  /// engine.
  package var recorded: RecordedTouches?
  /// Why there are no events though there is an engine.
  package var reasonForNoTouches: String?
  /// The command that replays the recording with the changed interaction.
  package var command: String?

  let interaction: Interaction
  let name: String
  private(set) var run: PlottedRun
  private(set) var story: TrajectoryStory
  private(set) var decisions: DecisionSection
  private(set) var gestures: GestureList
  private var curves = GestureCurves()
  private var milestones: [(time: Timestamp, kind: Milestone.Kind)] = []
  private(set) var contacts = ContactLog()
  private var measures: MeasuresTable

  /// 250: of the first gestures, and of the last ones, as many have their events and measures in a page; their tables
  /// take half a megabyte.
  private static let mostGestures = 250

  /// Makes a page on a trajectory of this interaction; the name is that of its recording.
  package init(_ interaction: Interaction, named name: String) {
    self.interaction = interaction
    self.name = name
    run = PlottedRun("", interaction.columns)
    story = TrajectoryStory(interaction, most: Self.mostGestures)
    decisions = DecisionSection(interaction)
    measures = MeasuresTable(interaction, most: Self.mostGestures, judgesJank: true)
    gestures = GestureList(interaction.rule)
  }

  /// Keeps a sample.
  package mutating func receive(_ sample: Sample) throws(Never) {
    measures.receive(sample)
    run.append(sample)
    curves.receive(sample)
  }

  /// Keeps an event.
  package mutating func receive(_ event: TrajectoryEvent) throws(Never) {
    measures.receive(event)
    story.receive(event)
    decisions.receive(event)
    gestures.receive(event)
    curves.receive(event)
    run.knots.receive(event)
    if let milestone = Milestone(event) { milestones.append((milestone.time, milestone.kind)) }
  }

  /// Keeps the positions of the fingers.
  package mutating func receive(_ frame: TouchFrame) throws(Never) { contacts.receive(frame) }

  // MARK: The page

  /// The whole file.
  package var text: String {
    let replay = replay
    return HTMLPage(
      "Trajectory of \(name)",
      [
        .init("played", "Playback") { replay.markup },
        .init("outcome", "Outcome") { tiles },
        .init("gestures", "Gestures") { gestures.markup(contacts.contacts) },
        .init("workbench", "Workbench") {
          workbench.markup
          if !decisions.counts.isEmpty, let comparison {
            Markup("p", ["class": "command"]) {
              "This command compares the recorded rule with those of toolkits, on all gestures or the chosen one, "
              "and writes rules.html: "
              Markup("code") {
                for word in comparison.split(separator: " ", omittingEmptySubsequences: false) {
                  // Lines do not end inside options, but inside long paths.
                  let text = Markup(verbatim: String(word))
                  if word.hasPrefix("-") { Markup("span") { text } } else { text }
                  " "
                }
                // The script names the chosen gesture.
                Markup("span", ["class": "of-gesture"])
              }
              Markup("button", ["type": "button", "class": "copying"]) { "Copy command" }
            }
          }
        },
        .init("story", "Events") { happened },
        .init(
          "decisions", decisions.only == nil ? "Decisions" : "Decision"
        ) { decisions.markup },
        .init("over", "Gestures over each other") { GestureCurvesPlot.both(curves.curves) },
        .init("measures", "Measures") { measures.markup },
        .init("samples", "Samples") { PageTable.samples(run).folded("As a table") },
      ], replay: replay, workbench: workbench.workbench, list: list
    ) {
      source.map(Markup.faint)
    }.text
  }

  /// The plots of the page that can be files of their own.
  package var figures: Figures {
    Figures(replay.figures.entries + GestureCurvesPlot.figures(curves.curves))
  }

  /// The section in which the interaction can be changed.
  var workbench: WorkbenchSection {
    WorkbenchSection(
      engine: engine, interaction: file,
      subject: recorded.map { .touches($0) }
        ?? .nothing(reasonForNoTouches ?? "the recording is not in the page"),
      command: command,
      lead: "Change any key of the interaction, and the recorded touches drive it again: the list"
        + " of gestures, the playback and the plots follow, and dotted curves stay as recorded. In the"
        + " plot of the fraction, thresholds, the distance and the spring have handles.")
  }

  private var replay: ReplaySection {
    let run = run.knotted(interaction)
    let axis = TimeAxis([run], contacts.contacts, TimeAxis.marks(of: milestones))
    var stage = Stage(interaction)
    stage.picture = picture
    var replay = ReplaySection(
      [run], axis, contacts: ContactPlots(contacts, on: surface, axis), on: stage)
    replay.hasWorkbench = workbench.workbench != nil
    replay.verdict = verdict
    replay.levels = decisions.levels
    replay.spots = (spots { $0.fraction }, spots { $0.velocity } + decisions.seenVelocities)
    return replay
  }

  private func spots(_ value: (TrajectoryEvent) -> Double) -> [ChannelPlot.Spot] {
    story.marks.filter { $0.kind == .handoff }.map { event in
      ChannelPlot.Spot(
        time: event.time, value: value(event),
        hint: "handoff at \(Wording.clock(event.time)): \(NumberText.fixed(value(event), 2))"
      )
    }
  }

  // MARK: Events

  /// 24: longer lists of events are collapsed.
  private static let mostLines = 24

  @MarkupBuilder private var happened: Markup {
    let lines = story.lines
    if lines.isEmpty {
      Markup("p") { (reasonForNothing ?? Wording.noGesture).asSentence }
    }
    // A line without a time is about the instant of the line before.
    var time = Markup.nothing
    let table = PageTable(
      "Events in the order of time", [.word("time"), .word("event"), .word("details")],
      lines.map { line in
        time =
          line.time.map { time in
            Markup("a", ["href": "#t=\(String(fixed: time.seconds, decimals: 6))"]) {
              Wording.clock(time)
            }
          } ?? time
        return [time, Markup(text: line.word), Markup(text: line.text)]
      })
    Markup("div", ["class": "story"]) {
      lines.count > Self.mostLines
        ? table.folded(storyTitle(lines.count)) : table.markup
    }
  }

  private func storyTitle(_ lines: Int) -> String {
    story.leftOut == 0
      ? "\(lines) lines, from the first gesture to the last"
      : "\(lines - 1) lines, of the first \(Self.mostGestures) gestures and the last \(Self.mostGestures)"
        + ", without \(story.leftOut) in between"
  }

  /// What was decided, and why; of several gestures, how often each outcome came.
  private var verdict: Markup? {
    guard let only = decisions.only else {
      let words = decisions.counts.map { "\($0.count) × \($0.outcome)" }
      return words.isEmpty ? nil : Markup("strong") { words.joined(separator: ", ") }
    }
    return Markup {
      Markup("strong") { Wording.outcome(of: only.decision) }
      Markup("span") { only.decision.judgement.map { Wording.reason(of: $0) } ?? "" }
    }
  }

  private var tiles: Markup {
    guard let only = decisions.only else { return counts }
    func seconds(_ value: Double?) -> String {
      value.map { NumberText.seconds($0) } ?? "–"
    }
    return .tiles {
      tile(
        "decided", Wording.outcome(of: only.decision),
        only.decision.judgement.map { Wording.reason(of: $0) } ?? "")
      tile(
        "released at fraction", NumberText.fixed(only.release.fraction, 2),
        "at \(Wording.clock(only.time))")
      let nearest = interaction.rule.nearestCondition(to: only.decision, of: only.release)
      if only.decision.margin == nil, let finding = nearest?.finding {
        tile(
          "margin", Wording.Numbers(finding).margin + Wording.unit(of: finding.condition),
          "from the threshold of \(Wording.name(of: finding.condition.quantity))")
      }
      if let margin = only.decision.margin, let finding = only.decision.judgement?.findings[0][0] {
        let unit = Wording.unit(of: finding.condition)
        tile(
          "margin", Wording.Numbers(finding).margin + unit,
          margin == 0 ? "on the threshold" : "from the threshold")
      }
      tile("nearest flip", decisions.change(of: only) ?? "none", "")
      if let measured = measures.newest {
        tile(
          "settled in", seconds(measured.settleTime),
          "overshoot \(measured.overshoot.map { NumberText.fixed($0, 2) } ?? "–")")
      }
    }
  }

  /// The number of releases with each outcome.
  private var counts: Markup {
    guard !decisions.counts.isEmpty else { return .nothing }
    return .tiles {
      tile("releases", "\(decisions.counts.reduce(0) { $0 + $1.count })", "")
      for (outcome, count) in decisions.counts { tile(outcome, "\(count)", "") }
    }
  }

  private func tile(_ name: String, _ number: String, _ note: String) -> Markup {
    .tile(name, number, note, kind: number.count > 12 ? "long" : nil)
  }
}

extension PageTable {
  /// Makes a table of samples, short enough for a screen reader.
  static func samples(_ run: PlottedRun) -> PageTable {
    let shown = run.samples.spaced(mostSamples)
    return PageTable(
      shown.count < run.samples.count
        ? "\(shown.count) of \(run.samples.count) samples" : "All samples",
      ["seconds", .word("phase"), "fraction", "velocity"]
        + run.names.map { .init(markup: .name($0)) },
      shown.map { sample in
        [NumberText.fixed(sample.time.seconds, 3), sample.phase.rawValue]
          + ([sample.fraction, sample.velocity] + sample.values).map { NumberText.fixed($0, 3) }
      })
  }
}

/// The style sheet of trajectory pages.
enum TrajectoryStyle {
  /// The rules, in which runs and contacts differ by their strokes as well as by their colours.
  ///
  /// From 64rem on, the scene stays beside the plots. On narrower screens the player stays at the upper edge.
  static let sheet: StaticString = """
    #played,#replay{display:contents}
    #replay .watched{background:var(--paper);display:grid;gap:.25rem;min-width:0;padding:.25rem 0 .5rem;
    grid-template-columns:minmax(0,1fr)}
    figure.timeline{margin:0;padding:.4rem .75rem .25rem}
    .verdict{display:flex;flex-wrap:wrap;gap:0 .75rem;align-items:baseline;margin:0 0 .25rem}
    .verdict strong{display:inline}.verdict span{color:var(--faint);font-size:var(--small)}
    #replay :is(.parts,.side,.plots){display:grid;gap:1rem;min-width:0;align-content:start;
    grid-template-columns:minmax(0,1fr)}
    #replay .parts{margin-top:.75rem}#replay :is(.side .scroll,figure){margin:0}
    header:has(+main>#played:first-child) :is(h1,p,ul){margin:.25rem 0}
    header:has(+main>#played:first-child) h1{font-size:var(--subheading)}
    header:has(+main>#played:first-child) .faint{display:inline}
    header:has(+main>#played:first-child) .faint+.faint::before{content:"· "}
    main>#played:first-child>h2{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
    #gesture-list .scroll{max-height:max(22rem,60vh);overflow:auto}
    @media (max-width:30rem){#gesture-list .more{display:none}#gesture-list :is(th,td){padding:.35rem .3rem}
    #gesture-list .why{white-space:normal;min-width:8rem}}
    .live #gesture-list tbody tr{cursor:pointer}
    tr[aria-current] :is(th,td){background:var(--heat0)}
    #gesture-list thead th{position:sticky;top:0;z-index:1}
    .thumb{width:3.2rem;height:2rem}.thumb .track{stroke:var(--ink);stroke-width:1.25}.thumb .lifted{fill:var(--ink)}
    .filters{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center}
    .query{flex:1 1 20rem}.query input{width:min(100%,24rem)}.filters .mistake:empty{display:none}
    .filters [type=number]{width:6rem}.filters [name=number]{width:4.5rem}
    .trial{margin:0 0 var(--s2);font-size:var(--small);font-weight:600}
    .command span{white-space:nowrap}.copying{display:none}.live .copying{display:revert}
    .workbench{display:grid;gap:.75rem}.workbench p,.workbench pre{margin:0}
    .choices{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem}.choices select{max-width:100%}
    .numbers,.numbers details[open]{display:grid;gap:.5rem 1.5rem;
    grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr))}.numbers>details,.numbers summary{grid-column:1/-1}
    .threshold{display:flex;flex-wrap:wrap;gap:0 .75rem;align-items:center;justify-content:space-between}
    .threshold label{flex:1 1 10rem}.threshold [type=number]{width:7rem;text-align:right}.threshold [type=range]{flex:1 1 100%}
    .changes{font-weight:600}.mistake{color:var(--wrong)}.mistake pre{overflow-x:auto;color:var(--ink)}
    .workbench textarea{width:100%;font-family:ui-monospace,"DejaVu Sans Mono",monospace;font-size:var(--fine);
    background:var(--card);color:var(--ink);border:1px solid var(--faint);border-radius:var(--corner);padding:.5rem}
    .workbench textarea:focus{outline:var(--focus);outline-offset:2px}
    .workbench textarea[aria-invalid]{border-color:var(--wrong);outline:1px solid var(--wrong)}
    .handle{fill:var(--card);stroke:var(--link);stroke-width:2;cursor:ns-resize;touch-action:none}
    .handle.spring{stroke:var(--wrong);cursor:move}.handle.distance{stroke:var(--found)}
    .otherwise path{fill:none;stroke:var(--wrong);stroke-width:2;stroke-dasharray:3 3}
    .otherwise line{stroke:var(--wrong);stroke-width:1.25}
    .chips li:has(.otherwise){display:none}.live .chips li:has(.otherwise){display:flex}
    #gesture-list tr.changed td:nth-last-child(3){font-weight:700;color:var(--wrong)}
    svg.overview{display:none}.live svg.overview{display:block;cursor:ew-resize;touch-action:none}
    .overview .curve{stroke-width:1;stroke-dasharray:none}
    .window{fill:var(--link);fill-opacity:.12;stroke:var(--link);stroke-width:1.5}
    .side table{width:100%;min-width:0;font-size:var(--small)}
    .side th,.side td{padding:.3rem .4rem;white-space:normal}
    .side thead th{white-space:normal;overflow-wrap:anywhere}
    .player{background:var(--card);border:1px solid var(--rule);border-radius:var(--round);padding:.6rem .75rem}
    .buttons{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}
    .player output{flex:1 1 12rem;text-align:right;font-variant-numeric:tabular-nums;font-size:var(--small);
    overflow-wrap:anywhere}
    .player output.many{flex-basis:100%;text-align:left}
    .play{min-width:5rem;font-weight:600}
    .player input[type=range]{margin:var(--s2) 0 0}
    @media (min-height:40rem){html:has(#replay .watched){scroll-padding-top:26rem}}
    #notes form{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin:.5rem 0 0}#notes label{flex:1 1 20rem;display:flex;
    gap:.5rem;align-items:center}#notes :is(label,input){min-width:0}#notes input{flex:1}#notes ul{margin:.25rem 0;padding-left:1.25rem}
    .flag{fill:var(--wrong);stroke:var(--wrong);stroke-width:1;fill-opacity:.85}
    .keys{font-size:var(--fine);color:var(--faint);margin:0}
    @media (max-width:63.99rem){.keys{display:none}}
    @media (min-height:40rem){#replay .watched{position:sticky;top:0;z-index:3;border-bottom:1px solid var(--rule)}}
    figure.scene{padding:.75rem}
    svg.stage{display:block;width:100%;height:auto;max-height:22rem;border-radius:var(--corner);background:var(--paper)}
    .layer .body{fill:var(--finish);stroke:var(--ink);stroke-width:1.25;vector-effect:non-scaling-stroke}
    .layer.run1 .body,.layer.run2 .body,.layer.run3 .body{fill:none;stroke:var(--stay);stroke-width:2.5;
    stroke-dasharray:6 4}
    .layer.run2 .body{stroke:var(--found);stroke-dasharray:2 3}
    .layer.run3 .body{stroke:var(--wrong);stroke-dasharray:10 3 2 3}
    .content{fill:var(--paper);opacity:.9}
    .ghost{fill:none;stroke:var(--faint);stroke-width:1;stroke-dasharray:3 3;vector-effect:non-scaling-stroke}
    .skin{fill:none;stroke:var(--finish);stroke-width:1.5;vector-effect:non-scaling-stroke}
    .pressing{fill:var(--ink);opacity:.3}.own{pointer-events:none}.own>*{width:100%;height:100%;border:0;object-fit:cover}
    .own>iframe{width:400%;height:400%;transform:scale(.25);transform-origin:0 0}
    .trail{fill:none;stroke:var(--faint);stroke-width:1;stroke-dasharray:1 3;vector-effect:non-scaling-stroke}
    .dimming{fill:var(--ink)}
    .cell{display:block;min-width:3.5rem}.effect{display:block;color:var(--faint)}
    .bar{display:block;height:.35rem;border-radius:var(--s1);background:var(--rule);overflow:hidden;margin-top:.15rem}
    .level{display:block;height:100%;background:var(--finish)}
    .bar,.level{forced-color-adjust:none}
    svg.timed{touch-action:pan-y}
    .live svg.timed{cursor:ew-resize}
    .plots svg.timed+svg.timed{margin-top:.25rem}
    .tracking{fill:var(--tracking)}
    .settling{fill:var(--settling)}
    .mark{stroke:var(--faint);stroke-width:1;stroke-dasharray:2 3}
    .cursor,.tip{display:none}
    .live .cursor{display:inline;stroke:var(--ink);stroke-width:1.5}
    .curve.run0{stroke:var(--finish);stroke-width:2}
    .curve.run1{stroke:var(--stay);stroke-width:2;stroke-dasharray:6 3}
    .curve.run2{stroke:var(--found);stroke-width:2;stroke-dasharray:2 2.5}
    .curve.run3{stroke:var(--wrong);stroke-width:2;stroke-dasharray:9 3 2 3}
    :is(.hover,.reading){pointer-events:none}.hair{stroke:var(--faint);stroke-width:1}
    .dot{stroke:var(--card);stroke-width:1;fill:var(--finish)}
    .dot.run1{fill:var(--stay)}.dot.run2{fill:var(--found)}.dot.run3{fill:var(--wrong)}
    .pinned{stroke:var(--ink);stroke-width:1.5;stroke-dasharray:4 3}.span{fill:var(--link);fill-opacity:.12}
    .live [data-time]{cursor:pointer}.difference{color:var(--faint)}
    .matrix{font-size:var(--fine)}.matrix :is(th,td){padding:.15rem .3rem;text-align:center}
    .matrix th.marked{background:var(--heat0)}
    .matrix :is(th,td):nth-child(-n+2){text-align:left}
    .matrix{border-collapse:separate;border-spacing:0}.matrix th:first-child{position:sticky;left:0;background:var(--paper);z-index:1}
    .matrix thead th:first-child{z-index:2}.matrix :is(th,td):nth-child(n+3){min-width:2.7rem;box-sizing:border-box}
    #estimators-matrix :is(th,td):nth-child(n+3){min-width:4.5rem;white-space:nowrap}
    .matrix .differs{background:var(--wrong);color:var(--paper);font-weight:700}.matrix .near{background:var(--heat1)}
    .live .matrix td:nth-child(n+3){cursor:pointer;scroll-margin:0 0 0 12rem}
    .matrix td:focus-visible,.matrix td[aria-selected]{outline:3px solid var(--link);outline-offset:-2px}
    .chips button{display:flex;align-items:center;gap:.4rem;padding:0 .5rem}
    .chips button[aria-pressed=true]{background:none;color:inherit}.chips button[aria-pressed=false]{opacity:.7;text-decoration:line-through}
    .without0 :is(.plot,.stage) .run0,.without1 :is(.plot,.stage) .run1,.without2 :is(.plot,.stage) .run2,
    .without3 :is(.plot,.stage) .run3{display:none}
    .matrix caption span{position:sticky;left:0;display:inline-block;max-width:min(60rem,calc(100vw - 3rem))}
    .explained:not(:empty){position:sticky;bottom:0;z-index:2;max-height:45vh;overflow:auto;background:var(--card);
    border:1px solid var(--rule);border-radius:var(--round);padding:.75rem 1rem}.explained h4{margin:0 0 .5rem}
    .explained dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.2rem 1rem;margin:0}
    .explained dt{color:var(--faint)}.explained dd{margin:0;overflow-wrap:anywhere}
    .spot{fill:var(--card);stroke:var(--ink);stroke-width:1.75}
    .divergence{stroke:var(--wrong);stroke-width:2;fill:none}
    .surface{fill:var(--paper);stroke:var(--faint);stroke-width:1.25}
    .track{fill:none;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
    .landed{fill:var(--card);stroke-width:1.75}
    .lifted{stroke:var(--card);stroke-width:1}
    svg .number{font-size:11px}
    svg.large .number{font-size:10px}
    .tip{fill:var(--ink);stroke:var(--card);stroke-width:2}
    .moment{stroke:var(--ink);stroke-width:1.75;fill:none}
    .track.finger0,.landed.finger0{stroke:var(--finish)}
    .track.finger1,.landed.finger1{stroke:var(--stay)}
    .track.finger2,.landed.finger2{stroke:var(--found)}
    .track.finger3,.landed.finger3{stroke:var(--wrong)}
    .track.finger4,.landed.finger4{stroke:var(--ink)}
    .track.finger1{stroke-dasharray:7 4}.track.finger2{stroke-dasharray:2 4}.track.finger3{stroke-dasharray:10 4 2 4}
    .track.finger4{stroke-dasharray:4 3}
    .contact.finger0,.lifted.finger0{fill:var(--finish)}
    .contact.finger1,.lifted.finger1{fill:var(--stay)}
    .contact.finger2,.lifted.finger2{fill:var(--found)}
    .contact.finger3,.lifted.finger3{fill:var(--wrong)}
    .contact.finger4,.lifted.finger4{fill:var(--ink)}
    .story td.word:last-child{white-space:normal;overflow-wrap:anywhere}
    @media (max-width:30rem){.story th,.story td{padding:.3rem .4rem}.story table{font-size:var(--small)}
    .tiles{grid-template-columns:repeat(2,minmax(0,1fr))}.tile{padding:.6rem .75rem;overflow-wrap:anywhere}}
    .path svg.plot.large{max-width:36rem;margin:0 auto}
    .cases th,.cases td{white-space:normal}.cases :is(th,td):first-child{overflow-wrap:anywhere;min-width:7rem}
    .together{position:sticky;top:0;z-index:3;display:flex;flex-wrap:wrap;gap:var(--s1) var(--s4);align-items:center;
    background:var(--paper);border-bottom:1px solid var(--rule);padding:var(--s2) 0}.together[hidden]{display:none}
    .together label:first-child{flex:1 1 16rem;display:flex;gap:var(--s2);align-items:center}.together [type=range]{flex:1}
    .together output{font-variant-numeric:tabular-nums;min-width:5rem;text-align:right}
    .live .together~section svg.plot{cursor:ew-resize;touch-action:pan-y}@media print{.together{display:none}}
    .case{border-top:1px solid var(--rule);padding:.25rem 0}
    .case summary{overflow-wrap:anywhere}
    .case .lines{padding-left:1rem}
    .case figure{max-width:48rem;margin:.5rem 0}
    .live :is(.timeline,.time) svg.plot.large{max-width:none}
    .overview .curve{vector-effect:non-scaling-stroke}
    @media (min-width:48rem){#replay .side{grid-template-columns:repeat(auto-fit,minmax(20rem,1fr))}
    #replay .side .scroll{max-height:22rem;overflow:auto}}
    @media print{.player,.filters,.workbench,.handles,.keys{display:none}#replay .watched,.explained:not(:empty){position:static}}
    """
}

/// The script that plays a trajectory back: the modules in `Player`, which only draw and follow the user.
///
/// It reads the JSON in `replay-data`, and writes numbers into attributes and text into text nodes, so no foreign
/// text can become a tag. Without it a page still shows all curves and tables.
enum PlayerScript {
  /// The SHA-256 of the script, for the page's Content-Security-Policy; a test computes it, too.
  static let hash = "sha256-8rqEXR7FEbwiqd5krlZluDvXNLk0jRL8wrWdU2pYrTE="

  /// The modules, each after those that it imports.
  private static let modules: [[UInt8]] = [
    PackageResources.numbers_js, PackageResources.svg_js, PackageResources.runs_js,
    PackageResources.scale_js, PackageResources.layers_js, PackageResources.values_js,
    PackageResources.fingers_js, PackageResources.plots_js, PackageResources.overview_js,
    PackageResources.hover_js, PackageResources.pin_js, PackageResources.instant_js,
    PackageResources.notes_js, PackageResources.playback_js, PackageResources.address_js,
    PackageResources.query_js,
    PackageResources.gestures_js, PackageResources.heights_js, PackageResources.trial_js,
    PackageResources.copying_js, PackageResources.matrix_js, PackageResources.legend_js,
    PackageResources.width_js, PackageResources.keys_js, PackageResources.pointers_js,
    PackageResources.player_js,
  ]

  /// The script: the modules in one scope of their own, without their imports and exports.
  ///
  /// Their top-level names differ, so that nothing else has to change.
  static let source = joined(modules)

  /// Returns modules as a script in one scope of its own.
  static func joined(_ modules: [[UInt8]]) -> String {
    let lines = modules.flatMap { String(decoding: $0, as: UTF8.self).split(separator: "\n") }
    let body = lines.filter { !$0.hasPrefix("import ") }
      .map { $0.hasPrefix("export ") ? $0.dropFirst(7) : $0 }
    // The section is for readers of XML, who would take < and & for markup.
    return "//<![CDATA[\n\"use strict\";\n{\n\(body.joined(separator: "\n"))\n}\n//]]>\n"
  }
}
