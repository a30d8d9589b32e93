// A fullscreen window of SDL that logs its events of fingers and of multiple fingers, a JSON object per line.
//
//     LOG=FILE ./bench
//
// SDL draws nothing: the window shows a buffer in shared memory. It is done when no finger has come for six seconds.
// pkg-config: sdl2 wayland-client
#define _GNU_SOURCE
#include <SDL.h>
#include <SDL_syswm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wayland-client.h>

static FILE *log_file;
static struct wl_shm *memory;

static void found(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
  if (strcmp(interface, wl_shm_interface.name) == 0) memory = wl_registry_bind(registry, name, &wl_shm_interface, 1);
}
static void lost(void *data, struct wl_registry *registry, uint32_t name) {}
static const struct wl_registry_listener listener = {found, lost};

// A surface without a buffer gets no touches.
static int show(SDL_Window *window, int width, int height) {
  SDL_SysWMinfo info;
  SDL_VERSION(&info.version);
  if (!SDL_GetWindowWMInfo(window, &info) || info.subsystem != SDL_SYSWM_WAYLAND) return 0;
  struct wl_display *display = info.info.wl.display;
  wl_registry_add_listener(wl_display_get_registry(display), &listener, NULL);
  wl_display_roundtrip(display);
  int size = width * height * 4, file = memfd_create("buffer", 0);
  if (!memory || file < 0 || ftruncate(file, size)) return 0;
  struct wl_buffer *buffer = wl_shm_pool_create_buffer(
    wl_shm_create_pool(memory, file, size), 0, width, height, width * 4, WL_SHM_FORMAT_XRGB8888);
  wl_surface_attach(info.info.wl.surface, buffer, 0, 0);
  wl_surface_damage(info.info.wl.surface, 0, 0, width, height);
  wl_surface_commit(info.info.wl.surface);
  wl_display_roundtrip(display);
  return 1;
}

static void log_event(const SDL_Event *event) {
  const SDL_TouchFingerEvent *finger = &event->tfinger;
  const SDL_MultiGestureEvent *fingers = &event->mgesture;
  const char *kind = event->type == SDL_FINGERDOWN ? "down" : event->type == SDL_FINGERUP ? "up" : "move";
  if (event->type == SDL_MULTIGESTURE)
    fprintf(
      log_file,
      "{\"kind\":\"multi\",\"ms\":%u,\"fingers\":%u,\"x\":%.7f,\"y\":%.7f,\"angle\":%.7f,\"distance\":%.7f}\n",
      fingers->timestamp, fingers->numFingers, fingers->x, fingers->y, fingers->dTheta, fingers->dDist);
  else if (event->type == SDL_FINGERDOWN || event->type == SDL_FINGERUP || event->type == SDL_FINGERMOTION)
    fprintf(
      log_file,
      "{\"kind\":\"%s\",\"ms\":%u,\"id\":%lld,\"x\":%.7f,\"y\":%.7f,\"dx\":%.7f,\"dy\":%.7f,\"pressure\":%.4f}\n", kind,
      finger->timestamp, (long long)finger->fingerId, finger->x, finger->y, finger->dx, finger->dy, finger->pressure);
}

int main(void) {
  const char *log_name = getenv("LOG");
  log_file = log_name ? fopen(log_name, "w") : NULL;
  SDL_SetHint(SDL_HINT_VIDEODRIVER, "wayland");
  SDL_SetHint(SDL_HINT_VIDEO_WAYLAND_ALLOW_LIBDECOR, "0");
  SDL_SetHint(SDL_HINT_TOUCH_MOUSE_EVENTS, "0");
  if (!log_file || SDL_Init(SDL_INIT_VIDEO)) {
    fprintf(stderr, "bench: set LOG to a file; needs Wayland: %s\n", SDL_GetError());
    return 2;
  }
  SDL_Window *window =
    SDL_CreateWindow("Lab", 0, 0, 360, 240, SDL_WINDOW_FULLSCREEN_DESKTOP | SDL_WINDOW_SHOWN);
  SDL_PumpEvents();
  int width = 0, height = 0;
  SDL_GetWindowSize(window, &width, &height);
  if (!window || !show(window, width, height)) {
    fprintf(stderr, "bench: no window: %s\n", SDL_GetError());
    return 2;
  }
  fprintf(log_file, "{\"kind\":\"window\",\"width\":%d,\"height\":%d}\n", width, height);
  Uint32 last = 0;
  int is_up = 0;
  for (;;) {
    SDL_Event event;
    int has_event = SDL_WaitEventTimeout(&event, 1000);
    if (has_event) log_event(&event);
    if (has_event && event.type >= SDL_FINGERDOWN && event.type <= SDL_FINGERMOTION) last = event.tfinger.timestamp;
    if (!is_up && !has_event) {
      fputs("{\"kind\":\"gesture\"}\n", log_file);
      fflush(log_file);
      is_up = 1;
    }
    if (last && SDL_GetTicks() - last > 6000) break;
  }
  fputs("{\"kind\":\"done\"}\n", log_file);
  fflush(log_file);
  pause();
  return 0;
}
