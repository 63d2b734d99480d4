#pragma once

#include <cstddef>

/// How often this program has called malloc and its kin so far, `operator new` and Eigen among the
/// callers. Link support/count_allocations.cpp, which replaces them. Always 0 under sanitizers,
/// which have a malloc of their own.
std::size_t allocation_count();
