#pragma once

// Swift's own module of the C library leaves this header out.
#include <malloc.h>
