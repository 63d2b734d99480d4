#include "support/count_allocations.h"

#include <atomic>
#include <cstdlib>

namespace {

std::atomic<std::size_t> allocations{0};

}  // namespace

std::size_t allocation_count() { return allocations; }

#ifndef IKLAB_SANITIZED
// Eigen allocates by malloc, so that is what must be counted; operator new of libstdc++ calls it
// too
extern "C" void* __libc_malloc(std::size_t size);
extern "C" void* malloc(std::size_t size) {
  ++allocations;
  return __libc_malloc(size);
}
#endif
