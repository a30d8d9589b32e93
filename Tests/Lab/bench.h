// What the benches for GTK share: a fullscreen window, the log, and the return to the start of the next gesture.
//
// A bench defines `content`, `position` and `go_to_start`, and calls `run_bench`.
#include <gtk/gtk.h>
#ifdef TOUCHPAD
#include <fcntl.h>
#include <glib-unix.h>
#include <linux/input.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#endif

static double position(void);
static void go_to_start(double start);
static GtkWidget *content(void);

static FILE *log_file;
static GtkWidget *window;
static gdouble starts[1000];
static int start_count, next_gesture;
static guint rest_milliseconds;

static gint64 frame_time(void) {
  GdkFrameClock *clock = gtk_widget_get_frame_clock(window);
  return clock ? gdk_frame_clock_get_frame_time(clock) : 0;
}

// Adds the time of the current frame in microseconds and the position to each line.
#define log_line(...) \
  do { \
    fputc('{', log_file); \
    fprintf(log_file, __VA_ARGS__); \
    fprintf(log_file, ",\"frame\":%" G_GINT64_FORMAT ",\"position\":%.6f}\n", frame_time(), position()); \
  } while (0)

static void painted(GdkFrameClock *clock, gpointer data) {
  log_line("\"kind\":\"frame\"");
  fflush(log_file);
}

static gboolean prepare_next(gpointer data) {
  if (next_gesture >= start_count) {
    log_line("\"kind\":\"done\"");
    fflush(log_file);
    return G_SOURCE_REMOVE;
  }
  go_to_start(starts[next_gesture]);
  log_line("\"kind\":\"gesture\",\"number\":%d", next_gesture);
  fflush(log_file);
  next_gesture++;
  return G_SOURCE_REMOVE;
}

#ifdef TOUCHPAD
// Logs when fingers touch the pad, as the kernel reports it: a widget sees only what libinput makes of it.
static gboolean touched(gint node, GIOCondition condition, gpointer data) {
  static gboolean is_down;
  struct input_event event;
  while (read(node, &event, sizeof event) == sizeof event) {
    long long ms = event.input_event_sec * 1000LL + event.input_event_usec / 1000;
    gboolean is_touch = event.type == EV_KEY && event.code == BTN_TOUCH;
    if (is_touch) is_down = event.value;
    if (is_touch || (event.type == EV_SYN && is_down))
      log_line("\"kind\":\"%s\",\"ms\":%lld", is_touch ? event.value ? "down" : "up" : "move", ms);
    if (is_touch && !event.value) g_timeout_add(rest_milliseconds, prepare_next, NULL);
  }
  return condition & (G_IO_HUP | G_IO_ERR) ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
}

// The guest lets everybody read the touchpad once the compositor has opened it.
static gboolean find_touchpad(gpointer data) {
  for (int number = 0; number < 10; number++) {
    char path[40], name[80] = "";
    snprintf(path, sizeof path, "/dev/input/event%d", number);
    int node = open(path, O_RDONLY | O_NONBLOCK), clock = CLOCK_MONOTONIC;
    if (node < 0) continue;
    if (ioctl(node, EVIOCGNAME(sizeof name), name) >= 0 && strstr(name, "Touchpad")) {
      ioctl(node, EVIOCSCLOCKID, &clock);
      g_unix_fd_add(node, G_IO_IN, touched, NULL);
      return G_SOURCE_REMOVE;
    }
    close(node);
  }
  return G_SOURCE_CONTINUE;
}
#endif

static gboolean received(GtkEventControllerLegacy *controller, GdkEvent *event, gpointer data) {
  const char *kind;
  switch (gdk_event_get_event_type(event)) {
    case GDK_TOUCH_BEGIN: kind = "down"; break;
    case GDK_TOUCH_UPDATE: kind = "move"; break;
    case GDK_TOUCH_END: kind = "up"; break;
    case GDK_TOUCH_CANCEL: kind = "cancel"; break;
    case GDK_SCROLL: kind = gdk_scroll_event_is_stop(event) ? "scroll-stop" : "scroll"; break;
    default: return FALSE;
  }
  double x = 0, y = 0;
  if (kind[0] == 's')
    gdk_scroll_event_get_deltas(event, &x, &y);
  else
    gdk_event_get_position(event, &x, &y);
  log_line("\"kind\":\"%s\",\"ms\":%u,\"x\":%.4f,\"y\":%.4f", kind, gdk_event_get_time(event), x, y);
  if (kind[0] == 'u' || kind[0] == 'c') g_timeout_add(rest_milliseconds, prepare_next, NULL);
  return FALSE;
}

static void activated(GtkApplication *application, gpointer data) {
  window = gtk_application_window_new(application);
  gtk_window_set_child(GTK_WINDOW(window), content());
  GtkEventController *events = gtk_event_controller_legacy_new();
  gtk_event_controller_set_propagation_phase(events, GTK_PHASE_CAPTURE);
  g_signal_connect(events, "event", G_CALLBACK(received), NULL);
  gtk_widget_add_controller(window, events);
  gtk_window_fullscreen(GTK_WINDOW(window));
  gtk_window_present(GTK_WINDOW(window));
  g_signal_connect(gtk_widget_get_frame_clock(window), "after-paint", G_CALLBACK(painted), NULL);
  g_timeout_add(1000, prepare_next, NULL);
#ifdef TOUCHPAD
  g_timeout_add(100, find_touchpad, NULL);
#endif
}

// Runs the application; `rest` is how long after a lift the next gesture is prepared, in milliseconds.
static int run_bench(GApplication *application, guint rest) {
  const char *log_name = g_getenv("LOG"), *starts_name = g_getenv("STARTS");
  FILE *list = starts_name ? fopen(starts_name, "r") : NULL;
  log_file = log_name ? fopen(log_name, "w") : NULL;
  if (!list || !log_file) {
    fprintf(stderr, "bench: set LOG and STARTS to files\n");
    return 2;
  }
  while (start_count < 1000 && fscanf(list, "%lf", &starts[start_count]) == 1) start_count++;
  rest_milliseconds = rest;
  g_signal_connect(application, "activate", G_CALLBACK(activated), NULL);
  return g_application_run(application, 0, NULL);
}
