#include "lab/crowd/delayed_targets.h"

#include <algorithm>

#include "ik/math/elementary.h"

namespace lab {

DelayedTargets::DelayedTargets(std::vector<TargetCurve> curves, std::span<const double> delays)
    : curves_(std::move(curves)),
      centers_(curves_.size(), Eigen::Vector3d::Zero()),
      delays_(delays.begin(), delays.end()) {
  for (std::size_t i = 0; i < curves_.size(); ++i) {
    const auto* curve = std::get_if<WaveCurve>(&curves_[i].shape());
    if (curve == nullptr) {
      others_.push_back(static_cast<int>(i));
      continue;
    }
    centers_[i] = curve->center;
    for (const Wave& wave : curve->waves) {
      const int frequency = frequency_index(wave.frequency);
      for (int c = 0; c < 3; ++c) {
        if (wave.amplitude[c] == 0.0) continue;
        terms_.push_back({3 * static_cast<int>(i) + c, frequency, wave.amplitude[c], wave.phase});
      }
    }
  }
  const auto width = static_cast<std::size_t>(kWidth);
  delays_.resize((delays_.size() + width - 1) / width * width, 0.0);
  turns_.reserve(delays_.size() / width * 2 * frequencies_.size());
  for (std::size_t first = 0; first < delays_.size(); first += width) {
    for (const double frequency : frequencies_) {
      Line cosine, sine;
      for (std::size_t slot = 0; slot < width; ++slot) {
        cosine.values[slot] = ik::cosine(frequency * delays_[first + slot]);
        sine.values[slot] = ik::sine(frequency * delays_[first + slot]);
      }
      turns_.push_back(cosine);
      turns_.push_back(sine);
    }
  }
}

int DelayedTargets::frequency_index(double frequency) {
  const auto found = std::ranges::find(frequencies_, frequency);
  const auto index = static_cast<int>(found - frequencies_.begin());
  if (found == frequencies_.end()) frequencies_.push_back(frequency);
  return index;
}

void DelayedTargets::set(Moment& moment, double time) const {
  moment.time = time;
  moment.factors.clear();
  for (const Term& term : terms_) {
    const double angle = frequencies_[static_cast<std::size_t>(term.frequency)] * time + term.phase;
    moment.factors.push_back(term.amplitude * ik::sine(angle));
    moment.factors.push_back(-term.amplitude * ik::cosine(angle));
  }
}

void DelayedTargets::write(const Moment& moment, int block, Rows targets) const {
  double* rows = targets.block(block);
  for (std::size_t i = 0; i < centers_.size(); ++i) {
    for (int c = 0; c < 3; ++c) {
      std::fill_n(rows + (3 * static_cast<std::ptrdiff_t>(i) + c) * kWidth, kWidth, centers_[i][c]);
    }
  }
  const Line* turns = turns_.data() + static_cast<std::size_t>(block) * 2 * frequencies_.size();
  const double* factor = moment.factors.data();
  for (const Term& term : terms_) {
    const Line& cosine = turns[2 * term.frequency];
    const Line& sine = turns[2 * term.frequency + 1];
    double* row = rows + static_cast<std::ptrdiff_t>(term.row) * kWidth;
    for (int slot = 0; slot < kWidth; ++slot) {
      row[slot] += factor[0] * cosine.values[slot] + factor[1] * sine.values[slot];
    }
    factor += 2;
  }
  for (const int i : others_) {
    for (int body = block * kWidth; body < (block + 1) * kWidth; ++body) {
      const double delay = delays_[static_cast<std::size_t>(body)];
      const Eigen::Vector3d place = curves_[static_cast<std::size_t>(i)].at(moment.time - delay);
      for (int c = 0; c < 3; ++c) targets(3 * i + c, body) = place[c];
    }
  }
}

}  // namespace lab
