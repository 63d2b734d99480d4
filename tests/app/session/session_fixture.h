#pragma once

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "app/session/session.h"
#include "io/recordings.h"
#include "support/csv_table.h"
#include "support/scenes.h"
#include "support/temporary_folder.h"

namespace sessions {

inline lab::Scene named(const char* id, const ik::Multibody& body) {
  lab::Scene scene = scenes::circling(body);
  scene.id = id;
  scene.name = id;
  return scene;
}

/// A session with three scenes; the last scene fails to load. Its clock ticks by 1000 ns.
class SessionTest : public testing::Test {
 protected:
  SessionTest() {
    session.set_folder(folder.path());
    support::put(folder / "file", "");
  }
  static lab::Scene load(const std::string& id) {
    if (id == "broken") throw std::runtime_error("broken.json: no such file");
    return named(id.c_str(), id == "tree" ? bodies::forked_tree() : bodies::slider_arm());
  }
  /// Step numbers in a saved recording; empty if the file does not exist.
  std::vector<long> steps_in(const std::string& file) const { return numbers_in(file, "step"); }
  /// A column of a saved recording; empty if the file does not exist.
  std::vector<long> numbers_in(const std::string& file, const std::string& column) const {
    const std::string text = without_comments(support::text_of(folder / file));
    if (text.empty()) return {};
    const support::CsvTable table(text);
    std::vector<long> numbers;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
      numbers.push_back(static_cast<long>(table.number(row, column)));
    }
    return numbers;
  }

  double now = 0.0;
  support::TemporaryFolder folder;
  std::string nowhere = (folder.path() / "file" / "no").string();  // a folder below a file
  app::Session session{
      [this] { return now += 1000.0; },
      {.items = {{"tree", "Tree", ""}, {"slide", "Slide", ""}, {"broken", "Broken", ""}},
       .load = load},
      named("tree", bodies::forked_tree()),
      *ik::find_method("dls")};
};

}  // namespace sessions
