// A drawer that a finger pulls up and lets go: shows its offset in pixels for each requested frame.
#include <math.h>
#include <stdio.h>

static const double height = 400, stiffness = 14;  // pixels; per second

int main(void) {
  char line[256], kind[16];
  double offset = 0, lastY = 0, lastTime = 0, velocity = 0;  // pixels, seconds, pixels per second
  double released = -1, from = 0, target = 0;
  int id = -1, isSettled = 1;
  printf("time,drawer.offset,event\n");
  while (fgets(line, sizeof line, stdin)) {
    double time, x, y, px, py;
    int contact;
    int count = sscanf(line, "%lf,%15[a-z],%d,%lf,%lf,%lf,%lf", &time, kind, &contact, &x, &y, &px, &py);
    if (count == 7 && kind[0] == 'b' && id < 0) {  // began
      id = contact, released = -1, lastY = py, lastTime = time, velocity = 0;
    } else if (count == 7 && kind[0] == 'm' && contact == id) {  // moved
      if (time > lastTime) velocity = (lastY - py) / (time - lastTime);
      offset = fmin(fmax(offset + lastY - py, 0), height);
      lastY = py, lastTime = time;
    } else if (count == 7 && (kind[0] == 'e' || kind[0] == 'c') && contact == id) {  // ended, cancelled
      int opens = kind[0] == 'e' && (velocity > 300 || (velocity > -300 && offset > height / 2));
      id = -1, released = time, from = offset, target = opens ? height : 0, isSettled = 0;
      printf("%.6f,,%s\n", time, opens ? "opens" : "closes");
    } else if (count >= 2 && kind[0] == 'f') {  // frame
      if (released >= 0) {  // a critically damped spring
        double t = time - released, distance = from - target;
        offset = target + (distance + (velocity + stiffness * distance) * t) * exp(-stiffness * t);
        if (!isSettled && fabs(offset - target) < 0.5) {
          isSettled = 1;
          printf("%.6f,,settled\n", time);
        }
      }
      printf("%.6f,%.3f,\n", time, offset);
    }
  }
}
