package import PantographCInterface
import PantographInteractions
import PantographJSON

/// What a C pointer to `struct pg_interaction` refers to.
final class InteractionHandle: Sendable {
  let interaction: Interaction
  /// The text that it was read from.
  let text: [UInt8]
  let valueNames: [CText]

  /// The size of the largest interaction file.
  static let largest = 16 << 20

  init(_ text: [UInt8]) throws(InteractionError) {
    var interaction = try Interaction(parsing: text)
    // As in `replay`: a contact that the device calls a palm is ignored only where the interaction says so.
    interaction.ignoresPalms = true
    self.interaction = interaction
    self.text = text
    valueNames = interaction.columns.map { CText($0) }
  }

  deinit { for name in valueNames { name.free() } }
}

extension OpaquePointer {
  /// Passes an object to C, which owns it until ``destroy(_:)``.
  static func owning(_ object: some AnyObject) -> OpaquePointer {
    unsafe OpaquePointer(Unmanaged.passRetained(object).toOpaque())
  }

  /// Returns the object of a handle.
  func object<Object: AnyObject>(_ type: Object.Type) -> Object {
    unsafe Unmanaged<Object>.fromOpaque(UnsafeRawPointer(self)).takeUnretainedValue()
  }

  /// Frees an object that C owns.
  func destroy<Object: AnyObject>(_ type: Object.Type) {
    unsafe Unmanaged<Object>.fromOpaque(UnsafeRawPointer(self)).release()
  }
}

private func create(
  _ text: [UInt8], _ interaction: UnsafeMutablePointer<OpaquePointer?>,
  _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  guard !text.isEmpty else {
    return unsafe unusable("the text is empty", line: 1, column: 1, error)
  }
  do throws(InteractionError) {
    let handle = try InteractionHandle(text)
    unsafe interaction.pointee = .owning(handle)
    return .ok
  } catch let mistake {
    let key = mistake.path.isEmpty ? "" : "\(mistake.path): "
    return unsafe unusable(
      key + mistake.sentence, line: mistake.location.line, column: mistake.location.column, error)
  }
}

@c @implementation package func pg_interaction_create(
  _ text: UnsafePointer<CChar>?, _ length: Int,
  _ interaction: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  guard let interaction = unsafe interaction else { return .invalid }
  unsafe interaction.pointee = nil
  guard let text = unsafe text, length >= 0, length <= InteractionHandle.largest else {
    return .invalid
  }
  let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: text, count: length))
  return unsafe create(bytes, interaction, error)
}

@c @implementation package func pg_interaction_create_from_template(
  _ name: UnsafePointer<CChar>?, _ interaction: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  guard let interaction = unsafe interaction else { return .invalid }
  unsafe interaction.pointee = nil
  guard let name = unsafe name else { return .invalid }
  let wanted = unsafe String(cString: name)
  guard let template = InteractionStarter.named(wanted) else {
    return unsafe unusable("unknown template '\(wanted)'", error)
  }
  return unsafe create(Array(template.text.utf8), interaction, error)
}

@c @implementation package func pg_interaction_create_with(
  _ original: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ json: UnsafePointer<CChar>?,
  _ interaction: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  guard let interaction = unsafe interaction else { return .invalid }
  unsafe interaction.pointee = nil
  guard let original = unsafe original, let path = unsafe path, let json = unsafe json else {
    return .invalid
  }
  let handle = unsafe original.object(InteractionHandle.self)
  let keys = unsafe String(cString: path)
  let value = unsafe Array(String(cString: json).utf8)
  guard
    let file = try? JSONReplacement(of: handle.text),
    let text = file.replacing(keys.split(separator: "/").map(String.init), with: value)
  else { return unsafe unusable("no value at '\(keys)'", error) }
  return unsafe create(text, interaction, error)
}

@c @implementation package func pg_interaction_destroy(_ interaction: OpaquePointer?) {
  unsafe interaction?.destroy(InteractionHandle.self)
}

@c @implementation package func pg_interaction_rate(_ interaction: OpaquePointer?) -> Double {
  unsafe interaction?.object(InteractionHandle.self).interaction.rate ?? 0
}

@c @implementation package func pg_interaction_value_count(_ interaction: OpaquePointer?) -> Int {
  unsafe interaction?.object(InteractionHandle.self).valueNames.count ?? 0
}

@c @implementation package func pg_interaction_value_name(
  _ interaction: OpaquePointer?, _ index: Int
) -> UnsafePointer<CChar>? {
  guard let handle = unsafe interaction?.object(InteractionHandle.self) else { return nil }
  guard handle.valueNames.indices.contains(index) else { return nil }
  return unsafe handle.valueNames[index].constant
}
