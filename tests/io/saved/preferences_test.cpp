#include "io/saved/preferences.h"

#include <cstdlib>
#include <optional>

#include <gtest/gtest.h>

#include "support/temporary_folder.h"

namespace {

/// Sets an environment variable and restores it afterwards.
class Environment {
 public:
  Environment(const char* name, const char* value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    value != nullptr ? setenv(name, value, 1) : unsetenv(name);
  }
  ~Environment() { before_ ? setenv(name_, before_->c_str(), 1) : unsetenv(name_); }

 private:
  const char* name_;
  std::optional<std::string> before_;
};

io::Preferences unusual() {
  io::Preferences preferences{
      .window_width = 1600,
      .window_height = 900,
      .ui_scale = 1.5,
      .text_size = 1.25,
      .page = "Compare",
      .page_open = false,
      .column_open = false,
      .page_width = 412.5,
      .column_width = 300.0,
      .plots_height = 0.1 + 0.2,
      .plots = {{"total-error", true}, {"status", false}},
      .crowd = {.kind = 2, .tone = 1, .count = 20'000, .spacing = 0.1 + 0.2, .method = "sdls"},
      .speed = 0.25,
      .dark = true,
      .contrast = false,
      .calm = true,
      .side_by_side = true,
      .scene = "some/arm \"quoted\".json",
      .method = "sdls",
      .settings = lab::Settings(),
      .params = {{"gamma-max", 0.1 + 0.2}, {"hard-clamp", 1.0}},
      .web_page = "https://a.org/iklab/",
      .recordings = "/tmp/ä folder",
      .recent = {"/tmp/one arm.urdf", "/tmp/hero.glb#Run"}};
  preferences.settings->d_max = 0.4;
  preferences.settings->params["max-angle"] = 0.123456789;
  return preferences;
}

TEST(Preferences, ComeBackAsTheyWere) {
  const support::TemporaryFolder folder;
  const auto path = folder / "deep/down/settings.json";
  for (const io::Preferences& preferences : {unusual(), io::Preferences()}) {
    io::write_preferences(path, preferences);
    const io::ReadPreferences read = io::read_preferences(path);
    EXPECT_TRUE(read.preferences == preferences);
    EXPECT_EQ(read.warning, "");
  }
}

TEST(Preferences, AreTheDefaultsWhereThereIsNoFile) {
  const support::TemporaryFolder folder;
  for (const std::filesystem::path& path : {folder / "none.json", std::filesystem::path()}) {
    const io::ReadPreferences read = io::read_preferences(path);
    EXPECT_TRUE(read.preferences == io::Preferences());
    EXPECT_EQ(read.warning, "");
  }
}

TEST(Preferences, AreTheDefaultsAndAWarningWhereTheFileIsBroken) {
  const support::TemporaryFolder folder;
  const auto path = folder / "settings.json";
  for (const std::string text : {"",
                                 "garbage",
                                 "[1, 2]",
                                 "null",
                                 "{\"scene\": 3}",
                                 "{\"window_width\": -5}",
                                 "{\"window_width\": 1e999}",
                                 "{\"window_height\": 1e9}",
                                 "{\"ui_scale\": \"big\"}",
                                 "{\"speed\": -1}",
                                 "{\"page\": 3}",
                                 "{\"page_width\": -1}",
                                 "{\"column_width\": 1e9}",
                                 "{\"plots_height\": \"low\"}",
                                 "{\"page_open\": 0}",
                                 "{\"column_open\": null}",
                                 "{\"plots\": {}}",
                                 "{\"plots\": [{\"signal\": \"x\", \"logarithmic\": true}]}",
                                 "{\"plots\": [{\"signal\": \"status\"}]}",
                                 "{\"dark\": 1}",
                                 "{\"crowd\": 5}",
                                 "{\"crowd\": {\"kind\": \"z\"}}",
                                 "{\"crowd\": {\"tone\": 1}}",
                                 "{\"crowd\": {\"count\": 20001}}",
                                 "{\"crowd\": {\"count\": 2.5}}",
                                 "{\"crowd\": {\"spacing\": -1}}",
                                 "{\"crowd\": {\"method\": null}}",
                                 "{\"side_by_side\": \"yes\"}",
                                 "{\"settings\": {\"lambda\": -1}}",
                                 "{\"settings\": {\"x\": 1}}",
                                 "{\"params\": {\"gain\": \"1\"}}",
                                 "{\"recordings\": \"\"}",
                                 "{\"recent\": \"/tmp/arm.urdf\"}",
                                 "{\"recent\": [3]}",
                                 "{\"method\": \"dls\"",
                                 "\x7f"
                                 "ELF\x01\x02"}) {
    support::put(path, text);
    const io::ReadPreferences read = io::read_preferences(path);
    EXPECT_TRUE(read.preferences == io::Preferences()) << text;
    EXPECT_EQ(read.warning.rfind(path.string() + ": ", 0), 0U) << text << " -> " << read.warning;
    EXPECT_EQ(read.warning.find('\n'), std::string::npos) << read.warning;
  }
  EXPECT_NE(io::read_preferences(folder.path()).warning, "");
}

TEST(Preferences, KeepTheLatestFilesAlone) {
  const support::TemporaryFolder folder;
  std::string list;
  for (int i = 0; i < 100; ++i) list += (i > 0 ? ",\"/tmp/" : "\"/tmp/") + std::to_string(i) + "\"";
  support::put(folder / "settings.json", "{\"recent\": [" + list + "]}");
  const io::ReadPreferences read = io::read_preferences(folder / "settings.json");
  EXPECT_EQ(read.warning, "");
  ASSERT_EQ(read.preferences.recent.size(), io::kMaxRecent);
  EXPECT_EQ(read.preferences.recent[1], "/tmp/1");
}

TEST(Preferences, PassOverFieldsOfAnotherVersion) {
  const support::TemporaryFolder folder;
  support::put(folder / "settings.json", "{\"dark\": true, \"language\": \"eo\"}");
  const io::ReadPreferences read = io::read_preferences(folder / "settings.json");
  EXPECT_EQ(read.preferences.dark, true);
  EXPECT_EQ(read.preferences.method, io::Preferences().method);
  EXPECT_EQ(read.warning, "");
}

TEST(Preferences, TakeOnlyAChosenThemeFromOlderPrograms) {
  const support::TemporaryFolder folder;
  const auto theme_of = [&folder](const char* text) {
    support::put(folder / "settings.json", text);
    return io::read_preferences(folder / "settings.json").preferences.dark;
  };
  EXPECT_EQ(theme_of(R"({"dark": true})"), true);
  EXPECT_EQ(theme_of(R"({"dark": false})"), std::nullopt) << "the default, which they wrote always";
  EXPECT_EQ(theme_of(R"({"theme": "light"})"), false);
  EXPECT_EQ(theme_of(R"({"theme": "dark"})"), true);
  EXPECT_EQ(theme_of(R"({"theme": "pink"})"), std::nullopt);
}

TEST(Preferences, SayWhyTheyCannotBeWritten) {
  const support::TemporaryFolder folder;
  support::put(folder / "file", "");
  EXPECT_THROW(io::write_preferences(folder / "file/settings.json", {}), io::Error);
}

TEST(PreferencesPath, FollowsXdgAndThenHome) {
  const Environment home("HOME", "/home/me");
  {
    const Environment xdg("XDG_CONFIG_HOME", "/etc/mine");
    EXPECT_EQ(io::preferences_path(), "/etc/mine/iklab/settings.json");
  }
  for (const char* useless : {static_cast<const char*>(nullptr), "", "not/absolute"}) {
    const Environment xdg("XDG_CONFIG_HOME", useless);
    EXPECT_EQ(io::preferences_path(), "/home/me/.config/iklab/settings.json");
  }
  const Environment xdg("XDG_CONFIG_HOME", nullptr), nobody("HOME", nullptr);
  EXPECT_EQ(io::preferences_path(), "");
}

TEST(Preferences, PutRightOnlyWhatCannotWork) {
  const support::TemporaryFolder folder;
  const auto path = folder / "settings.json";
  support::put(path, R"({"ui_scale": 0.1, "dark": true, "scene": "double-y", "speed": 0.5})");
  const io::ReadPreferences one = io::read_preferences(path);
  EXPECT_EQ(one.preferences.dark, true) << "the others stay";
  EXPECT_EQ(one.preferences.scene, "double-y");
  EXPECT_EQ(one.preferences.speed, 0.5);
  EXPECT_EQ(one.preferences.ui_scale, 0.0);
  EXPECT_EQ(one.warning, path.string() + ": ui_scale: expected 0.25 to 8. Its default is used");
  support::put(path, R"({"ui_scale": "x", "window_width": [], "text_size": 9, "dark": true})");
  const io::ReadPreferences several = io::read_preferences(path);
  EXPECT_EQ(several.preferences.dark, true);
  EXPECT_EQ(several.preferences.text_size, 1.0);
  EXPECT_NE(several.warning.find(", and 2 more. Their defaults are used"), std::string::npos)
      << several.warning;
  for (const double scale : {0.0, 0.25, 8.0}) {
    io::write_preferences(path, {.ui_scale = scale});
    EXPECT_EQ(io::read_preferences(path).preferences.ui_scale, scale);
    EXPECT_EQ(io::read_preferences(path).warning, "");
  }
}

}  // namespace
