// What the toolchain's Glibc module leaves out of Linux's interface.
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// A macro, a function of variadic arguments, and a structure with the name of a function: for Swift without the module
// Glibc, as Embedded Swift is.
static inline int linux_error_number(void) {
  return errno;
}
static inline int linux_open(const char *path, int flags) {
  return open(path, flags);
}
// `kind` is one of S_IFREG and so on, or 0 if the file is not known.
struct linux_file {
  unsigned int kind;
  unsigned long long device, number, names;
};
static inline struct linux_file linux_file_of_status(int status, const struct stat *target) {
  struct linux_file file = {0, 0, 0, 0};
  if (status == 0) {
    file.kind = target->st_mode & S_IFMT;
    file.device = target->st_dev;
    file.number = target->st_ino;
    file.names = target->st_nlink;
  }
  return file;
}
static inline struct linux_file linux_file_at(const char *path) {
  struct stat target;
  return linux_file_of_status(stat(path, &target), &target);
}
static inline struct linux_file linux_open_file(int descriptor) {
  struct stat target;
  return linux_file_of_status(fstat(descriptor, &target), &target);
}

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
