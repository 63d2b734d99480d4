#pragma once

#include "ui/panels/claims_panel.h"

namespace ui {

/// The finding of a claim, or null.
const lab::Finding* finding_of(const ClaimsShown& known, const lab::Claim& claim);

ImVec4 verdict_color(const Theme& theme, lab::Verdict verdict);

/// The text field and the menu of verdicts that filter the list. If the chosen claim no longer
/// passes, the first passing claim is chosen.
void claim_filter(const Theme& theme, const ClaimsShown& known, ClaimsPanel& panel);

/// The claims that pass the filter, as sentences. A press chooses one.
void claim_list(const Theme& theme, const ClaimsShown& known, ClaimsPanel& panel);

}  // namespace ui
