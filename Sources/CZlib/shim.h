#pragma once

#include <zlib.h>

// `deflateInit2` is a macro, which Swift does not import. https://zlib.net/manual.html
static inline int exchangerate_zlib_deflate_init(z_stream *stream, int level, int window_bits,
                                                 int memory_level) {
    return deflateInit2(stream, level, Z_DEFLATED, window_bits, memory_level, Z_DEFAULT_STRATEGY);
}
