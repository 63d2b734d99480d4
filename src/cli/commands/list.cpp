#include "cli/commands/commands.h"

#include <iostream>

#include <fmt/format.h>

#include "cli/output/output.h"
#include "ik/body/loops.h"
#include "io/scene/scene_file.h"

namespace cli {
namespace {

struct ListOptions {
  std::string what;
  bool json = false;
};

/// Degrees of freedom by the rank of the loops' Jacobian, and Gruebler's count where it differs:
/// "1 (count 0)".
std::string freedom_text(const ik::Multibody& body) {
  const ik::Freedom found = ik::freedom_of(body, ik::pose_at(body, body.initial_theta()));
  std::string text = std::to_string(found.by_rank);
  if (found.by_count != found.by_rank) text += fmt::format(" (count {})", found.by_count);
  return text;
}

void print_scenes() {
  Table table({"scene"});
  table.add_column("joints", Table::Align::kRight);
  table.add_column("effectors", Table::Align::kRight);
  table.add_column("loops", Table::Align::kRight);
  table.add_column("freedom", Table::Align::kRight);
  table.add_column("name");
  for (const auto* names :
       {&io::built_in_scenes(), &io::built_in_bodies(), &io::built_in_linkages()}) {
    for (const std::string& id : *names) {
      const lab::Scene scene = io::find_scene(id);
      const ik::Multibody& body = scene.multibody;
      table.add_row({id, std::to_string(body.joint_count()), std::to_string(body.effector_count()),
                     std::to_string(body.loops().size()), freedom_text(body), scene.name});
    }
  }
  table.print(std::cout);
}

/// "lambda=1.1 [m/rad], ..."
std::string params_of(const ik::MethodInfo& method) {
  std::string text;
  method.create().visit([&text](const ik::Knob& knob, ik::KnobValue value) {
    double* const* number = std::get_if<double*>(&value);
    text += fmt::format("{}{}={}", text.empty() ? "" : ", ", knob.name,
                        number != nullptr ? fmt::format("{:.4g}", **number)
                                          : fmt::format("{}", *std::get<bool*>(value)));
    if (*knob.unit != '\0') text += fmt::format(" [{}]", knob.unit);
  });
  return text;
}

void print_methods() {
  Table table({"method", "name", "source", "parameters and defaults"});
  for (const ik::MethodInfo& method : ik::methods()) {
    table.add_row({method.id, method.label, method.reference, params_of(method)});
  }
  table.print(std::cout);
}

void list(const ListOptions& options) {
  const bool scenes = options.what == "scenes";
  if (!scenes && options.what != "methods") {
    throw io::Error(fmt::format("list: expected scenes or methods{}",
                                options.what.empty() ? "" : ", not '" + options.what + "'"));
  }
  if (options.json) {
    std::cout << (scenes ? io::scenes_json() : io::methods_json());
  } else if (scenes) {
    print_scenes();
  } else {
    print_methods();
  }
}

}  // namespace

void add_list(CLI::App& program) {
  const auto [app, options] = add_command(
      program, "list", "Lists the built-in scenes, arms among them, or the methods", list);
  app.add_option("what", options.what, "scenes or methods")->type_name("scenes|methods");
  app.add_flag("--json", options.json, "As a JSON array with all details");
  app.footer("Example: iklab list methods --json");
}

}  // namespace cli
