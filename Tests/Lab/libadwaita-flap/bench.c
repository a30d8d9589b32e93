// An AdwFlap and an AdwLeaflet, fullscreen, that log a JSON object per line: what reaches them, and where they go.
//
//     LOG=FILE STARTS=FILE ./bench
//
// STARTS has where each gesture begins, one per line: 0 with the flap closed, 1 with the flap open; 10, 11 and 12 are the
// pages of the leaflet. They jump there while nothing is touched.
// pkg-config: libadwaita-1
#include "../bench.h"
#include "../tracker.h"

static const int flap_width = 240;
static GtkWidget *stack, *flap, *leaflet, *pages[3];

static gboolean is_flap(void) { return gtk_stack_get_visible_child(GTK_STACK(stack)) == flap; }

// How far the flap is open; or how far the leaflet is on its way to the next page (1) or the previous one (−1), and 0 at
// rest.
static double position(void) {
  AdwSwipeable *shown = is_flap() ? ADW_SWIPEABLE(flap) : ADW_SWIPEABLE(leaflet);
  return adw_swipeable_get_progress(shown);
}

static void turned(GObject *object, GParamSpec *property, gpointer data) {
  for (int page = 0; page < 3; page++)
    if (adw_leaflet_get_visible_child(ADW_LEAFLET(leaflet)) == pages[page]) log_line("\"kind\":\"page\",\"to\":%d", page);
}

static void go_to_start(double start) {
  GtkSettings *settings = gtk_widget_get_settings(window);
  g_object_set(settings, "gtk-enable-animations", FALSE, NULL);
  gtk_stack_set_visible_child(GTK_STACK(stack), start < 10 ? flap : leaflet);
  if (start < 10)
    adw_flap_set_reveal_flap(ADW_FLAP(flap), start == 1);
  else
    adw_leaflet_set_visible_child(ADW_LEAFLET(leaflet), pages[(int)start - 10]);
  g_object_set(settings, "gtk-enable-animations", TRUE, NULL);
}

static GtkWidget *page(int width) {
  GtkWidget *label = gtk_label_new(NULL);
  gtk_widget_set_size_request(label, width, -1);
  gtk_widget_set_vexpand(label, TRUE);
  return label;
}

static GtkWidget *content(void) {
  listen_to_trackers();
  flap = adw_flap_new();
  adw_flap_set_flap(ADW_FLAP(flap), page(flap_width));
  adw_flap_set_content(ADW_FLAP(flap), page(-1));
  adw_flap_set_fold_policy(ADW_FLAP(flap), ADW_FLAP_FOLD_POLICY_ALWAYS);
  leaflet = adw_leaflet_new();
  adw_leaflet_set_can_unfold(ADW_LEAFLET(leaflet), FALSE);
  adw_leaflet_set_can_navigate_back(ADW_LEAFLET(leaflet), TRUE);
  adw_leaflet_set_can_navigate_forward(ADW_LEAFLET(leaflet), TRUE);
  for (int number = 0; number < 3; number++) {
    pages[number] = page(-1);
    gtk_widget_set_hexpand(pages[number], TRUE);
    adw_leaflet_append(ADW_LEAFLET(leaflet), pages[number]);
  }
  g_signal_connect(leaflet, "notify::visible-child", G_CALLBACK(turned), NULL);
  stack = gtk_stack_new();
  gtk_stack_add_child(GTK_STACK(stack), flap);
  gtk_stack_add_child(GTK_STACK(stack), leaflet);
  return stack;
}

int main(void) { return run_bench(G_APPLICATION(adw_application_new("org.pantograph.Lab", G_APPLICATION_NON_UNIQUE)), 800); }
