#pragma once

// Swift's own module of the C library leaves this header out.
#include <malloc.h>

#include <spawn.h>

// glibc declares them for `_GNU_SOURCE` alone, which a module is built without. posix_spawn(3)
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *restrict actions,
                                                const char *restrict path);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
