/*
 * A disk that takes its time: each fsync and fdatasync of a process waits before it does its work.
 *
 * To be preloaded, ld.so(8). SLOW_SYNC names a file with the milliseconds, which is read each time;
 * there is no wait while there is no such file. After a wait, a byte is added to a second file,
 * whose name has `.count` at its end.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void wait_first(void) {
    const char *name = getenv("SLOW_SYNC");
    FILE *file = name ? fopen(name, "re") : NULL;
    if (!file) return;
    long milliseconds = 0;
    if (fscanf(file, "%ld", &milliseconds) != 1) milliseconds = 0;
    fclose(file);
    struct timespec span = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    nanosleep(&span, NULL);
    char count[4096];
    snprintf(count, sizeof count, "%s.count", name);
    file = fopen(count, "ae");
    if (!file) return;
    fputc('.', file);
    fclose(file);
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
