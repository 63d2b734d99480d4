#include "lab/solve/branch_marks.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "lab/scene/scene.h"
#include "lab/solve/standing_lane.h"

namespace lab {
namespace {

constexpr double kOnePlace = 0.02;  // share of the body's length

/// The place and the way in which two poses meet; without names.
BranchMark meeting_of(const ik::Multibody& body, const Postures& postures,
                      const BranchEvent& event) {
  const auto& [a, b] = event.theta;
  ik::VectorX way(a.size());
  for (int j = 0; j < body.joint_count(); ++j) way[j] = joint_difference(body.joint(j), a[j], b[j]);
  const ik::Pose middle = ik::pose_at(body, a + 0.5 * way);
  const std::uint64_t sides = postures.of(ik::pose_at(body, a)) ^ postures.of(ik::pose_at(body, b));
  if (postures.has_words() && std::has_single_bit(sides)) {
    const PosturePart& part = postures.part(std::countr_zero(sides));
    const std::string& words = part.words[1];
    int joint = 0;
    while (body.joint(joint).name != part.joint) ++joint;
    return {middle.origin.col(joint), words.substr(0, words.find(' ')), {}};
  }
  Eigen::Index joint = 0;
  way.cwiseAbs().maxCoeff(&joint);
  return {middle.origin.col(joint), "det J = 0", {}};
}

}  // namespace

std::vector<BranchMark> branch_marks(const ik::Multibody& body, const Postures& postures,
                                     std::span<const BranchEvent> events,
                                     const std::function<std::string(int)>& name_of) {
  std::vector<BranchMark> marks, limits;
  for (const BranchEvent& event : events) {
    const auto [one, other] = event.numbers;
    if (event.limit >= 0) {
      const ik::Pose pose = ik::pose_at(body, event.theta[0]);
      limits.push_back({pose.origin.col(event.limit),
                        "joint " + body.joint(event.limit).name + " at its limit",
                        {name_of(one)}});
      continue;
    }
    const BranchMark mark = meeting_of(body, postures, event);
    auto same = std::find_if(marks.begin(), marks.end(), [&](const BranchMark& known) {
      return known.text == mark.text &&
             (known.place - mark.place).norm() < kOnePlace * body_length(body);
    });
    if (same == marks.end()) same = marks.insert(same, mark);
    same->names.push_back(name_of(one) + " – " + name_of(other));
  }
  for (BranchMark& mark : marks) {
    const std::size_t pairs = mark.names.size();
    mark.text += pairs > 1 ? ": " + std::to_string(pairs) + " pairs of poses meet here"
                           : std::string(": two poses meet here");
  }
  marks.insert(marks.end(), limits.begin(), limits.end());
  return marks;
}

}  // namespace lab
