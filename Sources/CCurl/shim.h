#pragma once

#include <curl/curl.h>

// `curl_easy_setopt` and its kin are variadic, which Swift does not import: one wrapper per value
// type. curl reads a `long` wherever a number is asked for, so there is no `int` among them.
// https://curl.se/libcurl/c/curl_easy_setopt.html

static inline CURLcode exchangerate_curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode exchangerate_curl_set_string(CURL *handle, CURLoption option,
                                                    const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode exchangerate_curl_set_pointer(CURL *handle, CURLoption option,
                                                     void *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode exchangerate_curl_set_bytes(CURL *handle, CURLoption option,
                                                   const void *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode exchangerate_curl_set_list(CURL *handle, CURLoption option,
                                                  struct curl_slist *value) {
    return curl_easy_setopt(handle, option, value);
}

typedef size_t (*exchangerate_curl_data_callback)(char *data, size_t size, size_t count,
                                                  void *context);

static inline CURLcode exchangerate_curl_set_callback(CURL *handle, CURLoption option,
                                                      exchangerate_curl_data_callback value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode exchangerate_curl_get_long(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode exchangerate_curl_get_pointer(CURL *handle, CURLINFO info, void *value) {
    return curl_easy_getinfo(handle, info, (void **)value);
}

static inline CURLMcode exchangerate_curl_multi_set_long(CURLM *multi, CURLMoption option,
                                                         long value) {
    return curl_multi_setopt(multi, option, value);
}

// The result of a finished transfer sits in a union, which Swift imports awkwardly.
static inline CURLcode exchangerate_curl_message_result(const CURLMsg *message) {
    return message->data.result;
}

// A macro of casts, which Swift does not import.
static inline CURLcode exchangerate_curl_global_init(void) {
    return curl_global_init(CURL_GLOBAL_DEFAULT);
}

// Whether this libcurl can decompress gzip.
static inline int exchangerate_curl_has_gzip(void) {
    return (curl_version_info(CURLVERSION_NOW)->features & CURL_VERSION_LIBZ) != 0;
}
