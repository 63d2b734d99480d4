#include "cli/options/body_options.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "cli/options/option_group.h"
#include "io/scene/parts.h"
#include "io/scene/scene_file.h"

namespace cli {
void BodyOptionSet::add_to(CLI::App& command) {
  const OptionGroup group{command, "Robot and character files"};
  const auto option = [&](const char* name, auto& value, const char* type, const char* help) {
    return given_.emplace_back(group.add(name, value, type, wrapped_help(help)));
  };
  option("--base", base_, "fixed|free",
         "Holds the root link, or lets it slide and turn (default: as the file says)");
  option("--effectors", effectors_, "N1,N2,...",
         "Links or sites whose frames become effectors; NAME@x,y,z[,roll,pitch,yaw] adds a tool "
         "(default: tools, hands and feet, or the ends of branches)");
  given_.push_back(group.add_flag("--tip", tip_,
                                  wrapped_help("Puts effectors at the tips of the links that "
                                               "--effectors names, not at their origins")));
  option("--curve", curve_, "KIND",
         "The targets' curves: in-reach, in-and-out (default), edge or standing");
  option("--aim", aim_, "direction|orientation",
         "What effectors have to do besides reaching a point (default: nothing)");
  option("--package", packages_, "NAME=DIR",
         "The folder of a package that package:// names; may be given several times")
      ->allow_extra_args(false);
}

io::BodyOptions BodyOptionSet::options() const {
  io::BodyOptions options;
  if (!base_.empty()) {
    options.wish.base = static_cast<lab::Base>(1 + choice_of("--base", base_, lab::kBases));
  }
  if (!curve_.empty()) {
    options.wish.fit = static_cast<lab::CurveFit>(choice_of("--curve", curve_, lab::kCurveFits));
  }
  if (!aim_.empty()) {
    options.wish.aim = static_cast<ik::AimKind>(1 + choice_of("--aim", aim_, io::kAimKinds));
  }
  if (effectors_) options.wish.effectors = io::effector_list(*effectors_);
  if (tip_ && !effectors_) throw io::Error("--tip: --effectors has to name the links");
  options.wish.at_tips = tip_;
  for (const std::string& text : packages_) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == text.size()) {
      throw io::Error(fmt::format("--package {}: expected NAME=DIR", text));
    }
    const std::string folder = text.substr(equals + 1);
    std::error_code ignored;
    if (!std::filesystem::is_directory(folder, ignored)) {
      throw io::Error(
          io::printable(fmt::format("--package {}: there is no folder {}", text, folder)));
    }
    options.packages[text.substr(0, equals)] = folder;
  }
  return options;
}

std::string BodyOptionSet::first_given() const {
  const auto given = std::find_if(given_.begin(), given_.end(),
                                  [](const CLI::Option* option) { return option->count() > 0; });
  return given == given_.end() ? std::string() : (*given)->get_name();
}

lab::Scene BodyOptionSet::open(const std::string& name_or_path) const {
  const bool from_input = name_or_path == "-";
  lab::Scene scene = from_input ? io::parse_any_scene(standard_input(), "standard-input", options())
                                : io::open_scene(name_or_path, options());
  const std::string& name = from_input ? scene.id : name_or_path;
  const bool from_body = !io::is_built_in(name) && io::is_body_file(name);
  if (!from_body && !first_given().empty()) {
    throw io::Error(io::printable(
        fmt::format("{}: only for robot and character files; {} is a scene", first_given(), name)));
  }
  if (!curve_.empty() && scene.recorded_jitter_deg && from_body) {
    throw io::Error(io::printable(fmt::format(
        "--curve: the targets of {} follow its recording; --base fixed or free gives them curves",
        name)));
  }
  for (const std::string& note : scene.notes) tell_note(name + ": " + note);
  return scene;
}

}  // namespace cli
