// The bench of libadwaita, with two fingers on a touchpad.
// pkg-config: libadwaita-1
#define TOUCHPAD
#include "../libadwaita/bench.c"
