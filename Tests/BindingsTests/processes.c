/*
 * Uses the library as programs with threads, child processes and many sessions do.
 *
 *     processes threads   four threads, each with sessions and listeners of its own, and one interaction for all
 *     processes fork      a session that goes on in a child process and in its parent
 *     processes busy      a session that another thread uses during its callback
 *     processes size      the bytes that a session holds
 *     processes year      a swipe every twelve hours for a year, in one session, and the memory after each of its months
 *     processes month     the same for a month
 *     processes behind    a drag whose last sample is always left for the next frame, and the memory
 *     processes drag      the allocations of 5000 frames of a drag, and of 1000 after its lift; counts them if compiled
 *                         with -DCOUNTED
 *
 * Prints a line, and exits with 1 if something is not as promised.
 */
#define _GNU_SOURCE
#include <malloc.h>
#include <pantograph.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef COUNTED
/* Counts what anything in the process allocates, the shared object included. */
static size_t allocations;
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
void *malloc(size_t size) { return allocations++, __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return allocations++, __libc_calloc(count, size); }
void *realloc(void *memory, size_t size) { return allocations++, __libc_realloc(memory, size); }
void *aligned_alloc(size_t alignment, size_t size) { return allocations++, __libc_memalign(alignment, size); }
int posix_memalign(void **memory, size_t alignment, size_t size) {
	*memory = aligned_alloc(alignment, size);
	return *memory == NULL;
}
#else
static const size_t allocations = 0;
#endif

static struct pg_interaction *sheet;

static struct pg_session *begin(void) {
	const struct pg_surface surface = {.width = 65, .height = 145};
	struct pg_session *session;
	return pg_session_create(sheet, 0, &surface, &session, NULL) == PG_OK ? session : NULL;
}

/* Adds up what a session says between two frames of a finger that moves 0.5 mm up or down in each of 40, and lifts. */
static double swipe_at(struct pg_session *session, int64_t start, int first, int last, int direction) {
	double sum = 0;
	for (int frame = first; frame < last; frame++) {
		const struct pg_contact finger = {.id = 1, .x = 30, .y = 120 - 0.5 * direction * frame, .pressure = 0.5};
		if (pg_session_feed(session, start + 8000 * frame, &finger, frame < 40) != PG_OK) return -1;
		struct pg_sample samples[16];
		double values[16 * 8];
		size_t count;
		while ((count = pg_session_take_samples(session, samples, 16, values, 8)) > 0)
			for (size_t i = 0; i < count; i++) sum += samples[i].fraction * (frame + 1);
		struct pg_event events[16];
		while (pg_session_take_events(session, events, 16) > 0) {}
	}
	return sum;
}

static double swipe(struct pg_session *session, int first, int last) {
	return swipe_at(session, 0, first, last, 1);
}

static double whole(void) {
	struct pg_session *session = begin();
	const double sum = swipe(session, 0, 100);
	pg_session_destroy(session);
	return sum;
}

struct heard {
	double sum;
	int frame;
};

static void on_sample(void *data, const struct pg_sample *sample, const double *values, size_t count) {
	struct heard *heard = data;
	(void)values;
	(void)count;
	heard->sum += sample->fraction * (heard->frame + 1);
}

/* The same with a listener. */
static double whole_heard(void) {
	struct pg_session *session = begin();
	struct heard heard = {0, 0};
	const struct pg_listener listener = {.sample = on_sample, .data = &heard};
	pg_session_set_listener(session, &listener);
	for (; heard.frame < 100; heard.frame++) swipe(session, heard.frame, heard.frame + 1);
	pg_session_destroy(session);
	return heard.sum;
}

static void *swipes(void *sum) {
	for (int i = 0; i < 50; i++)
		if ((i % 2 ? whole_heard() : whole()) != *(double *)sum) return sum;
	return NULL;
}

static int use_threads(double sum) {
	pthread_t threads[4];
	int different = 0;
	for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, swipes, &sum);
	for (int i = 0; i < 4; i++) {
		void *result;
		pthread_join(threads[i], &result);
		different += result != NULL;
	}
	return different;
}

static int use_fork(double sum) {
	struct pg_session *session = begin();
	const double half = swipe(session, 0, 20);
	const pid_t child = fork();
	const int is_same = half + swipe(session, 20, 100) == sum && whole() == sum;
	pg_session_destroy(session);
	if (child == 0) _exit(!is_same);
	int status = 1;
	waitpid(child, &status, 0);
	return !is_same || status != 0;
}

static pg_status status_elsewhere;

static void *advance(void *session) {
	status_elsewhere = pg_session_advance(session, 1000000);
	return NULL;
}

static void on_event(void *session, const struct pg_event *event, const struct pg_finding *findings, size_t count) {
	(void)event;
	(void)findings;
	(void)count;
	pthread_t thread;
	pthread_create(&thread, NULL, advance, session);
	pthread_join(thread, NULL);
}

static int use_busy(double sum) {
	struct pg_session *session = begin();
	const struct pg_listener listener = {.data = session, .event = on_event};
	pg_session_set_listener(session, &listener);
	status_elsewhere = PG_OK;
	const double other = swipe(session, 0, 20);
	pg_session_destroy(session);
	return status_elsewhere != PG_BUSY || other < 0 || sum < 0;
}

static int use_size(double sum) {
	enum { count = 100 };
	static struct pg_session *sessions[count];
	const size_t before = mallinfo2().uordblks;
	for (int i = 0; i < count; i++) {
		sessions[i] = begin();
		if (swipe(sessions[i], 0, 100) != sum) return 1;
	}
	const size_t size = (mallinfo2().uordblks - before) / count;
	for (int i = 0; i < count; i++) pg_session_destroy(sessions[i]);
	printf("%zu bytes a session\n", size);
	return size >= 1 << 16;
}

static int use_months(int months) {
	struct pg_session *session = begin();
	size_t first = 0, most = 0;
	for (int month = 0; month < months; month++) {
		for (int i = 0; i < 61; i++) {
			const int64_t start = ((int64_t)month * 61 + i) * 43200 * 1000000;
			/* Up, and back down. */
			if (swipe_at(session, start, 0, 100, i % 2 ? -1 : 1) < 0) return 1;
		}
		const size_t size = mallinfo2().uordblks;
		if (month == 1) first = size;
		if (month > 0 && size > most) most = size;
	}
	pg_session_destroy(session);
	pg_interaction_destroy(sheet);
	printf("%zu bytes after two months, %zu at most later\n", first, most);
	return most > first;
}

static int use_year(double sum) {
	return sum < 0 || use_months(12);
}

static int use_month(double sum) {
	return sum < 0 || use_months(1);
}

/*
 * Moves a finger up and down in frames that are as many as the samples, and takes a sample in each. Two are left when
 * it moves, so that some are always left later.
 */
static int drag(struct pg_session *session, int first, int last) {
	for (int frame = first; frame < last; frame++) {
		const double y = 100 + (frame / 50 % 2 ? -1 : 1) * (25 - frame % 50) * 0.5;
		const struct pg_contact finger = {.id = 1, .x = 30, .y = y, .pressure = 0.5};
		const int64_t time = ((int64_t)frame * 1000000 + 60) / 120;
		struct pg_sample samples[1], next;
		struct pg_event events[8];
		double values[8];
		if (pg_session_feed(session, time, &finger, 1) != PG_OK) return 1;
		if (pg_session_sample_at(session, time + 8000, &next, values, 8) != PG_OK) return 1;
		if (frame == 30 || frame == 31) continue;
		if (pg_session_take_samples(session, samples, 1, values, 8) == 0 && frame > 31) return 1;
		pg_session_take_events(session, events, 8);
	}
	return 0;
}

static size_t memory_in_use(void) {
	const struct mallinfo2 info = mallinfo2();
	return info.uordblks + info.hblkhd;
}

static int use_behind(double sum) {
	struct pg_session *session = begin();
	int mistakes = sum < 0 || drag(session, 0, 10000);
	const size_t before = memory_in_use();
	mistakes += drag(session, 10000, 100000);
	const size_t after = memory_in_use();
	struct pg_sample samples[8];
	mistakes += pg_session_take_samples(session, samples, 8, NULL, 0) != 2;
	pg_session_destroy(session);
	printf("%zu bytes after 10000 frames, %zu after 100000\n", before, after);
	return mistakes || after > before;
}

static int use_drag(double sum) {
	struct pg_session *session = begin();
	/* The first frames of a gesture make room. */
	int mistakes = sum < 0 || drag(session, 0, 1000);
	const size_t before = allocations;
	mistakes += drag(session, 1000, 6000);
	size_t count = allocations - before;
	/* The animation is asked for far ahead of what the session has been told: while it settles, and long at rest. */
	const int64_t lift = ((int64_t)6000 * 1000000 + 60) / 120;
	mistakes += pg_session_feed(session, lift, NULL, 0) != PG_OK;
	const size_t lifted = allocations;
	struct pg_sample sample = {.phase = PG_IDLE};
	for (int frame = 0; frame < 1000; frame++) {
		mistakes += pg_session_sample_at(session, lift + 8000 * frame, &sample, NULL, 0) != PG_OK;
	}
	mistakes += sample.phase != PG_REST;
	count += allocations - lifted;
	pg_session_destroy(session);
	printf("%zu allocations\n", count);
	return mistakes || count > 0;
}

int main(int argc, char **argv) {
	if (argc != 2 || pg_interaction_create_from_template("sheet", &sheet, NULL) != PG_OK) return 2;
	const char *names[] = {"threads", "fork", "busy", "size", "year", "month", "behind", "drag"};
	int (*uses[])(double) = {use_threads, use_fork, use_busy, use_size, use_year, use_month, use_behind, use_drag};
	const double sum = whole();
	if (!(sum > 0)) return 2;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (strcmp(argv[1], names[i]) != 0) continue;
		const int mistakes = uses[i](sum);
		printf("%s: %s\n", names[i], mistakes ? "not as promised" : "as promised");
		return mistakes != 0;
	}
	return 2;
}
