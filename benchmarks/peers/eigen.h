#pragma once

#include "problem.h"

namespace bench {

/// Eigen alone: compiled for every machine, and for this one.
namespace dense {
/// Sizes at run time.
std::unique_ptr<Updater> make_eigen(const Body& body, const Numbers& numbers);
/// Sizes at compile time; null for a body that the comparison does not have.
std::unique_ptr<Updater> make_eigen_fixed(const Body& body, const Numbers& numbers);
}  // namespace dense
namespace dense_native {
std::unique_ptr<Updater> make_eigen(const Body& body, const Numbers& numbers);
std::unique_ptr<Updater> make_eigen_fixed(const Body& body, const Numbers& numbers);
}  // namespace dense_native

/// The kinematics of make_eigen_fixed, and the singular values by GolubReinsch; null for a method
/// that needs none.
std::unique_ptr<Updater> make_golub_reinsch(const Body& body, const Numbers& numbers);

}  // namespace bench
