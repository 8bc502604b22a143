#pragma once

#include <stddef.h>

/// The commit that the build was made from, or an empty text.
const char *exporter_build_revision(void);

/// The branch that the build was made from, or an empty text.
const char *exporter_build_branch(void);

/// A library that the program is linked with.
struct exporter_library {
    /// As its file is called, without the version; null beyond the last library.
    const char *name;
    /// The version that the program runs with; null where the library cannot tell.
    const char *running;
    /// The version of the headers of the build; null where these do not tell.
    const char *built;
};

/// The library at an index, from 0 on in the order of their names.
struct exporter_library exporter_library(size_t index);

/// What libcurl stands on, each with its version, as curl_version(3) writes it.
const char *exporter_curl_libraries(void);
