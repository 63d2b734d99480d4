#include "ik/methods/learned.h"

#include <algorithm>
#include <cmath>

#include "ik/simd/largest.h"
#include "ik/task/line_search.h"

namespace ik {
namespace {

/// A slope below this share of J's size times the error's is rounding.
constexpr double kSlopeRounding = 1e-12;

std::shared_ptr<const Training> trained_further(const std::shared_ptr<const Training>& known,
                                                const Multibody& multibody, const Lesson& lesson,
                                                int batches) {
  const bool fits = known != nullptr && known->is_for(multibody, lesson);
  auto further =
      fits ? std::make_shared<Training>(*known) : std::make_shared<Training>(multibody, lesson);
  further->advance(batches);
  return further;
}

}  // namespace

double Learned::prepare(const Multibody& multibody, int batches) {
  if (prepared(multibody) < 1.0) {
    training = trained_further(training, multibody, lesson, batches);
  }
  return training->progress();
}

double Learned::prepared(const Multibody& multibody) const {
  return training != nullptr && training->is_for(multibody, lesson) ? training->progress() : 0.0;
}

void Learned::step(const Problem& problem, Workspace& w) const {
  const Eigen::VectorXd& e = w.error(problem);
  if (e.isZero(0.0)) return;
  Memory& m = w.memory<Memory>();
  const Multibody& multibody = problem.multibody;
  const Training* known = training.get();
  if (!(prepared(multibody) >= 1.0)) {
    if (m.training == nullptr || !m.training->is_for(multibody, lesson)) {
      m.training = trained_further(training, multibody, lesson, kAllPortions);
    }
    known = m.training.get();
  }

  known->propose(problem.pose, e, m.input, m.pass, w.dtheta);
  w.dtheta *= std::min(1.0, reach * known->size() / e.norm());
  if (!problem.mobility.empty()) {
    const double freest = *std::max_element(problem.mobility.begin(), problem.mobility.end());
    for (Eigen::Index j = 0; j < w.dtheta.size(); ++j) {
      // a joint's own motion goes with the square of its mobility, of which one is applied later
      const double mobility = problem.mobility[static_cast<std::size_t>(j)];
      w.dtheta[j] *= mobility > 0.0 ? mobility / (freest * freest) : 0.0;
    }
  }
  if (!guard) return;
  w.g.noalias() = w.jacobian(problem).transpose() * e;
  // of a joint that moves no effector here, as on an axis through it, rounding has no say
  const double rounding = kSlopeRounding * largest(w.jacobian(problem)) * e.norm();
  for (Eigen::Index j = 0; j < w.dtheta.size(); ++j) {
    if (std::abs(w.g[j]) > rounding && w.g[j] * w.dtheta[j] < 0.0) w.dtheta[j] = 0.0;
  }
  const double slope = w.g.dot(w.dtheta);
  const double alpha =
      slope > 0.0 ? line_search(problem, w.dtheta, slope, trial_share(problem, w.dtheta), w) : 0.0;
  w.dtheta *= alpha;
}

}  // namespace ik
