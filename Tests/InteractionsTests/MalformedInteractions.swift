import PantographInteractions
import Testing

/// A mistake in an interaction file, and its message.
struct Malformed: CustomTestStringConvertible {
  /// The kind of mistake.
  var kind: String
  /// The members of the file, with ▸ at the mistake: at the wrong value, at the unknown key, and at the
  /// beginning of an object with a missing key.
  var members: String
  /// The path from the top of the file.
  var path: String
  /// The message, which must say what would be right.
  var sentence: String

  init(_ kind: String, _ members: String, _ path: String, _ sentence: String) {
    self.kind = kind
    self.members = members
    self.path = path
    self.sentence = sentence
  }

  var testDescription: String { kind }

  /// The file with the mark in it, completed with the usual members.
  private var marked: String {
    let usual = [
      ("version", #""version": 1"#),
      ("progress", #""progress": { "toward": "right", "distance": { "mm": 45 } }"#),
      (
        "animation",
        #""animation": { "duration": 1, "properties": [{ "name": "offset", "from": 0, "to": 9 }] }"#
      ),
    ]
    // A key that must be missing is named in a comment.
    let rest = usual.filter { !members.contains("\"\($0.0)\":") && !members.contains("no \($0.0)") }
    return "{\n\(([members] + rest.map(\.1)).joined(separator: ",\n"))\n}"
  }

  /// The file.
  var text: String { marked.replacing("▸", with: "") }

  /// The position of the mistake as `line:column`; the beginning of the file if nothing is marked.
  var position: String {
    guard let mark = marked.firstIndex(of: "▸") else { return "1:1" }
    let lines = marked[..<mark].split(separator: "\n", omittingEmptySubsequences: false)
    return "\(lines.count):\(lines[lines.count - 1].utf8.count + 1)"
  }
}

extension Malformed {
  /// Mistakes in single keys and values.
  static let simple: [Malformed] = [
    .init("another version", #""version": ▸2"#, "version", "expected the version 1"),
    .init(
      "no version", #""rate": 60 /* no version */"#, "",
      "missing key 'version': the version of the file format, 1"),
    .init(
      "an unknown key", #"▸"rates": 60"#, "", "unknown key 'rates'; did you mean 'rate'?"),
    .init(
      "a key of another object", #""surface": { ▸"duration": 1 }"#, "surface",
      "unknown key 'duration'; known keys: pointsPerMm, fit, unit"),
    .init(
      "a key twice", #""rate": 60, ▸"rate": 90"#, "",
      "duplicate key 'rate', first in line 2: leave out one of them"),
    .init(
      "a number for an object", #""progress": { "toward": "right", "distance": ▸45 }"#,
      "progress.distance", "expected an object in braces; known keys: mm, points, share"),
    .init(
      "a text for a number", #""rate": ▸"60""#, "rate",
      "expected samples per second, a number from 1 to 10000"),
    .init(
      "a number out of range", #""rate": ▸0"#, "rate",
      "expected samples per second from 1 to 10000"),
    .init(
      "a number for a name", #""progress": { "toward": ▸7, "distance": { "mm": 45 } }"#,
      "progress.toward", "expected a direction in quotes, right, left, up or down"),
    .init(
      "a misspelt name", #""progress": { "toward": ▸"upp", "distance": { "mm": 45 } }"#,
      "progress.toward", "unknown direction 'upp'; did you mean 'up'?"),
    .init(
      "a name that is far from all", #""catch": ▸"sideways""#, "catch",
      "unknown catch mode 'sideways'; expected one of moving, landing, never"),
    .init(
      "a text for a flag",
      #""animation": { "duration": 1, "scrubsLinearly": ▸"yes" }"#, "animation.scrubsLinearly",
      "expected true or false"),
    .init(
      "an object for a list", #""animation": { "duration": 1, "properties": ▸{} }"#,
      "animation.properties", "expected a list in brackets"),
    .init(
      "a schema that is no text", #""$schema": ▸1"#, "$schema",
      "expected the location of a schema in quotes"),
    .init(
      "no progress of a pan", #""rate": 60 /* no progress */"#, "",
      "missing key 'progress': the direction and the distance of the fingers' movement"),
    .init(
      "no animation", #""rate": 60 /* no animation */"#, "",
      "missing key 'animation': the animated properties and the duration"),
    .init(
      "a negative duration", #""animation": { "duration": ▸-1 }"#, "animation.duration",
      "expected seconds from 0 to 3600"),
    .init(
      "a misspelt curve", #""animation": { "duration": 1, "curve": ▸"easeout" }"#,
      "animation.curve", "unknown curve 'easeout'; did you mean 'easeOut'?"),
    .init(
      "half a curve", #""animation": { "duration": 1, "curve": ▸[0.2, 0] }"#, "animation.curve",
      "expected a name or [x1, y1, x2, y2]"),
    .init(
      "a number for a curve", #""animation": { "duration": 1, "curve": ▸2 }"#, "animation.curve",
      "expected a curve in quotes, linear, easeIn, easeOut, easeInOut or default; "
        + "or [x1, y1, x2, y2]"),
    .init(
      "a curve that goes back in time", #""animation": { "duration": 1, "curve": [▸-1, 0, 1, 1] }"#,
      "animation.curve[0]", "expected a time from 0 to 1"),
    .init(
      "a start that there is not", #""start": ▸"tapped""#, "start",
      "unknown start 'tapped'; expected one of manual, tap"),
    .init(
      "a start without its time", #""start": ▸{}"#, "start",
      "missing key 'after': seconds after the first event"),
    .init(
      "a number for a start", #""start": ▸0.1"#, "start",
      "expected a start in quotes, manual or tap; or an object with after"),
    .init(
      "a dismissal without a duration", #""dismiss": ▸{}"#, "dismiss",
      "missing key 'duration': the duration in seconds"),
  ]

  /// Mistakes in gestures, and in how they become progress.
  static let gestures: [Malformed] = [
    .init(
      "two gestures", #""gesture": { "pan": {}, "press": ▸{} }"#, "gesture.press",
      "expected pan, press or preview, one of them only"),
    .init(
      "no gesture in it", #""gesture": ▸{}"#, "gesture",
      "expected pan, press or preview: the gesture that drives the animation"),
    .init(
      "half a finger", #""gesture": { "pan": { "fingers": ▸1.5 } }"#, "gesture.pan.fingers",
      "expected a number of fingers, or [smallest, largest]"),
    .init(
      "more fingers than there are", #""gesture": { "pan": { "fingers": [1, ▸11] } }"#,
      "gesture.pan.fingers[1]", "expected a number of fingers from 1 to 10"),
    .init(
      "numbers of fingers in reverse order", #""gesture": { "pan": { "fingers": ▸[2, 1] } }"#,
      "gesture.pan.fingers", "expected a number of fingers, or [smallest, largest]"),
    .init(
      "a slop in points", #""gesture": { "pan": { "slop": { ▸"points": 10 } } }"#,
      "gesture.pan.slop", "unknown key 'points'; known keys: mm"),
    .init(
      "an edge without its side", #""gesture": { "pan": { "edge": ▸{} } }"#, "gesture.pan.edge",
      "missing key 'at': left, right, top or bottom"),
    .init(
      "an axis lock that locks nothing", #""gesture": { "pan": { "axisLock": ▸0.9 } }"#,
      "gesture.pan.axisLock", "expected a ratio of travel along to travel across from 1 to 1000"),
    .init(
      "an unknown toolkit", #""gesture": { "pan": { "as": ▸"gtk-tuch" } }"#, "gesture.pan.as",
      "unknown toolkit 'gtk-tuch'; did you mean 'gtk-touch'?"),
    .init(
      "a toolkit with a key that says the same",
      #""gesture": { "pan": { "as": "gtk-touch", "slop": { "mm": 2 }, "translationFrom": ▸"slop" } }"#,
      "gesture.pan.translationFrom",
      "the toolkit of as decides this: leave out translationFrom, or as"),
    .init(
      "half a report", #""gesture": { "pan": { "fewestReports": ▸2.5 } }"#,
      "gesture.pan.fewestReports", "expected a whole number of reports"),
    .init(
      "a velocity that counts from the slop",
      #""gesture": { "pan": { "velocityFrom": ▸"slop" } }"#, "gesture.pan.velocityFrom",
      "unknown origin of a velocity 'slop'; expected one of landing, lastReport, lastReportTwice"),
    .init(
      "an estimator without a sign", #""gesture": { "pan": { "estimator": ▸"use-gesture" } }"#,
      "gesture.pan.estimator",
      "unknown directional estimator 'use-gesture'; "
        + "expected one of pantograph, last-difference, least-squares-1, android, chromium, "
        + "impulse, flutter, flutter-ios, flutter-macos, react-native, libadwaita, niri, "
        + "gtk-scroll, gtk-swipe, qt, firefox, motion, hammer"),
    .init(
      "a pan that begins across its progress",
      #""gesture": { "pan": { "direction": ▸"vertical" } }"#, "gesture.pan.direction",
      "a pan in this direction makes no progress toward 'right': expected right, left or horizontal"
    ),
    .init(
      "a pan that begins away from its progress",
      #""gesture": { "pan": { "direction": ▸"left" } }"#, "gesture.pan.direction",
      "a pan in this direction leads away from progress toward 'right': expected right, or "
        + "bothDirections in progress"),
    .init(
      "a pan that begins away from its progress, upwards",
      #""gesture": { "pan": { "direction": ▸"up" } }, "progress": { "toward": "down", "distance": { "mm": 9 }, "limits": [0.01, 0.99] }"#,
      "gesture.pan.direction",
      "a pan in this direction leads away from progress toward 'down': expected down, or "
        + "bothDirections in progress"),
    .init(
      "forces that fall",
      #""gesture": { "press": ▸{ "peak": 0.1 } }, "progress": {}"#, "gesture.press",
      "expected increasing forces release, start, peak; found 0.17, 0.20, 0.10"
    ),
    .init(
      "a preview that pops before it peeks",
      #""gesture": { "preview": ▸{ "release": 0.1, "peek": 0.8 } }, "progress": {}"#,
      "gesture.preview",
      "expected increasing forces release, start, peek, pop; found 0.10, 0.15, 0.80, 0.75"),
    .init(
      "a force above what there is",
      #""gesture": { "press": { "start": ▸1.2 } }, "progress": {}"#, "gesture.press.start",
      "expected a force from 0 to 1"),
    .init(
      "a press with a direction",
      #""gesture": { "press": {} }, "progress": { "toward": ▸"right" }"#, "progress.toward",
      "a press has no direction or distance: leave out toward"),
    .init(
      "a press with a distance",
      #""gesture": { "preview": {} }, "progress": { "of": "time", "distance": ▸{ "mm": 9 } }"#,
      "progress.distance", "a press has no direction or distance: leave out distance"),
    .init(
      "a press that goes somewhere",
      #""gesture": { "press": {} }, "progress": { "of": ▸"location" }"#, "progress.of",
      "this gesture has no location: expected pressure, time or nothing"),
    .init(
      "the pressure of a pan",
      #""progress": { "of": ▸"pressure", "toward": "up", "distance": { "mm": 9 } }"#,
      "progress.of",
      "this gesture has no pressure: expected translation or location, time or nothing"),
    .init(
      "a press that is pulled like rubber",
      #""gesture": { "press": {} }, "progress": { "limits": ▸{ "rubberBand": 0.5 } }"#,
      "progress.limits", "the progress of a press needs limits: expected [smallest, largest]"),
    .init(
      "no distance", #""progress": ▸{ "toward": "up" }"#, "progress",
      "missing key 'distance': the distance for full progress"),
    .init(
      "a distance of nothing", #""progress": { "toward": "up", "distance": { "mm": ▸0 } }"#,
      "progress.distance.mm", "expected millimetres from 0.1 to 10000"),
    .init(
      "two distances", #""progress": { "toward": "up", "distance": { "mm": 45, "share": ▸1 } }"#,
      "progress.distance.share", "expected mm, points or share, one of them only"),
    .init(
      "points without a surface",
      #""progress": { "toward": "up", "distance": { "points": ▸90 } }"#,
      "progress.distance.points",
      "points need a surface that defines them: add surface, or use mm"),
    .init(
      "a surface in a number", #""surface": { "unit": ▸5 }"#, "surface.unit",
      "expected a unit in quotes, device"),
    .init(
      "two surfaces", #""surface": { "pointsPerMm": 6, "unit": ▸"device" }"#, "surface.unit",
      "expected pointsPerMm, fit or unit, one of them only"),
    .init(
      "both directions of a location",
      #""progress": { "of": "location", "toward": "up", "distance": { "share": 1 }, "bothDirections": ▸true }"#,
      "progress.bothDirections", "progress of location has no bothDirections: leave it out"),
    .init(
      "movement beyond no limits",
      #""progress": { "toward": "right", "distance": { "mm": 9 }, "limits": "none", "beyondLimits": ▸"forgotten" }"#,
      "progress.beyondLimits",
      "nothing is beyond these limits: expected limits of [smallest, largest]"),
    .init(
      "an offset of time", #""progress": { "of": "time", "offset": ▸{ "mm": 5 } }"#,
      "progress.offset", "progress of time has no offset: leave it out"),
    .init(
      "limits of nothing", #""progress": { "of": "nothing", "limits": ▸[0, 1] }"#,
      "progress.limits", "progress of nothing has no limits: leave it out"),
    .init(
      "limits in reverse order",
      #""progress": { "toward": "up", "distance": { "mm": 9 }, "limits": ▸[1, 0] }"#,
      "progress.limits", "expected [smallest, largest], \"none\" or { \"rubberBand\": 0.55 }"),
    .init(
      "time beyond the ends",
      #""progress": { "toward": "up", "distance": { "mm": 9 }, "limits": ▸"none" }, "animation": { "duration": 1, "scrubsLinearly": false }"#,
      "progress.limits",
      "an animation scrubbed by time needs limits: expected [smallest, largest]"),
    .init(
      "limits without room to move",
      #""progress": { "toward": "up", "distance": { "mm": 9 }, "limits": ▸[1, 2] }"#,
      "progress.limits",
      "nothing could move: expected limits that overlap 0 to 1"),
  ]
}
