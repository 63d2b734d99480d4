// Makes tables, CSV and pictures from the results of iklab_benchmarks (--benchmark_out), and adds
// the accuracy of the forms of a step.
//
//   iklab_benchmark_report RESULTS.json FOLDER
//   iklab_benchmark_report --compare ONE.json OTHER.json
//
// The tables go to standard output as Markdown, CSV and pictures into the folder. --compare prints
// the updates of two processors as ratios.

#include <cstdio>
#include <fstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "accuracy.h"
#include "bodies.h"
#include "iklab/method.h"
#include "io/figure/figure.h"
#include "io/figure/plot_file.h"
#include "io/files/file.h"
#include "io/scene/scene_file.h"
#include "lab/scene/colors.h"
#include "lap.h"
#include "results.h"

namespace bench {
namespace {

/// Three significant digits.
std::string ns_text(double ns) {
  if (ns >= 1e6) return fmt::format("{:.3g} ms", 1e-6 * ns);
  if (ns >= 1e4) return fmt::format("{:.3g} µs", 1e-3 * ns);
  return fmt::format("{:.0f}", ns);
}

void print_updates(const Figures& figures) {
  fmt::print(
      "\nOne whole update (Jacobian, solve, clamp, apply, forward kinematics), ns; in brackets the "
      "same in runs of the reference kernel.\n\n");
  table_of_updates(figures, [&](const auto& scene, const auto& method, const auto& path) {
    const Figure& figure = *find_update(figures, scene, method, path);
    return fmt::format("{} ({:.2f})", ns_text(figure.ns), figure.ratio);
  });
}

/// The columns depend on the machine.
void print_batches(const Figures& figures) {
  constexpr Path kColumns[] = {
      {"library", "alone"},        {"batch-sse2", "SSE2"},   {"batch-avx2", "AVX2"},
      {"batch-avx512", "AVX-512"}, {"crowd", "1024 bodies"},
  };
  fmt::print("\nOne update of one body in a block of a batch, by instructions, ns.\n\n");
  std::vector<Path> columns;
  std::vector<std::string> head = {"method", "body"};
  for (const Path& path : kColumns) {
    if (find(figures, {"update", "y", "dls", path.id}) == nullptr) continue;
    columns.push_back(path);
    head.emplace_back(path.label);
  }
  table_head(head, 2);
  for (const RuledMethod& method : kRuledMethods) {
    for (const char* scene : kPeerScenes) {
      std::vector<std::string> cells = {ik::find_method(method.id)->label, body_label(scene)};
      for (const Path& path : columns) {
        const Figure* figure = find(figures, {"update", scene, method.id, path.id});
        cells.push_back(figure == nullptr ? "" : ns_text(figure->ns));
      }
      table_row(cells);
    }
  }
}

void print_all_methods(const Figures& figures) {
  fmt::print("\nOne update of the tracking experiment, every method on every scene, ns.\n\n");
  std::vector<std::string> head = {"method"};
  for (const std::string& scene : io::built_in_scenes()) head.push_back(scene);
  table_head(head);
  for (const ik::MethodInfo& method : ik::methods()) {
    std::vector<std::string> cells = {method.id};
    for (const std::string& scene : io::built_in_scenes()) {
      const Figure* figure = find(figures, {"update", scene, method.id, "tracker"});
      cells.push_back(figure == nullptr ? "" : ns_text(figure->ns));
    }
    table_row(cells);
  }
}

/// The measured sizes of a shape: n, k.
std::vector<std::pair<int, int>> sizes_of(const Figures& figures, const std::string& shape) {
  std::vector<std::pair<int, int>> sizes;
  for (const auto& [name, figure] : figures) {
    if (name[0] != "growth" || name[1] != shape || name[4] != "library") continue;
    sizes.emplace_back(std::stoi(name[2]), std::stoi(name[3]));
  }
  std::sort(sizes.begin(), sizes.end());
  return sizes;
}

struct GrowthForm {
  const char* id;
  const char* label;
};
constexpr GrowthForm kGrowthForms[] = {{"library", "iklab"},
                                       {"plain", "iklab, plain form"},
                                       {"rows", "dense, 3k × 3k"},
                                       {"columns", "dense, n × n"}};
constexpr GrowthForm kGrowthShapes[] = {
    {"chain", "Chain"}, {"binary-tree", "Binary tree"}, {"comb", "Comb"}};

const Figure* grown(const Figures& figures, const char* shape, std::pair<int, int> size,
                    const char* form) {
  return find(figures,
              {"growth", shape, std::to_string(size.first), std::to_string(size.second), form});
}

/// Every second size, with one effector and with many; the CSV has all.
void print_growth(const Figures& figures) {
  fmt::print("\nOne step of damped least squares, from pose and targets to Δθ, ns.\n\n");
  std::vector<std::string> head = {"body", "joints", "effectors"};
  for (const GrowthForm& form : kGrowthForms) head.emplace_back(form.label);
  table_head(head);
  for (const GrowthForm& shape : kGrowthShapes) {
    for (const auto& size : sizes_of(figures, shape.id)) {
      const auto [n, k] = size;
      const bool shown = n == 8 || n == 32 || n == 128 || n == 512;
      if (!shown || (k != 1 && k != n / 4)) continue;
      std::vector<std::string> cells = {shape.label, std::to_string(n), std::to_string(k)};
      for (const GrowthForm& form : kGrowthForms) {
        const Figure* figure = grown(figures, shape.id, size, form.id);
        cells.push_back(figure == nullptr ? "" : ns_text(figure->ns));
      }
      table_row(cells);
    }
  }
}

void print_large_bodies(const Figures& figures) {
  fmt::print("\nOne step of the methods that are linear in n, n/4 effectors, ns per joint.\n\n");
  std::vector<std::string> head = {"body, joints"};
  for (const char* method : linear_methods()) head.emplace_back(method);
  table_head(head);
  for (const GrowthForm& shape : kGrowthShapes) {
    for (const int n : kLargeSizes) {
      std::vector<std::string> cells = {fmt::format("{}, {}", shape.label, n)};
      for (const std::string method : linear_methods()) {
        const char* const form = method == "dls" ? "library" : method.c_str();
        const Figure* figure = grown(figures, shape.id, {n, n / 4}, form);
        cells.push_back(figure == nullptr ? "" : fmt::format("{:.1f}", figure->ns / n));
      }
      table_row(cells);
    }
  }
}

void print_accuracy(const std::vector<Accuracy>& rows) {
  fmt::print(
      "\nOne step of damped least squares against long double: relative error, the largest on Y, "
      "double-Y and double-Y-25.\n\n");
  std::vector<std::string> head = {"poses", "form"};
  for (const double lambda : accuracy_lambdas()) head.push_back(fmt::format("λ = {:g}", lambda));
  table_head(head, 2);
  for (const char* poses : {"random", "singular"}) {
    for (const AccuracyForm& form : accuracy_forms()) {
      std::vector<std::string> cells = {poses, form.label};
      for (const double lambda : accuracy_lambdas()) {
        double worst = 0.0;
        for (const Accuracy& row : rows) {
          if (row.poses == poses && row.form == form.id && row.lambda == lambda) {
            worst = std::max(worst, row.worst);
          }
        }
        cells.push_back(fmt::format("{:.0e}", worst));
      }
      table_row(cells);
    }
  }
}

/// One plot per method, the scenes side by side.
std::vector<lab::Plot> update_plots(const Figures& figures) {
  std::vector<lab::Plot> plots;
  for (const RuledMethod& method : kRuledMethods) {
    lab::Plot plot;
    plot.title = ik::find_method(method.id)->label;
    plot.subtitle = "one whole update of one body";
    plot.y = {"time", "ns", true};
    for (const Path& path : measured_paths(figures)) {
      lab::Series series;
      series.label = path.label;
      series.color = lab::series_color(path.color);
      series.dashed = path.dashed;
      for (const char* scene : kPeerScenes) {
        const Figure* figure = find_update(figures, scene, method.id, path.id);
        if (figure == nullptr) continue;
        series.x.push_back(static_cast<double>(series.x.size()));
        series.y.push_back(figure->ns);
      }
      if (!series.x.empty()) plot.series.push_back(std::move(series));
    }
    lab::fit(plot);
    plot.x = {"body", "", false, -0.2, std::size(kPeerScenes) - 0.8};
    for (const char* scene : kPeerScenes) plot.x.levels.push_back(body_label(scene));
    plots.push_back(std::move(plot));
  }
  return plots;
}

/// One plot per shape; solid for many effectors, dashed for one.
std::vector<lab::Plot> growth_plots(const Figures& figures) {
  std::vector<lab::Plot> plots;
  for (const GrowthForm& shape : kGrowthShapes) {
    lab::Plot plot;
    plot.title = shape.label;
    plot.subtitle = "one step of damped least squares; n joints, n/4 effectors or one";
    for (const bool many : {true, false}) {
      int color = 0;
      for (const GrowthForm& form : kGrowthForms) {
        if (std::string(form.id) == "plain") continue;  // close to the dense form
        lab::Series series;
        series.label = std::string(form.label) + (many ? ", n/4 effectors" : ", one");
        series.color = lab::series_color(color++);
        series.dashed = !many;
        for (const auto& size : sizes_of(figures, shape.id)) {
          if (size.second != (many ? size.first / 4 : 1)) continue;
          const Figure* figure = grown(figures, shape.id, size, form.id);
          if (figure == nullptr) continue;
          series.x.push_back(size.first);
          series.y.push_back(1e-3 * figure->ns);
        }
        if (!series.x.empty()) plot.series.push_back(std::move(series));
      }
    }
    plot.x = {"joints n", "", true};
    plot.y = {"time", "µs", true};
    lab::fit(plot);
    plots.push_back(std::move(plot));
  }
  return plots;
}

std::vector<lab::Plot> accuracy_plots(const std::vector<Accuracy>& rows) {
  std::vector<lab::Plot> plots;
  for (const char* poses : {"random", "singular"}) {
    lab::Plot plot;
    plot.title = std::string("Double-Y, ") + poses + " poses";
    plot.subtitle = "one step of damped least squares against long double";
    int color = 0;
    for (const AccuracyForm& form : accuracy_forms()) {
      lab::Series series;
      series.label = form.label;
      series.dashed = std::string(form.id).rfind("batch", 0) == 0;
      series.color = lab::series_color(color++);
      for (const Accuracy& row : rows) {
        if (row.scene != "double-y" || row.poses != poses || row.form != form.id) continue;
        series.x.push_back(row.lambda);
        series.y.push_back(row.worst);
      }
      plot.series.push_back(std::move(series));
    }
    plot.x = {"λ", "m/rad", true};
    plot.y = {"largest relative error", "", true};
    lab::fit(plot);
    plots.push_back(std::move(plot));
  }
  return plots;
}

std::string csv_of(const Figures& figures) {
  std::string text = "name,ns,ratio\n";
  for (const auto& [name, figure] : figures) {
    text += fmt::format("{},{:.4g},{:.4g}\n", fmt::join(name, "/"), figure.ns, figure.ratio);
  }
  return text;
}

std::string csv_of(const std::vector<Accuracy>& rows) {
  std::string text = "scene,poses,form,lambda,worst,median\n";
  for (const Accuracy& row : rows) {
    text += fmt::format("{},{},{},{:g},{:.3g},{:.3g}\n", row.scene, row.poses, row.form, row.lambda,
                        row.worst, row.middle);
  }
  return text;
}

/// \throws std::runtime_error naming the file
nlohmann::json results_at(const std::string& path) {
  std::ifstream file(path);
  nlohmann::json results = nlohmann::json::parse(file, nullptr, false);
  if (!results.is_object() || !results.contains("benchmarks") || !results.contains("context")) {
    throw std::runtime_error(path + " has no results of iklab_benchmarks");
  }
  return results;
}

void report(const std::string& path, const std::filesystem::path& folder) {
  const nlohmann::json results = results_at(path);
  const Figures figures = figures_of(results);
  const std::vector<Accuracy> errors = accuracy();

  fmt::print("{}.\n", machine_of(results));
  print_updates(figures);
  print_batches(figures);
  print_growth(figures);
  print_large_bodies(figures);
  print_accuracy(errors);
  print_all_methods(figures);

  std::filesystem::create_directories(folder);
  io::write_file(folder / "benchmarks.csv", csv_of(figures));
  io::write_file(folder / "accuracy.csv", csv_of(errors));
  io::write_file(folder / "update-times.png",
                 io::draw_plots(update_plots(figures), io::PlotFormat::kPng));
  io::write_file(folder / "growth.png",
                 io::draw_plots(growth_plots(figures), io::PlotFormat::kPng));
  io::write_file(folder / "accuracy.png",
                 io::draw_plots(accuracy_plots(errors), io::PlotFormat::kPng));
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const bool compares = !words.empty() && words[0] == "--compare";
  if (words.size() != (compares ? 3U : 2U)) {
    fmt::print(stderr,
               "iklab_benchmark_report RESULTS.json FOLDER, or --compare ONE.json OTHER.json\n");
    return 2;
  }
  try {
    if (compares) {
      bench::print_comparison(bench::results_at(words[1]), bench::results_at(words[2]));
    } else {
      bench::report(words[0], words[1]);
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "iklab_benchmark_report: {}\n", error.what());
    return 1;
  }
}
