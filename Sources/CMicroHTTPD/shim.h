#pragma once

#include <microhttpd.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

// What a daemon calls; every function gets `context` as its first argument.
struct exchangerate_mhd_callbacks {
    void *context;
    void *(*request_line)(void *context, const char *target, struct MHD_Connection *connection);
    MHD_AccessHandlerCallback handler;
    MHD_RequestCompletedCallback completed;
    MHD_NotifyConnectionCallback connection;
};

// Of type `gnutls_certificate_retrieve_function3`; -1 ends the handshake.
static inline int exchangerate_mhd_no_certificate(void *session, const void *info, void *chain,
                                                  void *length, void *statuses, void *count,
                                                  void *key, void *flags) {
    return -1;
}

// `MHD_start_daemon` is variadic, which Swift does not import. `threads` of 1 stands for no pool.
// The daemon gets its connections by `MHD_add_connection`.
//
// One for TLS must be given certificates. This one has none, so that a session that got no
// credentials of its own when its connection started cannot be used.
// https://www.gnu.org/software/libmicrohttpd/manual/libmicrohttpd.html#microhttpd_002dinit
static inline struct MHD_Daemon *exchangerate_mhd_start(
    unsigned int flags, unsigned int threads, unsigned int connection_limit,
    size_t connection_memory, struct exchangerate_mhd_callbacks callbacks, int is_encrypted) {
    struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};
    struct MHD_OptionItem pool[] = {{MHD_OPTION_THREAD_POOL_SIZE, threads, NULL},
                                    {MHD_OPTION_END, 0, NULL}};
    struct MHD_OptionItem tls[] = {
        {MHD_OPTION_HTTPS_CERT_CALLBACK2, 0, (void *)exchangerate_mhd_no_certificate},
        {MHD_OPTION_END, 0, NULL}};
    return MHD_start_daemon(
        flags | MHD_USE_NO_LISTEN_SOCKET | MHD_USE_ITC | (is_encrypted ? MHD_USE_TLS : 0), 0,
        NULL, NULL, callbacks.handler, callbacks.context,
        MHD_OPTION_CONNECTION_LIMIT, connection_limit,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, connection_memory,
        MHD_OPTION_URI_LOG_CALLBACK, callbacks.request_line, callbacks.context,
        MHD_OPTION_NOTIFY_COMPLETED, callbacks.completed, callbacks.context,
        MHD_OPTION_NOTIFY_CONNECTION, callbacks.connection, callbacks.context,
        MHD_OPTION_ARRAY, threads > 1 ? pool : none,
        MHD_OPTION_ARRAY, is_encrypted ? tls : none, MHD_OPTION_END);
}

// `MHD_get_connection_info` is variadic too, and its results sit in a union.

static inline int exchangerate_mhd_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

// Where the connection came from; the address is the connection's own.
static inline const struct sockaddr *exchangerate_mhd_client_address(
    struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info ? info->client_addr : NULL;
}

static inline void *exchangerate_mhd_socket_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

// The connection's session of GnuTLS; NULL without TLS.
static inline void *exchangerate_mhd_tls_session(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
    return info ? info->tls_session : NULL;
}

// Hides the query of a request's target from microhttpd, which would make a list node of the
// connection's memory of each argument, and sends no answer where that does not suffice.
//
// For the callback of the request line alone: microhttpd has found the mark of the query by then, and
// reads the arguments behind it, up to a NUL, once the callback has returned. The target lies in its
// buffer for reading, which it takes apart in place itself.
static inline void exchangerate_mhd_hide_query(const char *target) {
    char *mark = __builtin_strchr(target, '?');
    if (mark) mark[1] = 0;
}

// What a request takes of its connection's memory: its header block, and 64 bytes for the list
// node of each header and cookie.
static inline size_t exchangerate_mhd_request_memory(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    const int kinds = MHD_HEADER_KIND | MHD_COOKIE_KIND;
    const int nodes =
        MHD_get_connection_values(connection, (enum MHD_ValueKind)kinds, NULL, NULL);
    return (info ? info->header_size : 0) + 64 * (size_t)(nodes > 0 ? nodes : 0);
}

// The bytes that were sent over a Unix socket and that the peer has not read. `ioctl` is variadic.
// tcp(7), SIOCOUTQ.
static inline int exchangerate_mhd_unsent_bytes(int socket) {
    int bytes = 0;
    return ioctl(socket, TIOCOUTQ, &bytes) == 0 ? bytes : 0;
}

// The state of a TCP connection, the bytes that came over it, and whether there are some that the
// peer's kernel has not acknowledged; 0 for any other socket.
//
// Read by their offsets in Linux's `struct tcp_info`, which is fixed for user space: glibc's own
// copy of the structure lacks the later members, and the kernel's header clashes with glibc's.
static inline int exchangerate_mhd_tcp_progress(int socket, unsigned char *state,
                                                unsigned long long *received,
                                                _Bool *has_unsent) {
    enum { protocol = 6 /* IPPROTO_TCP */, option = 11 /* TCP_INFO */ };
    enum { state_offset = 0, unacked_offset = 24, received_offset = 128, unsent_offset = 144 };
    unsigned char info[256] = {0};
    socklen_t length = sizeof info;
    if (getsockopt(socket, protocol, option, info, &length) != 0) return 0;
    unsigned int unacked, unsent;
    if (length < unsent_offset + sizeof unsent) return 0;
    *state = info[state_offset];
    __builtin_memcpy(&unacked, info + unacked_offset, sizeof unacked);
    __builtin_memcpy(&unsent, info + unsent_offset, sizeof unsent);
    *has_unsent = unacked > 0 || unsent > 0;
    __builtin_memcpy(received, info + received_offset, sizeof *received);
    return 1;
}

// glibc declares it for `_GNU_SOURCE` alone, which a module is built without. accept(2)
extern int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);

// A descriptor that threads wake each other by; Swift's Glibc module lacks <sys/eventfd.h>.
static inline int exchangerate_mhd_eventfd(void) {
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}
