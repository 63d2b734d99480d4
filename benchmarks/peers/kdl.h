#pragma once

#include "problem.h"

namespace bench {

/// Solve by Eigen. A body that is a chain gets KDL's solvers of chains, others those of trees.
std::unique_ptr<Updater> make_kdl(const Body& body, const Numbers& numbers);
/// Solve by KDL, with weight 0 for turning: damped least squares, on chains also pseudoinverse.
std::unique_ptr<Updater> make_kdl_own(const Body& body, const Numbers& numbers);

}  // namespace bench
