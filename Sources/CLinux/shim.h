// What the toolchain's Glibc module leaves out of Linux's interface.
#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <time.h>

// <poll.h> hides it unless the whole module is compiled with _GNU_SOURCE.
extern int ppoll(struct pollfd *fds, nfds_t count, const struct timespec *timeout,
                 const sigset_t *mask);
