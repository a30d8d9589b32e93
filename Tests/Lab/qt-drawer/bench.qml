// A fullscreen SwipeView of Qt Quick Controls below a Drawer; it logs a JSON object per line: what reaches them, and where
// they go.
//
//     STARTS=FILE LOG=FILE ./bench
//
// STARTS has where each gesture begins, one per line: "closed" or "open" for the drawer, "page" and its number for the
// SwipeView.
import QtQuick
import QtQuick.Controls
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
    readonly property Flickable view: pages.contentItem

    function log(kind, more) {
        console.log(JSON.stringify(Object.assign({ "kind": kind }, more, {
            "frame": Date.now() * 1000, "position": paged ? view.contentX : drawer.position
        })))
    }

    function prepareNext() {
        if (next >= starts.length) {
            log("done", {})
            return
        }
        const start = starts[next]
        paged = start.startsWith("page")
        if (paged) pages.setCurrentIndex(Number(start.slice(4)))
        if (start === "open") drawer.open()
        else drawer.close()
        log("gesture", { "number": next })
        next += 1
    }

    SwipeView {
        id: pages
        anchors.fill: parent
        interactive: window.paged
        Repeater {
            model: 9
            Item { }
        }
    }

    Drawer {
        id: drawer
        width: 240
        height: window.height
        interactive: !window.paged
        onPositionChanged: if (!window.paged) window.log("frame", {})
        onAboutToShow: window.log("show", {})
        onAboutToHide: window.log("hide", {})
        onOpened: window.log("opened", {})
        onClosed: window.log("closed", {})
    }

    Connections {
        target: window.view
        enabled: window.paged
        function onContentXChanged() { window.log("frame", {}) }
        function onDragStarted() { window.log("begin", {}) }
        function onDragEnded() { window.log("end", { "velocity": window.view.horizontalVelocity }) }
        function onFlickStarted() { window.log("flick", { "velocity": window.view.horizontalVelocity }) }
        function onMovementEnded() { window.log("rest", {}) }
    }

    // Above the drawer, with a passive grab: it sees the landing and the lift, and takes nothing from what is below.
    Item {
        parent: window.contentItem
        z: 2000000
        width: window.width
        height: window.height
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

    Timer { id: rest; interval: 1000; onTriggered: window.prepareNext() }
    Timer { interval: 1000; running: true; onTriggered: window.prepareNext() }
}
