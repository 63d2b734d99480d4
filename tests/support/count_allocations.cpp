#include "support/count_allocations.h"

#include <atomic>
#include <cerrno>
#include <cstdlib>

namespace {

std::atomic<std::size_t> allocations{0};
std::atomic<std::size_t> bytes{0};

}  // namespace

std::size_t allocation_count() { return allocations; }
std::size_t allocated_bytes() { return bytes; }

#ifndef IKLAB_SANITIZED
// Eigen allocates by malloc, and operator new of libstdc++ calls malloc too, so malloc is counted.
// These functions replace the C library's and call its internal ones.
extern "C" {

void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) {
  ++allocations;
  bytes += size;
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  ++allocations;
  bytes += count * size;
  return __libc_calloc(count, size);
}
void* realloc(void* memory, std::size_t size) {
  ++allocations;
  bytes += size;
  return __libc_realloc(memory, size);
}
void* memalign(std::size_t alignment, std::size_t size) {
  ++allocations;
  bytes += size;
  return __libc_memalign(alignment, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) { return memalign(alignment, size); }
int posix_memalign(void** memory, std::size_t alignment, std::size_t size) {
  void* const got = memalign(alignment, size);
  if (got == nullptr) return ENOMEM;
  *memory = got;
  return 0;
}

}  // extern "C"
#endif
