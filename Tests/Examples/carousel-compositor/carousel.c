// A carousel of three pages: sends its position at each frame, and where each swipe goes, to the socket of Pantograph.
//   cc -O2 -o carousel carousel.c $(pkg-config --cflags --libs libadwaita-1)
#include <adwaita.h>
#include <sys/socket.h>
#include <sys/un.h>

static const double stiffness = 500;             // of the spring after a release, as in libadwaita
static const gboolean allowsLongSwipes = FALSE;  // over several pages

static FILE *table;
static char event[64];

static void connectTable(void) {
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  const char *path = g_getenv("PANTOGRAPH_SOCKET");
  g_strlcpy(address.sun_path, path ? path : "", sizeof address.sun_path);
  int connection = socket(AF_UNIX, SOCK_STREAM, 0);
  if (connect(connection, (struct sockaddr *)&address, sizeof address) < 0) {
    perror(path ? path : "PANTOGRAPH_SOCKET");
    exit(1);
  }
  table = fdopen(connection, "w");
  fprintf(table, "time,carousel.position,event\n");
}

// The tracker of a carousel is private; this hook receives the signals of all trackers.
static gboolean ends(GSignalInvocationHint *hint, guint count, const GValue *values, gpointer data) {
  g_snprintf(event, sizeof event, "goes to page %.0f", g_value_get_double(values + 2) + 1);
  return TRUE;
}

static gboolean frame(GtkWidget *carousel, GdkFrameClock *clock, gpointer data) {
  static int frames;
  // A second after the touchscreen, also the window has its place. The header says that the recording can start.
  GdkSeat *seat = gdk_display_get_default_seat(gtk_widget_get_display(carousel));
  if (!(gdk_seat_get_capabilities(seat) & GDK_SEAT_CAPABILITY_TOUCH) || ++frames < 60) return G_SOURCE_CONTINUE;
  if (!table) connectTable();
  double time = gdk_frame_clock_get_frame_time(clock) / 1e6;  // of CLOCK_MONOTONIC
  fprintf(table, "%.6f,%.6f,%s\n", time, adw_carousel_get_position(ADW_CAROUSEL(carousel)), event);
  event[0] = 0;
  if (fflush(table) != 0) exit(1);
  return G_SOURCE_CONTINUE;
}

static void activate(GtkApplication *application) {
  GtkWidget *window = gtk_application_window_new(application), *carousel = adw_carousel_new();
  for (int page = 1; page <= 3; page++) {
    GtkWidget *label = gtk_label_new("page");
    gtk_widget_set_hexpand(label, TRUE);
    gtk_widget_set_vexpand(label, TRUE);
    adw_carousel_append(ADW_CAROUSEL(carousel), label);
  }
  AdwSpringParams *spring = adw_spring_params_new(1, 0.5, stiffness);
  adw_carousel_set_scroll_params(ADW_CAROUSEL(carousel), spring);
  adw_carousel_set_allow_long_swipes(ADW_CAROUSEL(carousel), allowsLongSwipes);
  g_type_class_ref(ADW_TYPE_SWIPE_TRACKER);
  g_signal_add_emission_hook(g_signal_lookup("end-swipe", ADW_TYPE_SWIPE_TRACKER), 0, ends, NULL, NULL);
  gtk_widget_add_tick_callback(carousel, frame, NULL, NULL);
  gtk_window_set_child(GTK_WINDOW(window), carousel);
  gtk_window_fullscreen(GTK_WINDOW(window));
  gtk_window_present(GTK_WINDOW(window));
}

int main(int count, char **arguments) {
  AdwApplication *application = adw_application_new("org.example.Carousel", G_APPLICATION_NON_UNIQUE);
  g_signal_connect(application, "activate", G_CALLBACK(activate), NULL);
  return g_application_run(G_APPLICATION(application), count, arguments);
}
