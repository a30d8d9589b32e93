/*
 * A tiling compositor on wlroots: three fingers or a key lead to another workspace, and a pinch to an overview.
 *
 *     ./build . && ./tiles workspaces.json overview.json foot     # starts foot; Super+1 to 5, Super+O, Super+Escape
 *
 * wlroots reads the devices by libinput, and says when a frame is due and when the last one was seen. All that moves is
 * Pantograph's: a session for the workspaces and one for the overview, which take the gestures, and are asked before
 * each frame for what the screen shows at the time of its presentation. Their calls are in the first part of the file.
 */
#include <math.h>
#include <pantograph.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <wlr/render/allocator.h>
#include <wlr/types/wlr_compositor.h>
#include <wlr/types/wlr_cursor.h>
#include <wlr/types/wlr_data_device.h>
#include <wlr/types/wlr_keyboard_group.h>
#include <wlr/types/wlr_matrix.h>
#include <wlr/types/wlr_pointer_gestures_v1.h>
#include <wlr/types/wlr_presentation_time.h>
#include <wlr/types/wlr_seat.h>
#include <wlr/types/wlr_xcursor_manager.h>
#include <wlr/types/wlr_xdg_shell.h>

enum { WORKSPACES = 5, GAP = 8 /* pixels */ };

static struct wl_display *display;
static struct wlr_output *output; /* the only one */

/* Calls a function at each event of an object that lives as long as the compositor. */
#define LISTEN(signal, function) \
	do { \
		static struct wl_listener listener = {.notify = function}; \
		wl_signal_add(signal, &listener); \
	} while (0)

/* ---- What moves: the sessions of Pantograph ---- */

static struct pg_session *workspaces; /* its value is the workspace in the middle of the screen, from 0 */
static struct pg_session *overview; /* its value is the scale of the workspaces */
static struct wlr_input_device *moving; /* the touchpad whose fingers move one of them; NULL between gestures */
static double pinched; /* the scale of a pinch at its last event */
static int64_t seen;   /* when the last frame was seen; 0 if it is not known */

/* The clock of libinput and of presentation, in microseconds. */
static int64_t now(void) {
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * INT64_C(1000000) + time.tv_nsec / 1000;
}

/* The time of an event, of which wlroots has the lower bits in milliseconds. */
static int64_t event_time(uint32_t milliseconds) {
	int64_t present = now() / 1000;
	return (present - (uint32_t)((uint32_t)present - milliseconds)) * 1000;
}

static struct pg_session *open_session(const char *path) {
	static char text[1 << 16];
	struct pg_error error = {.message = "can't be read"};
	struct pg_interaction *interaction;
	struct pg_session *session = NULL;
	FILE *file = fopen(path, "r");
	if (!file || pg_interaction_create(text, fread(text, 1, sizeof text, file), &interaction, &error) != PG_OK ||
	    pg_session_create(interaction, now(), NULL, &session, &error) != PG_OK) {
		fprintf(stderr, "%s:%d: %s\n", path, (int)error.line, error.message);
		exit(1);
	}
	fclose(file);
	pg_interaction_destroy(interaction);                        /* the session keeps what it needs */
	pg_session_set_listener(session, &(struct pg_listener){0}); /* samples are asked for, and none is kept */
	return session;
}

/* Fingers grab what a session moves, if it takes so many of them; 0 stands for any number. */
static void grab(struct pg_session *session, int64_t time, int fingers, struct wlr_input_device *device) {
	if (pg_session_begin(session, time, fingers) == PG_OK) moving = device;
	wlr_output_schedule_frame(output);
}

static void move(struct pg_session *session, int64_t time, double dx, double dy, pg_length_unit unit) {
	pg_session_move(session, time, dx, dy, unit); /* without a gesture it does nothing, as the next one */
	wlr_output_schedule_frame(output);
}

static void lift(struct pg_session *session, int64_t time, int cancelled) {
	pg_session_end(session, time, cancelled);
	moving = NULL;
	wlr_output_schedule_frame(output);
}

static void begin_swipe(struct wl_listener *listener, void *data) {
	struct wlr_event_pointer_swipe_begin *event = data;
	grab(workspaces, event_time(event->time_msec), event->fingers, event->device);
}
static void move_swipe(struct wl_listener *listener, void *data) {
	struct wlr_event_pointer_swipe_update *event = data;
	move(workspaces, event_time(event->time_msec), event->dx, event->dy, PG_PAD_PX);
}
static void end_swipe(struct wl_listener *listener, void *data) {
	struct wlr_event_pointer_swipe_end *event = data;
	lift(workspaces, event_time(event->time_msec), event->cancelled);
}

static void begin_pinch(struct wl_listener *listener, void *data) {
	struct wlr_event_pointer_pinch_begin *event = data;
	grab(overview, event_time(event->time_msec), 0, event->device);
	pinched = 1;
}

/* The overview is reached when the fingers have half of their distance. */
static void move_pinch(struct wl_listener *listener, void *data) {
	struct wlr_event_pointer_pinch_update *event = data;
	move(overview, event_time(event->time_msec), 2 * (pinched - event->scale), 0, PG_PROGRESS);
	pinched = event->scale;
}
static void end_pinch(struct wl_listener *listener, void *data) {
	struct wlr_event_pointer_pinch_end *event = data;
	lift(overview, event_time(event->time_msec), event->cancelled);
}

/* Fingers that rest stop the workspaces until they swipe or lift; a hold that becomes a swipe ends at its beginning. */
static void begin_hold(struct wl_listener *listener, void *data) {
	struct wlr_event_pointer_hold_begin *event = data;
	if (event->fingers == 3) pg_session_hold(workspaces, event_time(event->time_msec));
}
static void end_hold(struct wl_listener *listener, void *data) {
	pg_session_resume(workspaces, event_time(((struct wlr_event_pointer_hold_end *)data)->time_msec));
	wlr_output_schedule_frame(output);
}

/* A touchpad that is unplugged may have sent no end. */
static void unplug(struct wl_listener *listener, void *data) {
	if (moving == data) lift(workspaces, now(), 1), lift(overview, now(), 1);
	wl_list_remove(&listener->link);
	free(listener);
}

/* The value of a session at a time; what it was, if an event is newer. */
static double value(struct pg_session *session, int64_t time, double former, int *moves) {
	struct pg_sample sample = {.phase = PG_TRACKING};
	pg_session_sample_at(session, time, &sample, &former, 1);
	*moves |= sample.phase == PG_TRACKING || sample.phase == PG_SETTLING;
	return former;
}

/* When the frame that is drawn now will be seen: a whole number of periods after the last one. */
static int64_t next_presentation(void) {
	int64_t period = output->refresh > 0 ? 1000000000 / output->refresh : 16667, time = now();
	return seen == 0 ? time + period : seen + ((time - seen) / period + 1) * period;
}

static void presented(struct wl_listener *listener, void *data) {
	struct wlr_output_event_present *event = data;
	if (event->presented) seen = event->when->tv_sec * INT64_C(1000000) + event->when->tv_nsec / 1000;
}

/* ---- What is drawn: the workspaces in a row, around the one in the middle ---- */

static struct wlr_renderer *renderer;
static struct wlr_allocator *allocator;
static struct wlr_output_layout *layout;
static struct wlr_presentation *presentation; /* tells windows when their content was seen */
static double place, scale = 1; /* what the next frame shows */

/* A window, and the workspace that it is on; those of a workspace stand side by side. */
struct tile {
	struct wlr_xdg_surface *window;
	struct wl_list link;
	int workspace;
	struct wl_listener map, unmap, destroy, commit;
};
static struct wl_list tiles;

/* Returns where a box of a workspace is on the screen; its edges are rounded, so that neighbours meet. */
static struct wlr_box shown(int workspace, double x, double y, double width, double height) {
	double left = output->width * (0.5 + (workspace - place - 0.5) * scale) + x * scale;
	double top = output->height * (0.5 - 0.5 * scale) + y * scale;
	struct wlr_box box = {.x = lround(left), .y = lround(top)};
	box.width = lround(left + width * scale) - box.x;
	box.height = lround(top + height * scale) - box.y;
	return box;
}

/* Where a tile is in its workspace. */
static struct wlr_box area(const struct tile *tile) {
	int count = 0, index = 0, width;
	struct tile *other;
	wl_list_for_each(other, &tiles, link) {
		if (other == tile) index = count;
		count += other->workspace == tile->workspace;
	}
	width = (output->width - GAP) / (count ? count : 1);
	return (struct wlr_box){GAP + index * width, GAP, width - GAP, output->height - 2 * GAP};
}

static void draw_surface(struct wlr_surface *surface, int x, int y, void *data) {
	const struct tile *tile = data;
	struct wlr_texture *texture = wlr_surface_get_texture(surface);
	if (!texture) return;
	struct wlr_box within = area(tile), geometry;
	wlr_xdg_surface_get_geometry(tile->window, &geometry);
	struct wlr_box box = shown(tile->workspace, within.x + x - geometry.x, within.y + y - geometry.y,
	                           surface->current.width, surface->current.height);
	float matrix[9];
	wlr_matrix_project_box(matrix, &box, wlr_output_transform_invert(surface->current.transform), 0,
	                       output->transform_matrix);
	wlr_render_texture_with_matrix(renderer, texture, matrix, 1);
	wlr_presentation_surface_sampled_on_output(presentation, surface, output);
	wlr_surface_send_frame_done(surface, &(struct timespec){now() / 1000000, now() % 1000000 * 1000});
}

static void draw(struct wl_listener *listener, void *data) {
	if (!output->needs_frame) return; /* some outputs ask at each refresh */
	int moves = 0;
	int64_t time = next_presentation();
	place = value(workspaces, time, place, &moves);
	scale = value(overview, time, scale, &moves);
	if (!wlr_output_attach_render(output, NULL)) return;
	wlr_renderer_begin(renderer, output->width, output->height);
	wlr_renderer_clear(renderer, (float[]){0.05, 0.05, 0.05, 1});
	for (int workspace = 0; workspace < WORKSPACES; workspace++) {
		struct wlr_box box = shown(workspace, 0, 0, output->width, output->height);
		float color[] = {0.2 + 0.1 * workspace, 0.3, 0.6 - 0.1 * workspace, 1};
		wlr_render_rect(renderer, &box, color, output->transform_matrix);
	}
	struct tile *tile;
	wl_list_for_each(tile, &tiles, link) wlr_xdg_surface_for_each_surface(tile->window, draw_surface, tile);
	wlr_output_render_software_cursors(output, NULL);
	wlr_renderer_end(renderer);
	wlr_output_commit(output);
	if (moves) wlr_output_schedule_frame(output);
}

static void add_output(struct wl_listener *listener, void *data) {
	if (output) return;
	output = data;
	wlr_output_init_render(output, allocator, renderer);
	if (wl_list_empty(&output->modes)) wlr_output_set_custom_mode(output, 160, 90, 144000); /* without a screen */
	else wlr_output_set_mode(output, wlr_output_preferred_mode(output));
	LISTEN(&output->events.frame, draw);
	LISTEN(&output->events.present, presented);
	wlr_output_enable(output, true);
	wlr_output_commit(output);
	wlr_output_layout_add_auto(layout, output); /* also shows it to clients */
}

/* ---- Windows, keys and the pointer ---- */

static struct wlr_seat *seat;
static struct wlr_keyboard_group *keyboards; /* all of them, as one */
static struct wlr_cursor *cursor;
static struct wlr_xcursor_manager *pictures; /* of the cursor */

/* Gives the keyboard to a tile, or to none, and each tile its size. */
static void focus(struct tile *focused) {
	struct wlr_keyboard *keyboard = &keyboards->keyboard;
	if (!focused) wlr_seat_keyboard_notify_clear_focus(seat);
	else wlr_seat_keyboard_notify_enter(seat, focused->window->surface, keyboard->keycodes, keyboard->num_keycodes,
	                                    &keyboard->modifiers);
	struct tile *tile;
	wl_list_for_each(tile, &tiles, link) {
		wlr_xdg_toplevel_set_size(tile->window, area(tile).width, area(tile).height);
		wlr_xdg_toplevel_set_activated(tile->window, tile == focused);
	}
	wlr_output_schedule_frame(output);
}

static void map(struct wl_listener *listener, void *data) {
	struct tile *tile = wl_container_of(listener, tile, map);
	tile->workspace = fmin(fmax(lround(place), 0), WORKSPACES - 1);
	wl_list_insert(tiles.prev, &tile->link);
	focus(tile);
}
static void unmap(struct wl_listener *listener, void *data) {
	struct tile *tile = wl_container_of(listener, tile, unmap);
	wl_list_remove(&tile->link);
	focus(wl_list_empty(&tiles) ? NULL : wl_container_of(tiles.prev, tile, link));
}

/* What a window shows is new. */
static void commit(struct wl_listener *listener, void *data) { wlr_output_schedule_frame(output); }

static void destroy(struct wl_listener *listener, void *data) {
	struct tile *tile = wl_container_of(listener, tile, destroy);
	wl_list_remove(&tile->commit.link);
	free(tile);
}

static void add_window(struct wl_listener *listener, void *data) {
	struct wlr_xdg_surface *window = data;
	if (window->role != WLR_XDG_SURFACE_ROLE_TOPLEVEL) return;
	struct tile *tile = calloc(1, sizeof *tile);
	*tile = (struct tile){window, .map = {{}, map}, .unmap = {{}, unmap}, .destroy = {{}, destroy}, .commit = {{}, commit}};
	wl_signal_add(&window->events.map, &tile->map);
	wl_signal_add(&window->events.unmap, &tile->unmap);
	wl_signal_add(&window->events.destroy, &tile->destroy);
	wl_signal_add(&window->surface->events.commit, &tile->commit);
}

/* Keys ask for a workspace, also under fingers, whose gesture is cancelled; what moves keeps its velocity. */
static void press(struct wl_listener *listener, void *data) {
	struct wlr_event_keyboard_key *event = data;
	xkb_keysym_t key = xkb_state_key_get_one_sym(keyboards->keyboard.xkb_state, event->keycode + 8);
	int64_t time = event_time(event->time_msec);
	if (!(wlr_keyboard_get_modifiers(&keyboards->keyboard) & WLR_MODIFIER_LOGO))
		wlr_seat_keyboard_notify_key(seat, event->time_msec, event->keycode, event->state);
	else if (event->state != WL_KEYBOARD_KEY_STATE_PRESSED) return;
	else if (key >= XKB_KEY_1 && key < XKB_KEY_1 + WORKSPACES)
		pg_session_settle_to(workspaces, time, (double)(key - XKB_KEY_1) / (WORKSPACES - 1));
	else if (key == XKB_KEY_o) pg_session_reverse(overview, time);
	else if (key == XKB_KEY_Escape) wl_display_terminate(display);
	wlr_output_schedule_frame(output);
}
static void modify(struct wl_listener *listener, void *data) {
	wlr_seat_keyboard_notify_modifiers(seat, &keyboards->keyboard.modifiers);
}

static void add_device(struct wl_listener *listener, void *data) {
	struct wlr_input_device *device = data;
	if (device->type == WLR_INPUT_DEVICE_KEYBOARD) {
		wlr_keyboard_set_keymap(device->keyboard, keyboards->keyboard.keymap);
		wlr_keyboard_group_add_keyboard(keyboards, device->keyboard);
	} else if (device->type == WLR_INPUT_DEVICE_POINTER) {
		struct wl_listener *removal = calloc(1, sizeof *removal);
		removal->notify = unplug;
		wl_signal_add(&device->events.destroy, removal);
		wlr_cursor_attach_input_device(cursor, device);
		wlr_xcursor_manager_set_cursor_image(pictures, "left_ptr", cursor);
	}
	wlr_seat_set_capabilities(seat, WL_SEAT_CAPABILITY_POINTER | WL_SEAT_CAPABILITY_KEYBOARD);
}

/* Gives the pointer and the keyboard to what is under the cursor, while windows have their size. */
static void move_pointer(struct wl_listener *listener, void *data) {
	struct wlr_event_pointer_motion *event = data;
	wlr_cursor_move(cursor, event->device, event->delta_x, event->delta_y);
	struct tile *tile;
	wl_list_for_each(tile, &tiles, link) {
		struct wlr_box within = area(tile), box = shown(tile->workspace, within.x, within.y, within.width, within.height);
		if (scale != 1 || !wlr_box_contains_point(&box, cursor->x, cursor->y)) continue;
		double x = cursor->x - box.x, y = cursor->y - box.y;
		if (seat->keyboard_state.focused_surface != tile->window->surface) focus(tile);
		wlr_seat_pointer_notify_enter(seat, tile->window->surface, x, y);
		wlr_seat_pointer_notify_motion(seat, event->time_msec, x, y);
		return wlr_seat_pointer_notify_frame(seat);
	}
	wlr_seat_pointer_clear_focus(seat);
}
static void click(struct wl_listener *listener, void *data) {
	struct wlr_event_pointer_button *event = data;
	wlr_seat_pointer_notify_button(seat, event->time_msec, event->button, event->state);
	wlr_seat_pointer_notify_frame(seat);
}

int main(int argc, char **argv) {
	if (argc < 3) return fprintf(stderr, "usage: tiles WORKSPACES OVERVIEW [COMMAND]\n"), 2;
	workspaces = open_session(argv[1]);
	overview = open_session(argv[2]);
	wl_list_init(&tiles);
	struct wlr_backend *backend = wlr_backend_autocreate(display = wl_display_create());
	if (!backend || !(renderer = wlr_renderer_autocreate(backend))) return 1;
	wlr_renderer_init_wl_display(renderer, display);
	allocator = wlr_allocator_autocreate(backend, renderer);
	wlr_compositor_create(display, renderer);
	wlr_data_device_manager_create(display);
	wlr_pointer_gestures_v1_create(display);
	presentation = wlr_presentation_create(display, backend);
	layout = wlr_output_layout_create();
	seat = wlr_seat_create(display, "seat0");
	keyboards = wlr_keyboard_group_create();
	wlr_keyboard_set_keymap(&keyboards->keyboard, xkb_keymap_new_from_names(xkb_context_new(0), NULL, 0));
	wlr_seat_set_keyboard(seat, keyboards->input_device);
	LISTEN(&keyboards->keyboard.events.key, press);
	LISTEN(&keyboards->keyboard.events.modifiers, modify);
	cursor = wlr_cursor_create();
	wlr_cursor_attach_output_layout(cursor, layout);
	pictures = wlr_xcursor_manager_create(NULL, 24);
	LISTEN(&backend->events.new_output, add_output);
	LISTEN(&backend->events.new_input, add_device);
	LISTEN(&wlr_xdg_shell_create(display)->events.new_surface, add_window);
	LISTEN(&cursor->events.motion, move_pointer);
	LISTEN(&cursor->events.button, click);
	LISTEN(&cursor->events.swipe_begin, begin_swipe);
	LISTEN(&cursor->events.swipe_update, move_swipe);
	LISTEN(&cursor->events.swipe_end, end_swipe);
	LISTEN(&cursor->events.pinch_begin, begin_pinch);
	LISTEN(&cursor->events.pinch_update, move_pinch);
	LISTEN(&cursor->events.pinch_end, end_pinch);
	LISTEN(&cursor->events.hold_begin, begin_hold);
	LISTEN(&cursor->events.hold_end, end_hold);
	const char *socket = wl_display_add_socket_auto(display);
	if (!socket || !wlr_backend_start(backend)) return 1;
	setenv("WAYLAND_DISPLAY", socket, 1);
	if (argc > 3 && fork() == 0) execl("/bin/sh", "sh", "-c", argv[3], (void *)NULL), _exit(127);
	wl_display_run(display);
	return 0;
}
