/* A bare Wayland window of a fixed size with two buffers of pixels, and the compositor's objects. */
#define _GNU_SOURCE
#include "pointer-gestures-unstable-v1.h"
#include "presentation-time.h"
#include "xdg-shell.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include <wayland-client.h>

enum { WIDTH = 400, HEIGHT = 600 }; /* pixels */

static struct wl_display *display;
static struct wl_compositor *compositor;
static struct wl_shm *shm;
static struct wl_seat *seat;
static uint32_t capabilities; /* of the seat */
static struct xdg_wm_base *shell;
static struct wp_presentation *presentation;
static struct zwp_pointer_gestures_v1 *gestures; /* NULL if the compositor does not have them */
static struct wl_surface *window;
static struct wl_buffer *buffers[2]; /* the compositor may still read the one that was drawn last */
static uint32_t *pixels[2];

/* The time in microseconds, on the clock that compositors use on Linux. */
static int64_t now(void) {
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * INT64_C(1000000) + time.tv_nsec / 1000;
}

/* The events of an object call the functions of a struct, in the order of the protocol; some are of no use here. */
static void ignore() {}

static void global(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
#define BIND(variable, type) \
	if (strcmp(interface, type##_interface.name) == 0) variable = wl_registry_bind(registry, name, &type##_interface, 1)
	BIND(compositor, wl_compositor);
	BIND(shm, wl_shm);
	BIND(seat, wl_seat);
	BIND(shell, xdg_wm_base);
	BIND(presentation, wp_presentation);
	BIND(gestures, zwp_pointer_gestures_v1);
}

static void can(void *data, struct wl_seat *of, uint32_t what) { capabilities = what; }
static void ping(void *data, struct xdg_wm_base *base, uint32_t serial) { xdg_wm_base_pong(base, serial); }
static void configure(void *data, struct xdg_surface *role, uint32_t serial) { xdg_surface_ack_configure(role, serial); }
static void closed(void *data, struct xdg_toplevel *toplevel) { exit(0); }

static const struct wl_registry_listener registry_events = {global, ignore};
static const struct wl_seat_listener seat_events = {can, ignore};
static const struct xdg_wm_base_listener shell_events = {ping};
static const struct xdg_surface_listener role_events = {configure};
static const struct xdg_toplevel_listener toplevel_events = {ignore, closed};

/* Opens a window, which is seen when it has been drawn; returns -1 if the compositor lacks something. */
static int open_window(const char *title) {
	if (!(display = wl_display_connect(NULL))) return -1;
	wl_registry_add_listener(wl_display_get_registry(display), &registry_events, NULL);
	wl_display_roundtrip(display);
	if (!compositor || !shm || !seat || !shell || !presentation) return -1;
	wl_seat_add_listener(seat, &seat_events, NULL);
	xdg_wm_base_add_listener(shell, &shell_events, NULL);
	window = wl_compositor_create_surface(compositor);
	struct xdg_surface *role = xdg_wm_base_get_xdg_surface(shell, window);
	xdg_surface_add_listener(role, &role_events, NULL);
	struct xdg_toplevel *toplevel = xdg_surface_get_toplevel(role);
	xdg_toplevel_add_listener(toplevel, &toplevel_events, NULL);
	xdg_toplevel_set_title(toplevel, title);

	int size = WIDTH * HEIGHT * 4, file = memfd_create(title, MFD_CLOEXEC);
	if (ftruncate(file, 2 * size) != 0) return -1;
	pixels[0] = mmap(NULL, 2 * size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	pixels[1] = pixels[0] + WIDTH * HEIGHT;
	struct wl_shm_pool *pool = wl_shm_create_pool(shm, file, 2 * size);
	for (int i = 0; i < 2; i++)
		buffers[i] = wl_shm_pool_create_buffer(pool, i * size, WIDTH, HEIGHT, WIDTH * 4, WL_SHM_FORMAT_XRGB8888);
	wl_surface_commit(window);
	return wl_display_roundtrip(display); /* the compositor configures the window before it takes pixels */
}
