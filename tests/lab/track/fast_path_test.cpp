#include <gtest/gtest.h>

#include "ik/task/damped_step.h"
#include "ik/task/method.h"
#include "io/scene/scene_file.h"
#include "lab/run/run.h"

// The fast form of a step against the plain form.
namespace {

TEST(FastPath, IsThePlainStepOnEveryBuiltInScene) {
  for (const std::string& scene : io::built_in_scenes()) {
    lab::Tracker tracker(io::find_scene(scene), *ik::find_method("dls"));
    const double lambda = *ik::get_param(tracker.method(), "lambda");
    int taken = 0;
    for (int k = 0; k < 300; ++k) {
      tracker.step();
      const ik::Problem problem = tracker.problem();
      ik::Workspace w;
      w.begin(problem);
      if (!ik::damped_tree_step(problem, lambda, w)) continue;
      ++taken;
      const ik::VectorX quick = w.dtheta;
      ASSERT_TRUE(ik::damped_step(problem.multibody, w.jacobian(problem), w.error(problem),
                                  lambda * lambda, w));
      // out of reach the step is a small difference of large terms
      const double size = w.dtheta.norm() + 0.01 * w.error(problem).norm() / lambda;
      EXPECT_LT((quick - w.dtheta).norm(), 1e-12 * size) << scene << " " << k;
    }
    EXPECT_EQ(taken, tracker.multibody().aim_count() > 0 ? 0 : 300) << scene;
  }
}

}  // namespace
