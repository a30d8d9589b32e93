import PantographBase
package import PantographCInterface
import PantographInteractions

/// What a C pointer to `struct pg_interaction` refers to.
final class InteractionHandle: Sendable {
  let interaction: Interaction
  /// The text that it was read from.
  let text: [UInt8]
  let valueNames: [CText]

  /// The size of the largest interaction file.
  static let largest = 16 << 20

  init(_ text: [UInt8]) throws(Complaint) {
    interaction = try Interaction(parsing: text)
    self.text = text
    valueNames = interaction.columns.map { CText($0) }
  }

  deinit { for name in valueNames { name.free() } }
}

/// Creates an interaction from a text.
///
/// - Parameter isTheirs: whether the caller has the text, so that a position in it means something.
func create(
  _ text: [UInt8], isTheirs: Bool, _ interaction: UnsafeMutablePointer<OpaquePointer?>
) throws(Refusal) -> pg_status {
  guard !text.isEmpty else { throw .unusable("the text is empty", line: 1, column: 1) }
  do throws(Complaint) {
    let handle = try InteractionHandle(text)
    unsafe interaction.pointee = .owning(handle)
    return .ok
  } catch let mistake {
    guard isTheirs else { throw .unusable(Sentence(mistake.sentence)) }
    throw .unusable(Sentence(mistake.sentence), line: mistake.line, column: mistake.column)
  }
}

@c @implementation package func pg_interaction_create(
  _ text: UnsafePointer<CChar>?, _ length: Int,
  _ interaction: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  unsafe explaining(error) { () throws(Refusal) in
    let interaction = unsafe try required(interaction, "interaction")
    unsafe interaction.pointee = nil
    let text = unsafe try required(text, "text")
    guard 0...InteractionHandle.largest ~= length else {
      throw .invalid("the text is longer than 16 MiB")
    }
    let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: text, count: length))
    return unsafe try create(bytes, isTheirs: true, interaction)
  }
}

@c @implementation package func pg_interaction_create_from_template(
  _ name: UnsafePointer<CChar>?, _ interaction: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  unsafe explaining(error) { () throws(Refusal) in
    let interaction = unsafe try required(interaction, "interaction")
    unsafe interaction.pointee = nil
    let template = unsafe InteractionStarter.all[try indexOf(name, in: pg_names(PG_TEMPLATES))]
    return unsafe try create(Array(template.text.utf8), isTheirs: false, interaction)
  }
}

@c @implementation package func pg_interaction_create_with(
  _ original: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ json: UnsafePointer<CChar>?,
  _ interaction: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  unsafe explaining(error) { () throws(Refusal) in
    let interaction = unsafe try required(interaction, "interaction")
    unsafe interaction.pointee = nil
    let handle = unsafe try required(original, "original").object(InteractionHandle.self)
    let path = unsafe String(cString: try required(path, "path"))
    let value = unsafe Array(String(cString: try required(json, "json")).utf8)
    let keys = path.split(separator: "/").map(String.init)
    do throws(Complaint) {
      _ = try JSONReplacement(of: value)
    } catch let mistake {
      throw .unusable(Sentence(mistake.sentence), line: mistake.line, column: mistake.column)
    }
    guard !keys.isEmpty, let file = try? JSONReplacement(of: handle.text) else {
      throw .unusable("no value at '\(path)'")
    }
    guard let text = file.replacing(keys, with: value) else {
      let known = file.known(of: keys)
      let missing = known < keys.count ? keys[known] : ""
      guard known > 0 else { throw .unusable("no value at '\(path)': there is no '\(missing)'") }
      let parent = keys[..<known].joined(separator: "/")
      throw .unusable("no value at '\(path)': '\(parent)' has no '\(missing)'")
    }
    return unsafe try create(text, isTheirs: false, interaction)
  }
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

@c @implementation package func pg_interaction_text(
  _ interaction: OpaquePointer?, _ text: UnsafeMutablePointer<CChar>?, _ capacity: Int
) -> Int {
  let bytes = unsafe interaction?.object(InteractionHandle.self).text ?? []
  return unsafe write(bytes, to: text, capacity)
}
