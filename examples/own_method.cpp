// A user-defined method: a struct with its parameters, a step, and the values it shows.

#include <iklab/iklab.h>

#include <cstdio>

// Steepest descent of |e|^2 / 2 with a fixed rate:  dtheta = rate J^T e.
struct Steepest {
  double rate = 0.3;  // rad / m

  // writes the step into w.dtheta, which is zero on entry; J and e are computed on demand
  void step(const ik::Problem& problem, ik::Workspace& w) const {
    w.dtheta.noalias() = rate * (w.jacobian(problem).transpose() * w.error(problem));
    w.show("rate", rate, "rad/m");
  }
  void visit(const ik::KnobVisitor& visitor) {
    visitor({.name = "rate",
             .label = "Rate",
             .unit = "rad/m",
             .min = 1e-3,
             .logarithmic = true,
             .help = "Factor on the gradient."},
            &rate);
  }
};

int main() {
  ik::Solver solver(ik::chain({1.0, 0.8}), Steepest{});
  solver.set("rate", 0.4);
  solver.target("tip") = {0.9, 0.9, 0.0};
  const ik::Report report = solver.solve();
  std::printf("%s after %d updates, %.1e m left; J has %d rows and %d columns\n",
              ik::name(report.outcome), report.updates, report.error,
              static_cast<int>(solver.jacobian().rows()),
              static_cast<int>(solver.jacobian().cols()));
  return report.outcome == ik::Outcome::kReached ? 0 : 1;
}
