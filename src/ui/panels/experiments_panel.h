#pragma once

#include <map>
#include <span>
#include <string>

#include "lab/claims/claims.h"
#include "ui/kit/theme.h"
#include "ui/panels/edit.h"

namespace ui {

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
/// \param folder where a report is saved, as a whole path
void experiments_panel(const Theme& theme, const ExperimentsShown& known, const std::string& folder,
                       ImVec2 size, ExperimentsPanel& panel, Edit& edit);

}  // namespace ui
