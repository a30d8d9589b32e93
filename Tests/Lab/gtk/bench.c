// A fullscreen GtkScrolledWindow that scrolls sideways and logs a JSON object per line: what reaches it, and where it
// goes.
//
//     LOG=FILE STARTS=FILE ./bench
//
// STARTS has the offset in pixels from which each gesture begins, one per line.
// pkg-config: libadwaita-1
#include "../bench.h"

static GtkAdjustment *adjustment;
static GtkWidget *scrolled;

// GTK 4 never moves the content beyond its edges: an overshoot only shows as a glow.
static double position(void) { return gtk_adjustment_get_value(adjustment); }

static void go_to_start(double start) {
  // Ends a movement that is not over yet.
  gtk_scrolled_window_set_kinetic_scrolling(GTK_SCROLLED_WINDOW(scrolled), FALSE);
  gtk_scrolled_window_set_kinetic_scrolling(GTK_SCROLLED_WINDOW(scrolled), TRUE);
  gtk_adjustment_set_value(adjustment, start);
}

static void overshot(GtkScrolledWindow *window, GtkPositionType side, gpointer data) {
  log_line("\"kind\":\"overshot\",\"side\":%d", side);
}

// The window's gesture is private, so this listens to the signals of every swipe.
static gboolean swiped(GSignalInvocationHint *hint, guint count, const GValue *values, gpointer data) {
  log_line("\"kind\":\"end\",\"velocity\":%.6f", g_value_get_double(values + 1));
  return TRUE;
}

// So is the window's controller of scrolling.
static gboolean decelerated(GSignalInvocationHint *hint, guint count, const GValue *values, gpointer data) {
  log_line("\"kind\":\"end\",\"velocity\":%.6f", g_value_get_double(values + 1));
  return TRUE;
}

static void listen(GType type, const char *signal, GSignalEmissionHook hook) {
  g_type_class_ref(type);
  g_signal_add_emission_hook(g_signal_lookup(signal, type), 0, hook, NULL, NULL);
}

static GtkWidget *content(void) {
  listen(GTK_TYPE_GESTURE_SWIPE, "swipe", swiped);
  listen(GTK_TYPE_EVENT_CONTROLLER_SCROLL, "decelerate", decelerated);
  scrolled = gtk_scrolled_window_new();
  GtkWidget *area = gtk_drawing_area_new();
  gtk_widget_set_size_request(area, 10360, -1);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), area);
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_ALWAYS, GTK_POLICY_NEVER);
  adjustment = gtk_scrolled_window_get_hadjustment(GTK_SCROLLED_WINDOW(scrolled));
  g_signal_connect(scrolled, "edge-overshot", G_CALLBACK(overshot), NULL);
  return scrolled;
}

int main(void) { return run_bench(G_APPLICATION(gtk_application_new("org.pantograph.Lab", G_APPLICATION_NON_UNIQUE)), 2600); }
