/*
 * What the C library costs beside its frames; the bench counts it.
 *
 *     library load                 the library is loaded, and asked for its version
 *     library session              an interaction is read from a template, and a session made for it
 *     library memory               the same, and the kB of memory that the process has then; without the library, too
 *     library reopen OBJECT COUNT  the shared object is opened, used and closed; prints by how many kB the process
 *                                  grows after the first tenth
 *
 * With TRACKER defined it is what a program has that asks for no library: a finger's last 150 ms, their velocity, and
 * a spring.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The kB of memory that the process has. */
static long resident(void) {
	long size = 0, pages = 0;
	FILE *file = fopen("/proc/self/statm", "r");
	if (!file || fscanf(file, "%ld %ld", &size, &pages) != 2) exit(2);
	fclose(file);
	return pages * 4;
}

#ifdef TRACKER
#include <math.h>
#include <stdint.h>

enum { kept = 64 };
static const int64_t window = 150000;

struct tracker {
	int64_t times[kept];
	double positions[kept];
	int first, count;
};

static void track(struct tracker *tracker, int64_t time, double position) {
	if (tracker->count == kept) tracker->first = (tracker->first + 1) % kept, tracker->count--;
	int last = (tracker->first + tracker->count++) % kept;
	tracker->times[last] = time;
	tracker->positions[last] = position;
	while (time - tracker->times[tracker->first] > window) tracker->first = (tracker->first + 1) % kept, tracker->count--;
}

static double velocity(const struct tracker *tracker) {
	int last = (tracker->first + tracker->count - 1) % kept;
	int64_t elapsed = tracker->times[last] - tracker->times[tracker->first];
	return elapsed > 0 ? (tracker->positions[last] - tracker->positions[tracker->first]) * 1e6 / elapsed : 0;
}

/* The fraction after some seconds on a spring that is damped critically. */
static double spring(double seconds, double fraction, double velocity) {
	const double frequency = 15, offset = fraction - 1;
	return 1 + (offset + (velocity + frequency * offset) * seconds) * exp(-frequency * seconds);
}

int main(int argc, char **argv) {
	if (argc == 2 && !strcmp(argv[1], "memory")) return printf("%ld\n", resident()) < 0;
	static struct tracker tracker;
	const int count = argc == 2 ? atoi(argv[1]) : 0;
	double sum = 0, fraction = 0, speed = 0;
	for (int frame = 0; frame < count; frame++) {
		const double y = 100 + (frame / 50 % 2 ? -1 : 1) * (25 - frame % 50) * 0.5;
		track(&tracker, ((int64_t)frame * 1000000 + 60) / 120, y);
		fraction = (100 - y) / 145;
		speed = velocity(&tracker) / 145;
		sum += fraction + speed;
	}
	for (int frame = 0; frame < 60; frame++) sum += spring(frame / 120.0, fraction, speed);
	printf("%.6f\n", sum);
	return 0;
}
#else
#include <dlfcn.h>
#include <pantograph.h>

static int use(void) {
	struct pg_interaction *sheet;
	struct pg_session *session;
	const struct pg_surface surface = {.width = 65, .height = 145};
	if (pg_interaction_create_from_template("sheet", &sheet, NULL) != PG_OK) return 1;
	if (pg_session_create(sheet, 0, &surface, &session, NULL) != PG_OK) return 1;
	pg_session_destroy(session);
	pg_interaction_destroy(sheet);
	return 0;
}

/* By the functions of the object that was opened, not of the one that is linked. */
static int reopen(const char *object, int count) {
	long start = 0;
	for (int cycle = 0; cycle < count; cycle++) {
		if (cycle == count / 10) start = resident();
		void *library = dlopen(object, RTLD_NOW | RTLD_LOCAL);
		if (!library) return puts(dlerror()), 1;
		__typeof__(&pg_interaction_create_from_template) create;
		__typeof__(&pg_interaction_destroy) destroy;
		*(void **)&create = dlsym(library, "pg_interaction_create_from_template");
		*(void **)&destroy = dlsym(library, "pg_interaction_destroy");
		struct pg_interaction *sheet;
		if (create("sheet", &sheet, NULL) != PG_OK) return 1;
		destroy(sheet);
		dlclose(library);
	}
	printf("%ld\n", resident() - start);
	return 0;
}

int main(int argc, char **argv) {
	const char *work = argc > 1 ? argv[1] : "";
	if (!strcmp(work, "load")) return pg_version() == NULL;
	if (!strcmp(work, "session")) return use();
	if (!strcmp(work, "reopen") && argc == 4) return reopen(argv[2], atoi(argv[3]));
	if (strcmp(work, "memory") || use()) return 2;
	printf("%ld\n", resident());
	return 0;
}
#endif
