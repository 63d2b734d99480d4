#pragma once

#include "problem.h"

#ifndef BENCH_EIGEN_MAKE
#define BENCH_EIGEN_MAKE make_eigen
#endif

namespace bench {

std::unique_ptr<Updater> BENCH_EIGEN_MAKE(const Body& body, const Numbers& numbers);

}  // namespace bench
