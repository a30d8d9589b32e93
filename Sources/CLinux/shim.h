// What the toolchain's Glibc module leaves out of Linux's interface.
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <time.h>

// <poll.h> hides it unless the whole module is compiled with _GNU_SOURCE.
extern int ppoll(struct pollfd *fds, nfds_t count, const struct timespec *timeout,
                 const sigset_t *mask);

// <sys/socket.h> hides it in the same way.
extern int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);
// <sys/mman.h> hides it the same way.
extern int memfd_create(const char *name, unsigned int flags);
// <unistd.h> and <spawn.h> hide these two.
extern int pipe2(int ends[2], int flags);
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions,
                                                const char *path);
