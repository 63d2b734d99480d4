#include "iklab/body.h"

#include <gtest/gtest.h>

#include <set>

#include "ik/body/layout.h"
#include "support/bodies.h"

namespace {

std::vector<ik::Joint> chain(int n) {
  std::vector<ik::Joint> joints(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) {
    joints[static_cast<std::size_t>(i)].name = std::string(1, static_cast<char>('a' + i));
    joints[static_cast<std::size_t>(i)].parent = i - 1;
  }
  return joints;
}

std::string complaint(std::vector<ik::Joint> joints, std::vector<ik::Effector> effectors) {
  try {
    ik::Multibody body(std::move(joints), std::move(effectors));
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(Multibody, PutsParentsBeforeChildrenWhateverTheOrderGiven) {
  for (int seed = 0; seed < 20; ++seed) {
    const ik::Multibody body = bodies::random_tree(seed, 11, 3);
    for (int j = 0; j < body.joint_count(); ++j) EXPECT_LT(body.joint(j).parent, j);
  }
}

TEST(Multibody, ListsItsJointsByTheLengthOfTheirPaths) {
  for (int seed = 0; seed < 5; ++seed) {
    const ik::Multibody body = bodies::random_tree(seed, 20, 4);
    const auto path = [&](int j) {
      int length = 0;
      for (; j >= 0; j = body.joint(j).parent) ++length;
      return length;
    };
    const std::vector<int>& order = body.layout().by_depth;
    std::set<int> listed(order.begin(), order.end());
    EXPECT_EQ(listed.size(), 20U);
    EXPECT_EQ(*listed.begin(), 0);
    EXPECT_EQ(*listed.rbegin(), 19);
    for (std::size_t i = 1; i < order.size(); ++i) {
      EXPECT_LE(std::pair(path(order[i - 1]), order[i - 1]), std::pair(path(order[i]), order[i]));
    }
  }
}

TEST(Multibody, KnowsTheWayBackToTheOrderGiven) {
  const ik::Multibody body = bodies::random_tree(3, 11, 3);
  for (int j = 0; j < body.joint_count(); ++j) {
    EXPECT_EQ(body.solver_index(body.given_index(j)), j);
    // random_tree numbers its joints from the end of the list
    EXPECT_EQ(body.joint(j).name, "joint" + std::to_string(10 - body.given_index(j)));
  }
}

TEST(Multibody, MovesIsBeingAnAncestor) {
  const ik::Multibody body = bodies::random_tree(5, 12, 4);
  for (int i = 0; i < body.effector_count(); ++i) {
    for (int j = 0; j < body.joint_count(); ++j) {
      bool ancestor = false;
      for (int up = body.effector(i).joint; up >= 0; up = body.joint(up).parent) {
        ancestor = ancestor || up == j;
      }
      EXPECT_EQ(body.moves(j, i), ancestor);
      const auto moved = body.effectors_of(j);
      EXPECT_EQ(std::count(moved.begin(), moved.end(), i), ancestor ? 1 : 0);
    }
  }
}

#ifndef NDEBUG
TEST(MultibodyDeathTest, AnIndexOutOfRangeEndsAProgramThatAsserts) {
  const ik::Multibody body = bodies::random_tree(1, 5, 2);
  for (const int j : {-1, 5, 99}) {
    EXPECT_DEATH(body.joint(j), "index");
    EXPECT_DEATH(body.given_index(j), "index");
    EXPECT_DEATH(body.solver_index(j), "index");
    EXPECT_DEATH(body.moves(j, 0), "index");
    EXPECT_DEATH(body.effectors_of(j), "index");
    EXPECT_DEATH(body.aims_of(j), "index");
  }
  for (const int i : {-1, body.effector_count()}) EXPECT_DEATH(body.effector(i), "index");
  for (const int g : {-1, body.goal_count()}) EXPECT_DEATH(body.effector_of(g), "index");
}
#endif

TEST(Multibody, NormalisesAxes) {
  std::vector<ik::Joint> joints = chain(1);
  joints[0].axis = {0.0, 3e-200, 4e-200};
  const ik::Multibody body(joints, {{"hand", 0}});
  EXPECT_NEAR(body.joint(0).axis.y(), 0.6, 1e-15);
  EXPECT_NEAR(body.joint(0).axis.z(), 0.8, 1e-15);
}

TEST(Multibody, NamesTheJointThatBreaksARule) {
  const double nan = std::nan("");
  const std::vector<ik::Effector> hand = {{"hand", 0}};
  using Change = void (*)(ik::Joint&);
  const std::pair<Change, const char*> changes[] = {
      {[](ik::Joint& j) { j.parent = 7; }, "parent"},
      {[](ik::Joint& j) { j.parent = -2; }, "parent"},
      {[](ik::Joint& j) { j.parent = 2; }, "cycle"},
      {[](ik::Joint& j) { j.axis.setZero(); }, "axis"},
      {[](ik::Joint& j) { j.axis.x() = std::nan(""); }, "axis"},
      {[](ik::Joint& j) { j.parent_from_joint.translation().y() = ik::kUnlimited; }, "placement"},
      {[](ik::Joint& j) { j.parent_from_joint.linear() *= 2.0; }, "scaled"},
      {[](ik::Joint& j) { j.parent_from_joint.linear() *= -1.0; }, "mirrored"},
      {[](ik::Joint& j) { j.parent_from_joint.linear().col(1) *= -1.0; }, "mirrored"},
      {[](ik::Joint& j) { j.parent_from_joint.linear().col(2) *= 1.001; }, "scaled"},
      {[](ik::Joint& j) { j.parent_from_joint.linear()(0, 1) = 0.1; }, "sheared"},
      {[](ik::Joint& j) { j.parent_from_joint.linear().setZero(); }, "scaled"},
      {[](ik::Joint& j) { j.pitch = std::nan(""); }, "pitch"},
      {[](ik::Joint& j) { j.initial = ik::kUnlimited; }, "initial"},
      {[](ik::Joint& j) { j.rest = std::nan(""); }, "rest"},
      {[](ik::Joint& j) { j.lower = 1.0, j.upper = 0.5; }, "limit"},
      {[](ik::Joint& j) { j.lower = std::nan(""); }, "limit"},
      {[](ik::Joint& j) { j.weight = -1.0; }, "weight"},
  };
  for (const auto& [change, word] : changes) {
    std::vector<ik::Joint> joints = chain(3);
    change(joints[1]);
    const std::string message = complaint(joints, hand);
    EXPECT_NE(message.find("'b'"), std::string::npos) << message;
    EXPECT_NE(message.find(word), std::string::npos) << message;
  }
  EXPECT_NE(complaint(chain(2), {{"hand", 2}}).find("'hand'"), std::string::npos);
  EXPECT_NE(complaint(chain(2), {{"hand", 0, {nan, 0.0, 0.0}}}).find("offset"), std::string::npos);
  EXPECT_NE(complaint({}, hand), "");
  EXPECT_NE(complaint(chain(1), {}), "");
}

TEST(Multibody, TakesEveryRotationEvenWrittenWithSixDigits) {
  for (int i = 0; i < 50; ++i) {
    const Eigen::Vector3d axis(std::sin(1.0 + i), std::cos(2.0 * i), std::sin(0.3 * i + 2.0));
    const Eigen::Matrix3d exact = Eigen::AngleAxisd(0.13 * i, axis.normalized()).toRotationMatrix();
    std::vector<ik::Joint> joints = chain(2);
    joints[1].parent_from_joint.linear() = exact;
    EXPECT_EQ(complaint(joints, {{"hand", 1}}), "");
    joints[1].parent_from_joint.linear() = (1e6 * exact).array().round() / 1e6;
    EXPECT_EQ(complaint(joints, {{"hand", 1}}), "");
  }
}

TEST(Multibody, NamesJointsAndEffectorsOfOneName) {
  std::vector<ik::Joint> joints = chain(4);
  joints[3].name = "b";
  EXPECT_EQ(complaint(joints, {{"hand", 1}}), "joint 'b': the name appears twice");
  EXPECT_EQ(complaint(chain(2), {{"hand", 1}, {"foot", 0}, {"hand", 0}}),
            "effector 'hand': the name appears twice");
  // a joint and an effector may share a name; unnamed ones are identified by their index
  EXPECT_EQ(complaint(chain(2), {{"a", 1}}), "");
  EXPECT_EQ(complaint(std::vector<ik::Joint>(3), {{"", 1}, {"", 0}}), "");
}

}  // namespace
