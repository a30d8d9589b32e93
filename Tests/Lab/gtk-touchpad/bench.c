// The bench of GTK, with two fingers on a touchpad.
// pkg-config: libadwaita-1
#define TOUCHPAD
#include "../gtk/bench.c"
