// The bench of GTK, with two fingers on a touchpad.
// pkg-config: libadwaita-1
#include "../gtk-touchpad/bench.c"
