extension Malformed {
  /// The properties of an animation of one second.
  private static func properties(_ list: String) -> String {
    #""animation": { "duration": 1, "properties": [\#(list)] }"#
  }

  /// Mistakes in what is animated, and in the second animation.
  static let animations: [Malformed] = [
    .init(
      "a value without its start", properties(#"▸{ "name": "x", "to": 1 }"#),
      "animation.properties[0]", "missing key 'from': its value at the start"),
    .init(
      "a name with a comma", properties(#"{ "name": ▸"a,b", "from": 0, "to": 1 }"#),
      "animation.properties[0].name", "expected a name without blanks, commas and quotes"),
    .init(
      "a name that every trajectory has", properties(#"{ "name": ▸"time", "from": 0, "to": 1 }"#),
      "animation.properties[0].name",
      "every trajectory has a column 'time': expected another name"),
    .init(
      "two of a name",
      properties(#"{ "name": "x", "from": 0, "to": 1 }, { "name": ▸"x", "from": 0, "to": 1 }"#),
      "animation.properties[1].name",
      "another property is named 'x': expected another name, or additive"),
    .init(
      "an addition to nothing",
      properties(#"{ "name": ▸"x", "from": 0, "to": 1, "additive": true }"#),
      "animation.properties[0].name",
      "no earlier property is named 'x': leave out additive"),
    .init(
      "keyframes and an end",
      properties(
        #"{ "name": "x", "from": 0, "to": ▸1, "keyframes": [{ "start": 0, "duration": 1, "to": 2 }] }"#
      ),
      "animation.properties[0].to",
      "the last keyframe sets the end value: leave out to or keyframes"),
    .init(
      "no keyframe in them", properties(#"{ "name": "x", "from": 0, "keyframes": ▸[] }"#),
      "animation.properties[0].keyframes", "expected one keyframe or more"),
    .init(
      "keyframes that overlap",
      properties(
        #"{ "name": "x", "from": 0, "keyframes": [{ "start": 0, "duration": 0.6, "to": 2 }, ▸{ "start": 0.5, "duration": 0.5, "to": 3 }] }"#
      ),
      "animation.properties[0].keyframes[1]",
      "expected a start at or after the end of the previous keyframe"),
    .init(
      "a delay of what moves across",
      properties(
        #"{ "name": "x", "from": 0, "to": 1, "axis": "across", "delayFactor": ▸0.5 }"#),
      "animation.properties[0].delayFactor",
      "a property on the axis across has no delay or keyframes: leave out this key, or axis"),
    .init(
      "a delay of more than all",
      properties(#"{ "name": "x", "from": 0, "to": 1, "delayFactor": ▸1.5 }"#),
      "animation.properties[0].delayFactor", "expected a share of the time from 0 to 1"),
    .init(
      "a second animation of nothing", #""then": ▸{ "duration": 1 }"#, "then",
      "the second animation moves nothing: add properties"),
    .init(
      "a start for what goes on",
      #""then": { "duration": 1, "properties": [{ "name": "offset", "from": ▸0, "to": 1 }] }"#,
      "then.properties[0].from",
      "'offset' continues from the first animation: leave out from"),
    .init(
      "an axis of what runs by itself",
      #""then": { "duration": 1, "properties": [{ "name": "x", "from": 0, "to": 1, ▸"axis": "across" }] }"#,
      "then.properties[0]",
      "unknown key 'axis'; known keys: name, from, to, keyframes, delayFactor"),
    .init(
      "a second animation that never comes",
      #""rule": { "preset": "tutorial-reverse" }, "then": ▸{ "duration": 1, "properties": [{ "name": "offset", "to": 1 }] }"#,
      "then", "the animation can never finish: change the rule, or leave out then"),
    .init(
      "a dismissal of what never finishes",
      #""rule": { "clauses": [], "otherwise": "cancel" }, "dismiss": ▸{ "duration": 1 }"#,
      "dismiss", "the animation can never finish: change the rule, or leave out dismiss"),
    .init(
      "a tap that leads back from what comes then",
      #""start": "tap", "then": ▸{ "duration": 1, "properties": [{ "name": "m", "from": 0, "to": 1 }] }"#,
      "then",
      "a tap that runs the animation back would not undo this: expected another start"),
    .init(
      "a tap for two things", #""start": "tap", "dismiss": ▸{ "duration": 1 }"#, "dismiss",
      "a tap can't both dismiss and start it: leave out dismiss or start"),
    .init(
      "a press that catches what lands",
      #""gesture": { "press": {} }, "progress": {}, "catch": ▸"landing""#, "catch",
      "a press does not begin when a finger lands: expected moving or never"),
  ]

  /// Mistakes in springs, and in how an animation settles.
  static let timings: [Malformed] = [
    .init(
      "a spring with a curve",
      #""settle": { "finish": { "spring": { "response": 1 }, "curve": ▸"linear" } }"#,
      "settle.finish.curve", "a spring has no curve: leave out one or the other"),
    .init(
      "a spring with two sets of parameters",
      #""settle": { "finish": { "spring": ▸{ "response": 1, "mass": 1 } } }"#,
      "settle.finish.spring",
      "expected response and dampingRatio, or mass, stiffness and damping, or duration and bounce, "
        + "not both"),
    .init(
      "a spring of nothing", #""settle": { "cancel": { "spring": ▸{} } }"#, "settle.cancel.spring",
      "missing key 'dampingRatio': or response, stiffness or duration"),
    .init(
      "a spring without its damping",
      #""settle": { "finish": { "spring": ▸{ "stiffness": 70 } } }"#, "settle.finish.spring",
      "missing key 'damping': the force per velocity"),
    .init(
      "a spring that never rests",
      #""animation": { "duration": 1, "spring": { "duration": 1, "bounce": ▸1 } }"#,
      "animation.spring.bounce", "this spring would oscillate forever: expected less than 1"),
    .init(
      "a spring that bounces more than for ever",
      #""animation": { "duration": 1, "spring": { "duration": 1, "bounce": ▸1.5 } }"#,
      "animation.spring.bounce", "expected a bounce from -0.99 to 1"
    ),
    .init(
      "a spring that takes hours",
      #""settle": { "finish": { "spring": ▸{ "stiffness": 0.001, "damping": 0.001 } } }"#,
      "settle.finish.spring",
      "this spring takes more than an hour to rest: expected greater damping or stiffness"),
    .init(
      "a spring that swings for hours",
      #""settle": { "finish": { "spring": ▸{ "response": 60, "dampingRatio": 0.01 } } }"#,
      "settle.finish.spring",
      "this spring takes more than an hour to rest: expected a shorter response, or a greater dampingRatio"
    ),
    .init(
      "a spring that has no time",
      #""animation": { "duration": ▸0, "spring": { "dampingRatio": 0.7 } }"#, "animation.duration",
      "a spring of a damping ratio alone takes this time: expected more than 0"),
    .init(
      "a spring to settle on that has no time",
      #""animation": { "duration": 0 }, "settle": { "finish": { "spring": ▸{ "dampingRatio": 1 } } }"#,
      "settle.finish.spring",
      "this spring takes animation.duration, which is 0: add a response, or change that duration"),
    .init(
      "a carried velocity without a release",
      #""animation": { "duration": 1, "spring": { "response": 1, "velocity": ▸"carried" } }"#,
      "animation.spring.velocity",
      "there is no release to carry a velocity from: expected \"none\" or perDistance"),
    .init(
      "a number for a velocity",
      #""settle": { "finish": { "spring": { "response": 1, "velocity": ▸5 } } }"#,
      "settle.finish.spring.velocity",
      "expected a velocity in quotes, carried or none; or an object with perDistance, pointsOver or unit"
    ),
    .init(
      "points per second without a surface",
      #""settle": { "finish": { "spring": { "response": 1, "velocity": ▸{ "pointsOver": 500 } } } }"#,
      "settle.finish.spring.velocity",
      "pointsOver needs a surface that defines points: add surface"),
    .init(
      "the points per second of a press",
      #""gesture": { "press": {} }, "progress": {}, "surface": { "pointsPerMm": 6 }, "settle": { "cancel": { "spring": { "response": 1, "velocity": ▸{ "pointsOver": 500 } } } }"#,
      "settle.cancel.spring.velocity",
      "a press has no velocity in points: expected \"carried\", \"none\" or perDistance"),
    .init(
      "the velocity of a press in px/ms",
      #""gesture": { "press": {} }, "progress": {}, "settle": { "cancel": { "spring": { "response": 1, "velocity": ▸{ "unit": "px/ms" } } } }"#,
      "settle.cancel.spring.velocity",
      "a press has no velocity in a unit: expected \"carried\", \"none\" or perDistance"),
    .init(
      "a velocity that is a length",
      #""settle": { "finish": { "spring": { "response": 1, "velocity": { "unit": ▸"px" } } } }"#,
      "settle.finish.spring.velocity.unit", "unknown unit 'px'; did you mean 'px/s'?"),
    .init(
      "a preset of which it is not known how it settles", #""settle": { "preset": ▸"hammer" }"#,
      "settle.preset",
      "unknown preset 'hammer'; expected one of libadwaita, libadwaita-touch, libadwaita-flap-touch, niri,"
        + " qt-listview, qt-swipeview, qt-drawer, qt-drawer-close, flutter-pageview"
    ),
    .init(
      "the momentum of a press",
      #""gesture": { "press": {} }, "progress": {}, "rule": ▸{ "projection": { "momentum": "gtk" }, "clauses": [], "otherwise": "coast" }"#,
      "rule", "a press has no velocity at which anything could go on: leave out momentum"),
    .init(
      "a velocity in a unit, measured per event",
      #""rule": { "estimator": "hyprland", "clauses": [], "otherwise": "nearest" }, "settle": ▸{ "finish": { "spring": { "response": 0.3, "velocity": { "unit": "mm/s" } } } }"#,
      "settle",
      "the estimator hyprland measures per event, not in mm/s: expected another estimator in rule"
    ),
    .init(
      "a preset that takes a velocity, measured per event",
      #""rule": { "preset": "hyprland" }, "settle": { "preset": ▸"libadwaita" }"#,
      "settle.preset",
      "it can't settle like this, for the estimator hyprland measures no velocity per time:"
        + " expected libadwaita-flap-touch, niri, qt-listview, qt-swipeview, qt-drawer, qt-drawer-close or flutter-pageview"
    ),
    .init(
      "a press that settles as a swipe",
      #""gesture": { "press": {} }, "progress": {}, "settle": { "preset": ▸"libadwaita" }"#,
      "settle.preset",
      "it can't settle like this, for a press has no velocity: expected libadwaita-flap-touch, niri,"
        + " qt-listview, qt-swipeview, qt-drawer, qt-drawer-close or flutter-pageview"),
    .init(
      "a spring with a given duration",
      #""settle": { "cancel": { "spring": { "response": 1 }, "durationFactor": ▸1 } }"#,
      "settle.cancel.durationFactor",
      "this spring determines its own duration: leave out one or the other"),
    .init(
      "two paces", #""settle": { "cancel": { "speed": 2, "durationFactor": ▸1 } }"#,
      "settle.cancel.durationFactor",
      "durationFactor and speed both set the duration: leave out one or the other"),
    .init(
      "next to no time", #""settle": { "cancel": { "durationFactor": ▸0.0009 } }"#,
      "settle.cancel.durationFactor", "expected 0, for what is left, or a multiple from 0.001 on"),
    .init(
      "a jump that takes its time",
      #""settle": { "cancel": { "curve": "linear", "jump": ▸true } }"#,
      "settle.cancel.jump", "a jump takes no time: leave out jump, or all other keys"),
    .init(
      "a spring that begins anew",
      #""settle": { "finish": { "spring": { "dampingRatio": 1 }, "fullCurve": ▸true } }"#,
      "settle.finish.fullCurve", "a spring always starts anew: leave it out"),
  ]

  /// Mistakes in rules that concern the whole file; `A rule in a file` has the others.
  static let rules: [Malformed] = [
    .init(
      "a threshold on what there is not",
      #""rule": { "clauses": [{ "when": { ▸"pressure": { "above": 1 } }, "then": "finish" }], "otherwise": "cancel" }"#,
      "rule.clauses[0].when",
      "unknown key 'pressure'; known keys: fraction, snapIntervalFraction, progressSinceGrab, peak, "
        + "projected, travel, travelSize, distanceFromLanding, straightDistance, travelAxisExcess, "
        + "lastMovement, velocity, speed, velocityMagnitude, speedAxisExcess, duration, restTime"),
    .init(
      "a threshold that the preset has not",
      #""rule": { "preset": "kwin", "thresholds": { ▸"velocity": 3 } }"#,
      "rule.thresholds",
      "unknown key 'velocity'; known keys: fraction"),
    .init(
      "a threshold of a preset without any",
      #""rule": { "preset": "niri", "thresholds": { ▸"velocity": 3 } }"#,
      "rule.thresholds",
      "unknown key 'velocity'; leave it out"),
    .init(
      "a fraction and more", #""rule": ▸{ "fractionAbove": 0.5, "ties": "upper" }"#, "rule",
      "fractionAbove is a complete rule: leave out it or ties"),
    .init(
      "a rule of nothing", #""rule": ▸{}"#, "rule",
      "missing key 'clauses': a preset, a fractionAbove, or clauses to judge a release by"),
    .init(
      "clauses to wait for that do not exist", #""rule": { "preset": "niri" }, "judge": ▸"moving""#,
      "judge", "moving needs a rule with clauses, and this one has none: add clauses"),
  ]

  static let all = simple + gestures + animations + timings + rules
}
