// Linked into every program of a build with the address sanitizer.

// A report ends the program, with a code that nothing else has. Leaks are not looked for: tests leave
// their processes by the shortest way, and the harness itself never frees 4 kB.
const char *__asan_default_options(void) { return "detect_leaks=0:exitcode=66"; }
