/*
 * Drives the native engine with journeys, and writes what comes out as numbers of 64 bits: journeys.test.mjs compares them
 * with the same of WebAssembly.
 *
 * A journey is lines on the standard input: `interaction BYTES START [WIDTH HEIGHT]` and a text of so many bytes, then
 * `feed TIME` and for each finger `ID X Y PRESSURE PALM`, `hold TIME`, `resume`, `reverse`, `cancel`, `at` and `advance`
 * alike, `change TIME KEPT BYTES` and the text of another interaction, and at last `end`. Times are in microseconds. What
 * comes out is whether each call was taken, and, after a number that says how many there are, the rows of samples, of
 * events, and of what was asked for.
 */
#include <inttypes.h>
#include <pantograph.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { mostNumbers = 1 << 20, mostFingers = 8, mostRows = 512 };

/** Numbers that are written together. */
struct numbers {
	double all[mostNumbers];
	size_t count;
};

static struct numbers taken, asked;

static void stop(const char *why) {
	fprintf(stderr, "journeys: %s\n", why);
	exit(1);
}

static void add(struct numbers *numbers, double number) {
	if (numbers->count == mostNumbers) stop("more numbers than fit");
	numbers->all[numbers->count++] = number;
}

static void write_out(struct numbers *numbers) {
	double count = numbers->count;
	fwrite(&count, sizeof count, 1, stdout);
	fwrite(numbers->all, sizeof(double), numbers->count, stdout);
	numbers->count = 0;
}

static void add_sample(struct numbers *numbers, const struct pg_sample *sample, const double *values, size_t width) {
	add(numbers, sample->time);
	add(numbers, sample->phase);
	add(numbers, sample->fraction);
	add(numbers, sample->velocity);
	for (size_t value = 0; value < width; value++) add(numbers, values[value]);
}

static void write_samples(struct pg_session *session, size_t width) {
	static struct numbers rows;
	struct pg_sample samples[mostRows];
	double *values = calloc(mostRows * (width + 1), sizeof *values);
	for (size_t count; (count = pg_session_take_samples(session, samples, mostRows, values, width)) > 0;) {
		for (size_t row = 0; row < count; row++) add_sample(&rows, &samples[row], values + row * width, width);
	}
	free(values);
	write_out(&rows);
}

static void write_events(struct pg_session *session) {
	static struct numbers rows;
	struct pg_event event;
	while (pg_session_take_events(session, &event, 1) == 1) {
		const double numbers[] = {event.time, event.kind, event.fraction, event.velocity, event.target, event.judged};
		for (size_t index = 0; index < sizeof numbers / sizeof *numbers; index++) add(&rows, numbers[index]);
	}
	write_out(&rows);
}

/** Reads the text of an interaction, which has so many bytes. */
static struct pg_interaction *read_interaction(size_t length) {
	struct pg_interaction *interaction;
	struct pg_error error;
	char *text = malloc(length + 1);
	if (text == NULL || fread(text, 1, length, stdin) != length) stop("not a journey");
	if (pg_interaction_create(text, length, &interaction, &error) != PG_OK) stop(error.message);
	free(text);
	return interaction;
}

/** Reads an interaction and starts its session. */
static struct pg_session *begin(const char *line, struct pg_interaction **interaction) {
	size_t length;
	int64_t start;
	struct pg_surface surface = {0};
	int fields = sscanf(line, "interaction %zu %" SCNd64 " %lf %lf", &length, &start, &surface.width, &surface.height);
	struct pg_session *session;
	struct pg_error error;
	if (fields < 2) stop("not a journey");
	*interaction = read_interaction(length);
	if (pg_session_create(*interaction, start, fields == 4 ? &surface : NULL, &session, &error) != PG_OK) {
		stop(error.message);
	}
	return session;
}

/** Goes on with another interaction. */
static pg_status change(struct pg_session *session, int64_t time, const char *rest) {
	size_t length;
	pg_kept kept;
	if (sscanf(rest, " %" SCNd32 " %zu", &kept, &length) != 2) stop(rest);
	struct pg_interaction *interaction = read_interaction(length);
	pg_status status = pg_session_set_interaction(session, time, interaction, kept);
	pg_interaction_destroy(interaction);
	return status;
}

static pg_status feed(struct pg_session *session, int64_t time, const char *rest) {
	struct pg_contact contacts[mostFingers];
	size_t count = 0;
	for (int used = 0; count < mostFingers; rest += used) {
		struct pg_contact *contact = &contacts[count];
		*contact = (struct pg_contact){0};
		if (sscanf(rest, " %" SCNd64 " %lf %lf %lf %" SCNu32 "%n", &contact->id, &contact->x, &contact->y,
			   &contact->pressure, &contact->flags, &used) != 5) {
			break;
		}
		count++;
	}
	return pg_session_feed(session, time, contacts, count);
}

static pg_status ask(struct pg_session *session, int64_t time, size_t width) {
	struct pg_sample sample;
	double *values = calloc(width + 1, sizeof *values);
	pg_status status = pg_session_sample_at(session, time, &sample, values, width);
	if (status == PG_OK) add_sample(&asked, &sample, values, width);
	free(values);
	return status;
}

/** Takes what a toolkit reports of a gesture; its numbers are those of `begin`, `move` or `end`. */
static pg_status report(struct pg_session *session, const char *name, int64_t time, const char *rest) {
	double x = 0, y = 0;
	int number = 0;
	if (strcmp(name, "move") == 0) {
		if (sscanf(rest, " %lf %lf %d", &x, &y, &number) != 3) stop(rest);
		return pg_session_move(session, time, x, y, number);
	}
	if (sscanf(rest, " %d", &number) != 1) stop(rest);
	return name[0] == 'b' ? pg_session_begin(session, time, number) : pg_session_end(session, time, number);
}

static pg_status call(struct pg_session *session, const char *line, size_t width) {
	char name[16];
	int64_t time;
	int used;
	if (sscanf(line, "%15s %" SCNd64 "%n", name, &time, &used) != 2) stop(line);
	if (strcmp(name, "feed") == 0) return feed(session, time, line + used);
	if (strcmp(name, "begin") == 0 || strcmp(name, "move") == 0 || strcmp(name, "end") == 0) {
		return report(session, name, time, line + used);
	}
	if (strcmp(name, "settle_to") == 0) return pg_session_settle_to(session, time, atof(line + used));
	if (strcmp(name, "change") == 0) return change(session, time, line + used);
	if (strcmp(name, "place") == 0) return pg_session_place(session, time, atof(line + used));
	if (strcmp(name, "hold") == 0) return pg_session_hold(session, time);
	if (strcmp(name, "resume") == 0) return pg_session_resume(session, time);
	if (strcmp(name, "reverse") == 0) return pg_session_reverse(session, time);
	if (strcmp(name, "cancel") == 0) return pg_session_cancel(session, time);
	if (strcmp(name, "advance") == 0) return pg_session_advance(session, time);
	if (strcmp(name, "at") == 0) return ask(session, time, width);
	stop(line);
	return PG_INVALID;
}

int main(void) {
	char *line = NULL;
	size_t capacity = 0;
	while (getline(&line, &capacity, stdin) > 0) {
		struct pg_interaction *interaction;
		struct pg_session *session = begin(line, &interaction);
		size_t width = pg_interaction_value_count(interaction);
		while (getline(&line, &capacity, stdin) > 0 && strcmp(line, "end\n") != 0) {
			add(&taken, call(session, line, width) == PG_OK);
		}
		write_out(&taken);
		write_samples(session, width);
		write_events(session);
		write_out(&asked);
		pg_session_destroy(session);
		pg_interaction_destroy(interaction);
	}
	free(line);
	return fflush(stdout) == 0 ? 0 : 1;
}
