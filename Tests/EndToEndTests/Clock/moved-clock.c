/* Gives a program that preloads this library (ld.so(8)) clocks that a test moves.

   The file that MOVED_CLOCK names holds two numbers of nanoseconds, which the test writes: how far
   the wall clock is set ahead, and how long the machine has been suspended since the test began. A
   suspend moves CLOCK_REALTIME and CLOCK_BOOTTIME and leaves CLOCK_MONOTONIC alone
   (clock_gettime(2)), and so does what waits by them. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define SECOND 1000000000LL
#define REAL(name) real_##name
#define FIND(name)                                                                               \
    static __typeof__(name) *REAL(name);                                                         \
    if (!REAL(name)) REAL(name) = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

struct moves {
    _Atomic int64_t set_ahead;
    _Atomic int64_t suspended;
};

static struct moves *moves(void) {
    static struct moves none;
    static struct moves *_Atomic mapped;
    struct moves *known = atomic_load(&mapped);
    if (known) return known;
    const char *path = getenv("MOVED_CLOCK");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    known = &none;
    if (file >= 0) {
        void *page = mmap(NULL, sizeof *known, PROT_READ, MAP_SHARED, file, 0);
        if (page != MAP_FAILED) known = page;
        close(file);
    }
    atomic_store(&mapped, known);
    return known;
}

/* How far a clock is ahead of the machine's. */
static int64_t shift(clockid_t clock) {
    switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_ALARM:
    case CLOCK_REALTIME_COARSE:
    case CLOCK_TAI:
        return atomic_load(&moves()->set_ahead) + atomic_load(&moves()->suspended);
    case CLOCK_BOOTTIME:
    case CLOCK_BOOTTIME_ALARM:
        return atomic_load(&moves()->suspended);
    default:
        return 0;
    }
}

static int64_t count(struct timespec time) { return time.tv_sec * SECOND + time.tv_nsec; }

static struct timespec spec(int64_t nanoseconds) {
    int64_t second = nanoseconds / SECOND - (nanoseconds % SECOND < 0);
    return (struct timespec){.tv_sec = second, .tv_nsec = nanoseconds - second * SECOND};
}

/* A moment of a moved clock as the machine's clock shows it; never zero, which disarms timers. */
static struct timespec unmoved(struct timespec moment, clockid_t clock) {
    int64_t there = count(moment) - shift(clock);
    return spec(there > 0 ? there : 1);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    FIND(clock_gettime);
    int result = REAL(clock_gettime)(clock, time);
    int64_t ahead = result == 0 ? shift(clock) : 0;
    if (ahead) *time = spec(count(*time) + ahead);
    return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    *time = (struct timeval){.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
    return 0;
}

time_t time(time_t *result) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result) *result = now.tv_sec;
    return now.tv_sec;
}

int timespec_get(struct timespec *time, int base) {
    if (base != TIME_UTC) return 0;
    return clock_gettime(CLOCK_REALTIME, time) == 0 ? base : 0;
}

/* Idle workers of libdispatch wait so; a move meanwhile leaves them alone. */

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict end) {
    FIND(sem_timedwait);
    struct timespec there = unmoved(*end, CLOCK_REALTIME);
    return REAL(sem_timedwait)(semaphore, &there);
}

/* Timers: those that are armed for a moment go off when a move brings it. */

#define DESCRIPTORS 1024

static struct timer {
    int is_moved;
    clockid_t clock;
    int flags;
    struct itimerspec end;
} timers[DESCRIPTORS];
static pthread_mutex_t timers_lock = PTHREAD_MUTEX_INITIALIZER;

static int arm(int file, struct itimerspec *former) {
    FIND(timerfd_settime);
    struct timer *timer = &timers[file];
    struct itimerspec there = timer->end;
    there.it_value = unmoved(there.it_value, timer->clock);
    return REAL(timerfd_settime)(file, timer->flags, &there, former);
}

static void *watch(void *files) {
    char events[4096];
    int file = (int)(intptr_t)files;
    while (read(file, events, sizeof events) > 0 || errno == EINTR) {
        pthread_mutex_lock(&timers_lock);
        for (int descriptor = 0; descriptor < DESCRIPTORS; descriptor++) {
            struct itimerspec left;
            if (!timers[descriptor].is_moved) continue;
            /* One that has gone off waits for nothing. */
            if (timerfd_gettime(descriptor, &left) == 0 && count(left.it_value) > 0)
                arm(descriptor, NULL);
        }
        pthread_mutex_unlock(&timers_lock);
    }
    return NULL;
}

static void begin_to_watch(void) {
    const char *path = getenv("MOVED_CLOCK");
    int file = path ? inotify_init1(IN_CLOEXEC) : -1;
    if (file < 0 || inotify_add_watch(file, path, IN_MODIFY) < 0) return;
    sigset_t all, former;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &former);
    pthread_t thread;
    if (pthread_create(&thread, NULL, watch, (void *)(intptr_t)file) == 0) {
        pthread_setname_np(thread, "moved-clock");
        pthread_detach(thread);
    }
    pthread_sigmask(SIG_SETMASK, &former, NULL);
}

int timerfd_create(int clock, int flags) {
    FIND(timerfd_create);
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, begin_to_watch);
    int file = REAL(timerfd_create)(clock, flags);
    if (file >= 0 && file < DESCRIPTORS) {
        pthread_mutex_lock(&timers_lock);
        timers[file] = (struct timer){.clock = clock};
        pthread_mutex_unlock(&timers_lock);
    }
    return file;
}

int timerfd_settime(
    int file, int flags, const struct itimerspec *end, struct itimerspec *former) {
    FIND(timerfd_settime);
    if (file < 0 || file >= DESCRIPTORS) return REAL(timerfd_settime)(file, flags, end, former);
    pthread_mutex_lock(&timers_lock);
    struct timer *timer = &timers[file];
    struct itimerspec there = *end;
    int counts_suspends = timer->clock == CLOCK_BOOTTIME || timer->clock == CLOCK_BOOTTIME_ALARM;
    if (counts_suspends && !(flags & TFD_TIMER_ABSTIME) && count(end->it_value) > 0) {
        struct timespec now;
        clock_gettime(timer->clock, &now);
        there.it_value = spec(count(now) + count(end->it_value));
        flags |= TFD_TIMER_ABSTIME;
    }
    timer->is_moved = (flags & TFD_TIMER_ABSTIME) && count(there.it_value) > 0;
    timer->flags = flags;
    timer->end = there;
    int result = timer->is_moved ? arm(file, former)
                                 : REAL(timerfd_settime)(file, flags, &there, former);
    pthread_mutex_unlock(&timers_lock);
    return result;
}
