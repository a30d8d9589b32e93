// A fullscreen window of GTK that logs what sway passes on of a touchpad's gestures, a JSON object per line:
//
// - lines of libinput: what libinput itself makes of the same reports, as in the bench of libinput;
// - lines with "client": what the Wayland protocols bring (wl_pointer, pointer gestures, relative pointer);
// - lines with "gtk": GTK's events of the same, and what GTK's own gestures make of them.
//
//     LOG=FILE ./bench
//
// It asks sway to turn taps on, as the bench of libinput does. It is done when no report has come for six seconds.
// pkg-config: gtk4-wayland libinput libudev wayland-client
// wayland-protocol: unstable/pointer-gestures/pointer-gestures-unstable-v1.xml
// wayland-protocol: unstable/relative-pointer/relative-pointer-unstable-v1.xml
#define main run_libinput
#include "../libinput/bench.c"
#undef main
#include <gdk/wayland/gdkwayland.h>
#include <glib-unix.h>
#include <gtk/gtk.h>
#include "pointer-gestures-unstable-v1.h"
#include "relative-pointer-unstable-v1.h"

static struct wl_seat *seat;
static struct zwp_pointer_gestures_v1 *gestures;
static struct zwp_relative_pointer_manager_v1 *relative_pointers;
static struct libinput *reader;
static guint end_timer;

#define log_line(...) \
  do { \
    fputc('{', log_file); \
    fprintf(log_file, __VA_ARGS__); \
    fputs("}\n", log_file); \
  } while (0)

// Whole milliseconds, as Wayland has them.
static long long micro(uint32_t ms) { return ms * 1000LL; }

// What the protocols bring.

static double scrolled[2];
static uint32_t scroll_time;
static int has_scroll, has_stop, gesture_fingers;

static void entered(
  void *data, struct wl_pointer *pointer, uint32_t serial, struct wl_surface *surface, wl_fixed_t x, wl_fixed_t y) {
  log_line("\"client\":1,\"kind\":\"enter\",\"x\":%.4f,\"y\":%.4f", wl_fixed_to_double(x), wl_fixed_to_double(y));
}
static void left(void *data, struct wl_pointer *pointer, uint32_t serial, struct wl_surface *surface) {
  log_line("\"client\":1,\"kind\":\"leave\"");
}
static void pointed(void *data, struct wl_pointer *pointer, uint32_t ms, wl_fixed_t x, wl_fixed_t y) {}
static void clicked(
  void *data, struct wl_pointer *pointer, uint32_t serial, uint32_t ms, uint32_t button, uint32_t state) {
  log_line("\"client\":1,\"kind\":\"button\",\"us\":%lld,\"button\":%u,\"pressed\":%u", micro(ms), button, state);
}
static void scrolled_by(void *data, struct wl_pointer *pointer, uint32_t ms, uint32_t axis, wl_fixed_t value) {
  scrolled[axis] += wl_fixed_to_double(value);
  scroll_time = ms;
  has_scroll = 1;
}
static void scroll_source(void *data, struct wl_pointer *pointer, uint32_t source) {}
static void scroll_stopped(void *data, struct wl_pointer *pointer, uint32_t ms, uint32_t axis) {
  scroll_time = ms;
  has_stop = 1;
}
static void scroll_steps(void *data, struct wl_pointer *pointer, uint32_t axis, int32_t steps) {}
static void pointer_frame(void *data, struct wl_pointer *pointer) {
  if (has_scroll)
    log_line(
      "\"client\":1,\"kind\":\"scroll\",\"us\":%lld,\"x\":%.6f,\"y\":%.6f", micro(scroll_time),
      scrolled[WL_POINTER_AXIS_HORIZONTAL_SCROLL], scrolled[WL_POINTER_AXIS_VERTICAL_SCROLL]);
  else if (has_stop)
    log_line("\"client\":1,\"kind\":\"scroll\",\"us\":%lld,\"x\":0,\"y\":0", micro(scroll_time));
  scrolled[0] = scrolled[1] = has_scroll = has_stop = 0;
}
static const struct wl_pointer_listener pointer_listener = {
  .enter = entered, .leave = left, .motion = pointed, .button = clicked, .axis = scrolled_by,
  .frame = pointer_frame, .axis_source = scroll_source, .axis_stop = scroll_stopped, .axis_discrete = scroll_steps};

static void moved(
  void *data, struct zwp_relative_pointer_v1 *pointer, uint32_t high, uint32_t low, wl_fixed_t dx, wl_fixed_t dy,
  wl_fixed_t x, wl_fixed_t y) {
  log_line(
    "\"client\":1,\"kind\":\"motion\",\"us\":%llu,\"x\":%.6f,\"y\":%.6f,\"acceleratedX\":%.6f,\"acceleratedY\":%.6f",
    ((unsigned long long)high << 32) + low, wl_fixed_to_double(x), wl_fixed_to_double(y), wl_fixed_to_double(dx),
    wl_fixed_to_double(dy));
}
static const struct zwp_relative_pointer_v1_listener relative_listener = {.relative_motion = moved};

// Only the beginning says the number of fingers.
static void began(const char *kind, uint32_t ms, uint32_t fingers) {
  gesture_fingers = fingers;
  log_line("\"client\":1,\"kind\":\"%s\",\"us\":%lld,\"fingers\":%u,\"x\":0,\"y\":0", kind, micro(ms), fingers);
}
static void ended(const char *kind, uint32_t ms, int32_t cancelled) {
  log_line(
    "\"client\":1,\"kind\":\"%s\",\"us\":%lld,\"fingers\":%d,\"cancelled\":%d", kind, micro(ms), gesture_fingers,
    cancelled);
}

static void swipe_began(
  void *data, struct zwp_pointer_gesture_swipe_v1 *swipe, uint32_t serial, uint32_t ms, struct wl_surface *surface,
  uint32_t fingers) {
  began("swipe-begin", ms, fingers);
}
static void swipe_moved(
  void *data, struct zwp_pointer_gesture_swipe_v1 *swipe, uint32_t ms, wl_fixed_t x, wl_fixed_t y) {
  log_line(
    "\"client\":1,\"kind\":\"swipe\",\"us\":%lld,\"fingers\":%d,\"x\":%.6f,\"y\":%.6f", micro(ms), gesture_fingers,
    wl_fixed_to_double(x), wl_fixed_to_double(y));
}
static void swipe_ended(
  void *data, struct zwp_pointer_gesture_swipe_v1 *swipe, uint32_t serial, uint32_t ms, int32_t cancelled) {
  ended("swipe-end", ms, cancelled);
}
static const struct zwp_pointer_gesture_swipe_v1_listener swipe_listener = {swipe_began, swipe_moved, swipe_ended};

static void pinch_began(
  void *data, struct zwp_pointer_gesture_pinch_v1 *pinch, uint32_t serial, uint32_t ms, struct wl_surface *surface,
  uint32_t fingers) {
  began("pinch-begin", ms, fingers);
}
static void pinch_moved(
  void *data, struct zwp_pointer_gesture_pinch_v1 *pinch, uint32_t ms, wl_fixed_t x, wl_fixed_t y, wl_fixed_t scale,
  wl_fixed_t angle) {
  log_line(
    "\"client\":1,\"kind\":\"pinch\",\"us\":%lld,\"fingers\":%d,\"x\":%.6f,\"y\":%.6f,\"scale\":%.6f,\"angle\":%.6f",
    micro(ms), gesture_fingers, wl_fixed_to_double(x), wl_fixed_to_double(y), wl_fixed_to_double(scale),
    wl_fixed_to_double(angle));
}
static void pinch_ended(
  void *data, struct zwp_pointer_gesture_pinch_v1 *pinch, uint32_t serial, uint32_t ms, int32_t cancelled) {
  ended("pinch-end", ms, cancelled);
}
static const struct zwp_pointer_gesture_pinch_v1_listener pinch_listener = {pinch_began, pinch_moved, pinch_ended};

static void hold_began(
  void *data, struct zwp_pointer_gesture_hold_v1 *hold, uint32_t serial, uint32_t ms, struct wl_surface *surface,
  uint32_t fingers) {
  began("hold-begin", ms, fingers);
}
static void hold_ended(
  void *data, struct zwp_pointer_gesture_hold_v1 *hold, uint32_t serial, uint32_t ms, int32_t cancelled) {
  ended("hold-end", ms, cancelled);
}
static const struct zwp_pointer_gesture_hold_v1_listener hold_listener = {hold_began, hold_ended};

// The seat has no pointer before the touchpad is there.
static void listen_to_pointer(void *data, struct wl_seat *seat, uint32_t capabilities) {
  static struct wl_pointer *pointer;
  if (pointer || !(capabilities & WL_SEAT_CAPABILITY_POINTER)) return;
  pointer = wl_seat_get_pointer(seat);
  wl_pointer_add_listener(pointer, &pointer_listener, NULL);
  zwp_relative_pointer_v1_add_listener(
    zwp_relative_pointer_manager_v1_get_relative_pointer(relative_pointers, pointer), &relative_listener, NULL);
  zwp_pointer_gesture_swipe_v1_add_listener(
    zwp_pointer_gestures_v1_get_swipe_gesture(gestures, pointer), &swipe_listener, NULL);
  zwp_pointer_gesture_pinch_v1_add_listener(
    zwp_pointer_gestures_v1_get_pinch_gesture(gestures, pointer), &pinch_listener, NULL);
  if (zwp_pointer_gestures_v1_get_version(gestures) >= ZWP_POINTER_GESTURES_V1_GET_HOLD_GESTURE_SINCE_VERSION)
    zwp_pointer_gesture_hold_v1_add_listener(
      zwp_pointer_gestures_v1_get_hold_gesture(gestures, pointer), &hold_listener, NULL);
}
static void seat_named(void *data, struct wl_seat *seat, const char *name) {}
static const struct wl_seat_listener seat_listener = {listen_to_pointer, seat_named};

static void found(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
  if (strcmp(interface, wl_seat_interface.name) == 0)
    seat = wl_registry_bind(registry, name, &wl_seat_interface, MIN(version, 5));
  else if (strcmp(interface, zwp_pointer_gestures_v1_interface.name) == 0)
    gestures = wl_registry_bind(registry, name, &zwp_pointer_gestures_v1_interface, MIN(version, 3));
  else if (strcmp(interface, zwp_relative_pointer_manager_v1_interface.name) == 0)
    relative_pointers = wl_registry_bind(registry, name, &zwp_relative_pointer_manager_v1_interface, 1);
  else
    return;
  log_line("\"kind\":\"global\",\"name\":\"%s\",\"version\":%u", interface, version);
}
static void lost(void *data, struct wl_registry *registry, uint32_t name) {}
static const struct wl_registry_listener registry_listener = {found, lost};

static void listen_to_protocols(struct wl_display *display) {
  wl_registry_add_listener(wl_display_get_registry(display), &registry_listener, NULL);
  wl_display_roundtrip(display);
  wl_seat_add_listener(seat, &seat_listener, NULL);
}

// GTK's events.

// The time of the newest one: GTK's gestures have no last event of a touchpad.
static long long newest;

static gboolean received(GtkEventControllerLegacy *controller, GdkEvent *event, gpointer data) {
  static const char *phases[] = {"-begin", "", "-end", "-end"};
  GdkEventType type = gdk_event_get_event_type(event);
  long long us = newest = micro(gdk_event_get_time(event));
  double x = 0, y = 0;
  if (type == GDK_SCROLL) {
    gdk_scroll_event_get_deltas(event, &x, &y);
    log_line(
      "\"gtk\":1,\"kind\":\"scroll\",\"us\":%lld,\"x\":%.6f,\"y\":%.6f,\"stop\":%d", us, x, y,
      gdk_scroll_event_is_stop(event));
  } else if (type == GDK_MOTION_NOTIFY) {
    gdk_event_get_position(event, &x, &y);
    log_line("\"gtk\":1,\"kind\":\"motion\",\"us\":%lld,\"x\":%.6f,\"y\":%.6f", us, x, y);
  } else if (type == GDK_BUTTON_PRESS || type == GDK_BUTTON_RELEASE) {
    log_line(
      "\"gtk\":1,\"kind\":\"button\",\"us\":%lld,\"button\":%u,\"pressed\":%d", us, gdk_button_event_get_button(event),
      type == GDK_BUTTON_PRESS);
  } else if (type == GDK_TOUCHPAD_SWIPE || type == GDK_TOUCHPAD_PINCH || type == GDK_TOUCHPAD_HOLD) {
    const char *kind = type == GDK_TOUCHPAD_SWIPE ? "swipe" : type == GDK_TOUCHPAD_PINCH ? "pinch" : "hold";
    GdkTouchpadGesturePhase phase = gdk_touchpad_event_get_gesture_phase(event);
    double pointer_x = 0, pointer_y = 0;
    gdk_event_get_position(event, &pointer_x, &pointer_y);
    if (type != GDK_TOUCHPAD_HOLD) gdk_touchpad_event_get_deltas(event, &x, &y);
    fprintf(
      log_file,
      "{\"gtk\":1,\"kind\":\"%s%s\",\"us\":%lld,\"fingers\":%u,\"cancelled\":%d,\"x\":%.6f,\"y\":%.6f"
      ",\"pointerX\":%.6f,\"pointerY\":%.6f",
      kind, phases[phase], us, gdk_touchpad_event_get_n_fingers(event), phase == GDK_TOUCHPAD_GESTURE_PHASE_CANCEL, x,
      y, pointer_x, pointer_y);
    if (type == GDK_TOUCHPAD_PINCH)
      fprintf(
        log_file, ",\"scale\":%.6f,\"angle\":%.6f", gdk_touchpad_event_get_pinch_scale(event),
        gdk_touchpad_event_get_pinch_angle_delta(event));
    fputs("}\n", log_file);
  }
  return FALSE;
}

// GTK's gestures.

// A line of a gesture: its number of fingers, and the time of the event that caused it.
#define log_gesture_line(gesture, kind, ...) \
  do { \
    int points; \
    g_object_get(gesture, "n-points", &points, NULL); \
    fprintf(log_file, "{\"gtk\":1,\"kind\":\"%s\",\"us\":%lld,\"points\":%d,", kind, newest, points); \
    fprintf(log_file, __VA_ARGS__); \
    fputs("}\n", log_file); \
  } while (0)

static void swiped(GtkGesture *gesture, double x, double y, gpointer data) {
  log_gesture_line(gesture, "GtkGestureSwipe", "\"x\":%.6f,\"y\":%.6f", x, y);
}
static void scaled(GtkGesture *gesture, double scale, gpointer data) {
  log_gesture_line(gesture, "GtkGestureZoom", "\"scale\":%.6f", scale);
}
static void turned(GtkGesture *gesture, double angle, double change, gpointer data) {
  log_gesture_line(gesture, "GtkGestureRotate", "\"angle\":%.6f", change);
}
static void dragged(GtkGesture *gesture, double x, double y, gpointer phase) {
  log_gesture_line(gesture, "GtkGestureDrag", "\"phase\":\"%s\",\"x\":%.6f,\"y\":%.6f", (const char *)phase, x, y);
}
static void recognized(GtkGesture *gesture, GdkEventSequence *sequence, gpointer phase) {
  log_gesture_line(gesture, G_OBJECT_TYPE_NAME(gesture), "\"phase\":\"%s\"", (const char *)phase);
}

static void listen_to_gestures(GtkWidget *window) {
  GType types[] = {GTK_TYPE_GESTURE_SWIPE, GTK_TYPE_GESTURE_DRAG, GTK_TYPE_GESTURE_ZOOM, GTK_TYPE_GESTURE_ROTATE};
  for (int number = 0; number < 4; number++)
    for (int points = 2; points <= 4; points++) {
      gboolean is_pair = types[number] == GTK_TYPE_GESTURE_ZOOM || types[number] == GTK_TYPE_GESTURE_ROTATE;
      if (is_pair && points > 2) break;
      GObject *gesture = g_object_new(types[number], "n-points", points, NULL);
      if (types[number] == GTK_TYPE_GESTURE_SWIPE) g_signal_connect(gesture, "swipe", G_CALLBACK(swiped), NULL);
      if (types[number] == GTK_TYPE_GESTURE_ZOOM) g_signal_connect(gesture, "scale-changed", G_CALLBACK(scaled), NULL);
      if (types[number] == GTK_TYPE_GESTURE_ROTATE)
        g_signal_connect(gesture, "angle-changed", G_CALLBACK(turned), NULL);
      if (types[number] == GTK_TYPE_GESTURE_DRAG) {
        g_signal_connect(gesture, "drag-update", G_CALLBACK(dragged), "update");
        g_signal_connect(gesture, "drag-end", G_CALLBACK(dragged), "end");
      }
      g_signal_connect(gesture, "begin", G_CALLBACK(recognized), "begin");
      g_signal_connect(gesture, "end", G_CALLBACK(recognized), "end");
      g_signal_connect(gesture, "cancel", G_CALLBACK(recognized), "cancel");
      gtk_widget_add_controller(window, GTK_EVENT_CONTROLLER(gesture));
    }
}

// The reports of the touchpad, and libinput beside sway's.

static int open_to_read(const char *path, int flags, void *data) {
  int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  return descriptor < 0 ? -errno : descriptor;
}
static const struct libinput_interface reading = {open_to_read, close_node};

static gboolean end(gpointer data) {
  log_line("\"kind\":\"done\"");
  fflush(log_file);
  end_timer = 0;
  return G_SOURCE_REMOVE;
}

static gboolean handle_all(gint descriptor, GIOCondition condition, gpointer data) {
  libinput_dispatch(reader);
  for (struct libinput_event *event; (event = libinput_get_event(reader)); libinput_event_destroy(event)) handle(event);
  return condition & (G_IO_HUP | G_IO_ERR) ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
}

static gboolean reported(gint descriptor, GIOCondition condition, gpointer data) {
  read_frames();
  if (end_timer) g_source_remove(end_timer);
  end_timer = g_timeout_add_seconds(6, end, NULL);
  return condition & (G_IO_HUP | G_IO_ERR) ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
}

// The guest lets everybody read the touchpad once the compositor has opened it.
static gboolean find_touchpad(gpointer data) {
  for (int number = 0; number < 10; number++) {
    char path[40], name[80] = "";
    snprintf(path, sizeof path, "/dev/input/event%d", number);
    int node = open_to_read(path, 0, NULL);
    if (node < 0) continue;
    gboolean is_touchpad = ioctl(node, EVIOCGNAME(sizeof name), name) >= 0 && strstr(name, "Touchpad");
    close(node);
    if (!is_touchpad || !libinput_path_add_device(reader, path)) continue;
    handle_all(0, G_IO_IN, NULL);
    g_unix_fd_add(frames, G_IO_IN, reported, NULL);
    g_unix_fd_add(libinput_get_fd(reader), G_IO_IN, handle_all, NULL);
    return G_SOURCE_REMOVE;
  }
  return G_SOURCE_CONTINUE;
}

static gboolean started(gpointer data) {
  log_line("\"kind\":\"gesture\"");
  fflush(log_file);
  return G_SOURCE_REMOVE;
}

static void activated(GtkApplication *application, gpointer data) {
  GtkWidget *window = gtk_application_window_new(application);
  GtkEventController *events = gtk_event_controller_legacy_new();
  gtk_event_controller_set_propagation_phase(events, GTK_PHASE_CAPTURE);
  g_signal_connect(events, "event", G_CALLBACK(received), NULL);
  gtk_widget_add_controller(window, events);
  listen_to_gestures(window);
  gtk_window_fullscreen(GTK_WINDOW(window));
  gtk_window_present(GTK_WINDOW(window));
  listen_to_protocols(gdk_wayland_display_get_wl_display(gdk_display_get_default()));
  g_timeout_add(100, find_touchpad, NULL);
  g_timeout_add(1000, started, NULL);
}

int main(void) {
  const char *log_name = getenv("LOG");
  reader = libinput_path_create_context(&reading, NULL);
  log_file = log_name ? fopen(log_name, "w") : NULL;
  gboolean has_taps = g_spawn_command_line_sync("swaymsg input type:touchpad tap enabled", NULL, NULL, NULL, NULL);
  if (!log_file || !reader || !has_taps) {
    fprintf(stderr, "bench: set LOG to a file; needs sway\n");
    return 2;
  }
  GtkApplication *application = gtk_application_new("org.pantograph.Lab", G_APPLICATION_NON_UNIQUE);
  g_signal_connect(application, "activate", G_CALLBACK(activated), NULL);
  return g_application_run(G_APPLICATION(application), 0, NULL);
}
