// What the benches for libadwaita share: the decisions of its swipe trackers in the log.
//
// A widget's tracker is private, so these listen to the signals of every tracker.
#include <adwaita.h>

static gboolean begun(GSignalInvocationHint *hint, guint count, const GValue *values, gpointer data) {
  log_line("\"kind\":\"begin\"");
  return TRUE;
}

static gboolean updated(GSignalInvocationHint *hint, guint count, const GValue *values, gpointer data) {
  log_line("\"kind\":\"update\",\"to\":%.6f", g_value_get_double(values + 1));
  return TRUE;
}

static gboolean ended(GSignalInvocationHint *hint, guint count, const GValue *values, gpointer data) {
  log_line("\"kind\":\"end\",\"velocity\":%.6f,\"to\":%.6f", g_value_get_double(values + 1),
           g_value_get_double(values + 2));
  return TRUE;
}

static void listen(const char *signal, GSignalEmissionHook hook) {
  g_signal_add_emission_hook(g_signal_lookup(signal, ADW_TYPE_SWIPE_TRACKER), 0, hook, NULL, NULL);
}

static void listen_to_trackers(void) {
  g_type_class_ref(ADW_TYPE_SWIPE_TRACKER);
  listen("begin-swipe", begun);
  listen("update-swipe", updated);
  listen("end-swipe", ended);
}
