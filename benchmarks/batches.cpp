#include <cctype>
#include <cstdio>
#include <cstring>

#include "benchmarks.h"
#include "ik/batch/batch.h"
#include "ik/batch/kernel.h"
#include "lap.h"
#include "measure.h"

namespace bench {
namespace {

constexpr int kCrowd = 1024;
/// Steps by which a body is ahead of the previous one. Neighbours in a block then differ as much as
/// independent bodies do.
constexpr int kAhead = 37;

/// A batch of bodies on the laps of one block: lane b of every block runs lap b.
class LapBatch {
 public:
  using Batch = ik::Batch;
  static constexpr int kWidth = Batch::kWidth;

  /// \param laps (kWidth)
  LapBatch(const std::vector<Lap>& laps, const RuledMethod& method, int count)
      : laps_(laps),
        batch_(laps[0].multibody, count, ik::known_method(method.id)),
        scratch_(batch_),
        rows_(static_cast<int>(laps[0].body.rows())) {
    ik::BatchSettings settings(batch_.method());
    settings.max_angle = laps[0].numbers.max_angle;
    ik::set_param(settings.method, "lambda", laps[0].numbers.lambda);
    for (int b = 0; b < count; ++b) batch_.set_settings(b, settings);
    for (int update = 0; update < Lap::kUpdates; ++update) {
      for (int row = 0; row < rows_; ++row) {
        for (const Lap& lap : laps) {
          targets_.push_back(lap.targets_of(update)[row]);
        }
      }
    }
    restart();
  }

  int count() const { return batch_.count(); }
  void use(const ik::InstructionSet& instructions) { batch_.use(instructions); }

  void restart() {
    for (int b = 0; b < count(); ++b) batch_.set_theta(b, lap_of(b).start);
    batch_.place(0, batch_.blocks(), scratch_);
  }

  void update(int update) {
    const auto size = static_cast<std::size_t>(rows_ * kWidth);
    const double* from = targets_.data() + static_cast<std::size_t>(update) * size;
    for (int block = 0; block < batch_.blocks(); ++block) {
      std::memcpy(batch_.targets().block(block), from, size * sizeof(double));
    }
    batch_.step(0, batch_.blocks(), scratch_);
  }

  /// Largest difference between the first step and the library's, rad.
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
  const Lap& lap_of(int body) const { return laps_[static_cast<std::size_t>(body % kWidth)]; }

  std::vector<Lap> laps_;
  Batch batch_;
  Batch::Scratch scratch_;
  int rows_;                     // 3k
  std::vector<double> targets_;  // (kUpdates x 3k x kWidth), in the batch's block layout
};

void batch_update(benchmark::State& state, LapBatch& bodies) {
  // many bodies run fewer updates, so that one measurement takes about as long as one body's lap
  const int updates = std::max(1, Lap::kUpdates / bodies.count());
  measure(
      state, updates * bodies.count(), [&] { bodies.restart(); },
      [&] {
        for (int i = 0; i < updates; ++i) bodies.update(i);
        benchmark::ClobberMemory();
      });
}

/// Instruction set as part of a benchmark's name: "AVX-512" gives "avx512".
std::string plain_name(const ik::InstructionSet& instructions) {
  std::string name;
  for (const char* c = instructions.name; *c != 0; ++c) {
    if (*c != '-') name += static_cast<char>(std::tolower(*c));
  }
  return name;
}

/// \returns false, with a message on stderr, if a body's step differs from the library's
bool register_bodies(const std::string& name, std::shared_ptr<LapBatch> bodies) {
  constexpr double kTolerance = 1e-9;  // rad
  const double difference = bodies->difference_from_own();
  if (!(difference <= kTolerance)) {
    std::fprintf(stderr, "%s: a step differs from the library's by %g rad\n", name.c_str(),
                 difference);
    return false;
  }
  benchmark::RegisterBenchmark(name.c_str(), [bodies](benchmark::State& state) {
    batch_update(state, *bodies);
  })->UseManualTime();
  return true;
}

bool register_batch(const std::string& scene, const RuledMethod& method) {
  std::vector<Lap> laps;
  for (int b = 0; b < ik::Batch::kWidth; ++b) {
    laps.push_back(make_lap(scene, method, 400 + kAhead * b));
  }
  const std::string name = "update/" + scene + "/" + method.id + "/";
  bool equal = true;
  for (const ik::InstructionSet* instructions : ik::machine_instructions()) {
    const auto block = std::make_shared<LapBatch>(laps, method, ik::Batch::kWidth);
    block->use(*instructions);
    equal &= register_bodies(name + "batch-" + plain_name(*instructions), block);
  }
  const auto crowd = std::make_shared<LapBatch>(laps, method, kCrowd);
  return register_bodies(name + "crowd", crowd) && equal;
}

}  // namespace

bool register_batches() {
  bool equal = true;
  for (const char* scene : kPeerScenes) {
    for (const RuledMethod& method : kRuledMethods) {
      equal &= register_batch(scene, method);
    }
  }
  return equal;
}

}  // namespace bench
