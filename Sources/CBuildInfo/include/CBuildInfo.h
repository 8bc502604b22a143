#pragma once

/// The commit that the build was made from, or an empty text.
const char *exporter_build_revision(void);

/// The branch that the build was made from, or an empty text.
const char *exporter_build_branch(void);
