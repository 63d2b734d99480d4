#include "lab/solve/branch_marks.h"

#include <algorithm>
#include <cmath>

#include "lab/scene/scene.h"
#include "lab/solve/standing_lane.h"

namespace lab {
namespace {

constexpr double kOnePlace = 0.02;  // share of the body's length

/// The part of the body on whose two sides two poses are, and which is straight between them;
/// null without one. At a shoulder the elbow changes its word, too, but not its bend.
const PosturePart* straight_part(const Postures& postures, const ik::Pose& a, const ik::Pose& b,
                                 const ik::Pose& middle) {
  constexpr double kStraighter = 0.5;
  for (int i = 0; i < postures.count() && postures.has_words(); ++i) {
    const PosturePart& part = postures.part(i);
    const double one = part.measure(a), other = part.measure(b);
    const double least = std::min(std::abs(one), std::abs(other));
    if (one * other < 0.0 && std::abs(part.measure(middle)) < kStraighter * least) return &part;
  }
  return nullptr;
}

/// The place and the way in which two poses meet; without names.
BranchMark meeting_of(const ik::Multibody& body, const Postures& postures,
                      const BranchEvent& event) {
  const auto& [a, b] = event.theta;
  const ik::VectorX halfway = middle_of(body, event);
  const ik::Pose middle = ik::pose_at(body, halfway);
  const PosturePart* const part =
      straight_part(postures, ik::pose_at(body, a), ik::pose_at(body, b), middle);
  if (part == nullptr) {
    Eigen::Index most = 0;
    (halfway - a).cwiseAbs().maxCoeff(&most);
    return {middle.origin.col(most), "det J = 0", {}};
  }
  int joint = 0;
  while (body.joint(joint).name != part->joint) ++joint;
  const std::string& words = part->words[1];
  return {middle.origin.col(joint), words.substr(0, words.find(' ')), {}};
}

}  // namespace

ik::VectorX middle_of(const ik::Multibody& body, const BranchEvent& event) {
  ik::VectorX middle = event.theta[0];
  for (int j = 0; j < body.joint_count(); ++j) {
    middle[j] += 0.5 * joint_difference(body.joint(j), middle[j], event.theta[1][j]);
  }
  return middle;
}

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
