#pragma once

#include <gnutls/gnutls.h>
#include <gnutls/crypto.h>
