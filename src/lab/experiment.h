#pragma once

#include <functional>

#include "lab/metrics.h"
#include "lab/recording.h"
#include "lab/shake_observer.h"

namespace lab {

/// A clock to time updates with, in nanoseconds from any start. The laboratory has none itself.
using Clock = std::function<double()>;

/// The longest run that a command or a session's file may ask for: days of the report's steps. More
/// is a typing error, or an attack.
inline constexpr long kMostRunSteps = 100'000'000;

/// Runs the tracker for so many steps from where it stands and measures it.
/// \param warmup    the first steps, left out of the summary and of nothing else
/// \param recording takes in row 0 and every step; may be null
/// \param clock     times the updates for ns_per_update; may be empty
/// \param observer  is fed with the steps after the warm-up; may be null
Summary run(Tracker& tracker, long steps, long warmup = 0, Recording* recording = nullptr,
            const Clock& clock = {}, ShakeObserver* observer = nullptr);

}  // namespace lab
