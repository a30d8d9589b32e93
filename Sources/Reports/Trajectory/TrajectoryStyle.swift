/// The style sheet of trajectory pages.
enum TrajectoryStyle {
  /// The rules, in which runs and contacts differ by their strokes as well as by their colours.
  ///
  /// From 64rem on, the scene stays beside the plots. On narrower screens the player stays at the upper edge.
  static let sheet: StaticString = """
    .replay{display:grid;gap:1rem;grid-template-columns:minmax(0,1fr)}
    .side{display:contents}
    .plots{display:grid;gap:1rem;min-width:0;align-content:start;grid-template-columns:minmax(0,1fr)}
    .side .scroll{margin:0}
    #gesture-list .scroll{max-height:max(22rem,60vh);overflow:auto}
    @media (max-width:30rem){#gesture-list .more{display:none}#gesture-list :is(th,td){padding:.35rem .3rem}
    #gesture-list .why{white-space:normal;min-width:8rem}}
    .live #gesture-list tbody tr{cursor:pointer}
    tr[aria-current] :is(th,td){background:var(--heat0)}
    #gesture-list thead th{position:sticky;top:0;z-index:1}
    .thumb{width:3.2rem;height:2rem}.thumb .track{stroke:var(--ink);stroke-width:1.25}.thumb .lifted{fill:var(--ink)}
    .filters{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center}
    .filters [type=number]{width:6rem}.filters [name=number]{width:4.5rem}
    .trial{margin:0 0 var(--s2);font-size:var(--small);font-weight:600}
    .command span{white-space:nowrap}.copying{display:none}.live .copying{display:revert}
    .live .unscripted{display:none}.thresholds{display:grid;gap:.5rem 1.5rem;
    grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr))}.thresholds>:not(.threshold){grid-column:1/-1}
    .threshold{display:flex;flex-wrap:wrap;gap:0 .75rem;align-items:center;justify-content:space-between}
    .threshold label{flex:1 1 10rem}.threshold [type=number]{width:7rem;text-align:right}
    .thresholds p{margin:0}.changes{font-weight:600}.thresholds pre{margin:.25rem 0}
    .otherwise path{fill:none;stroke:var(--wrong);stroke-width:2;stroke-dasharray:3 3}
    .otherwise line{stroke:var(--wrong);stroke-width:1.25}
    .chips li:has(.otherwise){display:none}.live .chips li:has(.otherwise){display:flex}
    #gesture-list tr.changed td:nth-last-child(3){font-weight:700;color:var(--wrong)}
    svg.overview{display:none}.live svg.overview{display:block;cursor:ew-resize;touch-action:none}
    .overview .curve{stroke-width:1;stroke-dasharray:none}
    .window{fill:var(--link);fill-opacity:.12;stroke:var(--link);stroke-width:1.5}
    .side table{width:100%;min-width:0;font-size:var(--small)}
    .side th,.side td{padding:.3rem .4rem;white-space:normal}
    .side thead th{white-space:normal}
    .watched{display:grid;gap:1rem;min-width:0;grid-template-columns:minmax(0,1fr)}
    .player{background:var(--card);border:1px solid var(--rule);border-radius:var(--round);padding:.6rem .75rem}
    .buttons{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}
    .player output{flex:1 1 12rem;text-align:right;font-variant-numeric:tabular-nums;font-size:var(--small);
    overflow-wrap:anywhere}
    .player output.many{flex-basis:100%;text-align:left}
    .play{min-width:5rem;font-weight:600}
    .player input[type=range]{margin:var(--s2) 0 0}
    .player .keys{font-size:var(--fine);color:var(--faint);margin:.25rem 0 0}
    @media (max-width:63.99rem){.player .keys{display:none}}
    @media (max-width:63.99rem) and (min-height:32rem){.watched{position:sticky;top:0;z-index:2;gap:.25rem;
    background:var(--paper);padding-bottom:.25rem}.live .watched svg.stage{max-height:18vh}.watched figure.scene{padding:.25rem;margin:0}}
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
    .hover{pointer-events:none}.hair{stroke:var(--faint);stroke-width:1}
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
    .explained:not(:empty){position:sticky;bottom:0;z-index:1;max-height:45vh;overflow:auto;background:var(--card);
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
    .case{border-top:1px solid var(--rule);padding:.25rem 0}
    .case summary{overflow-wrap:anywhere}
    .case .lines{padding-left:1rem}
    .case figure{max-width:48rem;margin:.5rem 0}
    @media (min-width:64rem){.replay{grid-template-columns:minmax(0,28rem) minmax(0,1fr);gap:1.25rem}
    .side{display:flex;flex-direction:column;gap:1rem;position:sticky;top:1rem;align-self:start;max-height:calc(100vh - 2rem);
    overflow-y:auto}.plots .time svg.plot.large{max-width:none}}
    @media print{.player,.filters,.thresholds{display:none}.watched,.explained:not(:empty){position:static}.side{position:static;max-height:none;overflow:visible}}
    """
}
