/*
 * A drawer in a GTK 4 window that follows the mouse or a finger, and that can be caught while it settles.
 *
 *     cc drawer.c $(pkg-config --cflags --libs gtk4 pantograph) -lm -o drawer
 *     ./drawer drawer.json
 */
#include <gtk/gtk.h>
#include <math.h>
#include <pantograph.h>

enum { DRAWER = 300 }; /* its height in pixels, which is the offset at the end in drawer.json */

static struct pg_session *session;
static double mm_per_pixel = 25.4 / 96, offset; /* how far the drawer is open, in pixels */
static guint tick_id;

/* The time of the current event in microseconds. GTK has the lower 32 bits of its milliseconds. */
static int64_t event_time(GtkGesture *gesture) {
	int64_t now = g_get_monotonic_time() / 1000;
	guint32 age = (guint32)now - gtk_event_controller_get_current_event_time(GTK_EVENT_CONTROLLER(gesture));
	return (age < 1000 ? now - age : now) * 1000;
}

/* Moves the drawer to where it must be when the display shows the frame that GTK prepares now. */
static gboolean tick(GtkWidget *area, GdkFrameClock *clock, gpointer data) {
	gint64 now = gdk_frame_clock_get_frame_time(clock), interval, shown;
	gdk_frame_clock_get_refresh_info(clock, now, &interval, &shown);
	if (shown == 0) shown = now + interval; /* the display does not report when it shows frames */
	struct pg_sample sample;
	/* Too late if a touch is newer than this frame; the next frame shows it. */
	if (pg_session_sample_at(session, shown, &sample, &offset, 1) != PG_OK) return G_SOURCE_CONTINUE;
	gtk_widget_queue_draw(area);
	if (sample.phase == PG_TRACKING || sample.phase == PG_SETTLING) return G_SOURCE_CONTINUE;
	tick_id = 0; /* nothing moves: no frames until the next touch */
	return G_SOURCE_REMOVE;
}

static void draw(GtkDrawingArea *area, cairo_t *cairo, int width, int height, gpointer data) {
	cairo_set_source_rgb(cairo, 1, 1, 1);
	cairo_paint(cairo);
	cairo_set_source_rgb(cairo, 0, 0, 1);
	cairo_rectangle(cairo, 0, height - round(offset), width, height);
	cairo_fill(cairo);
}

static void feed(GtkGesture *gesture, const struct pg_contact *contacts, size_t count) {
	pg_session_feed(session, event_time(gesture), contacts, count);
	GtkWidget *area = gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(gesture));
	if (tick_id == 0) tick_id = gtk_widget_add_tick_callback(area, tick, NULL, NULL);
}

static void moved(GtkGesture *gesture, double dx, double dy, gpointer data) {
	double x, y;
	gtk_gesture_drag_get_start_point(GTK_GESTURE_DRAG(gesture), &x, &y);
	struct pg_contact contact = {
	    .id = 1, .x = (x + dx) * mm_per_pixel, .y = (y + dy) * mm_per_pixel, .pressure = NAN};
	feed(gesture, &contact, 1);
}

static void landed(GtkGesture *gesture, double x, double y, gpointer data) {
	moved(gesture, 0, 0, data); /* relative to the start point */
}

static void lifted(GtkGesture *gesture, double dx, double dy, gpointer data) {
	feed(gesture, NULL, 0);
}

static void cancelled(GtkGesture *gesture, GdkEventSequence *sequence, gpointer data) {
	pg_session_cancel(session, event_time(gesture));
	feed(gesture, NULL, 0);
}

/* Creates the session, with a drawer that stays under the finger on this monitor. */
static void start(GtkWidget *window, const char *path) {
	GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(window));
	GdkMonitor *monitor = gdk_display_get_monitor_at_surface(gdk_surface_get_display(surface), surface);
	GdkRectangle size = {0};
	if (monitor) gdk_monitor_get_geometry(monitor, &size);
	if (monitor && gdk_monitor_get_height_mm(monitor) > 0)
		mm_per_pixel = (double)gdk_monitor_get_height_mm(monitor) / size.height;
	char *text, distance[G_ASCII_DTOSTR_BUF_SIZE];
	gsize length;
	struct pg_error error = {.message = "can't be read"};
	struct pg_interaction *read, *scaled;
	g_ascii_dtostr(distance, sizeof distance, DRAWER * mm_per_pixel);
	if (!g_file_get_contents(path, &text, &length, NULL) ||
	    pg_interaction_create(text, length, &read, &error) != PG_OK ||
	    pg_interaction_create_with(read, "progress/distance/mm", distance, &scaled, &error) != PG_OK ||
	    pg_session_create(scaled, g_get_monotonic_time(), NULL, &session, &error) != PG_OK) {
		g_printerr("%s:%d:%d: %s\n", path, (int)error.line, (int)error.column, error.message);
		exit(2);
	}
	pg_session_set_listener(session, &(struct pg_listener){0}); /* keeps no samples: the frame clock asks */
	pg_interaction_destroy(scaled);
	pg_interaction_destroy(read);
	g_free(text);
}

int main(int argc, char **argv) {
	if (argc != 2) return g_printerr("usage: drawer INTERACTION\n"), 2;
	gtk_init();
	GtkWidget *window = gtk_window_new(), *area = gtk_drawing_area_new();
	gtk_drawing_area_set_draw_func(GTK_DRAWING_AREA(area), draw, NULL, NULL);
	gtk_window_set_default_size(GTK_WINDOW(window), 400, 600);
	gtk_window_set_child(GTK_WINDOW(window), area);
	GtkGesture *drag = gtk_gesture_drag_new();
	g_signal_connect(drag, "drag-begin", G_CALLBACK(landed), NULL);
	g_signal_connect(drag, "drag-update", G_CALLBACK(moved), NULL);
	g_signal_connect(drag, "drag-end", G_CALLBACK(lifted), NULL);
	g_signal_connect(drag, "cancel", G_CALLBACK(cancelled), NULL);
	gtk_widget_add_controller(area, GTK_EVENT_CONTROLLER(drag));
	gtk_window_present(GTK_WINDOW(window));
	start(window, argv[1]);
	while (g_list_model_get_n_items(gtk_window_get_toplevels()) > 0) g_main_context_iteration(NULL, TRUE);
	pg_session_destroy(session);
	return 0;
}
