/*
 * A drawer in a bare Wayland window that follows a finger, the mouse, or a swipe on a touchpad.
 *
 *     mkdir out && ./build out
 *     out/drawer ../gtk4-drawer/drawer.json
 */
#include "window.h"
#include <math.h>
#include <pantograph.h>

static const double mm_per_pixel = 25.4 / 96; /* wl_output has the monitor's size in both units */
static struct pg_session *session;
static struct pg_contact finger = {.id = 1, .pressure = NAN};
static struct wl_callback *frame;           /* the compositor calls it when it wants the next frame */
static int64_t presented, interval = 16667; /* when a frame was seen last, and the time between two, in µs */

static void seen(void *data, struct wp_presentation_feedback *feedback, uint32_t high, uint32_t low, uint32_t ns,
                 uint32_t refresh, uint32_t count_high, uint32_t count_low, uint32_t flags) {
	presented = (((int64_t)high << 32) + low) * 1000000 + ns / 1000;
	if (refresh > 0) interval = refresh / 1000;
	wp_presentation_feedback_destroy(feedback);
}
static void unseen(void *data, struct wp_presentation_feedback *feedback) { wp_presentation_feedback_destroy(feedback); }
static const struct wp_presentation_feedback_listener feedback_events = {ignore, seen, unseen};

/* Draws the drawer where it must be when the frame is seen: at the first refresh from now on. */
static void draw(void *data, struct wl_callback *callback, uint32_t time) {
	static const struct wl_callback_listener frame_events = {draw};
	static double offset; /* how far the drawer is open, in pixels */
	static int turn;
	struct pg_sample sample = {.phase = PG_TRACKING};
	pg_session_sample_at(session, presented + ((now() - presented) / interval + 1) * interval, &sample, &offset, 1);
	turn = !turn;
	for (int y = 0, top = HEIGHT - (int)lround(offset); y < HEIGHT; y++)
		for (int x = 0; x < WIDTH; x++) pixels[turn][y * WIDTH + x] = y < top ? 0xffffff : 0x0000ff;
	if (frame) wl_callback_destroy(frame);
	frame = NULL;
	if (sample.phase == PG_TRACKING || sample.phase == PG_SETTLING) /* else no frames until the next touch */
		wl_callback_add_listener(frame = wl_surface_frame(window), &frame_events, NULL);
	wp_presentation_feedback_add_listener(wp_presentation_feedback(presentation, window), &feedback_events, NULL);
	wl_surface_attach(window, buffers[turn], 0, 0);
	wl_surface_damage(window, 0, 0, WIDTH, HEIGHT);
	wl_surface_commit(window);
}

/* Feeds the finger, or none. Events have the lower 32 bits of milliseconds. */
static void feed(uint32_t time, size_t count) {
	int64_t ms = now() / 1000;
	uint32_t age = (uint32_t)ms - time;
	pg_session_feed(session, (age < 1000 ? ms - age : ms) * 1000, &finger, count);
	if (!frame) draw(NULL, NULL, 0);
}

static void move(wl_fixed_t x, wl_fixed_t y) {
	finger.x = wl_fixed_to_double(x) * mm_per_pixel, finger.y = wl_fixed_to_double(y) * mm_per_pixel;
}

static uint32_t pressed; /* whether the mouse is a finger */
static void entered(void *data, struct wl_pointer *pointer, uint32_t serial, struct wl_surface *surface, wl_fixed_t x,
                    wl_fixed_t y) { move(x, y); }
static void pointed(void *data, struct wl_pointer *pointer, uint32_t time, wl_fixed_t x, wl_fixed_t y) {
	move(x, y);
	if (pressed) feed(time, 1);
}
static void clicked(void *data, struct wl_pointer *pointer, uint32_t serial, uint32_t time, uint32_t button,
                    uint32_t state) { feed(time, pressed = state); }
static const struct wl_pointer_listener pointer_events = {entered, ignore, pointed, clicked, ignore};

static int32_t touching = -1; /* the finger that landed first */
static void landed(void *data, struct wl_touch *touch, uint32_t serial, uint32_t time, struct wl_surface *surface,
                   int32_t id, wl_fixed_t x, wl_fixed_t y) {
	if (touching < 0) touching = id, move(x, y), feed(time, 1);
}
static void moved(void *data, struct wl_touch *touch, uint32_t time, int32_t id, wl_fixed_t x, wl_fixed_t y) {
	if (touching == id) move(x, y), feed(time, 1);
}
static void lifted(void *data, struct wl_touch *touch, uint32_t serial, uint32_t time, int32_t id) {
	if (touching == id) touching = -1, feed(time, 0);
}
static void cancelled(void *data, struct wl_touch *touch) {
	pg_session_cancel(session, now());
	touching = -1, feed(now() / 1000, 0);
}
static const struct wl_touch_listener touch_events = {landed, lifted, moved, ignore, cancelled};

static void swipe_began(void *data, struct zwp_pointer_gesture_swipe_v1 *swipe, uint32_t serial, uint32_t time,
                        struct wl_surface *surface, uint32_t fingers) { feed(time, 1); }
static void swiped(void *data, struct zwp_pointer_gesture_swipe_v1 *swipe, uint32_t time, wl_fixed_t dx, wl_fixed_t dy) {
	finger.x += wl_fixed_to_double(dx) * mm_per_pixel, finger.y += wl_fixed_to_double(dy) * mm_per_pixel;
	feed(time, 1);
}
static void swipe_ended(void *data, struct zwp_pointer_gesture_swipe_v1 *swipe, uint32_t serial, uint32_t time,
                        int32_t is_cancelled) { is_cancelled ? cancelled(NULL, NULL) : feed(time, 0); }
static const struct zwp_pointer_gesture_swipe_v1_listener swipe_events = {swipe_began, swiped, swipe_ended};

int main(int argc, char **argv) {
	static char text[1 << 16];
	FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
	struct pg_error error = {.message = "usage: drawer INTERACTION"};
	struct pg_interaction *read, *scaled;
	if (!file || pg_interaction_create(text, fread(text, 1, sizeof text, file), &read, &error) != PG_OK ||
	    pg_interaction_create_with(read, "progress/distance/mm", "79.375", &scaled, &error) != PG_OK ||
	    pg_session_create(scaled, now(), NULL, &session, &error) != PG_OK)
		return fprintf(stderr, "%s\n", error.message), 2;
	pg_session_set_listener(session, &(struct pg_listener){0}); /* keeps no samples: each frame asks for one */
	if (open_window("drawer") < 0) return fprintf(stderr, "no Wayland compositor with what this needs\n"), 1;
	if (capabilities & WL_SEAT_CAPABILITY_TOUCH) wl_touch_add_listener(wl_seat_get_touch(seat), &touch_events, NULL);
	if (capabilities & WL_SEAT_CAPABILITY_POINTER) {
		struct wl_pointer *pointer = wl_seat_get_pointer(seat);
		wl_pointer_add_listener(pointer, &pointer_events, NULL);
		if (gestures)
			zwp_pointer_gesture_swipe_v1_add_listener(
			    zwp_pointer_gestures_v1_get_swipe_gesture(gestures, pointer), &swipe_events, NULL);
	}
	draw(NULL, NULL, 0);
	while (wl_display_dispatch(display) >= 0) continue;
	return 0;
}
