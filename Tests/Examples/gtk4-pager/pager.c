/*
 * Pages in a GTK 4 window, which two fingers on a touchpad move, and the wheel of a mouse turns.
 *
 *     cc pager.c $(pkg-config --cflags --libs gtk4 pantograph) -lm -o pager
 *     ./pager pages.json
 */
#include <gtk/gtk.h>
#include <math.h>
#include <pantograph.h>

enum { PAGES = 4 };

static struct pg_session *session;
static double page; /* the one in the window, from 0 */
static int goal, is_scrolled; /* where a wheel has turned to; whether fingers scroll */
static guint tick_id;

/* The time of the current event in microseconds. GTK has the lower 32 bits of its milliseconds. */
static int64_t event_time(GtkEventControllerScroll *scroll) {
	int64_t now = g_get_monotonic_time() / 1000;
	guint32 age = (guint32)now - gtk_event_controller_get_current_event_time(GTK_EVENT_CONTROLLER(scroll));
	return (age < 1000 ? now - age : now) * 1000;
}

/* Moves the pages to where they must be when the display shows the frame that GTK prepares now. */
static gboolean tick(GtkWidget *area, GdkFrameClock *clock, gpointer data) {
	gint64 now = gdk_frame_clock_get_frame_time(clock), interval, shown;
	gdk_frame_clock_get_refresh_info(clock, now, &interval, &shown);
	if (shown == 0) shown = now + interval; /* the display does not report when it shows frames */
	struct pg_sample sample;
	/* Too late if an event is newer than this frame; the next frame shows it. */
	if (pg_session_sample_at(session, shown, &sample, &page, 1) != PG_OK) return G_SOURCE_CONTINUE;
	gtk_widget_queue_draw(area);
	if (sample.phase == PG_TRACKING || sample.phase == PG_SETTLING) return G_SOURCE_CONTINUE;
	tick_id = 0; /* nothing moves: no frames until the next event */
	return G_SOURCE_REMOVE;
}

static void draw(GtkDrawingArea *area, cairo_t *cairo, int width, int height, gpointer data) {
	for (int number = 0; number < PAGES; number++) {
		cairo_set_source_rgb(cairo, 0.2 + 0.2 * number, 0.4, 0.8 - 0.2 * number);
		cairo_rectangle(cairo, round((number - page) * width), 0, width, height);
		cairo_fill(cairo);
	}
}

/* What fingers and wheels scroll by; `dx` is positive toward the next page. */
static gboolean scrolled(GtkEventControllerScroll *scroll, double dx, double dy, gpointer area) {
	int64_t time = event_time(scroll);
	if (gtk_event_controller_scroll_get_unit(scroll) == GDK_SCROLL_UNIT_WHEEL) {
		goal = CLAMP(goal + (dx + dy > 0 ? 1 : -1), 0, PAGES - 1);
		pg_session_settle_to(session, time, goal);
	} else {
		/* Also while the pages still move: the fingers catch them. */
		if (!is_scrolled) is_scrolled = pg_session_begin(session, time, 2) == PG_OK;
		pg_session_move(session, time, dx, dy, PG_SCROLL_PX);
	}
	if (tick_id == 0) tick_id = gtk_widget_add_tick_callback(area, tick, NULL, NULL);
	return TRUE;
}

static void ended(GtkEventControllerScroll *scroll, gpointer data) {
	if (!is_scrolled) return; /* those of wheels end, too */
	is_scrolled = 0;
	pg_session_end(session, event_time(scroll), 0);
}

/* The rule has decided where the pages go: from there, a wheel turns on. */
static void decided(void *data, const struct pg_event *event, const struct pg_finding *findings, size_t count) {
	if (event->kind == PG_EVENT_DECIDED) goal = lround(event->target);
}

int main(int argc, char **argv) {
	struct pg_error error = {.message = "usage: pager INTERACTION"};
	struct pg_interaction *pages;
	char *text;
	gsize length;
	if (argc != 2 || !g_file_get_contents(argv[1], &text, &length, NULL) ||
	    pg_interaction_create(text, length, &pages, &error) != PG_OK ||
	    pg_session_create(pages, g_get_monotonic_time(), NULL, &session, &error) != PG_OK)
		return g_printerr("%s\n", error.message), 2;
	pg_interaction_destroy(pages);
	g_free(text);
	pg_session_set_listener(session, &(struct pg_listener){.event = decided}); /* and keeps no samples */
	gtk_init();
	GtkWidget *window = gtk_window_new(), *area = gtk_drawing_area_new();
	gtk_drawing_area_set_draw_func(GTK_DRAWING_AREA(area), draw, NULL, NULL);
	gtk_window_set_default_size(GTK_WINDOW(window), 400, 300);
	gtk_window_set_child(GTK_WINDOW(window), area);
	GtkEventController *scroll = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
	g_signal_connect(scroll, "scroll", G_CALLBACK(scrolled), area);
	g_signal_connect(scroll, "scroll-end", G_CALLBACK(ended), NULL);
	gtk_widget_add_controller(area, scroll);
	gtk_window_present(GTK_WINDOW(window));
	while (g_list_model_get_n_items(gtk_window_get_toplevels()) > 0) g_main_context_iteration(NULL, TRUE);
	pg_session_destroy(session);
	return 0;
}
