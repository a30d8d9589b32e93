// The bench of libinput.
// pkg-config: libinput libudev
#include "../libinput/bench.c"
