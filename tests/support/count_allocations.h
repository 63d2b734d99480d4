#pragma once

#include <cstddef>

/// How often this program has called malloc so far, `operator new` among it. Link
/// support/count_allocations.cpp, which replaces malloc. Always 0 under sanitizers, which have a
/// malloc of their own.
std::size_t allocation_count();
