#include "app/window/address.h"

#include <algorithm>

#include "io/saved/preferences.h"
#include "io/saved/session_file.h"
#include "io/scene/parts.h"
#include "io/scene/scene_file.h"
#include "io/setup/setup_json.h"
#include "lab/crowd/crowd.h"
#include "lab/run/run.h"
#include "lab/scene/knobs.h"
#include "lab/scene/number_text.h"
#include "lab/track/setup.h"
#include "ui/shell/laboratory.h"

namespace app {
namespace {

constexpr const char* kOfFiles =
    "it is about robot and character files, which an address does not open";
constexpr const char* kOfProgram = "it works on the command line only";
constexpr RefusedPart kRefused[] = {
    {"base", kOfFiles},
    {"effectors", kOfFiles},
    {"tip", kOfFiles},
    {"curve", kOfFiles},
    {"aim", kOfFiles},
    {"package", kOfFiles},
    {"frames", kOfProgram},
    {"screenshot", kOfProgram},
    {"no-cache", kOfProgram},
    {"session", "the menu opens session files, and a link to the view holds a run"},
};

/// What a link's text is called in messages.
constexpr const char* kSetup = "the link's set-up";
constexpr const char* kRun = "the link's run";

bool is_off(const std::string& text) { return text == "off" || text == "false" || text == "0"; }
bool is_on(const std::string& text) {
  return text.empty() || text == "on" || text == "true" || text == "1";
}

bool switched(const std::string& name, const std::string& text) {
  if (!is_on(text) && !is_off(text)) throw io::Error(name + "=" + text + ": expected on or off");
  return is_on(text);
}

/// A whole number in a range.
long count_of(const std::string& name, const std::string& text, long least, long most) {
  const auto count = io::parse_count(text);
  if (count && *count >= least && *count <= most) return *count;
  throw io::Error(io::concat(name, "=", text, ": expected ", least, " to ", most));
}

CameraView camera_of(const std::string& text) {
  constexpr float kFarthest = 1e6F, kZoom = 1e4F;
  CameraView camera;
  float* const numbers[] = {&camera.yaw,      &camera.pitch,    &camera.zoom,
                            &camera.focus[0], &camera.focus[1], &camera.focus[2]};
  const std::vector<std::string> parts = io::parts_of(text);
  bool good = parts.size() == std::size(numbers);
  for (std::size_t i = 0; good && i < parts.size(); ++i) {
    const auto number = lab::parse_number(parts[i]);
    good = number && std::abs(*number) <= kFarthest;
    if (good) *numbers[i] = static_cast<float>(*number);
  }
  if (good && camera.zoom >= 1.0F / kZoom && camera.zoom <= kZoom) return camera;
  throw io::Error("camera=" + text + ": expected yaw, pitch, zoom and the focus' x, y, z");
}

/// The text in a part that may be packed.
std::string text_in(const std::string& part, const char* what) {
  if (part.starts_with('{')) return part;
  if (auto text = unpacked(part)) return *text;
  throw io::Error(std::string(what) + " is cut off or broken");
}

/// Reads the parts of an address, and notes which are wrong.
class AddressReader {
 public:
  Asked read(const Query& query) {
    for (const auto& part : query) {
      attempt([&] { take(part.first, part.second); });
    }
    WindowOptions& options = asked_.options;
    if (methods_.empty()) {
      for (const ik::MethodInfo& method : ik::methods()) methods_.push_back(&method);
    } else {
      options.method = methods_.front()->id;
      options.further_lanes.assign(methods_.begin() + 1, methods_.end());
    }
    for (const auto& number : numbers_) {
      attempt([&] { take_number(number.first, number.second); });
    }
    attempt([&] { take_group(); });
    // a link is somebody else's view, not what its reader begins with the next time
    options.keep_run = !options.scene && !options.setup && !options.run && !options.step &&
                       options.method.empty() && !options.crowd && options.settings.empty() &&
                       options.params.empty() && !options.page && !options.fold_page &&
                       options.signals.empty() && !options.apart;
    return asked_;
  }

 private:
  /// Does something with a part, which counts as wrong if that throws.
  template <class Act>
  void attempt(const Act& act) {
    try {
      act();
    } catch (const std::exception& problem) {
      asked_.trouble += (asked_.trouble.empty() ? "" : "; ") + std::string(problem.what());
    }
  }

  void take_methods(const std::string& list) {
    const auto group = lab::methods_of_group(list);
    methods_.insert(methods_.end(), group.begin(), group.end());
    if (!group.empty()) return;
    for (const std::string& id : io::parts_of(list)) {
      attempt([&] {
        const ik::MethodInfo* method = ik::find_method(id);
        if (method == nullptr) throw io::Error("method=" + id + ": no such method");
        methods_.push_back(method);
      });
    }
    if (list.empty()) throw io::Error("method=: expected the id of a method");
  }

  void take_scene(const std::string& name) {
    if (!io::is_built_in(name)) {
      throw io::Error("scene=" + name + ": no such scene; there are " +
                      io::joined(io::built_in_scenes(), ", "));
    }
    asked_.options.scene = io::find_scene(name);
  }

  void take_group() {
    if (group_.empty()) return;
    if (!asked_.options.scene) throw io::Error("group: needs a scene");
    io::choose_group(*asked_.options.scene, group_, "group");
  }

  /// What stays with the picture in a frame of another page.
  void take_embed(const std::string& list) {
    if (is_off(list)) return;
    asked_.options.no_panels = true;
    asked_.options.keep_preferences = false;
    if (is_on(list)) return;
    ui::Kept& kept = asked_.options.kept;
    for (const std::string& part : io::parts_of(list)) {
      attempt([&] {
        if (part == "method") {
          kept.controls.method = true;
        } else if (part == "time") {
          kept.time = true;
        } else if (part == "plots") {
          kept.plots = true;
        } else if (const lab::Knob* knob = lab::find_shared_knob(part)) {
          kept.controls.knobs.push_back(knob);
        } else {
          throw io::Error("embed=" + part + ": expected method, time, plots or a setting");
        }
      });
    }
  }

  /// A shared knob, or a parameter of one of the methods.
  void take_number(const std::string& name, const std::string& text) {
    const auto value_of = [&](const lab::Knob& knob) {
      const bool is_switch = knob.kind == ik::KnobKind::kSwitch;
      const auto value =
          lab::parse_value(knob, is_switch ? (switched(name, text) ? "true" : "false") : text);
      if (!value) throw io::Error(name + "=" + text + ": expected " + knob.expectation());
      return *value;
    };
    if (const lab::Knob* knob = lab::find_shared_knob(name)) {
      asked_.options.settings.emplace_back(knob, value_of(*knob));
      return;
    }
    for (const ik::MethodInfo* method : methods_) {
      const auto param = lab::find_param(*method, name);
      if (!param) continue;
      asked_.options.params[param->name] = value_of(*param);
      return;
    }
    throw io::Error(name + ": no such part of an address");
  }

  /// "gain=0.5", as after the command line's --param.
  void take_param(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) throw io::Error("param=" + text + ": expected NAME=VALUE");
    numbers_.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }

  void take(const std::string& name, const std::string& text) {
    if (take_run(name, text) || take_view(name, text)) return;
    const auto refused = std::ranges::find(kRefused, name, &RefusedPart::name);
    if (refused != std::end(kRefused)) throw io::Error(name + ": " + refused->why);
    if (name == "param") return take_param(text);
    numbers_.emplace_back(name, text);
  }

  /// \returns whether the part is about what runs
  bool take_run(const std::string& name, const std::string& text) {
    WindowOptions& options = asked_.options;
    if (name == "scene") {
      take_scene(text);
    } else if (name == "group") {
      group_ = text;
    } else if (name == "method" || name == "methods") {
      take_methods(text);
    } else if (name == "setup") {
      options.setup = io::parse_setup(text_in(text, kSetup), kSetup);
    } else if (name == "run") {
      options.run = io::parse_session(text_in(text, kRun), kRun);
      options.run_name = kRun;
    } else if (name == "step") {
      options.step = count_of(name, text, 0, lab::kMaxRunSteps);
      options.run_name = kRun;
    } else if (name == "crowd") {
      options.crowd = static_cast<int>(count_of(name, text, 1, lab::kMaxBodies));
    } else if (name == "paused") {
      options.paused = switched(name, text);
    } else {
      return false;
    }
    return true;
  }

  /// \returns whether the part is about how it is shown
  bool take_view(const std::string& name, const std::string& text) {
    WindowOptions& options = asked_.options;
    if (name == "dark") {
      options.dark = switched(name, text);
    } else if (name == "embed") {
      take_embed(text);
    } else if (name == "no-panels") {
      options.no_panels |= switched(name, text);
    } else if (name == "fresh") {
      options.keep_preferences &= !switched(name, text);
    } else if (name == "page" && is_off(text)) {
      options.fold_page = true;
    } else if (name == "page") {
      options.page = page_called(name, text);
    } else if (name == "signals") {
      options.signals = signals_called(name, text);
    } else if (name == "side-by-side") {
      options.apart = switched(name, text);
    } else if (name == "camera") {
      options.camera = camera_of(text);
    } else if (name == "scale") {
      options.content_scale = scale_called(name, text);
    } else {
      return false;
    }
    return true;
  }

  Asked asked_;
  std::string group_;
  std::vector<const ik::MethodInfo*> methods_;  // that the address names
  Query numbers_;                               // settings, and parameters of the methods
};

}  // namespace

std::vector<std::string> page_names() {
  std::vector<std::string> names;
  for (const ui::SidePage& page : ui::side_pages()) names.emplace_back(page.name);
  return names;
}

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
  if (signals.size() > ui::PlotsPanel().views.size()) {
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

Asked options_from_address(const Query& query) { return AddressReader().read(query); }

std::span<const RefusedPart> refused_parts() { return kRefused; }

}  // namespace app
