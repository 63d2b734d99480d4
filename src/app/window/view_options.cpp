#include "app/window/view_options.h"

#include <algorithm>

#include "app/window/window.h"
#include "io/files/text.h"
#include "io/saved/preferences.h"
#include "lab/scene/number_text.h"

namespace app {

std::size_t page_called(const std::string& option, const std::string& name) {
  const std::vector<std::string> names = page_names();
  const auto found = std::ranges::find(names, name);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  throw io::Error(option + ": no page '" + name + "'; there are " + io::joined(names, ", "));
}

std::vector<lab::Signal> signals_called(const std::string& option, const std::string& ids) {
  std::vector<lab::Signal> signals;
  for (const std::string& id : io::parts_of(ids)) {
    const auto signal = std::ranges::find(lab::signals(), id, &lab::SignalInfo::id);
    if (signal == lab::signals().end()) {
      throw io::Error(option + ": no signal '" + id + "'; there are " +
                      io::joined(lab::signals(), ", ", &lab::SignalInfo::id));
    }
    signals.push_back(signal->signal);
  }
  if (signals.size() > live_plots()) {
    throw io::Error(option + ": at most one for each of the two live plots");
  }
  return signals;
}

double scale_called(const std::string& option, const std::string& text) {
  const std::optional<double> scale = lab::parse_number(text);
  if (scale && *scale >= io::kMinScale && *scale <= io::kMaxScale) return *scale;
  throw io::Error(option + ": expected a number from " + lab::number_text(io::kMinScale, 3) +
                  " to " + lab::number_text(io::kMaxScale, 3));
}

}  // namespace app
