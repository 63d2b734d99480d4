// A thousand arms, each with its own target, one step per frame; threads may share the blocks.

#include <iklab/iklab.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <thread>
#include <vector>

int main() {
  constexpr int kBodies = 1000, kThreads = 2;
  ik::BatchSolver crowd(ik::chain({0.5, 0.4, 0.3}), kBodies, "dls", kThreads);
  crowd.set("lambda", 0.3);
  for (int body = 0; body < kBodies; body += 10) crowd.set(body, "angle-cap", 0.05);  // slow arms

  for (int frame = 0; frame < 300; ++frame) {
    for (int body = 0; body < kBodies; ++body) {
      const double angle = 0.01 * frame + 0.1 * body;
      crowd.set_target(body, 0, {0.7 * std::cos(angle), 0.7 * std::sin(angle), 0.0});
    }
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i) {
      const int first = crowd.blocks() * i / kThreads, last = crowd.blocks() * (i + 1) / kThreads;
      threads.emplace_back([&crowd, first, last, i] { crowd.step(first, last, i); });
    }
    for (std::thread& thread : threads) thread.join();
  }

  double worst = 0.0;
  for (int body = 0; body < kBodies; ++body) worst = std::max(worst, crowd.error(body));
  std::printf("the furthest of %d hands is %.1f mm from its target\n", kBodies, 1e3 * worst);
  return worst < 0.05 ? 0 : 1;
}
