#pragma once

#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "io/json_output.h"
#include "lab/scene.h"

namespace cli {

/// Rows of text in columns as wide as their widest entry.
class Table {
 public:
  enum class Align { kLeft, kRight };

  /// A column with that heading.
  void add_column(std::string heading, Align align);
  /// \pre as many cells as columns
  void add_row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  void print(std::ostream& out) const;

 private:
  std::vector<Align> aligns_;
  std::vector<std::string> headings_;
  std::vector<std::vector<std::string>> rows_;
};

/// The measures of some runs of one scene, a row each, below a line on what was run.
void print_results(std::ostream& out, const lab::Scene& scene, std::span<const io::Result> results);

}  // namespace cli
