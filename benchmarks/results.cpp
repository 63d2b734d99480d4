#include "results.h"

#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "io/scene/scene_file.h"
#include "lap.h"

namespace bench {
namespace {

std::vector<std::string> parts_of(const std::string& name) {
  std::vector<std::string> parts;
  std::istringstream stream(name);
  for (std::string part; std::getline(stream, part, '/');) {
    if (part != "manual_time") parts.push_back(part);
  }
  return parts;
}

constexpr Path kPaths[] = {
    {"library", "iklab, one body", 0},
    {"plain", "iklab, plain form", 0, true},
    {"batch", "iklab, one of 8 bodies", 4},
    {"eigen", "Eigen", 3},
    {"eigen-native", "Eigen, -march=native", 3, true},
    {"eigen-fixed", "Eigen, fixed sizes", 5},
    {"eigen-fixed-native", "Eigen, fixed sizes, -march=native", 5, true},
    {"golub-reinsch", "Eigen + Golub–Reinsch", 7},
    {"kdl", "Orocos KDL + Eigen", 2},
    {"kdl-own", "Orocos KDL, its own solve", 2, true},
    {"dart", "DART + Eigen", 1},
    {"pinocchio", "Pinocchio + Eigen", 6},
};

/// iklab's time for one body in runs of the reference kernel, other times as multiples of it.
std::string ratio_text(const Figures& figures, const std::string& scene, const std::string& method,
                       const std::string& path) {
  const Figure* own = find_update(figures, scene, method, "library");
  const Figure* figure = find_update(figures, scene, method, path);
  if (own == nullptr || figure == nullptr) return "–";
  if (figure == own) return fmt::format("{:.2f}", own->ratio);
  return fmt::format("{:.2f} ×", figure->ratio / own->ratio);
}

}  // namespace

Figures figures_of(const nlohmann::json& results) {
  Figures figures;
  for (const nlohmann::json& run : results.at("benchmarks")) {
    const bool aggregate = run.at("run_type") == "aggregate";
    if (!run.contains("ns") || (aggregate && run.at("aggregate_name") != "median")) continue;
    const auto parts = parts_of(run.at("run_name"));
    if (!aggregate && figures.count(parts) != 0) continue;
    figures[parts] = {run.at("ns"), run.at("ratio")};
  }
  return figures;
}

const Figure* find(const Figures& figures, const std::vector<std::string>& name) {
  const auto found = figures.find(name);
  return found != figures.end() ? &found->second : nullptr;
}

const Figure* find_update(const Figures& figures, const std::string& scene,
                          const std::string& method, const std::string& path) {
  for (const char* instructions : {"", "-avx512", "-avx2", "-sse2", "-neon"}) {
    if (const Figure* figure = find(figures, {"update", scene, method, path + instructions})) {
      return figure;
    }
  }
  return nullptr;
}

std::vector<Path> measured_paths(const Figures& figures) {
  std::vector<Path> paths;
  for (const Path& path : kPaths) {
    for (const RuledMethod& method : kRuledMethods) {
      if (find_update(figures, "y", method.id, path.id) == nullptr) continue;
      paths.push_back(path);
      break;
    }
  }
  return paths;
}

std::string body_label(const std::string& scene) {
  const lab::Scene found = io::find_scene(scene);
  return found.name + (found.aims.empty() ? "" : ", positions");
}

void table_row(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) line += " " + cell + " |";
  fmt::print("{}\n", line);
}

void table_head(const std::vector<std::string>& cells, std::size_t words) {
  table_row(cells);
  std::string line = "|";
  for (std::size_t i = 0; i < cells.size(); ++i) line += i < words ? "---|" : "--:|";
  fmt::print("{}\n", line);
}

void table_of_updates(const Figures& figures, const UpdateText& text) {
  std::vector<std::string> head = {"method", "body"};
  const std::vector<Path> paths = measured_paths(figures);
  for (const Path& path : paths) head.emplace_back(path.label);
  table_head(head, 2);
  for (const RuledMethod& method : kRuledMethods) {
    for (const char* scene : kPeerScenes) {
      std::vector<std::string> cells = {ik::find_method(method.id)->label, body_label(scene)};
      for (const Path& path : paths) {
        const bool measured = find_update(figures, scene, method.id, path.id) != nullptr;
        cells.push_back(measured ? text(scene, method.id, path.id) : "");
      }
      table_row(cells);
    }
  }
}

std::string machine_of(const nlohmann::json& results) {
  const nlohmann::json& context = results.at("context");
  return fmt::format("{}, {} cores, {} MHz; {}, {}",
                     context.value("processor", "unknown processor"),
                     context.at("num_cpus").get<int>(), context.at("mhz_per_cpu").get<int>(),
                     context.value("compiler", "compiler unknown"), context.value("flags", ""));
}

void print_comparison(const nlohmann::json& one, const nlohmann::json& other) {
  const Figures left = figures_of(one), right = figures_of(other);
  Figures all = left;
  all.insert(right.begin(), right.end());
  fmt::print(
      "One whole update on two processors: iklab's time for one body in runs of the reference "
      "kernel, the others' as multiples of it.\n\n* left: {}\n* right: {}\n\n",
      machine_of(one), machine_of(other));
  table_of_updates(all, [&](const auto& scene, const auto& method, const auto& path) {
    return ratio_text(left, scene, method, path) + " / " + ratio_text(right, scene, method, path);
  });
}

}  // namespace bench
