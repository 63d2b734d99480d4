#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace bench {

/// Medians of a benchmark: time in ns, and in runs of the reference kernel.
struct Figure {
  double ns, ratio;
};
/// By the parts of the benchmark's name: {"update", "y", "dls", "library"}.
using Figures = std::map<std::vector<std::string>, Figure>;

/// Medians over repetitions, or the only repetition, of a file of iklab_benchmarks.
Figures figures_of(const nlohmann::json& results);

/// Null if it is not there.
const Figure* find(const Figures& figures, const std::vector<std::string>& name);

/// A column of the table of updates: a way to make them.
struct Path {
  const char* id;
  const char* label;
  int color = 0;        ///< related paths share a color ...
  bool dashed = false;  ///< ... and one of them is dashed
};

/// A path of batches without an instruction set stands for the widest one measured.
const Figure* find_update(const Figures& figures, const std::string& scene,
                          const std::string& method, const std::string& path);

/// The measured ones: iklab, then the peers.
std::vector<Path> measured_paths(const Figures& figures);

/// A body in tables: the scene's name, and what of its targets the peers follow.
std::string body_label(const std::string& scene);

/// Print a line of Markdown.
void table_row(const std::vector<std::string>& cells);
/// \param words columns of words, which are on the left
void table_head(const std::vector<std::string>& cells, std::size_t words = 1);

/// The text of a measured update in a table.
using UpdateText = std::function<std::string(const std::string& scene, const std::string& method,
                                             const std::string& path)>;
/// Prints a table of updates, a row for each method and body and a column for each path measured.
void table_of_updates(const Figures& figures, const UpdateText& text);

/// The machine, and how the program was compiled.
std::string machine_of(const nlohmann::json& results);

/// Prints the table of updates of two processors side by side, as ratios.
void print_comparison(const nlohmann::json& one, const nlohmann::json& other);

}  // namespace bench
