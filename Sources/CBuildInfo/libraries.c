#include "CBuildInfo.h"

#include <crypt.h>
#include <curl/curl.h>
#include <gnu/libc-version.h>
#include <gnutls/gnutls.h>
#include <microhttpd.h>
#include <sqlite3.h>
#include <stdio.h>
#include <yaml.h>
#include <zlib.h>

#define TEXT(number) TEXT_OF(number)
#define TEXT_OF(number) #number

// A release is the first three bytes, the fourth tells builds of it apart.
// https://www.gnu.org/software/libmicrohttpd/manual/libmicrohttpd.html
static const char *built_microhttpd(void) {
    static char text[16];
    unsigned version = MHD_VERSION;
    // The bytes are to be read as decimal digits: 0x00097500 is 0.9.75.
    snprintf(text, sizeof text, "%x.%x.%x", version >> 24, version >> 16 & 0xFF,
             version >> 8 & 0xFF);
    return text;
}

static struct exporter_library library(const char *name, const char *running, const char *built) {
    return (struct exporter_library){name, running, built};
}

struct exporter_library exporter_library(size_t index) {
    switch (index) {
    case 0:
        return library("libc", gnu_get_libc_version(), TEXT(__GLIBC__) "." TEXT(__GLIBC_MINOR__));
    case 1: return library("libcrypt", NULL, XCRYPT_VERSION_STR);
    case 2:
        return library("libcurl", curl_version_info(CURLVERSION_NOW)->version, LIBCURL_VERSION);
    case 3: return library("libgnutls", gnutls_check_version(NULL), GNUTLS_VERSION);
    case 4: return library("libmicrohttpd", MHD_get_version(), built_microhttpd());
    case 5: return library("libsqlite3", sqlite3_libversion(), SQLITE_VERSION);
    case 6: return library("libyaml", yaml_get_version_string(), NULL);
    case 7: return library("libz", zlibVersion(), ZLIB_VERSION);
    default: return library(NULL, NULL, NULL);
    }
}

const char *exporter_curl_libraries(void) { return curl_version(); }
