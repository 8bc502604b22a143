#include "CReferenceRates.h"

// `#embed` is C23; clang takes it in every mode, and it costs no compile time, unlike a literal.
#pragma clang diagnostic ignored "-Wc23-extensions"

const unsigned char exchangerate_reference_rates[] = {
#embed "ecb-reference-rates.csv"
};

const size_t exchangerate_reference_rates_count = sizeof exchangerate_reference_rates;
