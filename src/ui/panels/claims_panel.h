#pragma once

#include <map>
#include <span>
#include <string>

#include "lab/claims/claims.h"
#include "ui/kit/theme.h"
#include "ui/panels/edit.h"
#include "ui/panels/method_panel.h"

namespace ui {

struct ClaimsShown {
  std::span<const lab::Finding> findings = {};  ///< so far, one for each measured claim
  const lab::Claim* measuring = nullptr;        ///< the claim that is being measured, or null
  double progress = 0.0;                        ///< how far the measurement is, 0 to 1
  std::size_t waiting = 0;                      ///< number of claims that wait after it
};

struct ClaimsPanel {
  /// Stands for a prediction: the result is shown without one.
  static constexpr int kNoPrediction = -1;

  std::size_t chosen = 0;  ///< index in lab::claims()
  /// The user's answers. A claim without one keeps its verdict to itself.
  std::map<const lab::Claim*, int> predictions;
  std::string filter;  ///< words of the claims in the list
  /// Filter of the list: 0 all, 1 + lab::Verdict, then not yet run, and without an answer.
  std::size_t verdict = 0;
};

struct ClaimsData {
  const ClaimsShown& known;
  const SceneMenu& scenes;
  const std::string& folder;  ///< where reports are saved, as an absolute path
};

/// Claims about the methods with their verdicts, in a list that can be filtered. For the chosen one
/// a question, the user's prediction, then the measurement with its plots. A verdict is shown once
/// the user has predicted it, or has asked for it.
void claims_panel(const Theme& theme, const ClaimsData& data, ImVec2 size, ClaimsPanel& panel,
                  Edit& edit);

/// \returns null if the claim has no finding
const lab::Finding* finding_of(const ClaimsShown& known, const lab::Claim& claim);

ImVec4 verdict_color(const Theme& theme, lab::Verdict verdict);

}  // namespace ui
