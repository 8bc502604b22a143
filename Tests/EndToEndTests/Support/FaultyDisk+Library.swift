extension FaultyDisk {
    /// What stands between the program and the system's calls.
    ///
    /// Moods hold for every call. A fault strikes at one of the calls that change the folder, which
    /// are counted over all programs that have the disk.
    static let source = moods + powerLoss + calls

    private static let moods = #"""
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <fcntl.h>
        #include <pthread.h>
        #include <signal.h>
        #include <stdarg.h>
        #include <stdint.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/mman.h>
        #include <sys/stat.h>
        #include <sys/syscall.h>
        #include <unistd.h>

        static char mood(void) {
            char text = 'w';
            int file = (openat)(AT_FDCWD, getenv("FAULTY_DISK_MOOD"), O_RDONLY | O_CLOEXEC);
            if (file >= 0) {
                char name[16] = "";
                if (read(file, name, sizeof name - 1) > 0)
                    text = strcmp(name, "hangs") == 0 ? 'h' : strcmp(name, "full") == 0 ? 'n'
                        : strcmp(name, "readOnly") == 0 ? 'r' : strcmp(name, "fails") == 0 ? 'e' : 'w';
                close(file);
            }
            return text;
        }

        static int is_beneath(const char *path) {
            const char *folder = getenv("FAULTY_DISK");
            return folder && strncmp(path, folder, strlen(folder)) == 0;
        }

        static int find_path(int file, char path[4096]) {
            char link[64];
            snprintf(link, sizeof link, "/proc/self/fd/%d", file);
            ssize_t count = readlink(link, path, 4095);
            if (count < 0) return 0;
            path[count] = 0;
            return is_beneath(path);
        }

        /* What the mood makes of a call: 0, or an error. */
        static int trouble(int syncs) {
            char now;
            while ((now = mood()) == 'h') usleep(20000);
            if (now == 'n' && !syncs) return ENOSPC;
            if (now == 'r') return EROFS;
            if (now == 'e' && syncs) return EIO;
            return 0;
        }

        /* The fault. */

        static struct { char how[16]; int error; long at; uint64_t random; } fault;
        /* In a file, so that it goes on with the next program, and outlives a kill. */
        static struct { long calls, writes, hits; } *book;
        static int journal = -1;
        static int cut_short;
        static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

        static int is(const char *how) { return strcmp(fault.how, how) == 0; }
        static int power_fails(void) { return is("lost") || is("some") || is("lies"); }

        __attribute__((constructor)) static void begin(void) {
            const char *text = getenv("FAULTY_DISK_FAULT"), *path = getenv("FAULTY_DISK_BOOK");
            if (!text || !path) return;
            unsigned long long seed = 0;
            sscanf(text, "%15s %d %ld %llu", fault.how, &fault.error, &fault.at, &seed);
            fault.random = seed;
            int file = (openat)(AT_FDCWD, path, O_RDWR | O_CLOEXEC);
            book = mmap(0, sizeof *book, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
            if (file < 0 || book == MAP_FAILED) abort();
            close(file);
            journal = (openat)(AT_FDCWD, getenv("FAULTY_DISK_JOURNAL"),
                O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
        }

        static void note(const char *format, ...) {
            char line[512];
            va_list rest;
            va_start(rest, format);
            int count = vsnprintf(line, sizeof line, format, rest);
            va_end(rest);
            syscall(SYS_write, journal, line, (size_t)(count < 512 ? count : 511));
        }

        static uint64_t draw(void) {
            uint64_t mixed = fault.random += 0x9E3779B97F4A7C15;
            mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
            mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
            return mixed ^ (mixed >> 31);
        }

        """#

    private static let calls = #"""
        static void die(void) {
            kill(getpid(), SIGKILL);
            for (;;) pause();
        }

        struct verdict { int error, is_half, dies; };

        /* Counts a call, and holds the lock until `end`. */
        static struct verdict judge(const char *name, const char *path, int is_write,
                size_t count, off_t at) {
            pthread_mutex_lock(&lock);
            struct verdict verdict = { 0, 0, 0 };
            long number = ++book->calls;
            if (is_write) number = is("short") || is("half") ? ++book->writes : (++book->writes, number);
            else if (is("short") || is("half")) number = -1;
            int is_due = number == fault.at || (is("from") && number >= fault.at
                && access(getenv("FAULTY_DISK_CURE"), F_OK) != 0);
            if (cut_short && is_write) {
                cut_short = 0;
                verdict.error = fault.error;
            }
            note("%ld %s %s %zu@%lld%s\n", book->calls, name, strrchr(path, '/') + 1, count,
                (long long)at, is_due || verdict.error ? " *" : "");
            if (!is_due) return verdict;
            book->hits++;
            if (power_fails()) cut_power();
            if (power_fails() || is("before")) die();
            if (is("once") || is("from")) verdict.error = fault.error;
            verdict.is_half = is("short") || is("half");
            verdict.dies = is("half") || is("after");
            cut_short = is("short");
            return verdict;
        }

        static void end(struct verdict verdict) {
            if (verdict.dies) die();
            pthread_mutex_unlock(&lock);
        }

        static int refuse(int error) {
            errno = error;
            return -1;
        }

        /* The calls. */

        #define REAL(result, name, parameters)                                         \
            static result (*real) parameters;                                          \
            if (!real) real = dlsym(RTLD_NEXT, #name);

        #define ON_FILE(result, name, syncs, parameters, arguments, kind, size, place, body)  \
            result name parameters {                                                   \
                REAL(result, name, parameters)                                         \
                char path[4096];                                                       \
                if (!find_path(file, path)) return real arguments;                     \
                int error = trouble(syncs);                                            \
                if (error) return refuse(error);                                       \
                if (!book) return real arguments;                                      \
                struct verdict verdict = judge(#name, path, kind, size, place);        \
                if (verdict.error) { end(verdict); return refuse(verdict.error); }     \
                body                                                                   \
                result done = real arguments;                                          \
                int reason = errno;                                                    \
                end(verdict);                                                          \
                errno = reason;                                                        \
                return done;                                                           \
            }

        #define WRITE(name, offset, parameters, arguments)                             \
            ON_FILE(ssize_t, name, 0, parameters, arguments, 1, count, offset,         \
                if (verdict.is_half) count = (count + 1) / 2;                          \
                keep(file, path, offset, bytes, count, -1);)

        #define CUT(name, parameters, arguments)                                       \
            ON_FILE(int, name, 0, parameters, arguments, 0, 0, size, keep(file, path, size, 0, 0, size);)

        #define SYNC(name)                                                             \
            ON_FILE(int, name, 1, (int file), (file), 0, 0, 0,                         \
                sync_contents(file); sync_names(path);)

        WRITE(write, lseek(file, 0, SEEK_CUR), (int file, const void *bytes, size_t count),
            (file, bytes, count))
        WRITE(pwrite, at, (int file, const void *bytes, size_t count, off_t at),
            (file, bytes, count, at))
        WRITE(pwrite64, at, (int file, const void *bytes, size_t count, off64_t at),
            (file, bytes, count, at))
        CUT(ftruncate, (int file, off_t size), (file, size))
        CUT(ftruncate64, (int file, off64_t size), (file, size))
        SYNC(fsync)
        SYNC(fdatasync)

        #define OPEN(name)                                                             \
            int name(const char *path, int flags, ...) {                               \
                REAL(int, name, (const char *, int, ...))                              \
                va_list rest;                                                          \
                va_start(rest, flags);                                                 \
                int mode = va_arg(rest, int);                                          \
                va_end(rest);                                                          \
                int writes = (flags & O_ACCMODE) != O_RDONLY;                          \
                int error = is_beneath(path) && (writes || mood() == 'h') ? trouble(0) : 0; \
                if (error == ENOSPC && !(flags & O_CREAT)) error = 0;                  \
                if (error) return refuse(error);                                       \
                if (!book || !writes || !is_beneath(path)) return real(path, flags, mode); \
                struct verdict verdict = judge(#name, path, 0, 0, 0);                  \
                if (verdict.error) { end(verdict); return refuse(verdict.error); }     \
                int is_new = flags & O_CREAT && access(path, F_OK) != 0;               \
                int done = real(path, flags, mode);                                    \
                int reason = errno;                                                    \
                if (done >= 0 && is_new && power_fails()) put_aside(add('c', path));   \
                end(verdict);                                                          \
                errno = reason;                                                        \
                return done;                                                           \
            }

        OPEN(open)
        OPEN(open64)

        #define ON_NAME(name, parameters, arguments, body)                             \
            int name parameters {                                                      \
                REAL(int, name, parameters)                                            \
                if (!book || !is_beneath(path)) return real arguments;                 \
                struct verdict verdict = judge(#name, path, 0, 0, 0);                  \
                if (verdict.error) { end(verdict); return refuse(verdict.error); }     \
                body                                                                   \
                int done = real arguments;                                             \
                int reason = errno;                                                    \
                end(verdict);                                                          \
                errno = reason;                                                        \
                return done;                                                           \
            }

        ON_NAME(unlink, (const char *path), (path),
            if (power_fails() && access(path, F_OK) == 0) {
                struct change *change = add('u', path);
                put_aside(change);
                syscall(SYS_linkat, AT_FDCWD, path, AT_FDCWD, change->other, 0);
            })
        ON_NAME(rename, (const char *path, const char *other), (path, other),
            if (power_fails()) {
                struct change *change = add('r', path);
                snprintf(change->other, sizeof change->other, "%s", other);
            })
        ON_NAME(mkdir, (const char *path, mode_t mode), (path, mode), )
        """#
}
