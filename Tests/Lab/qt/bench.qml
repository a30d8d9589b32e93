// A fullscreen Flickable of Qt Quick, and a ListView that turns pages; it logs a JSON object per line: what reaches it,
// and where it goes.
//
//     STARTS=FILE LOG=FILE ./bench
//
// STARTS has where each gesture begins, one per line: the offset in pixels, or for the ListView "page" and its number.
import QtQuick
import QtQuick.Window

Window {
    id: window
    visible: true
    visibility: Window.FullScreen
    width: 360
    height: 240

    readonly property var starts: Qt.application.arguments.slice(Qt.application.arguments.indexOf("--") + 1)
    property int next: 0
    property bool paged: false
    property Flickable view: paged ? pages : area

    function log(kind, more) {
        console.log(JSON.stringify(Object.assign({ "kind": kind }, more, {
            "frame": Date.now() * 1000, "position": view.contentX
        })))
    }

    function prepareNext() {
        if (next >= starts.length) {
            log("done", {})
            return
        }
        const start = starts[next]
        paged = start.startsWith("page")
        area.cancelFlick()
        pages.cancelFlick()
        if (paged) pages.positionViewAtIndex(Number(start.slice(4)), ListView.Beginning)
        else area.contentX = Number(start)
        log("gesture", { "number": next })
        next += 1
    }

    Flickable {
        id: area
        anchors.fill: parent
        visible: !window.paged
        contentWidth: 10360
        contentHeight: height
        flickableDirection: Flickable.HorizontalFlick
    }

    ListView {
        id: pages
        anchors.fill: parent
        visible: window.paged
        orientation: ListView.Horizontal
        snapMode: ListView.SnapOneItem
        model: 9
        delegate: Item { width: 360; height: 240 }
    }

    Connections {
        target: window.view
        function onContentXChanged() { window.log("frame", {}) }
        function onDragStarted() { window.log("begin", {}) }
        function onDragEnded() { window.log("end", { "velocity": window.view.horizontalVelocity }) }
        function onFlickStarted() { window.log("flick", { "velocity": window.view.horizontalVelocity }) }
        function onMovementEnded() { window.log("rest", {}) }
    }

    // Above the views, with a passive grab: it sees the landing and the lift, and takes nothing from them.
    Item {
        anchors.fill: parent
        PointHandler {
            onActiveChanged: {
                window.log(active ? "down" : "up", { "ms": Date.now() })
                if (!active) rest.start()
            }
            onPointChanged: if (active) window.log("at", {
                "ms": Date.now(), "x": point.position.x, "velocity": point.velocity.x
            })
        }
    }

    Timer { id: rest; interval: 2400; onTriggered: window.prepareNext() }
    Timer { interval: 1000; running: true; onTriggered: window.prepareNext() }
}
