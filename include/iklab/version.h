#pragma once

// The only public header with preprocessor conditions: it checks the compiler before the others.
#if __cplusplus < 202002L
#error "iklab needs C++20: compile with -std=c++20, or in CMake link iklab::ik, which asks for it"
#endif

// The version, for programs that support several versions; CMakeLists.txt reads it from here.
#define IKLAB_VERSION_MAJOR 0
#define IKLAB_VERSION_MINOR 1
#define IKLAB_VERSION_PATCH 0
/// Grows with every version: 10000 major + 100 minor + patch.
#define IKLAB_VERSION_NUMBER \
  (IKLAB_VERSION_MAJOR * 10000 + IKLAB_VERSION_MINOR * 100 + IKLAB_VERSION_PATCH)
/// As text, "major.minor.patch".
#define IKLAB_VERSION "0.1.0"
