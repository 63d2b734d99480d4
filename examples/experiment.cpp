// The tracking experiment of Buss (2009) on a scene, by three methods: what `iklab run` measures.

#include <iklab/iklab.h>

#include <cstdio>
#include <stdexcept>

int main(int count, char** arguments) {
  try {
    // a built-in scene, or the file named on the command line
    const ik::Scene scene = ik::read_scene(count > 1 ? arguments[1] : "double-y");
    std::printf("%s: %d joints, %d effectors\n", scene.name().c_str(),
                scene.multibody().joint_count(), scene.multibody().effector_count());
    for (const char* method : {"jacobian-transpose", "dls", "sdls"}) {
      lab::TrackingExperiment experiment(scene, method);
      experiment.set("d-max", 0.4);  // m, a setting of docs/formats.md
      const lab::Summary summary = experiment.run(2400, 400);
      std::printf("%-18s mean error %.4f m, jitter %.3f deg\n", method, summary.mean_error,
                  summary.mean_jitter_deg);
      if (!(summary.mean_error < 1.0)) return 1;
    }
  } catch (const std::runtime_error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
  return 0;
}
