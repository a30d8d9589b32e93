import Foundation
import PantographBindings
import PantographCInterface
import Testing

private let ok = pg_status(PG_OK)

extension pg_surface {
  fileprivate init(_ width: Double, _ height: Double) {
    self.init(width: width, height: height, units_per_mm_x: 0, units_per_mm_y: 0)
  }
}

@Suite struct `An interaction in C` {
  /// What a caller prints after any refusal is a message, and never what its memory contained.
  @Test func `stores an error whatever happens`() throws {
    let desk = try Desk()
    var handle: OpaquePointer?
    var count = 0
    let sheet = desk.interaction
    let calls: [(String, Int, (UnsafeMutablePointer<pg_error>) -> pg_status)] = [
      ("", PG_OK, { pg_interaction_create_from_template("sheet", &handle, $0) }),
      ("name is NULL", PG_INVALID, { pg_interaction_create_from_template(nil, &handle, $0) }),
      ("interaction is", PG_INVALID, { pg_interaction_create_from_template("sheet", nil, $0) }),
      (
        "unknown template 'shet'; did you mean 'sheet'?", PG_INVALID,
        { pg_interaction_create_from_template("shet", &handle, $0) }
      ),
      ("text is NULL", PG_INVALID, { pg_interaction_create(nil, 1, &handle, $0) }),
      ("16 MiB", PG_INVALID, { pg_interaction_create("{}", 17 << 20, &handle, $0) }),
      ("empty", PG_UNUSABLE, { pg_interaction_create("", 0, &handle, $0) }),
      ("original is", PG_INVALID, { pg_interaction_create_with(nil, "a", "1", &handle, $0) }),
      ("json is", PG_INVALID, { pg_interaction_create_with(sheet, "a", nil, &handle, $0) }),
      (
        "original is", PG_INVALID,
        { pg_interaction_create_with_thresholds(nil, [1], 1, &handle, $0) }
      ),
      (
        "interaction is", PG_INVALID,
        { pg_interaction_create_with_thresholds(sheet, [1], 1, nil, $0) }
      ),
      (
        "interaction is", PG_INVALID,
        { pg_interaction_judge(nil, [pg_release()], nil, nil, 0, &count, $0) }
      ),
      (
        "release is NULL", PG_INVALID,
        { pg_interaction_judge(sheet, nil, nil, nil, 0, &count, $0) }
      ),
      (
        "release: distance is 0; expected more than 0", PG_INVALID,
        { pg_interaction_judge(sheet, [pg_release()], nil, nil, 0, &count, $0) }
      ),
      ("interaction is", PG_INVALID, { pg_interaction_check_surface(nil, nil, $0) }),
      ("device is", PG_INVALID, { pg_device_create("touchscreen", nil, $0) }),
      ("device is", PG_INVALID, { pg_device_add_property(nil, 1, $0) }),
      ("device is", PG_INVALID, { pg_device_add_code(nil, 1, 0x14a, $0) }),
      ("device is", PG_INVALID, { pg_device_add_axis(nil, 0, 0, 1, 0, $0) }),
      ("evdev is", PG_INVALID, { pg_device_create_from_libevdev(nil, &handle, $0) }),
      ("device is", PG_INVALID, { pg_device_create_from_fd(0, nil, $0) }),
      ("interaction is", PG_INVALID, { pg_session_create(nil, 0, nil, &handle, $0) }),
      ("session is", PG_INVALID, { pg_session_create(sheet, 0, nil, nil, $0) }),
      ("2^62 microseconds", PG_INVALID, { pg_session_create(sheet, .max, nil, &handle, $0) }),
      (
        "a surface of 0 × 1 mm", PG_INVALID,
        { pg_session_create(sheet, 0, [pg_surface(0, 1)], &handle, $0) }
      ),
      ("", PG_UNUSABLE, { pg_device_create_from_fd(-1, &handle, $0) }),
      ("device is", PG_INVALID, { pg_session_create_for_device(sheet, 0, nil, &handle, $0) }),
      ("path is", PG_INVALID, { pg_recording_open(nil, &handle, $0) }),
      ("no such file", PG_UNUSABLE, { pg_recording_open("/nowhere", &handle, $0) }),
      ("bytes is", PG_INVALID, { pg_recording_create(nil, 1, &handle, $0) }),
      ("", PG_UNUSABLE, { pg_recording_create("?", 1, &handle, $0) }),
      ("recording is", PG_INVALID, { pg_recording_read(nil, nil, 1, &count, $0) }),
      ("count is", PG_INVALID, { pg_recording_read(nil, nil, 1, nil, $0) }),
      (
        "unknown estimator 'andriod'; did you mean 'android'?", -1,
        { pg_status(pg_name_index(pg_names(PG_ESTIMATORS), "andriod", $0)) }
      ),
      (
        "unknown rule 'android'", -1,
        { pg_status(pg_name_index(pg_names(PG_RULES), "android", $0)) }
      ),
      ("name is NULL", -1, { pg_status(pg_name_index(0, nil, $0)) }),
      ("unknown list 99", -1, { pg_status(pg_name_index(99, "sheet", $0)) }),
    ]
    for (number, (message, expected, call)) in calls.enumerated() {
      var error = Desk.unset
      let status = call(&error)
      #expect(status == expected, "\(number)")
      #expect(error.line < 77 && error.column < 78)
      let found = Desk.message(error)
      #expect(found.hasPrefix(message) || found.contains(message), "\(number): \(found)")
      #expect(found != "what memory has" && found.isEmpty == (status == ok), "\(number)")
      if status == ok { pg_interaction_destroy(handle) }
    }
  }

  @Test func `knows names by their index`() throws {
    for list in Int32(PG_TEMPLATES)...Int32(PG_QUANTITY_WORDS) {
      for index in 0... {
        guard let name = pg_name(list, index) else { break }
        #expect(pg_name_index(list, name, nil) == index)
      }
    }
  }

  @Test func `can be changed value by value`() throws {
    let desk = try Desk("sheet", changing: [("rate", "60")])
    #expect(pg_interaction_rate(desk.interaction) == 60)
    #expect(pg_interaction_value_count(desk.interaction) > 0)
    let name = try #require(pg_interaction_value_name(desk.interaction, 0))
    #expect(!String(cString: name).isEmpty)
    #expect(pg_interaction_value_name(desk.interaction, 99) == nil)
  }

  @Test(arguments: [
    ("rate", "\"fast\"", "rate: expected"), ("rate", "fast", "not valid JSON"),
    ("nowhere/deeper", "1", "no value at 'nowhere/deeper': there is no 'nowhere'"),
    ("gesture/pan/slip/mm", "1", "no value at 'gesture/pan/slip/mm': 'gesture/pan' has no 'slip'"),
    ("animation/properties/9/from", "1", "'animation/properties' has no '9'"),
    ("ratr", "60", "unknown key 'ratr'; did you mean 'rate'?"), ("rate", "60, \"x", "expected"),
    ("", "1", "no value at ''"), ("/", "{}", "no value at '/'"),
  ])
  func `says what can't be changed`(path: String, value: String, message: String) throws {
    let desk = try Desk()
    var interaction: OpaquePointer?
    var error = pg_error()
    let status = pg_interaction_create_with(desk.interaction, path, value, &interaction, &error)
    #expect(status == PG_UNUSABLE && interaction == nil)
    #expect(Desk.message(error).contains(message), "\(Desk.message(error))")
    // A position is one in the value, as the caller does not have the whole text.
    #expect(error.line <= 1 && error.column <= value.utf8.count + 1)
  }
}
