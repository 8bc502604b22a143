/*
 * Writes how long each transaction of a process took, a line for each: when it began, by
 * CLOCK_REALTIME, its time, and the CPU time of its thread, all in nanoseconds.
 *
 * To be preloaded, ld.so(8); COMMIT_TIMES names the file. A transaction is what lies between the
 * beginning of BEGIN and the end of COMMIT, so the making of rows counts, and so does the disk.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static long long now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

int sqlite3_step(void *statement) {
    static int (*step)(void *);
    static const char *(*sql)(void *);
    static FILE *file;
    static long long began_at, began, began_cpu;
    if (!step) {
        step = dlsym(RTLD_NEXT, "sqlite3_step");
        sql = dlsym(RTLD_NEXT, "sqlite3_sql");
        const char *name = getenv("COMMIT_TIMES");
        if (name) file = fopen(name, "a");
    }
    const char *text = sql(statement);
    if (text && strncmp(text, "BEGIN", 5) == 0) {
        began_at = now(CLOCK_REALTIME);
        began = now(CLOCK_MONOTONIC);
        began_cpu = now(CLOCK_THREAD_CPUTIME_ID);
    }
    int code = step(statement);
    if (file && text && strcmp(text, "COMMIT") == 0) {
        fprintf(file, "%lld %lld %lld\n", began_at, now(CLOCK_MONOTONIC) - began,
            now(CLOCK_THREAD_CPUTIME_ID) - began_cpu);
        fflush(file);
    }
    return code;
}
