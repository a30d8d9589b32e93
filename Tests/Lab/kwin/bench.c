// Logs how KWin's current desktop changes, beside what libinput makes of the touchpad and the kernel's frames.
//
//     STARTS=FILE LOG=FILE ./bench
//
// STARTS has the desktop on which each gesture begins, one per line. After a lift, the next one becomes current.
// pkg-config: libinput libudev libsystemd
#define COMPOSITOR
#include <stdint.h>
static int compositor(void);
static int milliseconds_left(void);
static void handle_compositor(void);
static void touched(int is_down);
#include "../libinput/bench.c"

#include <systemd/sd-bus.h>

#define KWIN "org.kde.KWin", "/VirtualDesktopManager", "org.kde.KWin.VirtualDesktopManager"
// From the lift until the next desktop becomes current: within the pause between gestures of lab.py.
static const int64_t until_next = 600000;

static sd_bus *bus;
static FILE *starts;
// When the next gesture's desktop becomes current; 0 while fingers are down.
static int64_t next_at;
// How many lines of STARTS are read, and how many gestures have begun. If the guest stops, a gesture may begin before
// its desktop is current; the one after it has its own again.
static int lines, landings;

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000LL + time.tv_nsec / 1000;
}

static int log_desktop(sd_bus_message *message, void *data, sd_bus_error *error) {
  const char *desktop;
  if (sd_bus_message_read(message, "s", &desktop) > 0)
    fprintf(log_file, "{\"kind\":\"desktop\",\"us\":%lld,\"desktop\":%s}\n", (long long)now(), desktop);
  return 0;
}

static void prepare_next(void) {
  char desktop[8];
  next_at = 0;
  do {
    if (!fgets(desktop, sizeof desktop, starts)) return;
  } while (lines++ < landings);
  desktop[strcspn(desktop, "\n")] = 0;
  if (sd_bus_set_property(bus, KWIN, "current", NULL, "s", desktop) < 0) exit(1);
  fprintf(log_file, "{\"kind\":\"prepared\",\"us\":%lld,\"desktop\":%s}\n", (long long)now(), desktop);
}

// Connects, and waits until KWin has its desktops.
static void start(void) {
  const char *name = getenv("STARTS");
  starts = name ? fopen(name, "r") : NULL;
  if (!starts || sd_bus_open_user(&bus) < 0) {
    fprintf(stderr, "bench: set STARTS to a file; needs a session bus\n");
    exit(2);
  }
  for (char *desktop = NULL; sd_bus_get_property_string(bus, KWIN, "current", NULL, &desktop) < 0;) usleep(300000);
  sd_bus_match_signal(bus, NULL, KWIN, "currentChanged", log_desktop, NULL);
  prepare_next();
}

static int compositor(void) { return sd_bus_get_fd(bus); }

static int milliseconds_left(void) {
  int64_t left = next_at - now();
  return !next_at ? -1 : left < 0 ? 0 : left / 1000 + 1;
}

static void handle_compositor(void) {
  if (!bus) start();
  if (next_at && now() >= next_at) prepare_next();
  // After that, because signals may have come with the reply.
  while (sd_bus_process(bus, NULL) > 0) continue;
}

static void touched(int is_down) {
  next_at = is_down ? 0 : now() + until_next;
  landings += is_down;
}
