/// Called by the leak sanitizer in every program that links this file. Suppresses the caches of
/// cairo's font library, which are never freed.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libfontconfig\n"; }

/// Suppressions are not reported on standard error.
extern "C" const char* __lsan_default_options();
extern "C" const char* __lsan_default_options() { return "print_suppressions=0"; }
