#pragma once

#include <utility>
#include <vector>

#include "lab/advise/advice.h"
#include "lab/advise/conclusion.h"

namespace support {

/// Advice on some methods for an experiment, with a clock that only counts its readings.
inline lab::Advised advised_of(lab::Experiment experiment, const std::vector<const char*>& ids) {
  std::vector<const ik::MethodInfo*> methods;
  for (const char* id : ids) methods.push_back(ik::find_method(id));
  lab::Advised advised{lab::plan_advice(std::move(experiment), methods), {}, {}};
  advised.results.resize(advised.plan.candidates.size());
  double now = 0.0;
  const lab::AdviceParts parts(advised.plan, {[&now] { return now += 1000.0; }, {}});
  for (int part = 0; part < parts.count(); ++part) {
    lab::AdviceRun run = parts.begin(part);
    while (run.advance(1000) < 1.0) {
    }
    for (const auto& [candidate, summary] : run.results()) advised.results[candidate] = summary;
  }
  lab::Conclusion conclusion(advised.plan, advised.results);
  while (conclusion.advance(1000) < 1.0) {
  }
  advised.advice = conclusion.advice();
  return advised;
}

}  // namespace support
