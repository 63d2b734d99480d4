#pragma once

#include <map>
#include <span>
#include <string>

#include "lab/claims/claims.h"
#include "ui/kit/theme.h"
#include "ui/panels/edit.h"

namespace ui {

/// State of the guided experiments.
struct ExperimentsShown {
  std::span<const lab::Finding> findings = {};  ///< so far, one for each measured claim
  const lab::Claim* measuring = nullptr;        ///< the claim that is being measured, or null
  double progress = 0.0;                        ///< of the measurement, 0 to 1
};

/// State of the experiments page.
struct ExperimentsPanel {
  std::size_t chosen = 0;                        ///< index in lab::claims()
  std::map<const lab::Claim*, int> predictions;  ///< the user's answers
};

/// Claims about the methods: a question, the user's prediction, then the measurement with its
/// verdict and plots.
/// \param folder of reports, as an absolute path
void experiments_panel(const Theme& theme, const ExperimentsShown& known, const std::string& folder,
                       ImVec2 size, ExperimentsPanel& panel, Edit& edit);

}  // namespace ui
