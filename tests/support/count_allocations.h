#pragma once

#include <cstddef>

/// How often this program has called malloc so far, `operator new` among it. Link
/// support/count_allocations.cpp, which replaces malloc. Always 0 under the address sanitizer,
/// which has a malloc of its own.
std::size_t allocation_count();
