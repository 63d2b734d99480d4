#include "io/setup/provenance.h"

#include <fmt/format.h>

#include "io/files/text.h"
#include "io/json/settings.h"
#include "lab/run/change_notes.h"

namespace io {
namespace {

std::string text_of(const nlohmann::json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

/// What is not as it is by default: " · d-max 0.4 · ...".
std::string text_of(const lab::Settings& settings) {
  std::string text;
  for (const lab::SettingInfo& info : lab::settings()) {
    const nlohmann::json value = setting_value(info, settings);
    if (value == setting_value(info, lab::Settings())) continue;
    text += fmt::format(" · {} {}", info.name, text_of(value));
  }
  return text;
}

}  // namespace

std::string program_name() { return "iklab " IKLAB_VERSION; }

std::string provenance(const lab::Experiment& experiment, std::string_view methods) {
  const lab::Scene& scene = experiment.scene;
  std::string text = fmt::format("{} · {} · {}", program_name(), scene.id, methods);
  if (scene.group) text += " · group " + scene.groups[*scene.group].name;
  text += text_of(experiment.settings);
  for (const auto& [name, value] : experiment.params) text += fmt::format(" · {} {}", name, value);
  text += fmt::format(" · steps {} · warmup {}", experiment.steps, experiment.warmup);
  return printable(std::move(text));
}

std::string provenance(const lab::Recording& recording) {
  const std::size_t steps = recording.rows() > 0 ? recording.rows() - 1 : 0;
  return printable(fmt::format("{} · {} · {}{} · steps {}", program_name(), recording.scene(),
                               recording.method().id, text_of(recording.settings()), steps));
}

std::string provenance(const lab::Setup& setup) {
  const lab::Scene& scene = *setup.scene;
  std::string text = fmt::format("{} · {}", program_name(), scene.id);
  if (setup.group) text += " · group " + scene.groups[*setup.group].name;
  const char* before = " · ";
  for (const lab::Lane& lane : setup.lanes) {
    text += fmt::format("{}{}{}", before, lane.method->id, text_of(lane.settings));
    for (const auto& [name, value] : lane.params) text += fmt::format(" · {} {}", name, value);
    before = " | ";
  }
  for (const std::string& other : lab::peculiarities(setup)) text += " · " + other;
  return printable(std::move(text));
}

std::string text_of_axis(const lab::SweepAxis& axis) {
  return fmt::format("{}={}:{}:{}:{}", axis.name, lab::text_of(axis, axis.low),
                     lab::text_of(axis, axis.high), axis.count, axis.logarithmic ? "log" : "lin");
}

std::string provenance(const lab::Sweep& sweep) {
  lab::Experiment experiment = sweep.experiment();
  const lab::Settings defaults;
  for (const lab::SweepAxis& axis : sweep.axes()) {
    if (axis.setting != nullptr) {
      axis.setting->set(experiment.settings, axis.setting->get(defaults));
    }
  }
  std::string text = provenance(experiment, experiment.method->id);
  for (const lab::SweepAxis& axis : sweep.axes()) text += " · vary " + text_of_axis(axis);
  return text;
}

}  // namespace io
