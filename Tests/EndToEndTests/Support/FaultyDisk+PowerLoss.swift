extension FaultyDisk {
    /// The part of the library that undoes what would not outlive a loss of power.
    ///
    /// It keeps what each change since the last sync has replaced, and puts that back before it
    /// kills the program: contents last once their file was synced, names once their folder was.
    static let powerLoss = #"""
        /* What is not synced yet: contents, or a name that came, went or changed. */
        struct change {
            struct change *older, *newer;
            char what;
            char path[1024], other[1024];
            dev_t device;
            ino_t inode;
            off_t at, old_size, new_size;
            size_t old_count, new_count;
            char *old_bytes, *new_bytes;
        };
        static struct change *newest, *oldest;

        static struct change *add(char what, const char *path) {
            struct change *change = calloc(1, sizeof *change);
            change->what = what;
            snprintf(change->path, sizeof change->path, "%s", path);
            change->older = newest;
            if (newest) newest->newer = change; else oldest = change;
            return newest = change;
        }

        static void drop(struct change *change) {
            if (change->older) change->older->newer = change->newer; else oldest = change->newer;
            if (change->newer) change->newer->older = change->older; else newest = change->older;
            free(change->old_bytes);
            free(change->new_bytes);
            free(change);
        }

        /* A name outside of the folder for what is away. */
        static void put_aside(struct change *change) {
            static int number;
            snprintf(change->other, sizeof change->other, "%s.%d", getenv("FAULTY_DISK_JOURNAL"),
                number++);
        }

        static struct change *keep(int file, const char *path, off_t at, const void *bytes,
                size_t count, off_t new_size) {
            struct stat status;
            if (!power_fails() || fstat(file, &status) != 0) return 0;
            struct change *change = add('d', path);
            change->device = status.st_dev;
            change->inode = status.st_ino;
            change->at = at;
            change->old_size = status.st_size;
            change->new_size = new_size < 0 && at + (off_t)count > status.st_size
                ? at + (off_t)count : new_size < 0 ? status.st_size : new_size;
            /* A cut replaces all that follows. */
            size_t old = new_size < 0 ? count : status.st_size > at ? status.st_size - at : 0;
            change->old_bytes = malloc(old + 1);
            ssize_t got = pread(file, change->old_bytes, old, at);
            change->old_count = got > 0 ? got : 0;
            change->new_count = count;
            change->new_bytes = malloc(count + 1);
            if (count) memcpy(change->new_bytes, bytes, count);
            return change;
        }

        static void sync_contents(int file) {
            struct stat status;
            if (is("lies") || fstat(file, &status) != 0) return;
            for (struct change *next, *change = oldest; change; change = next) {
                next = change->newer;
                if (change->what == 'd' && change->device == status.st_dev
                    && change->inode == status.st_ino) drop(change);
            }
        }

        static void sync_names(const char *folder) {
            if (is("lies")) return;
            size_t length = strlen(folder);
            for (struct change *next, *change = oldest; change; change = next) {
                next = change->newer;
                if (change->what != 'd' && strncmp(change->path, folder, length) == 0
                    && change->path[length] == '/' && !strchr(change->path + length + 1, '/'))
                    drop(change);
            }
        }

        static void write_all(struct change *change, const char *bytes, size_t from, size_t to) {
            int file = (openat)(AT_FDCWD, change->path, O_WRONLY | O_CLOEXEC);
            if (file < 0) return;
            syscall(SYS_pwrite64, file, bytes + from, to - from, change->at + from);
            close(file);
        }

        static void resize(struct change *change, off_t size) {
            int file = (openat)(AT_FDCWD, change->path, O_WRONLY | O_CLOEXEC);
            if (file < 0) return;
            syscall(SYS_ftruncate, file, size);
            close(file);
        }

        static void move(const char *from, const char *to) {
            syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to);
        }

        static void undo(struct change *change) {
            switch (change->what) {
            case 'd':
                write_all(change, change->old_bytes, 0, change->old_count);
                resize(change, change->old_size);
                break;
            case 'c': move(change->path, change->other); break;
            case 'u': move(change->other, change->path); break;
            case 'r': move(change->other, change->path); break;
            }
        }

        static void redo(struct change *change) {
            if (change->what == 'c') return move(change->other, change->path);
            if (change->what != 'd') return move(change->path, change->other);
            if (change->new_size < change->old_size) {
                if (draw() % 2) resize(change, change->new_size);
                return;
            }
            /* A disk writes sectors, in any order. */
            uint64_t luck = draw() % 3;
            for (size_t from = 0, to; luck && from < change->new_count; from = to) {
                to = from + 512 - (change->at + from) % 512;
                if (to > change->new_count) to = change->new_count;
                if (luck == 1 || draw() % 2) write_all(change, change->new_bytes, from, to);
            }
        }

        static void cut_power(void) {
            int names = 0;
            for (struct change *change = newest; change; change = change->older) {
                names += change->what != 'd';
                note("  undo %c %s %zu@%lld\n", change->what, change->path, change->new_count,
                    (long long)change->at);
                undo(change);
            }
            if (!is("some")) return;
            /* File systems keep names in their order. */
            int kept = names ? draw() % (names + 1) : 0;
            for (struct change *change = oldest; change; change = change->newer)
                if (change->what == 'd' || kept-- > 0) redo(change);
        }

        """#
}
