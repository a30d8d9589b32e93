/*
 * A drawer as a bar in the terminal, driven by an input device, or by a recording at the speed at which it was made.
 *
 *     cc drawer.c $(pkg-config --cflags --libs pantograph) -lm -o drawer
 *     ./drawer /dev/input/event5 sheet.json      # from `pantograph interaction --preset sheet`; Control-C ends it
 *     ./drawer Recordings/touchpad-flick/recording.yml Recordings/touchpad-flick/interaction.json
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <math.h>
#include <pantograph.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { BAR = 40 }; /* characters */
static const int64_t interval = 16667; /* between frames: a terminal does not say when it draws */
static struct pg_session *session;
static struct pg_error error;

static int64_t now(void) {
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * INT64_C(1000000) + time.tv_nsec / 1000;
}

static void sleep_until(int64_t time) {
	struct timespec at = {.tv_sec = time / 1000000, .tv_nsec = time % 1000000 * 1000};
	clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, NULL);
}

static void fail(const char *file) {
	fprintf(stderr, "%s:%d:%d: %s\n", file, (int)error.line, (int)error.column, error.message);
	exit(2);
}

/* Draws the bar as it must be at the time when it is seen, and returns whether it moves. */
static int draw(int64_t time) {
	struct pg_sample sample = {.phase = PG_TRACKING};
	if (pg_session_sample_at(session, time, &sample, NULL, 0) == PG_OK) {
		printf("\r");
		for (int i = 0, length = (int)lround(sample.fraction * BAR); i < BAR; i++) printf(i < length ? "█" : "·");
		printf(" %4.0f %%", sample.fraction * 100);
		fflush(stdout);
	}
	return sample.phase == PG_TRACKING || sample.phase == PG_SETTLING;
}

/* Feeds the events that the device has sent, and returns whether there may be more. */
static int feed_device(int file) {
	struct input_event event;
	while (read(file, &event, sizeof event) == sizeof event) {
		int64_t time = event.input_event_sec * INT64_C(1000000) + event.input_event_usec;
		struct pg_input_event copy = {time, event.type, event.code, event.value};
		pg_session_feed_events(session, &copy, 1);
	}
	return errno == EAGAIN;
}

/* Feeds the events of a recording whose time has come, and returns whether there are more. */
static int feed_recording(struct pg_recording *recording, int64_t shift, int64_t time) {
	static struct pg_input_event event;
	static size_t count;
	for (;;) {
		if (count == 0 && pg_recording_read(recording, &event, 1, &count, NULL) != PG_OK) return 0;
		if (event.time + shift > time) return 1;
		struct pg_input_event copy = {event.time + shift, event.type, event.code, event.value};
		pg_session_feed_events(session, &copy, 1);
		count = 0;
	}
}

int main(int argc, char **argv) {
	static char text[1 << 16];
	if (argc != 3) return fprintf(stderr, "usage: drawer DEVICE|RECORDING INTERACTION\n"), 2;
	FILE *json = fopen(argv[2], "r");
	struct pg_interaction *interaction;
	if (!json) return perror(argv[2]), 2;
	if (pg_interaction_create(text, fread(text, 1, sizeof text, json), &interaction, &error) != PG_OK) fail(argv[2]);

	int file = -1, clock = CLOCK_MONOTONIC;
	struct pg_recording *recording = NULL;
	struct pg_device *device = NULL;
	if (strncmp(argv[1], "/dev/", 5) == 0) {
		file = open(argv[1], O_RDONLY | O_NONBLOCK);
		if (file < 0 || ioctl(file, EVIOCSCLOCKID, &clock) < 0) return perror(argv[1]), 2;
		if (pg_device_create_from_fd(file, &device, &error) != PG_OK) fail(argv[1]);
	} else if (pg_recording_open(argv[1], &recording, &error) != PG_OK) {
		fail(argv[1]);
	}
	int64_t start = now(), shift = recording ? start - pg_recording_start(recording) : 0;
	if (pg_session_create_for_device(interaction, start, recording ? pg_recording_device(recording) : device, &session,
	                                 &error) != PG_OK)
		fail(argv[2]);
	pg_session_set_listener(session, &(struct pg_listener){0}); /* keeps no samples: each frame asks for one */

	int moves = 1, lasts = 1;
	for (int64_t time = start; moves || lasts; time += interval) {
		sleep_until(time);
		lasts = recording ? feed_recording(recording, shift, time) : feed_device(file);
		moves = draw(time + interval);
	}
	printf("\n");
	return 0;
}
