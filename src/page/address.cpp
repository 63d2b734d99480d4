#include "page/address.h"

#include "io/body/body_file.h"
#include "io/files/text.h"
#include "io/setup/setup_json.h"
#include "lab/crowd/crowd.h"
#include "lab/scene/knob_text.h"
#include "lab/track/setup.h"

namespace page {
namespace {

/// A number of bodies of a crowd.
int count_of(const std::string& text) {
  const auto count = io::parse_count(text);
  if (count && *count >= 1 && *count <= lab::kMaxBodies) return static_cast<int>(*count);
  throw io::Error("crowd=" + text + ": expected 1 to " + std::to_string(lab::kMaxBodies));
}

/// As settings write it: true or false.
std::string switch_text(const std::string& text) {
  if (text.empty() || text == "on") return "true";
  return text == "off" ? "false" : text;
}

/// Reads the parts of an address, and notes which are wrong.
class Reader {
 public:
  Asked read(const Query& query) {
    for (const auto& part : query) {
      attempt([&] { take(part.first, part.second); });
    }
    app::WindowOptions& options = asked_.options;
    if (methods_.empty()) {
      for (const ik::MethodInfo& method : ik::methods()) methods_.push_back(&method);
    } else {
      options.method = methods_.front()->id;
      options.further_lanes.assign(methods_.begin() + 1, methods_.end());
    }
    for (const auto& number : numbers_) {
      attempt([&] { take_number(number.first, number.second); });
    }
    // a link is somebody else's run, not what its reader begins with the next time
    options.keep_run = !options.scene && !options.setup && options.method.empty() &&
                       !options.crowd && options.settings.empty() && options.params.empty();
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

  /// What stays with the picture in a frame of another page.
  void take_kept(const std::string& list) {
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
      const auto value = lab::parse_value(knob, is_switch ? switch_text(text) : text);
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

  void take(const std::string& name, const std::string& text) {
    app::WindowOptions& options = asked_.options;
    if (name == "scene") {
      options.scene = io::open_scene(text);
    } else if (name == "method" || name == "methods") {
      take_methods(text);
    } else if (name == "setup") {
      options.setup = io::parse_setup(text, "the link's set-up");
    } else if (name == "crowd") {
      options.crowd = count_of(text);
    } else if (name == "dark") {
      options.dark = true;
    } else if (name == "paused") {
      options.paused = true;
    } else if (name == "embed") {
      options.no_panels = true;
      options.keep_preferences = false;
      take_kept(text);
    } else if (name == "fresh") {
      options.keep_preferences = false;
    } else {
      numbers_.emplace_back(name, text);
    }
  }

  Asked asked_;
  std::vector<const ik::MethodInfo*> methods_;  // that the address names
  Query numbers_;                               // settings, and parameters of the methods
};

}  // namespace

Asked options_from_address(const Query& query) { return Reader().read(query); }

}  // namespace page
