/*
 * Switches workspaces as a compositor does, by three-finger swipes of libinput, one sample a frame.
 *
 *     cc swipe.c $(pkg-config --cflags --libs pantograph) -lm -o swipe
 *     libinput debug-events | ./swipe workspaces.json     # or < the text that it printed
 *
 * A compositor calls the six functions instead of main().
 */
#include <math.h>
#include <pantograph.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct pg_session *session;

/* LIBINPUT_EVENT_GESTURE_SWIPE_BEGIN; also while the workspaces still move. */
static void fingers_drag(int64_t time, int count) {
	if (count == 3) pg_session_begin(session, time, 0);
}

/* LIBINPUT_EVENT_GESTURE_SWIPE_UPDATE, with the unaccelerated distances. */
static void fingers_move(int64_t time, double dx, double dy) {
	pg_session_move(session, time, dx, dy, PG_SCROLL_PX); /* without a gesture it does nothing, as the next one */
}

/* LIBINPUT_EVENT_GESTURE_SWIPE_END. */
static void fingers_lift(int64_t time, int cancelled) { pg_session_end(session, time, cancelled); }

/* LIBINPUT_EVENT_GESTURE_HOLD_BEGIN and HOLD_END: fingers that rest stop the workspaces, until they swipe or lift. */
static void fingers_rest(int64_t time, int count) {
	if (count == 3) pg_session_hold(session, time);
}
static void fingers_go(int64_t time) { pg_session_resume(session, time); }

/* Returns the workspace in the middle of the screen at the time of presentation, and whether to draw more. */
static double workspace_at(int64_t presentation, int *moves) {
	struct pg_sample sample = {0};
	static double workspace = 1;
	pg_session_sample_at(session, presentation, &sample, &workspace, 1);
	*moves = sample.phase == PG_TRACKING || sample.phase == PG_SETTLING;
	return workspace;
}

static const int64_t period = 16667; /* of a display with 60 Hz */
static int64_t vblank;

/* Draws all frames that start before a time. */
static void draw_until(int64_t time) {
	for (int moves = 1; vblank < time; vblank += period) {
		double workspace = workspace_at(vblank + period, &moves);
		if (moves) printf("%.6f %.4f\n", (double)(vblank + period) / 1e6, workspace);
		if (!moves && time == PG_NEVER) return;
	}
}

int main(int argc, char **argv) {
	static char text[1 << 16], line[256], kind[32];
	FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
	struct pg_error error = {.message = "usage: swipe INTERACTION"};
	struct pg_interaction *interaction;
	if (!file || pg_interaction_create(text, fread(text, 1, sizeof text, file), &interaction, &error) != PG_OK ||
	    pg_session_create(interaction, 0, NULL, &session, &error) != PG_OK)
		return fprintf(stderr, "%s:%d: %s\n", argv[argc - 1], (int)error.line, error.message), 2;
	pg_session_set_listener(session, &(struct pg_listener){0}); /* keeps no samples */
	while (fgets(line, sizeof line, stdin)) {
		double seconds, dx = 0, dy = 0;
		int count;
		if (sscanf(line, "%*s GESTURE_%31s +%lfs %d %*f/%*f (%lf/%lf", kind, &seconds, &count, &dx, &dy) < 3) continue;
		int64_t time = llround(seconds * 1e6);
		draw_until(time);
		if (strcmp(kind, "HOLD_BEGIN") == 0) fingers_rest(time, count);
		else if (strcmp(kind, "HOLD_END") == 0) fingers_go(time);
		else if (strcmp(kind, "SWIPE_BEGIN") == 0) fingers_drag(time, count);
		else if (strcmp(kind, "SWIPE_UPDATE") == 0) fingers_move(time, dx, dy);
		else if (strcmp(kind, "SWIPE_END") == 0) fingers_lift(time, strstr(line, "cancelled") != NULL);
	}
	draw_until(PG_NEVER);
	return 0;
}
