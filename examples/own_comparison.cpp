// A method of one's own in the tracking experiment, beside methods of the library.

#include <iklab/iklab.h>

#include <cstdio>

// Steepest descent of |e|^2 / 2 with a fixed rate:  dtheta = rate J^T e.
struct Steepest {
  double rate = 0.02;  // rad / m

  void step(const ik::Problem& problem, ik::Workspace& w) const {
    w.dtheta.noalias() = rate * (w.jacobian(problem).transpose() * w.error(problem));
  }
  void visit(const ik::KnobVisitor&) {}
};

void tell(const char* name, lab::TrackingExperiment experiment) {
  const lab::Summary summary = experiment.run(400, 100);
  std::printf("%-8s mean error %.3f m, jitter %.3f deg\n", name, summary.mean_error,
              summary.mean_jitter_deg);
}

int main() {
  const ik::Scene scene = ik::read_scene("double-y");
  tell("own", lab::TrackingExperiment(scene, Steepest{}));
  for (const char* method : {"dls", "sdls", "newton"}) {
    tell(method, lab::TrackingExperiment(scene, method));
  }
}
