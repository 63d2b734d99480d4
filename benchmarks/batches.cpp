#include <cstdio>

#include "benchmarks.h"
#include "ik/batch.h"
#include "lap.h"
#include "measure.h"

namespace bench {
namespace {

constexpr int kCrowd = 1024;
/// Steps that a body is ahead of the one before it: neighbours in a block then differ as much as
/// bodies do, and none waits for itself.
constexpr int kAhead = 37;

/// Bodies on the tracks of so many laps; body b on that of lap b modulo their number.
template <class Real>
class LapBatch {
 public:
  using Batch = ik::Batch<Real>;

  LapBatch(std::vector<Lap> laps, const RuledMethod& method, int count)
      : laps_(std::move(laps)),
        batch_(laps_[0].multibody, count, *ik::batch_method(method.id)),
        scratch_(batch_) {
    ik::BatchSettings settings(batch_.method());
    settings.max_angle = laps_[0].numbers.max_angle;
    if (settings.lambda > 0.0) settings.lambda = laps_[0].numbers.lambda;
    for (int b = 0; b < count; ++b) batch_.set_settings(b, settings);
    restart();
  }

  int count() const { return batch_.count(); }
  const Batch& batch() const { return batch_; }

  void restart() {
    for (int b = 0; b < count(); ++b) batch_.set_theta(b, lap_of(b).start);
    batch_.place(0, batch_.blocks(), scratch_);
  }

  void update(int update) {
    const auto targets = batch_.targets();
    for (int b = 0; b < count(); ++b) {
      const double* from = lap_of(b).targets_of(update);
      for (int row = 0; row < targets.rows(); ++row) targets(row, b) = static_cast<Real>(from[row]);
    }
    batch_.step(0, batch_.blocks(), scratch_);
  }

  /// The largest difference of a first step from the library's, rad.
  double difference_from_own() {
    restart();
    update(0);
    double largest = 0.0;
    for (int b = 0; b < count(); ++b) {
      const std::unique_ptr<Updater> own = make_own(lap_of(b));
      own->place(lap_of(b).start.data());
      own->update(lap_of(b).targets_of(0));
      for (std::size_t j = 0; j < lap_of(b).body.n(); ++j) {
        const double theta = batch_.theta()(static_cast<int>(j), b);
        const double difference = std::abs(theta - own->theta()[j]);
        if (!(difference <= largest)) largest = difference;
      }
    }
    return largest;
  }

 private:
  const Lap& lap_of(int body) const { return laps_[static_cast<std::size_t>(body) % laps_.size()]; }

  std::vector<Lap> laps_;
  Batch batch_;
  typename Batch::Scratch scratch_;
};

template <class Real>
void batch_update(benchmark::State& state, LapBatch<Real>& bodies) {
  // fewer updates of many bodies: as long as one body's lap
  const int updates = std::max(1, Lap::kUpdates / bodies.count());
  measure(
      state, updates * bodies.count(), [&] { bodies.restart(); },
      [&] {
        for (int i = 0; i < updates; ++i) bodies.update(i);
        benchmark::ClobberMemory();
      });
}

/// \returns false, with a line on stderr, if a body's step is not the library's
template <class Real>
bool register_batch(const std::string& scene, const RuledMethod& method, const char* real,
                    double tolerance) {
  std::vector<Lap> laps;
  for (int b = 0; b < ik::Batch<Real>::kWidth; ++b) {
    laps.push_back(make_lap(scene, method, 400 + kAhead * b));
  }
  for (const bool crowd : {false, true}) {
    const int count = crowd ? kCrowd : ik::Batch<Real>::kWidth;
    const auto bodies = std::make_shared<LapBatch<Real>>(laps, method, count);
    const std::string name =
        "update/" + scene + "/" + method.id + (crowd ? "/crowd-" : "/batch-") + real;
    const double difference = bodies->difference_from_own();
    if (!(difference <= tolerance)) {
      std::fprintf(stderr, "%s: a step differs from the library's by %g rad\n", name.c_str(),
                   difference);
      return false;
    }
    benchmark::RegisterBenchmark(name.c_str(), [bodies](benchmark::State& state) {
      batch_update(state, *bodies);
    })->UseManualTime();
  }
  return true;
}

}  // namespace

bool register_batches() {
  bool equal = true;
  for (const char* scene : kReportScenes) {
    for (const RuledMethod& method : kRuledMethods) {
      equal &= register_batch<double>(scene, method, "double", 1e-9);
      // six digits, less what the condition of J costs
      equal &= register_batch<float>(scene, method, "float", 1e-2);
    }
  }
  return equal;
}

}  // namespace bench
