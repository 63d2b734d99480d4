#include "app/picture/apart.h"

#include <algorithm>
#include <limits>

namespace app {

std::size_t farthest_apart(std::span<const std::vector<Eigen::Vector3d>> lanes, std::size_t lane,
                           std::size_t before) {
  constexpr double kFarther = 1.5;
  const auto distance = [&](std::size_t point) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t other = 0; other < lanes.size(); ++other) {
      if (other == lane) continue;
      least = std::min(least, (lanes[lane][point] - lanes[other][point]).norm());
    }
    return least;
  };
  const std::size_t count = lanes[lane].size();
  std::size_t best = before < count ? before : 0;
  double most = kFarther * distance(best);
  for (std::size_t point = 0; point < count; ++point) {
    if (const double far = distance(point); far > most) best = point, most = far;
  }
  return best;
}

}  // namespace app
