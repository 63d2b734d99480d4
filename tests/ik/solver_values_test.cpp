#include "iklab/iklab.h"

#include <gtest/gtest.h>

#include "support/bodies.h"

// Solvers and methods are values: user-defined methods, copies.
namespace {

/// A method that moves the first joint by a fixed amount.
struct Nudge {
  double by = 0.125;

  void step(const ik::Problem& problem, ik::Workspace& w) const {
    w.dtheta[problem.multibody.solver_index(0)] = by;
    w.show("by", by, "rad");
  }
  void visit(const ik::KnobVisitor& visitor) {
    visitor({.name = "by", .label = "By", .unit = "rad", .help = "How far."}, &by);
  }
};

TEST(Solver, TakesTheStepsOfAMethodOfOnesOwn) {
  ik::Solver solver(ik::chain({1.0, 0.8}), Nudge{});
  solver.target("tip") = {0.9, 0.9, 0.0};
  const double start = solver.theta()[0];
  EXPECT_EQ(solver.step().outcome, ik::Outcome::kMoved);
  EXPECT_EQ(solver.theta()[0], start + 0.125);
  solver.set("by", 0.5);
  solver.step();
  EXPECT_EQ(solver.theta()[0], start + 0.625);
  EXPECT_EQ(solver.readings()[0].value, 0.5);
  solver.set("by", 0.0);
  EXPECT_EQ(solver.solve({.restarts = 0}).outcome, ik::Outcome::kStalled);
}

TEST(Solver, CopiesGoTheirOwnWay) {
  ik::Solver one(ik::chain({1.0, 0.8}), "pseudoinverse");
  one.target("tip") = {0.9, 0.9, 0.0};
  one.step();
  ik::Solver other = one;
  one.step();
  other.step();
  EXPECT_EQ(one.theta(), other.theta());
  other.target("tip") = {0.0, 0.5, 0.0};
  other.step();
  EXPECT_EQ(one.target("tip"), Eigen::Vector3d(0.9, 0.9, 0.0));
  EXPECT_NE(one.theta(), other.theta());
  one = std::move(other);
  EXPECT_EQ(one.target("tip"), Eigen::Vector3d(0.0, 0.5, 0.0));
}

}  // namespace
