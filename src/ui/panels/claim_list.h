#pragma once

#include "ui/panels/experiments_panel.h"

namespace ui {

/// The finding of a claim, or null.
const lab::Finding* finding_of(const ExperimentsShown& known, const lab::Claim& claim);

ImVec4 verdict_color(const Theme& theme, lab::Verdict verdict);

/// The text field and the menu of verdicts that filter the list. As they change, the first claim
/// that passes is chosen if the chosen one does not.
void claim_filter(const Theme& theme, const ExperimentsShown& known, ExperimentsPanel& panel);

/// The claims that pass the filter, as sentences. A press chooses one.
void claim_list(const Theme& theme, const ExperimentsShown& known, ExperimentsPanel& panel);

}  // namespace ui
