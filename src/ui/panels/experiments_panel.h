#pragma once

#include <map>
#include <span>
#include <string>

#include "lab/claims/claims.h"
#include "ui/kit/theme.h"
#include "ui/panels/edit.h"
#include "ui/panels/method_panel.h"

namespace ui {

/// State of the guided experiments.
struct ExperimentsShown {
  std::span<const lab::Finding> findings = {};  ///< so far, one for each measured claim
  const lab::Claim* measuring = nullptr;        ///< the claim that is being measured, or null
  double progress = 0.0;                        ///< of the measurement, 0 to 1
  std::size_t waiting = 0;                      ///< number of claims that wait after it
};

/// State of the experiments page.
struct ExperimentsPanel {
  /// Stands for a prediction: the result is shown without one.
  static constexpr int kNoPrediction = -1;

  std::size_t chosen = 0;                        ///< index in lab::claims()
  std::map<const lab::Claim*, int> predictions;  ///< the user's answers
  std::string filter;                            ///< words of the claims in the list
  /// Filter of the list: 0 all, 1 + lab::Verdict, then not yet run.
  std::size_t verdict = 0;
};

/// Claims about the methods, as sentences with their verdicts, in a list that can be filtered. For
/// the chosen one a question, the user's prediction, then the measurement with its plots.
/// \param folder of reports, as an absolute path
void experiments_panel(const Theme& theme, const ExperimentsShown& known, const SceneMenu& scenes,
                       const std::string& folder, ImVec2 size, ExperimentsPanel& panel, Edit& edit);

/// The finding of a claim, or null.
const lab::Finding* finding_of(const ExperimentsShown& known, const lab::Claim& claim);

ImVec4 verdict_color(const Theme& theme, lab::Verdict verdict);

/// The text field and the menu of verdicts that filter the list. If the chosen claim no longer
/// passes, the first passing claim is chosen.
void claim_filter(const Theme& theme, const ExperimentsShown& known, ExperimentsPanel& panel);

/// The claims that pass the filter, as sentences. A press chooses one.
void claim_list(const Theme& theme, const ExperimentsShown& known, ExperimentsPanel& panel);

}  // namespace ui
