// A fullscreen AdwCarousel of three pages that logs a JSON object per line: what reaches it, and where it goes.
//
//     LOG=FILE STARTS=FILE ./bench
//
// STARTS has the page from which each gesture begins, one per line; ten more is a page of a vertical carousel. The
// carousel jumps there while nothing is touched.
// pkg-config: libadwaita-1
#include "../bench.h"

#include <adwaita.h>

static AdwCarousel *carousel;
static GtkWidget *pages[3];

static double position(void) { return adw_carousel_get_position(carousel); }

static void go_to_start(double start) {
  gtk_orientable_set_orientation(GTK_ORIENTABLE(carousel),
                                 start < 10 ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL);
  adw_carousel_scroll_to(carousel, pages[(int)start % 10], FALSE);
}

// The carousel's tracker is private, so these listen to the signals of every tracker.
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

static GtkWidget *content(void) {
  g_type_class_ref(ADW_TYPE_SWIPE_TRACKER);
  listen("begin-swipe", begun);
  listen("update-swipe", updated);
  listen("end-swipe", ended);
  carousel = ADW_CAROUSEL(adw_carousel_new());
  for (int page = 0; page < 3; page++) {
    pages[page] = gtk_label_new(NULL);
    gtk_widget_set_hexpand(pages[page], TRUE);
    gtk_widget_set_vexpand(pages[page], TRUE);
    adw_carousel_append(carousel, pages[page]);
  }
  return GTK_WIDGET(carousel);
}

int main(void) { return run_bench(G_APPLICATION(adw_application_new("org.pantograph.Lab", G_APPLICATION_NON_UNIQUE)), 800); }
