/// What the leak sanitizer passes over, asked of every program that it is linked into: the caches
/// that cairo's font library keeps to the end are not ours to free.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libfontconfig\n"; }

/// It would otherwise report on standard error what it passed over.
extern "C" const char* __lsan_default_options();
extern "C" const char* __lsan_default_options() { return "print_suppressions=0"; }
