#pragma once

#include "problem.h"

namespace bench {

/// Solve by Eigen.
std::unique_ptr<Updater> make_kdl(const Body& body, const Numbers& numbers);
/// Solve by KDL; only damped least squares.
std::unique_ptr<Updater> make_kdl_own(const Body& body, const Numbers& numbers);

}  // namespace bench
