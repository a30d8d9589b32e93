// A drawer in a GTK 4 window, moved by a PropertyAnimator on GTK's frame clock.
//
//     swift run gtk-drawer
//
// The mouse or a finger drags it, and catches it while it settles. An argument is the response in seconds of the
// spring that closes it.
import CGTK
import Drawer

private let drawer = try Drawer(
  closingResponse: CommandLine.arguments.dropFirst().first.flatMap(Double.init) ?? 0.4)
private var isTicking = false

/// Calls a C function with the type that GTK wants for signals.
private func connect<Function>(_ object: OpaquePointer, _ signal: String, _ function: Function) {
  g_signal_connect_data(
    UnsafeMutableRawPointer(object), signal, unsafeBitCast(function, to: GCallback.self), nil, nil,
    GConnectFlags(0))
}

/// The time of GTK's clock, in seconds.
private var now: Double { Double(g_get_monotonic_time()) / 1e6 }

/// Moves the drawer to where it must be when the display shows the frame that GTK prepares now.
private let tick: GtkTickCallback = { area, clock, _ in
  let time = gdk_frame_clock_get_frame_time(clock)
  var (interval, shown): (gint64, gint64) = (0, 0)
  gdk_frame_clock_get_refresh_info(clock, time, &interval, &shown)
  let frame = Double(shown == 0 ? time + interval : shown) / 1e6
  return MainActor.assumeIsolated {
    drawer.frame(at: frame)
    gtk_widget_queue_draw(area)
    isTicking = drawer.isSettling
    return isTicking ? 1 : 0
  }
}

/// Draws at the next frame, and at those that follow while the drawer moves.
@MainActor private func redraw(_ gesture: OpaquePointer) {
  if isTicking { return }
  isTicking = true
  gtk_widget_add_tick_callback(gtk_event_controller_get_widget(gesture), tick, nil, nil)
}

private let draw: GtkDrawingAreaDrawFunc = { _, cairo, width, height, _ in
  let offset = MainActor.assumeIsolated { drawer.offset.rounded() }
  cairo_set_source_rgb(cairo, 1, 1, 1)
  cairo_paint(cairo)
  cairo_set_source_rgb(cairo, 0, 0, 1)
  cairo_rectangle(cairo, 0, Double(height) - offset, Double(width), offset)
  cairo_fill(cairo)
}

private let landed: @convention(c) (OpaquePointer, Double, Double, gpointer?) -> Void = {
  gesture, _, _, _ in
  MainActor.assumeIsolated {
    try? drawer.land()
    redraw(gesture)
  }
}

private let moved: @convention(c) (OpaquePointer, Double, Double, gpointer?) -> Void = {
  gesture, _, y, _ in
  MainActor.assumeIsolated {
    drawer.drag(by: -y, at: now)
    redraw(gesture)
  }
}

private let lifted: @convention(c) (OpaquePointer, Double, Double, gpointer?) -> Void = {
  gesture, _, _, _ in
  MainActor.assumeIsolated {
    try? drawer.lift(at: now)
    redraw(gesture)
  }
}

gtk_init()
guard let window = gtk_window_new(), let area = gtk_drawing_area_new(),
  let drag = gtk_gesture_drag_new()
else { fatalError("no memory") }
connect(drag, "drag-begin", landed)
connect(drag, "drag-update", moved)
connect(drag, "drag-end", lifted)
window.withMemoryRebound(to: GtkWindow.self, capacity: 1) { window in
  gtk_window_set_default_size(window, 400, 600)
  gtk_window_set_child(window, area)
  area.withMemoryRebound(to: GtkDrawingArea.self, capacity: 1) {
    gtk_drawing_area_set_draw_func($0, draw, nil, nil)
  }
  gtk_widget_add_controller(area, drag)
  gtk_window_present(window)
}
while g_list_model_get_n_items(gtk_window_get_toplevels()) > 0 {
  g_main_context_iteration(nil, 1)
}
