import PantographTraces
import Testing

@Suite struct `Android's input events in a trace of Perfetto` {
  /// A pointer with its number and the values of axes, in the order of their numbers.
  private typealias Pointer = (id: Int, tool: Int, axes: [Int: Double])

  /// The rows of an event; Android leaves out axes that are 0.
  private static func event(
    _ id: Int, _ milliseconds: Double, _ action: Int, _ pointers: [Pointer], device: Int = 4
  ) -> String {
    let time = Int(milliseconds * 1e6)
    var arguments = [("action", "\(action)"), ("event_time_nanos", "\(time)")]
    for (index, pointer) in pointers.enumerated() {
      let name = "pointer[\(index)]"
      for (place, axis) in pointer.axes.sorted(by: { $0.key < $1.key }).enumerated() {
        arguments.append(("\(name).axis_value[\(place)].axis", "\(axis.key)"))
        arguments.append(("\(name).axis_value[\(place)].value", "\(axis.value)"))
      }
      arguments.append(("\(name).pointer_id", "\(pointer.id)"))
      arguments.append(("\(name).tool_type", "\(pointer.tool)"))
    }
    // The stamp of the trace is later than that of the event.
    return arguments.map { key, value in
      "\(id),\(time + 900_000),\(action),\(device),254,\"\(key)\",\"\(value)\"\n"
    }.joined()
  }

  private static let header = #""id","ts","action","device_id","dpi","key","value""# + "\n"
  private static func finger(_ id: Int, _ x: Double, _ y: Double, _ pressure: Double) -> Pointer {
    (id, 1, [0: x, 1: y, 2: pressure, 4: 60].filter { $0.value != 0 })
  }

  /// Two fingers, and a mouse of another device.
  private static let pinch =
    header + event(0, 100, 0, [finger(0, 200, 300, 0.25)])
    + event(1, 104, 5 | 1 << 8, [finger(0, 200, 300, 0.25), finger(3, 0, 500.5, 0.5)])
    + event(2, 108, 2, [finger(0, 200, 290, 0.5), finger(3, 0, 510.5, 0.5)])
    + event(3, 110, 7, [(0, 3, [0: 9, 1: 9])])
    + event(4, 111, 0, [(0, 3, [0: 9, 1: 9])], device: 2)
    + event(5, 112, 6, [finger(0, 200, 280, 0.75), finger(3, 0, 510.5, 0.5)])
    + event(6, 120, 3, [finger(3, 0, 510.5, 0.5)])

  @Test func `are touches in pixels of the display`() throws {
    let recording = try Pointers(Self.pinch)
    #expect(recording.format == "perfetto")
    #expect(
      try recording.frames == [
        "100000 0:20.00,30.00 0.25", "104000 0:20.00,30.00 0.25 1:0.00,50.05 0.50",
        "108000 0:20.00,29.00 0.50 1:0.00,51.05 0.50", "112000 1:0.00,51.05 0.50", "120000",
      ])
    let last = Self.pinch.split(separator: "\n").firstIndex { $0.hasPrefix("6,") }
    // 60 pixels wide, in thousandths.
    #expect(recording.texts.contains("100000 3 0x30 60000"))
    #expect(recording.lines.first == 2 && recording.lines.last == last.map { $0 + 1 })
    #expect(
      recording.remarks == [
        "a millimetre has 10.00 pixels, by its column dpi",
        "1 touch event is left out: only the first device that is touched is read",
        "1 cancelled pointer is read as lifted",
      ])
    #expect(try Pointers(Self.pinch, pieces: 7).events == recording.events)
  }

  @Test func `may be of a pen, and have columns in any order`() throws {
    let text = """
      key,value,dpi,more,device_id,action,ts,id
      pointer[0].axis_value[0].axis,0,254,x,4,0,5000000,9
      pointer[0].axis_value[0].value,50.5,254,x,4,0,5000000,9
      pointer[0].tool_type,2,254,x,4,0,5000000,9
      pointer[0].axis_value[0].value,60.5,254,x,4,1,9000000,10
      pointer[0].tool_type,2,254,x,4,1,9000000,10

      """
    let recording = try Pointers(text)
    #expect(recording.devices.map(\.node) == ["pen"])
    #expect(try recording.frames == ["5000 0:5.05,0.00", "9000"])
  }

  @Test(arguments: [
    (
      "\"dpi\",", "",
      "1:1: expected a column 'dpi', the dots per inch that `adb shell dumpsys display` prints"
    ),
    ("\"key\",\"value\"", "\"arg_set_id\"", "1:1: expected a column 'key'"),
    ("0,100900000,0", "0,x,0", "2:3: expected a time in nanoseconds"),
    ("\"200.0\"", "\"nan\"", "5:54: expected a value of an axis"),
    (",254,\"action\"", ",2,\"action\"", "2:17: expected dots per inch"),
    (",254,\"action\",\"0\"", ",254", "2:20: expected as many fields as the first line has"),
    ("\"action\",\"0\"", "\"action\",\"0", "2:32: expected a closing quote"),
    ("\"action\",\"0\"", "\"action\"x,\"0\"", "2:29: expected a comma after the closing quote"),
    (
      "axis_value", "other",
      "2:1: an event without coordinates: Android has redacted it; record with TRACE_LEVEL_COMPLETE"
        + " for the windows that are touched"
    ),
  ])
  func `report the line and column of an error`(old: String, new: String, complaint: String) throws
  {
    let text = Self.pinch.replacingOccurrences(old, new)
    let error = #expect(throws: TraceError.self) { try Pointers(text) }
    #expect(error?.description == complaint)
  }

  /// RFC 4180: a doubled quote in quotes is one.
  @Test func `may contain quotes and commas in text`() throws {
    let text = Self.pinch.replacingOccurrences("\"action\",\"0\"", "\"\"\"a\"\", b\",\"0\"")
    #expect(text != Self.pinch)
    #expect(throws: Never.self) { try Pointers(text) }
  }
}
