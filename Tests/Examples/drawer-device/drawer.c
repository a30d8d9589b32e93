// A drawer that a finger on an input device pulls up and releases: shows its offset in mm, 60 times per second.
#include <fcntl.h>
#include <linux/input.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static const double height = 120, stiffness = 14, frame = 1.0 / 60;  // mm; per second; seconds

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

int main(void) {
  const char *node = getenv("PANTOGRAPH_DEVICE");
  int device = open(node ? node : "", O_RDONLY | O_NONBLOCK), clock = CLOCK_MONOTONIC;
  struct input_absinfo axis;
  if (device < 0 || ioctl(device, EVIOCSCLOCKID, &clock) < 0 || ioctl(device, EVIOCGABS(ABS_Y), &axis) < 0) {
    perror(node ? node : "PANTOGRAPH_DEVICE");
    return 1;
  }
  double scale = axis.resolution ? axis.resolution : 40;  // units per mm
  double printed = 0, offset = 0, y = 0, lastY = 0, lastTime = 0, velocity = 0, from = 0, target = 0, released = -1;
  int isDown = 0, wasDown = 0;
  setvbuf(stdout, NULL, _IOLBF, 0);  // each row at once
  printf("time,drawer.offset,event\n");
  for (double next = now() + frame;; next += frame) {
    double left;
    while ((left = next - now()) > 0) {
      struct pollfd waiting = { device, POLLIN, 0 };
      poll(&waiting, 1, (int)(left * 1000) + 1);
      struct input_event event;
      while (read(device, &event, sizeof event) == sizeof event) {
        double time = event.input_event_sec + event.input_event_usec / 1e6;
        if (event.type == EV_ABS && event.code == ABS_Y) y = event.value / scale;
        if (event.type == EV_KEY && event.code == BTN_TOUCH) isDown = event.value;
        if (event.type != EV_SYN || event.code != SYN_REPORT) continue;
        if (isDown && wasDown && time > lastTime) {
          velocity = (lastY - y) / (time - lastTime);
          offset = fmin(fmax(offset + lastY - y, 0), height);
        } else if (wasDown && !isDown) {
          int opens = velocity > 60 || (velocity > -60 && offset > height / 2);
          released = time, from = offset, target = opens ? height : 0;
          printf("%.6f,,%s\n", fmax(time, printed), opens ? "opens" : "closes");
        } else if (isDown && !wasDown) {
          released = -1, velocity = 0;
        }
        wasDown = isDown, lastY = y, lastTime = time;
      }
    }
    printed = now();
    if (released >= 0) {  // a critically damped spring
      double t = printed - released, distance = from - target;
      offset = target + (distance + (velocity + stiffness * distance) * t) * exp(-stiffness * t);
    }
    printf("%.6f,%.3f,\n", printed, offset);
  }
}
