#pragma once

#include <stddef.h>

/// The ECB's reference rates as CSV: units of each currency for one euro, a line a TARGET day.
/// Source: European Central Bank. Not terminated by a zero byte.
extern const unsigned char exchangerate_reference_rates[];

/// How many bytes `exchangerate_reference_rates` has.
extern const size_t exchangerate_reference_rates_count;

/// The first byte: Swift does not import an array of unknown length.
static inline const unsigned char *exchangerate_reference_rates_start(void) {
    return exchangerate_reference_rates;
}
