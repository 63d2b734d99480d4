#pragma once

#include <cstddef>

/// Number of calls of malloc and related functions so far, including those by `operator new` and
/// Eigen. Needs support/count_allocations.cpp, which replaces these functions. Always 0 under
/// sanitizers, which replace malloc themselves.
std::size_t allocation_count();

/// The sum of the sizes of these calls, bytes.
std::size_t allocated_bytes();
