#pragma once

#include <gnutls/gnutls.h>
#include <gnutls/abstract.h>
#include <gnutls/crypto.h>
#include <gnutls/x509.h>

// Frees what GnuTLS allocated: `gnutls_free` is a variable, which Swift takes for one that changes.
static inline void exchangerate_gnutls_free(void *memory) { gnutls_free(memory); }
