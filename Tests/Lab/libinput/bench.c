// Logs what libinput makes of a touchpad, a JSON object per line, beside the frames that its kernel device reports.
//
//     LOG=FILE ./bench
//
// Taps are on; all other settings are libinput's own. Ends when the device is gone.
// pkg-config: libinput libudev
#include <errno.h>
#include <fcntl.h>
#include <libinput.h>
#include <libudev.h>
#include <linux/input.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static FILE *log_file;
// The device's own events.
static int frames = -1;

#ifndef COMPOSITOR
// A bench that includes this file also waits for a compositor, and prepares it for the next gesture after each lift.
static int compositor(void) { return -1; }
static int milliseconds_left(void) { return -1; }
static void handle_compositor(void) {}
static void touched(int is_down) {}
#endif

static int open_node(const char *path, int flags, void *data) {
  int descriptor = open(path, flags);
  return descriptor < 0 ? -errno : descriptor;
}
static void close_node(int descriptor, void *data) { close(descriptor); }
static const struct libinput_interface interface = {open_node, close_node};

static void added(struct libinput_device *device) {
  if (!libinput_device_config_tap_get_finger_count(device)) return;
  libinput_device_config_tap_set_enabled(device, LIBINPUT_CONFIG_TAP_ENABLED);
  struct udev_device *node = libinput_device_get_udev_device(device);
  frames = open(udev_device_get_devnode(node), O_RDONLY | O_NONBLOCK);
  int clock = CLOCK_MONOTONIC;
  ioctl(frames, EVIOCSCLOCKID, &clock);
  udev_device_unref(node);
}

static void read_frames(void) {
  struct input_event event;
  while (frames >= 0 && read(frames, &event, sizeof event) == sizeof event) {
    if (event.type == EV_KEY && event.code == BTN_TOUCH) touched(event.value);
    if (event.type == EV_SYN)
      fprintf(
        log_file, "{\"kind\":\"frame\",\"us\":%lld}\n", event.input_event_sec * 1000000LL + event.input_event_usec);
  }
}

static void log_motion(const char *kind, uint64_t us, double x, double y) {
  fprintf(log_file, "{\"kind\":\"%s\",\"us\":%llu,\"x\":%.6f,\"y\":%.6f}\n", kind, (unsigned long long)us, x, y);
}

static void log_gesture(const char *kind, struct libinput_event *event) {
  int is_end = strstr(kind, "end") != NULL, is_hold = strstr(kind, "hold") != NULL;
  int has_scale = strstr(kind, "pinch") != NULL;
  struct libinput_event_gesture *gesture = libinput_event_get_gesture_event(event);
  fprintf(
    log_file, "{\"kind\":\"%s\",\"us\":%llu,\"fingers\":%d", kind,
    (unsigned long long)libinput_event_gesture_get_time_usec(gesture),
    libinput_event_gesture_get_finger_count(gesture));
  if (is_end)
    fprintf(log_file, ",\"cancelled\":%d", libinput_event_gesture_get_cancelled(gesture));
  else if (!is_hold)
    fprintf(
      log_file, ",\"x\":%.6f,\"y\":%.6f,\"acceleratedX\":%.6f,\"acceleratedY\":%.6f",
      libinput_event_gesture_get_dx_unaccelerated(gesture), libinput_event_gesture_get_dy_unaccelerated(gesture),
      libinput_event_gesture_get_dx(gesture), libinput_event_gesture_get_dy(gesture));
  if (has_scale) fprintf(log_file, ",\"scale\":%.6f", libinput_event_gesture_get_scale(gesture));
  if (has_scale && !is_end) fprintf(log_file, ",\"angle\":%.6f", libinput_event_gesture_get_angle_delta(gesture));
  fputs("}\n", log_file);
}

// Returns whether the device is still there.
static int handle(struct libinput_event *event) {
  struct libinput_event_pointer *pointer;
  switch (libinput_event_get_type(event)) {
    case LIBINPUT_EVENT_DEVICE_ADDED: added(libinput_event_get_device(event)); break;
    case LIBINPUT_EVENT_DEVICE_REMOVED:
      return !libinput_device_config_tap_get_finger_count(libinput_event_get_device(event));
    case LIBINPUT_EVENT_POINTER_MOTION:
      pointer = libinput_event_get_pointer_event(event);
      log_motion(
        "motion", libinput_event_pointer_get_time_usec(pointer), libinput_event_pointer_get_dx_unaccelerated(pointer),
        libinput_event_pointer_get_dy_unaccelerated(pointer));
      break;
    case LIBINPUT_EVENT_POINTER_BUTTON:
      pointer = libinput_event_get_pointer_event(event);
      fprintf(
        log_file, "{\"kind\":\"button\",\"us\":%llu,\"button\":%u,\"pressed\":%d}\n",
        (unsigned long long)libinput_event_pointer_get_time_usec(pointer), libinput_event_pointer_get_button(pointer),
        libinput_event_pointer_get_button_state(pointer));
      break;
    case LIBINPUT_EVENT_POINTER_SCROLL_FINGER: {
      double moved[2] = {0, 0};
      pointer = libinput_event_get_pointer_event(event);
      for (int axis = 0; axis < 2; axis++)
        if (libinput_event_pointer_has_axis(pointer, axis))
          moved[axis] = libinput_event_pointer_get_scroll_value(pointer, axis);
      log_motion(
        "scroll", libinput_event_pointer_get_time_usec(pointer), moved[LIBINPUT_POINTER_AXIS_SCROLL_HORIZONTAL],
        moved[LIBINPUT_POINTER_AXIS_SCROLL_VERTICAL]);
      break;
    }
    case LIBINPUT_EVENT_GESTURE_SWIPE_BEGIN: log_gesture("swipe-begin", event); break;
    case LIBINPUT_EVENT_GESTURE_SWIPE_UPDATE: log_gesture("swipe", event); break;
    case LIBINPUT_EVENT_GESTURE_SWIPE_END: log_gesture("swipe-end", event); break;
    case LIBINPUT_EVENT_GESTURE_PINCH_BEGIN: log_gesture("pinch-begin", event); break;
    case LIBINPUT_EVENT_GESTURE_PINCH_UPDATE: log_gesture("pinch", event); break;
    case LIBINPUT_EVENT_GESTURE_PINCH_END: log_gesture("pinch-end", event); break;
    case LIBINPUT_EVENT_GESTURE_HOLD_BEGIN: log_gesture("hold-begin", event); break;
    case LIBINPUT_EVENT_GESTURE_HOLD_END: log_gesture("hold-end", event); break;
    default: break;
  }
  return 1;
}

int main(void) {
  const char *log_name = getenv("LOG");
  struct udev *udev = udev_new();
  struct libinput *input = udev ? libinput_udev_create_context(&interface, NULL, udev) : NULL;
  log_file = log_name ? fopen(log_name, "w") : NULL;
  if (!log_file || !input || libinput_udev_assign_seat(input, "seat0")) {
    fprintf(stderr, "bench: set LOG to a file; needs udev\n");
    return 2;
  }
  // It is up, and waits for the device.
  handle_compositor();
  fputs("{\"kind\":\"gesture\"}\n", log_file);
  fflush(log_file);
  for (int is_there = 1; is_there;) {
    // Negative descriptors are ignored.
    struct pollfd descriptors[3] = {
      {libinput_get_fd(input), POLLIN, 0}, {frames, POLLIN, 0}, {compositor(), POLLIN, 0}};
    if (poll(descriptors, 3, milliseconds_left()) < 0 && errno != EINTR) return 1;
    read_frames();
    handle_compositor();
    libinput_dispatch(input);
    for (struct libinput_event *event; (event = libinput_get_event(input)); libinput_event_destroy(event))
      is_there = handle(event) && is_there;
    fflush(log_file);
  }
  fputs("{\"kind\":\"done\"}\n", log_file);
  fclose(log_file);
  return 0;
}
