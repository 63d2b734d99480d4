#pragma once

#include <string>

#include "lab/advise/conclusion.h"
#include "ui/kit/theme.h"
#include "ui/panels/edit.h"

namespace ui {

/// State of the advice that is shown: a view of data that the application owns.
struct AdviceShown {
  const lab::Advised* advised = nullptr;  ///< null: nothing yet
  const lab::Scatter* figure = nullptr;   ///< of `advised`
  bool running = false;
  double progress = 0.0;  ///< 0 to 1
  std::string left;       ///< "2 min left"; empty while it is not known
  bool stale = false;     ///< it is that of another scene, or of other targets, weights or settings
};

/// Length of the runs that the page asks for: those of the report, Buss (2009), section 8.
inline constexpr long kAdviceSteps = 2400;

/// Whether the lane runs with the candidate's method and settings.
bool is_in_use(const lab::Candidate& candidate, const lab::Lane& lane);

/// Makes the candidate the front lane. All its method's parameters are set, so that none comes back
/// from earlier.
void use_candidate(const lab::Candidate& candidate, Edit& edit);

/// Which method suits the body: the candidates as a cloud of error against jitter, with the front,
/// and the three recommendations with their reasons. A press on a dot makes it the front lane.
/// \param front  the front lane
/// \param folder of recordings, as an absolute path
void advice_panel(const Theme& theme, const AdviceShown& shown, const lab::Lane& front,
                  const std::string& folder, ImVec2 size, Edit& edit);

}  // namespace ui
