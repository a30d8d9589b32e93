import QtQuick
import Pantograph

Pager {
  id: pager
  count: 4
  Repeater {
    model: pager.count
    Rectangle {
      x: (index - pager.page) * pager.width
      width: pager.width
      height: pager.height
      color: Qt.rgba(0.2 + 0.2 * index, 0.4, 0.8 - 0.2 * index, 1)
    }
  }
}
