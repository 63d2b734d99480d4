#pragma once

#include <string>

#include "lab/advise/conclusion.h"
#include "lab/plot/scatter.h"
#include "ui/kit/theme.h"
#include "ui/panels/edit.h"

namespace ui {

struct AdviceShown {
  const lab::Advised* advised = nullptr;  ///< null: nothing yet
  const lab::Scatter* figure = nullptr;   ///< shows `advised`
  bool running = false;
  double progress = 0.0;  ///< 0 to 1
  std::string left;       ///< "2 min left"; empty while it is not known
  bool stale = false;     ///< for another scene, or for other targets, weights or settings
};

/// Steps of the runs that the page requests, as in the report, Buss (2009), section 8.
inline constexpr long kAdviceSteps = 2400;

bool is_in_use(const lab::Candidate& candidate, const lab::Lane& lane);

/// Makes the candidate the front lane. Sets all parameters of its method, so that no remembered
/// value comes back.
void use_candidate(const lab::Candidate& candidate, Edit& edit);

/// Which method suits the body: the candidates as dots of error against jitter, with their Pareto
/// front, and the three recommendations with reasons. A press on a dot makes it the front lane.
/// \param folder of recordings, as an absolute path
void advice_panel(const Theme& theme, const AdviceShown& shown, const lab::Lane& front,
                  const std::string& folder, ImVec2 size, Edit& edit);

}  // namespace ui
