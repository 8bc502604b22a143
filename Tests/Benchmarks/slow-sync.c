/*
 * A disk that takes its time: each fsync and fdatasync of a process waits before it does its work.
 *
 * To be preloaded, ld.so(8); SLOW_SYNC_MILLISECONDS is the wait, and SLOW_SYNC_COUNT names a file that
 * grows by a byte with each.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void wait_first(void) {
    const char *text = getenv("SLOW_SYNC_MILLISECONDS"), *name = getenv("SLOW_SYNC_COUNT");
    long milliseconds = text ? atol(text) : 0;
    struct timespec span = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    nanosleep(&span, NULL);
    FILE *file = name ? fopen(name, "a") : NULL;
    if (file) {
        fputc('.', file);
        fclose(file);
    }
}

int fsync(int file) {
    static int (*sync)(int);
    if (!sync) sync = dlsym(RTLD_NEXT, "fsync");
    wait_first();
    return sync(file);
}

int fdatasync(int file) {
    static int (*sync)(int);
    if (!sync) sync = dlsym(RTLD_NEXT, "fdatasync");
    wait_first();
    return sync(file);
}
