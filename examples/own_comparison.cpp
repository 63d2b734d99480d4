// A method of one's own beside methods of the library: compared, swept, advised on, and solving
// poses to the end.

#include <iklab/iklab.h>

#include <cstdio>

// Steepest descent of |e|^2 / 2 with a fixed rate:  dtheta = rate J^T e.
struct Steepest {
  double rate = 0.02;  // rad / m

  void step(const ik::Problem& problem, ik::Workspace& w) const {
    w.dtheta.noalias() = rate * (w.jacobian(problem).transpose() * w.error(problem));
  }
  void visit(const ik::KnobVisitor& visitor) {
    visitor({.name = "rate", .label = "Rate", .min = 0.005, .max = 0.1}, &rate);
  }
};

int main() {
  const ik::Scene scene = ik::read_scene("double-y");
  lab::MethodTable methods;  // the library's, and from here on ours
  methods.add("steepest", Steepest{});

  const lab::StudyOptions run{.steps = 400, .warmup = 100};
  for (const auto& [method, summary] :
       lab::compare(scene, methods, {"steepest", "dls", "sdls", "newton"}, run)) {
    std::printf("%-8s mean error %.3f m, jitter %.3f deg\n", method.c_str(), summary.mean_error,
                summary.mean_jitter_deg);
  }

  for (const auto& [values, summary] :
       lab::sweep(scene, methods, "steepest", {{"rate", 0.01, 0.05, 3}}, run)) {
    std::printf("rate %.2f: mean error %.3f m\n", values[0], summary.mean_error);
  }

  for (const lab::MethodAdvice& advice :
       lab::advise(scene, methods, {"steepest", "dls", "sdls"}, run).advice) {
    std::printf("%s\n", advice.sentence.c_str());
  }

  for (const lab::ReachedPoses& row :
       lab::reach(scene, methods, {"solve", "steepest"}, {.poses = 20})) {
    std::printf("%-8s reaches %d of %d poses\n", row.method.c_str(), row.reached, row.poses);
  }
}
