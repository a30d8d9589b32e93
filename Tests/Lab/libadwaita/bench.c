// A fullscreen AdwCarousel of three pages that logs a JSON object per line: what reaches it, and where it goes.
//
//     LOG=FILE STARTS=FILE ./bench
//
// STARTS has the page from which each gesture begins, one per line; ten more is a page of a vertical carousel. The
// carousel jumps there while nothing is touched.
// pkg-config: libadwaita-1
#include "../bench.h"
#include "../tracker.h"

static AdwCarousel *carousel;
static GtkWidget *pages[3];

static double position(void) { return adw_carousel_get_position(carousel); }

static void go_to_start(double start) {
  gtk_orientable_set_orientation(GTK_ORIENTABLE(carousel),
                                 start < 10 ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL);
  adw_carousel_scroll_to(carousel, pages[(int)start % 10], FALSE);
}

static GtkWidget *content(void) {
  listen_to_trackers();
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
