import PantographTouches
import PantographTraces
import Testing

@Suite struct `The output of libinput debug-events` {
  /// Printed by libinput 1.22 for a touchscreen and a touchpad.
  private static let both = """
    -event7   DEVICE_ADDED            Raydium Touch                     seat0 default group1  cap:t  size 250x112mm ntouches 10
    -event5   DEVICE_ADDED            SynPS/2 Pad                       seat0 default group1  cap:pg  size 90x50mm
    -event7   TOUCH_DOWN              +1.008s\t0 (0) 45.12/63.42 (112.80/70.90mm)
     event7   TOUCH_FRAME             +1.008s\t
     event7   TOUCH_MOTION            +1.016s\t0 (0) 45.12/61.00 (112.80/68.20mm)
     event7   TOUCH_DOWN              +1.016s\t1 (1)  8.20/ 9.17 (20.50/10.25mm)
     event7   TOUCH_FRAME             +1.016s\t
    -event5   POINTER_MOTION          +1.020s\t  2.00/  0.00 ( +2.00/ +0.00)
     event5   GESTURE_SWIPE_BEGIN     +1.030s\t3
     event5   GESTURE_SWIPE_UPDATE    +1.038s\t3  1.00/-2.00 ( 1.00/-2.00 unaccelerated)
     event5   GESTURE_SWIPE_END       +1.046s\t3
     event5   GESTURE_PINCH_UPDATE    +1.058s\t3  1.00/ 1.00 ( 1.00/ 1.00 unaccelerated)  0.86 @  0.08
    -event7   TOUCH_UP                +1.070s\t1 (1)
     event7   TOUCH_FRAME             +1.070s\t
     event7   TOUCH_CANCEL            +1.080s\t0 (0)
     event7   TOUCH_FRAME             +1.080s\t

    """

  @Test func `has touches in millimetres, and lacks those of touchpads`() throws {
    let recording = try Pointers(Self.both)
    #expect(recording.format == "libinput-debug-events")
    #expect(recording.devices.map(\.description.name) == ["libinput touchscreen"])
    #expect(
      try recording.frames == [
        "1008000 0:112.80,70.90", "1016000 0:112.80,68.20 1:20.50,10.25",
        "1070000 0:112.80,68.20", "1080000",
      ])
    #expect(recording.lines.first == 3 && recording.lines.last == 15)
    #expect(
      recording.device.range(of: .absMTPositionX)
        == AxisRange(minimum: 0, maximum: 250_000, resolution: 1000))
    #expect(recording.device.range(of: .absMTPositionY)?.maximum == 112_000)
    #expect(
      recording.remarks == [
        "5 events are left out: libinput prints no contacts of touchpads, mice and pens;"
          + " `libinput record` does",
        "the pressure of a touch is not recorded", "1 cancelled pointer is read as lifted",
      ])
    #expect(try Pointers(Self.both, pieces: 7).events == recording.events)
  }

  /// Older versions print two decimals, and newer ones may print a counter; the size follows from the positions.
  @Test(arguments: ["", "  3 ", " 12 "]) func `of other versions`(counter: String) throws {
    let lines = [
      ("TOUCH_DOWN", "+1.00", "40.00/50.00 (100.00/56.50mm)"),
      ("TOUCH_MOTION", "+1.00", "40.00/52.00 (100.00/58.76mm)"),
      ("TOUCH_MOTION", "+1.01", "42.00/-1.00 (105.00/-1.13mm)"), ("TOUCH_UP", "+1.03", ""),
    ]
    let text = lines.map { " event12  \($0) \(counter) \($1)s\t-1 (0) \($2)\n" }.joined()
    let recording = try Pointers("event12 - touch: is tagged by udev as: Touchscreen\n" + text)
    // Equal stamps are spread over the 10 ms that they are rounded to.
    #expect(
      try recording.frames == [
        "1000000 0:100.00,56.50", "1005000 0:100.00,58.76", "1010000 0:105.00,-1.13", "1030000",
      ])
    #expect(recording.device.range(of: .absMTPositionX)?.maximum == 250_000)
    #expect(recording.device.range(of: .absMTPositionY)?.maximum == 113_000)
  }

  @Test func `of a screen without a size is in its own units`() throws {
    let text = """
      -event7   TOUCH_DOWN   +0.100s\t0 (0) 50.00/50.00 (360.00/640.00mm)
       event7   TOUCH_MOTION +0.108s\t0 (0) 50.00/40.00 (360.00/512.00mm)
       event7   TOUCH_UP     +0.116s\t0 (0)
      """
    let remarks = try Pointers(text).remarks
    #expect(
      remarks.first
        == "the screen reports no size, so that the lengths are its own units and not mm")
    #expect(remarks.contains { $0.hasPrefix("the number of pixels per millimetre is unknown") })
  }

  /// A screen of 250 × 112 mm, whose touches all happen to be at whole millimetres.
  @Test func `of a screen that announces its size is in millimetres`() throws {
    let text = """
      -event7   DEVICE_ADDED Raydium Touch seat0 default group1  cap:t  size 250x112mm ntouches 10
      -event7   TOUCH_DOWN   +0.100s\t0 (0) 40.00/50.00 (100.00/56.00mm)
       event7   TOUCH_MOTION +0.108s\t0 (0) 40.00/25.00 (100.00/28.00mm)
       event7   TOUCH_UP     +0.116s\t0 (0)
      """
    let recording = try Pointers(text)
    #expect(
      recording.device.range(of: .absMTPositionX)
        == AxisRange(minimum: 0, maximum: 250_000, resolution: 1000))
    #expect(recording.remarks == ["the pressure of a touch is not recorded"])
  }

  @Test func `of several touchscreens has the first`() throws {
    let text = """
      -event7   TOUCH_DOWN   +0.100s\t0 (0) 50.00/50.00 (36.50/64.00mm)
      -event8   TOUCH_DOWN   +0.104s\t0 (1) 10.00/10.00 (9.00/9.00mm)
      -event7   TOUCH_UP     +0.116s\t0 (0)
      -event8   TOUCH_UP     +0.120s\t0 (1)
      """
    let recording = try Pointers(text)
    #expect(try recording.frames == ["100000 0:36.50,64.00", "116000"])
    #expect(
      recording.remarks.first
        == "2 touch events are left out: only the touchscreen event7 is read")
  }

  @Test(arguments: [
    ("TOUCH_DOWN 1.008s\t0 (0)", 1, 20, "expected a time such as +1.234s"),
    ("TOUCH_DOWN +1.008\t0 (0)", 1, 25, "expected a time such as +1.234s"),
    ("TOUCH_DOWN +1s\t0 (0)", 1, 21, "expected a time such as +1.234s"),
    ("TOUCH_DOWN +1.008s\tx", 1, 27, "expected a slot"),
    ("TOUCH_DOWN +1.008s\t0 (0", 1, 31, "expected a closing parenthesis"),
    ("TOUCH_DOWN +1.008s\t0 (0) 4,0", 1, 34, "expected a percentage of the screen"),
    ("TOUCH_DOWN +1.008s\t0 (0) 4.0 5.0", 1, 36, "expected a slash between x and y"),
    ("TOUCH_DOWN +1.008s\t0 (0) 4.0/5.0 (1.0/2.0)", 1, 49, "expected mm and a closing parenthesis"),
    ("TOUCH_UP +1.008s\t0 (0) 4.0/5.0 (1.0/2.0mm)", 1, 31, "expected the end of the line"),
    (
      "POINTER_MOTION +1.008s\t2.00/0.00 (+2.00/+0.00)", 1, 1,
      "no touches in it: libinput prints no contacts of touchpads, mice and pens; record the device"
        + " with `libinput record`"
    ),
  ])
  func `reports the line and column of an error`(
    text: String, line: Int, column: Int, sentence: String
  ) throws {
    let error = #expect(throws: TraceError.self) { try Pointers("event7 \(text)\n") }
    #expect(error == TraceError(.invalid(error?.sentence ?? ""), line: line, column: column))
    #expect(error?.sentence == sentence)
  }
}
