/*
 * Feeds the C library a finger that moves up and down, takes the samples after every 256 frames, and prints their sum.
 * The bench has the same without the library.
 */
#include <pantograph.h>
#include <stdio.h>
#include <stdlib.h>

enum { takes = 256 };

static double take(struct pg_session *session) {
	static struct pg_sample samples[takes];
	static double values[takes * 2];
	static struct pg_event events[takes];
	double sum = 0;
	size_t count;
	do {
		count = pg_session_take_samples(session, samples, takes, values, 2);
		for (size_t i = 0; i < count; i++) sum += samples[i].fraction;
	} while (count == takes);
	while (pg_session_take_events(session, events, takes) == takes) {}
	return sum;
}

int main(int argc, char **argv) {
	const struct pg_surface surface = {.width = 65, .height = 145};
	struct pg_interaction *sheet;
	struct pg_session *session;
	if (argc != 2 || pg_interaction_create_from_template("sheet", &sheet, NULL) != PG_OK ||
	    pg_session_create(sheet, 0, &surface, &session, NULL) != PG_OK)
		return 2;
	const int count = atoi(argv[1]);
	double sum = 0;
	for (int frame = 0; frame < count; frame++) {
		const double y = 100 + (frame / 50 % 2 ? -1 : 1) * (25 - frame % 50) * 0.5;
		const struct pg_contact finger = {.id = 1, .x = 30, .y = y, .pressure = 0.5};
		if (pg_session_feed(session, ((int64_t)frame * 1000000 + 60) / 120, &finger, 1) != PG_OK) return 1;
		if (frame % takes == takes - 1) sum += take(session);
	}
	printf("%.6f\n", sum + take(session));
	pg_session_destroy(session);
	pg_interaction_destroy(sheet);
	return 0;
}
