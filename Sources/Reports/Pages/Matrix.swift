import PantographBase

/// A table whose columns are gestures, with cells so small that many are seen at a glance.
///
/// The page's script explains the cell that is chosen.
struct Matrix {
  /// What a row says of a gesture.
  struct Cell {
    /// A few letters.
    var word: String
    /// The class of its look.
    var kind: String?
    /// The texts of the matrix's fields; empty where nothing is known.
    var details: [String]
  }

  struct Row {
    var name: String
    /// A summary beside the name.
    var summary: String
    /// One for each gesture.
    var cells: [Cell]
  }

  let id: String
  let caption: String
  /// The heads of the names and of the summaries.
  let heads: (name: String, summary: String)
  /// The names of what is told of the chosen cell.
  let fields: [String]
  /// The numbers and times of the gestures.
  let gestures: [(number: Int, time: Timestamp)]
  let rows: [Row]

  @MarkupBuilder var markup: Markup {
    if !rows.isEmpty, !gestures.isEmpty {
      Markup("div", ["class": "scroll", "role": "region", "aria-label": caption]) {
        Markup("table", ["class": "matrix", "id": id]) {
          // It stays in sight while the table moves sideways.
          Markup("caption") { Markup("span") { caption } }
          Markup("thead") {
            Markup("tr") {
              Markup("th", ["scope": "col"]) { heads.name }
              Markup("th", ["scope": "col", "class": "word"]) { heads.summary }
              for gesture in gestures { Markup("th", ["scope": "col"]) { "\(gesture.number)" } }
            }
          }
          Markup("tbody") {
            for row in rows {
              Markup("tr") {
                Markup("th", ["scope": "row"]) { row.name }
                Markup("td", ["class": "word"]) { row.summary }
                for cell in row.cells { Markup("td", ["class": cell.kind]) { cell.word } }
              }
            }
          }
        }
      }
      Markup("div", ["class": "explained", "id": "\(id)-chosen", "role": "status", "hidden": ""])
    }
  }

  /// The explanations for the script: each text once, and for each cell the numbers of its texts.
  var json: JSONText {
    var texts: [String] = []
    var numbers: [String: Int] = [:]
    let cells = rows.map { row in
      JSONText.list(
        row.cells.flatMap(\.details).map { text in
          if let number = numbers[text] { return .integer(number) }
          numbers[text] = texts.count
          texts.append(text)
          return .integer(texts.count - 1)
        })
    }
    return [
      "id": .string(id), "fields": .list(fields.map { .string($0) }),
      "times": .list(gestures.map { .integer(Int($0.time.microseconds)) }),
      "texts": .list(texts.map { .string($0) }), "cells": .list(cells),
    ]
  }
}
