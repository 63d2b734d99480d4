// Every option of every command has an effect, or a note says why it has none. The table has a row
// for each; an option without a row fails.
#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "cli/iklab_process.h"
#include "cli/option_effects.h"
#include "iklab/method.h"
#include "io/saved/session_file.h"
#include "io/scene/scene_file.h"
#include "support/temporary_folder.h"

namespace {

const std::string kCrookedBody = IKLAB_SOURCE_DIR "/tests/data/crooked.json";

/// Replaces every `mark` in a text.
std::string filled(std::string text, const std::string& mark, const std::string& value) {
  for (std::size_t at = 0; (at = text.find(mark, at)) != std::string::npos; at += value.size()) {
    text.replace(at, mark.size(), value);
  }
  return text;
}

/// A figure without its title, origin and labels: what is drawn.
std::string without_words(const std::string& svg) {
  std::istringstream lines(svg);
  std::string drawn;
  for (std::string line; std::getline(lines, line);) {
    const bool is_word =
        line.starts_with("<title") || line.starts_with("<desc") || line.starts_with("<text");
    if (!is_word) drawn += line + '\n';
  }
  return drawn;
}

class EffectsOfOptions : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    const auto put = [this](const std::string& name, const std::string& text) {
      marks_["{" + name + "}"] = (folder_ / name).string();
      support::put(folder_ / name, text.c_str());
    };
    put("goals",
        "tool_x,tool_y,tool_z,lamp_x,lamp_y,lamp_z\n3,0.2,0.1,0.2,0.3,0.4\n"
        "1,0.5,0.1,0.2,-3,0.4\n");
    put("odd", "tool_x,tool_y,tool_z,lamp_x,lamp_y,lamp_z,note\n3,0.2,0.1,0.2,0.3,0.4,1\n");
    const auto scene = std::make_shared<const lab::Scene>(io::find_scene("y"));
    lab::Timeline timeline(lab::setup_of(scene, *ik::find_method("dls"), scene->settings));
    for (int k = 0; k < 5; ++k) timeline.step();
    marks_["{session}"] = io::save_session(folder_ / ".", timeline).string();
    for (const char* name : {"whole", "out"})
      marks_[std::string("{") + name + "}"] = (folder_ / name).string();
    marks_["{folder}"] = folder_.path().string();
    marks_["{link}"] = "lower";
    marks_["{goal of link}"] = "lower=0.3,0.1,0.2";
    for (const char* part : {"1", "2"}) {
      const std::string shard = std::string(" --shard ") + part + "/2 --csv ";
      const std::string swept = (folder_ / (std::string("part") + part)).string();
      const std::string reached = (folder_ / (std::string("reach") + part)).string();
      marks_[std::string("{part") + part + "}"] = swept;
      marks_[std::string("{reach part") + part + "}"] = reached;
      ASSERT_EQ(
          iklab_here("sweep --scene y --method dls --steps 3 --vary lambda=0.1:1:2" + shard + swept)
              .status,
          0);
      ASSERT_EQ(iklab_here("reach --scene " + kCrookedBody + " --poses 3" + shard + reached).status,
                0);
    }
  }

  std::string with_files(std::string text) const {
    for (const auto& [mark, file] : marks_) text = filled(std::move(text), mark, file);
    return text;
  }
  /// What a run prints, with the file {out} that it wrote.
  struct Printed {
    Finished finished;
    std::string all;
  };
  Printed printed(const std::string& line) {
    for (const char* suffix : {".svg", ".png"}) {
      std::filesystem::remove(marks_["{out}"] + suffix);
    }
    Printed result{iklab_here(with_files(line)), {}};
    result.all = result.finished.out;
    for (const char* suffix : {".svg", ".png"}) {
      const std::string file = marks_["{out}"] + suffix;
      if (!std::filesystem::exists(file)) continue;
      result.all += suffix == std::string(".svg") ? without_words(support::text_of(file))
                                                  : support::text_of(file);
    }
    return result;
  }
  const Printed& of_base(const std::string& line) {
    const auto known = bases_.find(line);
    return known != bases_.end() ? known->second
                                 : bases_.emplace(line, printed(line)).first->second;
  }

  void expect_effect(const CommandRows& command, const EffectRow& row) {
    if (row.expected == Effect::kWindow || row.expected == Effect::kAsRun) return;
    const std::string& base = row.base.empty() ? command.base : row.base;
    std::string with = filled(base, "{}", row.with);
    if (with == base) with += " " + row.with;
    SCOPED_TRACE(with_files(with));
    if (row.expected == Effect::kFile) {
      const std::string name = (folder_ / ("new" + std::to_string(files_++))).string();
      with = filled(with, "{new}", name);
      const Finished finished = printed(with).finished;
      EXPECT_EQ(finished.status, 0) << finished.err;
      const std::string suffix = row.with.substr(row.with.find("{new}") + 5);
      ASSERT_TRUE(std::filesystem::exists(name + suffix)) << finished.err;
      EXPECT_GT(std::filesystem::file_size(name + suffix), 0U);
      return;
    }
    const Printed& before = of_base(filled(base, "{}", ""));
    const Printed after = printed(with);
    const std::string& err = after.finished.err;
    const std::string no_effect = row.option + " has no effect";
    const bool noted =
        err.find(row.option == "--vary" ? " has no effect" : no_effect) != std::string::npos;
    if (row.expected == Effect::kError) {
      EXPECT_EQ(after.finished.status, 2) << err;
      EXPECT_EQ(after.finished.complaints(), 1) << err;
      return;
    }
    EXPECT_TRUE(after.finished.status == 0 || after.finished.status == 3) << err;
    EXPECT_EQ(noted, row.expected == Effect::kNote) << err;
    if (row.expected == Effect::kOutput) {
      EXPECT_TRUE(before.all != after.all) << "the same output: " << after.all.substr(0, 300);
    } else if (row.expected == Effect::kSame) {
      EXPECT_EQ(before.all, after.all);
    } else if (row.expected == Effect::kNote) {
      const Finished strict = iklab_here(with_files(with) + " --strict");
      EXPECT_EQ(strict.status, 2) << strict.err;
      EXPECT_EQ(strict.complaints(), 1) << strict.err;
    }
    const auto has = [](const Printed& one, const std::string& text) {
      return (one.all + one.finished.err).find(text) != std::string::npos;
    };
    if (!row.says.empty()) {
      EXPECT_TRUE(has(after, row.says) && !has(before, row.says)) << after.all;
    }
    if (!row.lacks.empty()) {
      EXPECT_TRUE(has(before, row.lacks) && !has(after, row.lacks)) << before.all;
    }
  }

 private:
  support::TemporaryFolder folder_;
  std::map<std::string, std::string> marks_;
  std::map<std::string, Printed> bases_;
  int files_ = 0;
};

TEST_P(EffectsOfOptions, OrNotesOfEveryOption) {
  const CommandRows command = option_effects().at(GetParam());
  for (const EffectRow& row : command.rows) expect_effect(command, row);
}

std::vector<std::string> names_of_commands() {
  std::vector<std::string> names;
  for (const auto& [name, rows] : option_effects()) names.push_back(name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Commands, EffectsOfOptions, testing::ValuesIn(names_of_commands()),
                         [](const auto& command) { return command.param; });

/// The options of every command, from the manual page: "--steps", or an argument's name.
std::map<std::string, std::set<std::string>> options_of_manual() {
  std::istringstream page(filled(iklab_here("manual").out, "\\-", "-"));
  std::map<std::string, std::set<std::string>> options;
  std::string command;
  const std::string kCommand = ".SS iklab ";
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with(".SH")) command.clear();
    if (line.starts_with(kCommand)) options[command = line.substr(kCommand.size())] = {};
    if (line != ".TP" || command.empty() || !std::getline(page, line)) continue;
    // "\fB-q\fR, \fB--quiet\fR" or "\fIkind\fR": the last bold word, else the slanted one
    const std::size_t bold = line.rfind("\\fB"), begin = (bold == std::string::npos ? 0 : bold) + 3;
    options[command].insert(line.substr(begin, line.find("\\fR", begin) - begin));
  }
  for (auto& [name, own] : options)
    std::erase_if(own, [](const std::string& o) { return o == "--help"; });
  return options;
}

TEST(EveryOption, HasARowInTheTableOfEffects) {
  const auto commands = options_of_manual();
  const auto rows = option_effects();
  ASSERT_GT(commands.size(), 10U);
  std::size_t count = 0;
  for (const auto& [name, options] : commands) {
    ASSERT_TRUE(rows.contains(name)) << name;
    for (const std::string& option : options) {
      ++count;
      if (name == "manual" || name == "view") {
        if (option == "--quiet" || option == "--strict") continue;
      }
      const auto& own = rows.at(name).rows;
      EXPECT_TRUE(std::ranges::any_of(own,
                                      [&option](const EffectRow& row) {
                                        return row.option == option ||
                                               row.option.starts_with(option + ",");
                                      }))
          << name << ": " << option;
    }
  }
  EXPECT_GT(count, 200U);
}

TEST(EveryMethod, HasANoteWhereASettingLeavesItsBitsAsTheyAre) {
  const std::string of = "run --scene " + kCrookedBody + " --steps 30 --csv - --method ";
  const auto noted = [](const Finished& finished) {
    return finished.err.find(" has no effect") != std::string::npos;
  };
  for (const ik::MethodInfo& method : ik::methods()) {
    SCOPED_TRACE(method.id);
    const std::string base = of + method.id;
    const std::string usual = iklab_here(base).out;
    ASSERT_GT(usual.size(), 1000U);
    for (const char* option : {"--jacobian target", "--lead 1", "--time-step 0.01", "--max-angle 3",
                               "--d-max 0.05", "--aim-weight 3", "--lambda 0.7"}) {
      const Finished other = iklab_here(base + " " + option);
      ASSERT_EQ(other.status, 0) << other.err;
      EXPECT_EQ(noted(other), other.out == usual) << option;
    }
    // rules may happen to agree on thirty steps; a note says that they always do
    for (const char* rule : {"clamp", "active-set"}) {
      const Finished other = iklab_here(base + " --limits " + rule);
      if (noted(other)) {
        EXPECT_EQ(other.out, usual) << rule;
      }
    }
    EXPECT_FALSE(noted(iklab_here(base + " --limits off")));
  }
}

}  // namespace
