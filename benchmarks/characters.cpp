// What look-at, poles, weights and frames cost a game: characters of 15 joints, one step of
// BatchSolver a frame, with two feet alone and with all of it. Prints microseconds a frame and
// their ratio: the median of pairs measured in turn.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <vector>

#include "iklab/batch.h"

#include "../tests/support/character.h"

namespace {

constexpr int kCharacters = 200;
constexpr int kFrames = 4;    // in a measurement
constexpr int kPairs = 2000;  // of measurements

struct Crowd {
  explicit Crowd(bool everything)
      : batch(bodies::character(everything), kCharacters, "dls"), looks(everything) {
    batch.set("lambda", 0.1);
    for (int body = 0; looks && body < kCharacters; ++body) {
      batch.set_weight(body, 2, 0.0, 1.0);
      batch.set_pole(body, 0, {-0.3, 0.0, 1.0});
      batch.set_pole(body, 1, {0.3, 0.0, 1.0});
    }
  }

  void step(int at_frame) {
    for (int body = 0; body < kCharacters; ++body) {
      const double at = 0.1 * at_frame + 0.3 * body;
      const double up = 0.06 * std::sin(at), ahead = 0.2 * std::cos(at);
      batch.set_target(body, 0, {-0.1, 0.1 + up, ahead});
      batch.set_target(body, 1, {0.1, 0.1 - up, -ahead});
      if (looks) batch.set_direction(body, 2, {ahead, up, 1.0});
    }
    batch.step();
  }

  /// us a frame.
  double measure() {
    const auto from = std::chrono::steady_clock::now();
    for (int i = 0; i < kFrames; ++i) step(++frame);
    const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - from;
    return took.count() / kFrames;
  }

  ik::BatchSolver batch;
  bool looks;
  int frame = 0;
};

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

int main() {
  Crowd feet(false), all(true);
  feet.measure();
  all.measure();
  std::vector<double> alone, together, ratios;
  for (int i = 0; i < kPairs; ++i) {
    alone.push_back(feet.measure());
    together.push_back(all.measure());
    ratios.push_back(together.back() / alone.back());
  }
  double error = 0.0, aim_error = 0.0;
  for (int body = 0; body < kCharacters; ++body) {
    error = std::max({error, feet.batch.error(body), all.batch.error(body)});
    aim_error = std::max(aim_error, all.batch.aim_error(body));
  }
  std::printf(
      "%d characters, a frame: two feet %.1f us; with look-at and poles %.1f us; ratio %.2f\n",
      kCharacters, median(alone), median(together), median(ratios));
  std::printf("feet are %.1f mm from their places at most, heads %.1f degrees off\n", 1e3 * error,
              57.3 * aim_error);
  return error < 0.1 && aim_error < 0.2 ? 0 : 1;
}
