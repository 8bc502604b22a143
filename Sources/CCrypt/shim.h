#pragma once

#include <crypt.h>
#include <stdlib.h>
#include <string.h>

// glibc declares it for `_DEFAULT_SOURCE` alone. explicit_bzero(3)
extern void explicit_bzero(void *memory, size_t size);

// Hashes a password as `setting`, which may be a whole hash, says; writes the hash and a NUL into
// `output`. False where memory is short, or the setting or the password is refused. The scratch
// space is 32 KiB, which no stack of Swift's should hold. crypt_r(3)
static inline int exchangerate_crypt(const char *password, const char *setting,
                                     char *output, size_t size) {
    struct crypt_data *data = (struct crypt_data *)calloc(1, sizeof *data);
    if (!data) return 0;
    const char *hash = crypt_r(password, setting, data);
    int is_made = hash && hash[0] != '*' && strlen(hash) < size;
    if (is_made) memcpy(output, hash, strlen(hash) + 1);
    explicit_bzero(data, sizeof *data);
    free(data);
    return is_made;
}
