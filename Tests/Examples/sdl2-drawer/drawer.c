/*
 * A drawer in an SDL 2 window that follows the mouse or a finger, and that can be caught while it settles.
 *
 *     cc drawer.c $(pkg-config --cflags --libs sdl2 pantograph) -lm -o drawer
 *     ./drawer ../gtk4-drawer/drawer.json
 */
#include <SDL.h>
#include <math.h>
#include <pantograph.h>
#include <stdbool.h>

enum { DRAWER = 300 }; /* its height in pixels, which is the offset at the end in drawer.json */

static struct pg_session *session;
static struct pg_contact fingers[16];
static size_t count;

/* The time in microseconds on the clock of SDL's events, which have milliseconds. */
static int64_t now(void) {
	static Uint64 start;
	if (start == 0) start = SDL_GetPerformanceCounter() - SDL_GetTicks64() * SDL_GetPerformanceFrequency() / 1000;
	return (int64_t)((double)(SDL_GetPerformanceCounter() - start) * 1e6 / (double)SDL_GetPerformanceFrequency());
}

/* Creates the session for the interaction of a file, with a drawer of this height in millimetres. */
static void start(const char *path, double height) {
	size_t length;
	char *text = SDL_LoadFile(path, &length), distance[32];
	struct pg_error error = {.message = "can't be read"};
	struct pg_interaction *read, *scaled;
	SDL_snprintf(distance, sizeof distance, "%.3f", height);
	if (!text || pg_interaction_create(text, length, &read, &error) != PG_OK ||
	    pg_interaction_create_with(read, "progress/distance/mm", distance, &scaled, &error) != PG_OK ||
	    pg_session_create(scaled, now(), NULL, &session, &error) != PG_OK) {
		SDL_Log("%s:%d:%d: %s", path, (int)error.line, (int)error.column, error.message);
		exit(2);
	}
	pg_session_set_listener(session, &(struct pg_listener){0}); /* keeps no samples: each frame asks for one */
	pg_interaction_destroy(scaled);
	pg_interaction_destroy(read);
	SDL_free(text);
}

/* Feeds the contacts of a finger that landed, moved or lifted. */
static void touch(const SDL_TouchFingerEvent *event, double width, double height) {
	size_t i = 0;
	while (i < count && fingers[i].id != event->fingerId) i++;
	if (event->type == SDL_FINGERUP) {
		if (i < count) fingers[i] = fingers[--count];
	} else if (i < 16) {
		if (i == count) count++;
		fingers[i] = (struct pg_contact){
		    .id = event->fingerId, .x = event->x * width, .y = event->y * height, .pressure = NAN};
	}
	pg_session_feed(session, event->timestamp * (int64_t)1000, fingers, count);
}

int main(int argc, char **argv) {
	if (argc != 2) return SDL_Log("usage: drawer INTERACTION"), 2;
	SDL_SetHint(SDL_HINT_MOUSE_TOUCH_EVENTS, "1"); /* the mouse is a finger, */
	SDL_SetHint(SDL_HINT_TOUCH_MOUSE_EVENTS, "0"); /* and a finger is no mouse */
	if (SDL_Init(SDL_INIT_VIDEO) != 0) return SDL_Log("%s", SDL_GetError()), 1;
	SDL_Window *window = SDL_CreateWindow("drawer", 0, 0, 400, 600, 0);
	SDL_Renderer *renderer = SDL_CreateRenderer(window, -1, SDL_RENDERER_PRESENTVSYNC);
	float dpi;
	SDL_DisplayMode mode = {.refresh_rate = 60};
	if (SDL_GetDisplayDPI(SDL_GetWindowDisplayIndex(window), NULL, NULL, &dpi) != 0) dpi = 96;
	SDL_GetWindowDisplayMode(window, &mode);
	int64_t interval = 1000000 / (mode.refresh_rate > 0 ? mode.refresh_rate : 60);
	double mm_per_pixel = 25.4 / dpi;

	start(argv[1], DRAWER * mm_per_pixel);
	double offset = 0; /* how far the drawer is open, in pixels */
	int64_t presented = now();
	for (bool moves = true;;) {
		SDL_Event event;
		/* While nothing moves, the loop waits for the next event. */
		for (int some = moves ? SDL_PollEvent(&event) : SDL_WaitEvent(&event); some; some = SDL_PollEvent(&event)) {
			if (event.type == SDL_QUIT) return SDL_Quit(), 0;
			if (event.type == SDL_FINGERDOWN || event.type == SDL_FINGERMOTION || event.type == SDL_FINGERUP)
				touch(&event.tfinger, 400 * mm_per_pixel, 600 * mm_per_pixel);
			if (!moves) presented = now();
			moves = true;
		}
		/* The last frame was presented when SDL_RenderPresent() returned; the next one is an interval later. */
		struct pg_sample sample = {.phase = PG_TRACKING};
		pg_session_sample_at(session, presented + interval, &sample, &offset, 1);
		moves = sample.phase == PG_TRACKING || sample.phase == PG_SETTLING;
		SDL_Rect drawer = {0, 600 - (int)lround(offset), 400, 600};
		SDL_SetRenderDrawColor(renderer, 255, 255, 255, 255);
		SDL_RenderClear(renderer);
		SDL_SetRenderDrawColor(renderer, 0, 0, 255, 255);
		SDL_RenderFillRect(renderer, &drawer);
		SDL_RenderPresent(renderer);
		presented = now();
	}
}
