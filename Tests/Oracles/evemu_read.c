/* Reads a recording with evemu's own library and prints the events and the seconds it took.
 *
 *     cc -O2 evemu_read.c -levemu -o evemu_read && ./evemu_read recording.evemu
 */
#include <evemu.h>
#include <stdio.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

int main(int count, char **arguments) {
  FILE *file = count == 2 ? fopen(arguments[1], "r") : NULL;
  if (!file) return 2;
  double start = now();
  struct evemu_device *device = evemu_new(NULL);
  if (evemu_read(device, file) <= 0) return 1;
  long events = 0;
  struct input_event event;
  while (evemu_read_event(file, &event) > 0) events++;
  printf("%ld %.6f\n", events, now() - start);
  evemu_delete(device);
  return 0;
}
