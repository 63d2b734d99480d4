#include "lab/experiment.h"

namespace lab {

Summary run(Tracker& tracker, long steps, long warmup, Recording* recording, const Clock& clock,
            ShakeObserver* observer) {
  Metrics metrics(warmup);
  double spent = 0.0;
  tracker.prepare(ik::kAllPortions);
  if (recording != nullptr) recording->add(tracker);
  for (long step = 1; step <= steps; ++step) {
    tracker.advance();
    const double start = clock ? clock() : 0.0;
    tracker.update();
    if (clock && step > warmup) spent += clock() - start;
    metrics.add(tracker);
    if (recording != nullptr) recording->add(tracker);
    if (observer != nullptr && step > warmup) observer->add(tracker);
  }

  Summary summary = metrics.summary();
  const double updates = static_cast<double>(steps - warmup) * tracker.settings().iterations;
  if (clock && updates > 0.0) summary.ns_per_update = spent / updates;
  return summary;
}

}  // namespace lab
