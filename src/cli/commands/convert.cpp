#include "cli/commands/commands.h"

#include <filesystem>
#include <iostream>

#include <fmt/format.h>

#include "cli/options/setup_options.h"
#include "cli/output/output.h"
#include "io/scene/scene_writer.h"
#include "lab/scene/number_text.h"

namespace cli {
namespace {

struct ConvertOptions {
  std::string in, out;
  BodyOptionSet body;
};

void convert(const ConvertOptions& options) {
  const lab::Scene scene = options.body.open(options.in);
  const std::string text = io::write_scene(scene);
  // the robot's own file must not be overwritten by mistake
  if (io::is_body_file(options.out)) {
    throw io::Error(io::printable(options.out + ": the output must be a scene file, such as " +
                                  std::filesystem::path(options.out).stem().string() + ".json"));
  }
  Output out("OUT", options.out, Inputs(scene, "IN"));
  out.stream() << text;
  out.commit();
  if (out.to_standard_output()) return;
  const ik::Multibody& body = scene.multibody;
  std::cout << fmt::format(
      "{}: {}, {} ({}), {}\n", options.out,
      lab::counted(static_cast<std::size_t>(body.joint_count()), "joint"),
      lab::counted(static_cast<std::size_t>(body.effector_count()), "effector"),
      io::joined(body.effectors(), ", ", &ik::Effector::name),
      lab::counted(scene.visuals.size(), "shape"));
}

}  // namespace

void add_convert(CLI::App& program) {
  const auto [app, options] =
      add_command(program, "convert", "Writes a robot or character as a scene file", convert);
  app.add_option("IN", options.in, "A robot or character file, or a scene")
      ->type_name("FILE")
      ->required();
  app.add_option("OUT", options.out, "The scene file to write, or - for standard output")
      ->type_name("FILE")
      ->required();
  options.body.add_to(app);
  app.footer("Example: iklab convert robot.urdf arm.json --effectors tool0");
}

}  // namespace cli
