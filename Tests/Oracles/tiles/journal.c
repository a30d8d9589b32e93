/*
 * Notes what a compositor asks of Pantograph, and what it shows, while it runs; for tools/ci/check-tiles. With -DOF_CLIENT,
 * what a client asks: each sample counts as a frame.
 *
 *     cc -shared -fPIC journal.c … -o journal.so; JOURNAL=FOLDER LD_PRELOAD=journal.so ./tiles …
 *
 * FOLDER/journal has a line for each call, with its result, and for each frame, with the times of its beginning and of its
 * commit, the time for which it was drawn and the values that it had. Every thirtieth frame that moves is a picture as well,
 * read from the buffer that is committed.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pantograph.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#ifndef OF_CLIENT
#include <drm_fourcc.h>
#include <wlr/render/wlr_renderer.h>
#include <wlr/types/wlr_output.h>
#endif

/* The function that is called in the compositor's place. */
#define REAL(name) \
	static __typeof__(&name) real; \
	if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static const struct pg_session *sessions[2];
static double values[2];
static int64_t asked, began;

/* The windows, which a compositor starts, have sessions of their own. */
__attribute__((constructor)) static void leave_windows_alone(void) { unsetenv("LD_PRELOAD"); }

static FILE *open_file(const char *name, const char *mode) {
	char path[4096];
	snprintf(path, sizeof path, "%s/%s", getenv("JOURNAL"), name);
	FILE *file = fopen(path, mode);
	if (!file) abort();
	return file;
}

static FILE *journal(void) {
	static FILE *file;
	if (!file) setvbuf(file = open_file("journal", "w"), NULL, _IOLBF, 0);
	return file;
}

static int number(const struct pg_session *session) { return session == sessions[1]; }

static long long now(void) {
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * 1000000LL + time.tv_nsec / 1000;
}

#define NOTE(format, ...) fprintf(journal(), format " -> %d\n", __VA_ARGS__, (int)status)

pg_status pg_session_create(const struct pg_interaction *interaction, int64_t start, const struct pg_surface *surface,
                            struct pg_session **session, struct pg_error *error) {
	static int count;
	REAL(pg_session_create);
	pg_status status = real(interaction, start, surface, session, error);
	NOTE("create %d %lld", count, (long long)start);
	if (count < 2) sessions[count++] = *session;
	return status;
}

pg_status pg_session_begin(struct pg_session *session, int64_t time, int32_t fingers) {
	REAL(pg_session_begin);
	pg_status status = real(session, time, fingers);
	NOTE("begin %d %lld %d", number(session), (long long)time, fingers);
	return status;
}

pg_status pg_session_move(struct pg_session *session, int64_t time, double dx, double dy, pg_length_unit unit) {
	REAL(pg_session_move);
	pg_status status = real(session, time, dx, dy, unit);
	NOTE("move %d %lld %.17g %.17g %d", number(session), (long long)time, dx, dy, unit);
	return status;
}

pg_status pg_session_end(struct pg_session *session, int64_t time, int32_t cancelled) {
	REAL(pg_session_end);
	pg_status status = real(session, time, cancelled);
	NOTE("end %d %lld %d", number(session), (long long)time, cancelled);
	return status;
}

#define NOTE_CALL(name) \
	pg_status pg_session_##name(struct pg_session *session, int64_t time) { \
		REAL(pg_session_##name); \
		pg_status status = real(session, time); \
		NOTE(#name " %d %lld", number(session), (long long)time); \
		return status; \
	}
NOTE_CALL(hold)
NOTE_CALL(resume)
NOTE_CALL(reverse)

pg_status pg_session_settle_to(struct pg_session *session, int64_t time, double progress) {
	REAL(pg_session_settle_to);
	pg_status status = real(session, time, progress);
	NOTE("settle_to %d %lld %.17g", number(session), (long long)time, progress);
	return status;
}

pg_status pg_session_sample_at(const struct pg_session *session, int64_t time, struct pg_sample *sample, double *value,
                               size_t capacity) {
	REAL(pg_session_sample_at);
	pg_status status = real(session, time, sample, value, capacity);
	if (!number(session)) began = now();
	asked = time;
	values[number(session)] = *value;
#ifdef OF_CLIENT
	if (status == PG_OK)
		fprintf(journal(), "frame %lld %lld %lld %.9f\n", (long long)began, now(), (long long)asked, *value);
#endif
	return status;
}

#ifndef OF_CLIENT
static double shown[2];
static int width, height, frames, pictures, is_pictured;
static unsigned char *pixels;

void wlr_renderer_begin(struct wlr_renderer *renderer, uint32_t columns, uint32_t rows) {
	REAL(wlr_renderer_begin);
	width = columns, height = rows;
	real(renderer, columns, rows);
}

void wlr_renderer_end(struct wlr_renderer *renderer) {
	REAL(wlr_renderer_end);
	frames += values[0] != shown[0] || values[1] != shown[1];
	if (frames >= 30) {
		if (!pixels) pixels = malloc(4 * width * height);
		frames = 0, is_pictured = 1;
		wlr_renderer_read_pixels(renderer, DRM_FORMAT_XRGB8888, NULL, 4 * width, width, height, 0, 0, 0, 0, pixels);
	}
	real(renderer);
}

static void write_picture(void) {
	char name[32];
	snprintf(name, sizeof name, "%d.ppm", ++pictures);
	FILE *file = open_file(name, "w");
	fprintf(file, "P6\n%d %d\n255\n", width, height);
	for (int i = 0; i < width * height; i++) {
		unsigned char *pixel = pixels + 4 * i, colors[] = {pixel[2], pixel[1], pixel[0]};
		fwrite(colors, 3, 1, file);
	}
	fclose(file);
	fprintf(journal(), "picture %d %.9f %.9f\n", pictures, values[0], values[1]);
	is_pictured = 0;
}

bool wlr_output_commit(struct wlr_output *output) {
	REAL(wlr_output_commit);
	bool is_done = real(output);
	if (asked)
		fprintf(journal(), "frame %lld %lld %lld %.9f %.9f\n", (long long)began, now(), (long long)asked, values[0], values[1]);
	if (is_pictured) write_picture();
	shown[0] = values[0], shown[1] = values[1];
	return is_done;
}
#endif
