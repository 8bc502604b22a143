import Foundation
import TestKit
import Testing

/// A disk that fails as a test says, for what a program does beneath one folder.
///
/// A library that is preloaded, ld.so(8), stands between the program and the system's calls.
final class FaultyDisk: Sendable {
    enum Mood: String, Sendable {
        case works
        /// Writing takes as long as this lasts.
        case hangs
        /// No space left on device.
        case full
        /// Read-only file system.
        case readOnly
        /// Input/output error, where data is to reach the disk.
        case fails
    }

    private let files: TemporaryFolder
    private let folder: String

    /// Makes a disk that works.
    init(at folder: String) async throws {
        files = try TemporaryFolder()
        self.folder = folder
        let source = try files.write(Self.source, to: "disk.c")
        let compiler = try ChildProcess(
            "/usr/bin/env", ["cc", "-shared", "-fPIC", "-o", files.path(of: "disk.so"), source])
        try #require(await compiler.exitStatus() == 0, "\(compiler.standardError)")
        try set(.works)
    }

    /// The variables of a program that is to have this disk.
    var environment: [String: String] {
        [
            "LD_PRELOAD": files.path(of: "disk.so"), "FAULTY_DISK": folder,
            "FAULTY_DISK_MOOD": files.path(of: "mood"),
        ]
    }

    func set(_ mood: Mood) throws {
        try files.write(mood.rawValue, to: "mood")
    }

    private static let source = #"""
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <fcntl.h>
        #include <stdarg.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
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

        /* What is to become of a call: 0, or an error. */
        static int trouble(const char *path, int syncs) {
            if (!is_beneath(path)) return 0;
            char now;
            while ((now = mood()) == 'h') usleep(20000);
            if (now == 'n' && !syncs) return ENOSPC;
            if (now == 'r') return EROFS;
            if (now == 'e' && syncs) return EIO;
            return 0;
        }

        static int trouble_of(int file, int syncs) {
            char link[64], path[4096];
            snprintf(link, sizeof link, "/proc/self/fd/%d", file);
            ssize_t count = readlink(link, path, sizeof path - 1);
            if (count < 0) return 0;
            path[count] = 0;
            return trouble(path, syncs);
        }

        #define WRAP(result, name, syncs, parameters, arguments)                       \
            result name parameters {                                                   \
                static result (*real) parameters;                                      \
                if (!real) real = dlsym(RTLD_NEXT, #name);                             \
                int error = trouble_of(file, syncs);                                   \
                if (error) { errno = error; return -1; }                               \
                return real arguments;                                                 \
            }

        WRAP(ssize_t, write, 0, (int file, const void *bytes, size_t count), (file, bytes, count))
        WRAP(ssize_t, pwrite, 0, (int file, const void *bytes, size_t count, off_t at),
            (file, bytes, count, at))
        WRAP(ssize_t, pwrite64, 0, (int file, const void *bytes, size_t count, off64_t at),
            (file, bytes, count, at))
        WRAP(int, ftruncate, 0, (int file, off_t size), (file, size))
        WRAP(int, ftruncate64, 0, (int file, off64_t size), (file, size))
        WRAP(int, fsync, 1, (int file), (file))
        WRAP(int, fdatasync, 1, (int file), (file))

        #define OPEN(name)                                                             \
            int name(const char *path, int flags, ...) {                               \
                static int (*real)(const char *, int, ...);                            \
                if (!real) real = dlsym(RTLD_NEXT, #name);                             \
                va_list rest;                                                          \
                va_start(rest, flags);                                                 \
                int mode = va_arg(rest, int);                                          \
                va_end(rest);                                                          \
                int writes = (flags & O_ACCMODE) != O_RDONLY;                          \
                int error = is_beneath(path) && (writes || mood() == 'h') ? trouble(path, 0) : 0; \
                if (error == ENOSPC && !(flags & O_CREAT)) error = 0;                  \
                if (error) { errno = error; return -1; }                               \
                return real(path, flags, mode);                                        \
            }

        OPEN(open)
        OPEN(open64)
        """#
}
