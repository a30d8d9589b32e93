#include <microhttpd.h>

// Functions with any number of arguments, which Swift can't call.

// A daemon on a socket that listens, without a thread of its own; addresses are left as they were sent.
static inline struct MHD_Daemon *microhttpd_start(
    int socket, size_t connection_memory, unsigned int connection_limit,
    MHD_NotifyConnectionCallback notify, MHD_AccessHandlerCallback access,
    size_t (*unescape)(void *, struct MHD_Connection *, char *), void *context) {
  return MHD_start_daemon(
      MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, access, context,
      MHD_OPTION_LISTEN_SOCKET, socket,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, connection_memory,
      MHD_OPTION_CONNECTION_LIMIT, connection_limit,
      MHD_OPTION_NOTIFY_CONNECTION, notify, context,
      MHD_OPTION_UNESCAPE_CALLBACK, unescape, context,
      MHD_OPTION_END);
}

static inline int microhttpd_poll_descriptor(struct MHD_Daemon *daemon) {
  return MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
}

static inline int microhttpd_socket(struct MHD_Connection *connection) {
  return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
}

static inline void *microhttpd_socket_context(struct MHD_Connection *connection) {
  return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
}

// A function that later versions advise against, each in favour of others that the one before does not have.
static inline struct MHD_Response *microhttpd_response(const void *body, size_t size) {
  return MHD_create_response_from_buffer(size, (void *)body, MHD_RESPMEM_MUST_COPY);
}

// Constants that are written as casts, which Swift can't import.
static const ssize_t microhttpd_end = MHD_CONTENT_READER_END_OF_STREAM;
static const ssize_t microhttpd_failure = MHD_CONTENT_READER_END_WITH_ERROR;
static const uint64_t microhttpd_unknown_size = MHD_SIZE_UNKNOWN;
