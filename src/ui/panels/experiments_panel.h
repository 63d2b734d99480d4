#pragma once

#include <map>
#include <span>

#include "lab/claims/claims.h"
#include "ui/kit/theme.h"

namespace ui {

struct Edit;
struct Panels;
struct Shown;

/// What is known of the guided experiments.
struct ExperimentsShown {
  std::span<const lab::Finding> findings = {};  ///< so far, one a claim
  const lab::Claim* measuring = nullptr;        ///< on its way, or null
  double progress = 0.0;                        ///< the share of it that is done
};

/// What the page of experiments remembers.
struct ExperimentsPanel {
  std::size_t chosen = 0;                        ///< of lab::claims()
  std::map<const lab::Claim*, int> predictions;  ///< the answers that the user gave
};

/// Claims about the methods: a question, the user's prediction, and then the measurement with its
/// verdict and plots.
void experiments_panel(const Theme& theme, const Shown& shown, ImVec2 size, Panels& panels,
                       Edit& edit);

}  // namespace ui
