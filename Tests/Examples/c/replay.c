/*
 * Replays a recording, and prints the events and the samples of the animation as an expected trajectory has them.
 *
 *     cc replay.c $(pkg-config --cflags --libs pantograph) -o replay
 *     ./replay Recordings/touchpad-flick/recording.yml Recordings/touchpad-flick/interaction.json
 */
#include <pantograph.h>
#include <stdio.h>
#include <stdlib.h>

static const char *kinds[] = {"began", "changed", "ended", "cancelled", "decided", "handoff", "completed",
                              "held", "started"};
static const char *outcomes[] = {"finish", "cancel", "snap"};
static const char *phases[] = {"idle", "tracking", "settling", "rest"};
static char line[1 << 16];

/* A number with six decimals; the caller prints it before asking for the next eight. */
static const char *six(double value) {
	static char texts[8][40];
	static int next;
	char *text = texts[next++ % 8];
	pg_format(value, 6, text, sizeof texts[0]);
	return text;
}

static void fail(const char *file, const struct pg_error *error) {
	fprintf(stderr, "%s:%d:%d: %s\n", file, (int)error->line, (int)error->column, error->message);
	exit(2);
}

static void print_events(struct pg_session *session, int64_t start) {
	struct pg_event event;
	while (pg_session_take_events(session, &event, 1) == 1) {
		if (event.kind == PG_EVENT_CHANGED) continue;
		printf("# event %s %s", six((event.time - start) / 1e6), kinds[event.kind]);
		if (event.kind == PG_EVENT_STARTED) printf(" %s", pg_name(PG_RUNS, event.detail));
		if (event.kind == PG_EVENT_COMPLETED) printf(" %s", pg_name(PG_POSITIONS, event.detail));
		if (event.kind == PG_EVENT_DECIDED) {
			printf(" %s target %s", outcomes[event.outcome], six(event.target));
			if (event.detail >= 0) printf(" verdict %s", pg_name(PG_VERDICTS, event.detail));
			if (event.clause >= 0) printf(" clause %d", (int)event.clause + 1);
			if (event.judged == event.judged) printf(" progress %s", six(event.judged));
		}
		printf(" fraction %s velocity %s\n", six(event.fraction), six(event.velocity));
		if (event.kind != PG_EVENT_DECIDED) continue;
		size_t count = pg_session_findings(session, NULL, 0);
		struct pg_finding *findings = calloc(count, sizeof *findings);
		pg_session_findings(session, findings, count);
		for (size_t i = 0; i < count; i++) {
			const struct pg_finding *f = &findings[i];
			printf("# found clause %d %s %s %s %s %s %s\n", (int)f->clause + 1, f->holds ? "holds" : "fails",
			       pg_name(PG_QUANTITIES, f->quantity), six(f->value), pg_name(PG_COMPARISONS, f->comparison),
			       six(f->threshold), pg_name(PG_UNITS, f->unit));
		}
		free(findings);
	}
}

static char *read_text(const char *path, size_t *length) {
	FILE *file = fopen(path, "rb");
	char *text = malloc(1 << 24);
	if (!file || !text) { perror(path); exit(2); }
	*length = fread(text, 1, 1 << 24, file);
	fclose(file);
	return text;
}

int main(int argc, char **argv) {
	if (argc != 3) { fprintf(stderr, "usage: replay RECORDING INTERACTION\n"); return 2; }
	struct pg_error error = {0};
	size_t length;
	char *text = read_text(argv[2], &length);
	struct pg_interaction *interaction;
	if (pg_interaction_create(text, length, &interaction, &error) != PG_OK) fail(argv[2], &error);
	free(text);
	struct pg_recording *recording;
	if (pg_recording_open(argv[1], &recording, &error) != PG_OK) fail(argv[1], &error);

	int64_t start = pg_recording_start(recording);
	struct pg_session *session;
	if (pg_session_create_for_device(interaction, start, pg_recording_device(recording), &session, &error) != PG_OK)
		fail(argv[1], &error);
	struct pg_input_event events[256];
	size_t count;
	pg_status status;
	while ((status = pg_recording_read(recording, events, 256, &count, &error)) == PG_OK) {
		pg_session_feed_events(session, events, count);
		print_events(session, start);
	}
	if (status != PG_END) fail(argv[1], &error);
	pg_session_finish(session);
	print_events(session, start);

	printf("time,phase,fraction,velocity");
	size_t width = pg_interaction_value_count(interaction);
	for (size_t i = 0; i < width; i++) printf(",%s", pg_interaction_value_name(interaction, i));
	printf("\n");
	struct pg_sample sample;
	double *values = calloc(width, sizeof *values);
	while (pg_session_take_samples(session, &sample, 1, values, width) == 1) {
		int end = snprintf(line, sizeof line, "%s,%s,%s,%s", six((sample.time - start) / 1e6), phases[sample.phase],
		                   six(sample.fraction), six(sample.velocity));
		for (size_t i = 0; i < sample.value_count; i++) end += snprintf(line + end, sizeof line - end, ",%s", six(values[i]));
		puts(line);
	}
	free(values);
	pg_session_destroy(session);
	pg_recording_destroy(recording);
	pg_interaction_destroy(interaction);
	return 0;
}
