#include "CBuildInfo.h"

#ifndef EXPORTER_REVISION
#define EXPORTER_REVISION ""
#endif
#ifndef EXPORTER_BRANCH
#define EXPORTER_BRANCH ""
#endif

const char *exporter_build_revision(void) { return EXPORTER_REVISION; }

const char *exporter_build_branch(void) { return EXPORTER_BRANCH; }
