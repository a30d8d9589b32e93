package import PantographBase
package import PantographInteractions
package import PantographMotion
package import PantographTrajectories

/// What is under test, as `subject.json` in the folder of a case describes it.
package struct Subject: Hashable, Sendable {
  /// The kinds of subjects.
  package enum Kind: Hashable, Sendable {
    /// A program that reads contacts and prints a table.
    case command(Command)
    /// A page in a browser.
    case page(Page)
  }

  /// A program that reads contacts and prints a table.
  package struct Command: Hashable, Sendable {
    /// How the program receives the contacts of a recording.
    package enum Input: String, Hashable, Sendable, CaseIterable {
      /// A table with a header.
      case csv
      /// A JSON object a line.
      case ndjson
      /// The events of a virtual input device.
      case device
    }

    /// Where the program writes its table.
    package enum Output: Hashable, Sendable {
      case standardOutput
      /// A file below the folder of the case.
      case log(String)
      /// A Unix socket that Pantograph listens on.
      case socket
    }

    /// The program and its arguments; run in the folder of the case.
    package var words: [String]
    /// How the program receives the contacts.
    package var input = Input.csv
    /// Where the program writes its table.
    package var output = Output.standardOutput
    /// Pixels per millimetre; `nil` if the program is to receive millimetres only.
    package var pixelsPerMillimetre: Double?

    /// Creates a program with the usual settings.
    package init(words: [String]) {
      self.words = words
    }
  }

  /// A page in a browser.
  package struct Page: Hashable, Sendable {
    /// What the page receives of the contacts of a recording.
    package enum Input: String, Hashable, Sendable, CaseIterable {
      /// Each contact is a finger on a touchscreen.
      case touch
      /// Two fingers on a touchpad scroll or pinch.
      case wheel
      /// The first contact is a pen.
      case pen
    }

    /// A file below the folder of the case, or a URL.
    package var location: String
    /// The browser; `nil` for the first one that is found.
    package var browser: String?
    /// What it receives; `nil` for a pen if the recording is of one, and fingers otherwise.
    package var input: Input?
    /// How a scroll of a touchpad goes on after the lift; `nil` if nothing follows.
    package var momentum: Momentum?
    /// The size of the viewport in CSS pixels.
    package var width = 412
    package var height = 915
    /// CSS pixels per millimetre; 160 per inch by default, as Android defines them.
    package var pixelsPerMillimetre = 160 / 25.4
    /// Where on the page the fingers are.
    package var placement = Placement()
    /// The elements whose paths are taken down.
    package var elements: [Element] = []
    /// What is taken down of each element.
    package var shown = ["x", "y", "opacity"]
    /// The names of the DOM events that are taken down.
    package var events: [String] = []
    /// Whether everything else on the page must stand still.
    package var standsStill = false

    /// Creates a page with the usual settings.
    package init(location: String) {
      self.location = location
    }
  }

  /// An element of a page: its name in columns, and the selector that finds it.
  package struct Element: Hashable, Sendable {
    package var name: String
    package var selector: String
  }

  /// How a scroll of a touchpad goes on after the lift.
  package struct Momentum: Hashable, Sendable {
    /// How fast it slows down.
    package var law: TouchpadGlide.Law
    /// Whether the browser sends its wheel events; otherwise the script in the page does, with `momentum`.
    package var isTrusted = true
  }

  /// Where on the page the fingers are.
  package struct Placement: Hashable, Sendable {
    /// A point of the touch surface in millimetres.
    package var from = Point(x: 0, y: 0)
    /// The point of the page, in CSS pixels, that lies there.
    package var to = Point(x: 0, y: 0)
    /// The selector of the element on which the first finger lands; it counts instead of the two points.
    package var on: String?
    /// Where it lands on the element, in parts of its width and height.
    package var part = Point(x: 0.5, y: 0.5)
  }

  /// How fast the events of a recording follow each other.
  package enum Pace: String, Hashable, Sendable, CaseIterable {
    /// As fast as a program reads them; a page's clock goes on with each of them.
    case fast
    /// Each at its time since the start.
    case real
  }

  /// What is tested.
  package var kind: Kind
  /// How fast the events follow each other.
  package var pace: Pace
  /// Requests for a sample per second.
  package var frameRate = 60.0
  /// Seconds for which samples are requested after the last contact has lifted.
  package var rest = 1.0
  /// Seconds after which the subject is ended, besides the time that it has to wait for its input.
  package var timeLimit: Double
  /// How far it may differ from what was accepted.
  package var tolerances: Tolerances
  /// What else must show the same.
  package var agreements: [Agreement] = []
  /// What must hold of its columns, whatever was accepted.
  package var conditions = Conditions()

  /// Whether a clock of its own takes part, so that no two runs are the same.
  package var isInRealTime: Bool {
    switch kind {
    case .command(let command): command.input == .device || pace == .real
    case .page: pace == .real
    }
  }

  /// Whether it is a page in real time, of which no two runs have the same frames.
  package var isPageInRealTime: Bool {
    switch kind {
    case .command: false
    case .page: pace == .real
    }
  }

  /// When its display shows frames.
  ///
  /// A program that reads a device prints rows when it likes. In real time, a page's frames are the browser's, which
  /// shows 60 of them a second on a display of its own.
  var frameClock: FrameClock {
    switch kind {
    case .command(let command) where command.input == .device:
      FrameClock(rate: nil, isVirtual: false)
    case .page where pace == .real: FrameClock(rate: 60, isVirtual: false)
    case .command, .page: FrameClock(rate: frameRate, isVirtual: pace == .fast)
    }
  }

  /// Creates a subject with the usual settings.
  package init(_ kind: Kind, pace: Pace = .fast) {
    self.kind = kind
    self.pace = pace
    switch kind {
    case .command: timeLimit = 10
    // A browser takes a second to start, and longer on a busy machine.
    case .page: timeLimit = 60
    }
    tolerances = kind.tolerances
    if isPageInRealTime { tolerances = .ofPageInRealTime }
  }
}

extension Tolerances {
  /// 1/30 s, two frames of a 60 Hz display: a program that reads a device prints its rows between the events,
  /// at other times in each run.
  package static let ofDevice = Tolerances(
    usually: Tolerance(value: Tolerance.printed.value, microseconds: 33_333))

  /// 2 pixels or 0.02 of an opacity, and 0.25 s.
  ///
  /// Of 70 runs in Chromium, half of them beside four busy processes, the end of a fling varied by up to 0.19 s.
  package static let ofPageInRealTime = Tolerances(
    usually: Tolerance(value: 2, microseconds: 250_000),
    share: Tolerance(value: 0.02, microseconds: 250_000))

  /// Whether they are those of a program that reads a device.
  var areOfDevice: Bool { usual == Self.ofDevice.usual }
}

extension Subject.Kind {
  /// The usual tolerances, unless a page runs in real time.
  var tolerances: Tolerances {
    switch self {
    case .command(let command): command.input == .device ? .ofDevice : Tolerances()
    case .page: Tolerances()
    }
  }
}

extension Subject {
  /// Another subject, or an interaction of Pantograph, that must show the same.
  package struct Agreement: Hashable, Sendable {
    /// Its file, below the folder of the subject.
    package var other: String
    /// The columns that are compared: their names here and there.
    package var columns: [Pair]
    /// How far they may differ.
    package var tolerances = Tolerances()
    /// How far they may differ if the other one is a program that reads a device.
    package var tolerancesOfDevice = Tolerances.ofDevice
  }

  /// The names of a column in two observations.
  package struct Pair: Hashable, Sendable {
    package var here: String
    package var there: String
  }
}
