#pragma once

#include <span>
#include <vector>

#include <Eigen/Core>

namespace app {

/// Which point of a lane's body is the farthest from the same point of all other lanes: a name
/// beside it cannot be taken for another lane's. The point of the last frame is kept until another
/// one is half as far again.
/// \param lanes  the points of each lane's body, m, as many for all
/// \param before index of the point of the last frame
std::size_t farthest_apart(std::span<const std::vector<Eigen::Vector3d>> lanes, std::size_t lane,
                           std::size_t before);

}  // namespace app
