#pragma once

#include "problem.h"

namespace bench {

/// The solve by Eigen.
std::unique_ptr<Updater> make_kdl(const Body& body, const Numbers& numbers);
/// The solve by KDL; damped least squares alone.
std::unique_ptr<Updater> make_kdl_own(const Body& body, const Numbers& numbers);

}  // namespace bench
