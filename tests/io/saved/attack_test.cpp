#include <chrono>
#include <functional>

#include <gtest/gtest.h>

#include "io/files/text.h"
#include "io/json/node.h"
#include "io/saved/preferences.h"
#include "io/saved/session_file.h"
#include "io/scene/scene_file.h"
#include "io/setup/setup_json.h"
#include "support/scenes.h"
#include "support/temporary_folder.h"

// Texts that are made to bring a reader down, or past the checks that options pass.
namespace {

std::string refusal(const std::function<void()>& read) {
  try {
    read();
  } catch (const io::Error& error) {
    return error.what();
  }
  return "no error";
}

std::string nested(const std::string& open, const std::string& inner, const std::string& close,
                   std::size_t levels) {
  std::string text;
  for (std::size_t i = 0; i < levels; ++i) text += open;
  text += inner;
  for (std::size_t i = 0; i < levels; ++i) text += close;
  return text;
}

TEST(ParseJson, TakesSoManyLevelsAndNotOneMore) {
  EXPECT_NO_THROW(io::parse_json(nested("[", "1", "]", io::kMostJsonLevels), "a"));
  EXPECT_EQ(refusal([] { io::parse_json(nested("[", "1", "]", io::kMostJsonLevels + 1), "a"); }),
            "a: nested deeper than 64 levels");
  EXPECT_EQ(refusal([] { io::parse_json(nested(R"({"b":)", "1", "}", 65), "a"); }),
            "a: b: nested deeper than 64 levels");
}

TEST(ParseJson, IsNotBroughtDownByAnyDepth) {
  for (const std::size_t levels : {1000U, 100'000U, 3'000'000U}) {
    for (const auto& ends : {std::pair("[", "]"), std::pair(R"({"a":)", "}")}) {
      EXPECT_NE(refusal([&] {
                  io::parse_json(nested(ends.first, "1", ends.second, levels), "a");
                }).find("nested deeper"),
                std::string::npos);
    }
  }
}

TEST(EveryReader, RefusesWhatIsNestedWithoutEnd) {
  const std::string deep = nested(R"({"scene":)", "1", "}", 100'000);
  for (const auto& read : std::vector<std::function<void()>>{[&] { io::parse_scene(deep, "a"); },
                                                             [&] { io::parse_session(deep, "a"); },
                                                             [&] { io::parse_setup(deep, "a"); }}) {
    EXPECT_EQ(refusal(read), "a: scene: nested deeper than 64 levels");
  }
  EXPECT_FALSE(io::is_session(deep));
  const support::TemporaryFolder folder;
  support::put(folder / "settings.json", deep);
  EXPECT_NE(io::read_preferences(folder / "settings.json").warning.find("nested deeper"),
            std::string::npos);
}

TEST(ParseJson, BoundsBytesAndValues) {
  std::string many = "[0";
  for (std::size_t i = 0; i < io::kMostJsonValues; ++i) many += ",0";
  EXPECT_EQ(refusal([&] { io::parse_json(many + "]", "a"); }),
            "a: too large: more than 4000000 values");
  const std::string large = '"' + std::string(io::kMostJsonBytes, 'x') + '"';
  EXPECT_EQ(refusal([&] { io::parse_json(large, "a"); }), "a: too large: more than 64 MiB");
}

TEST(ParseJson, DoesNotEndAtANul) {
  const std::string text = std::string("{}") + '\0' + "anything";
  EXPECT_EQ(refusal([&] { io::parse_json(text, "a"); }), "a: not JSON: a NUL as byte 3");
}

TEST(ParseJson, AnswersInALineOfBoundedLength) {
  const std::string name(1'000'000, 'x');
  const std::string text = R"({"format": "ik-scene", ")" + name + R"(": 1})";
  EXPECT_LT(refusal([&] { io::parse_scene(text, "a"); }).size(), 500U);
}

TEST(SizeOf, CountsWhatIsThere) {
  const io::JsonSize size =
      io::size_of(io::parse_json(R"({"ab": [1, {"c": "def"}], "g": null})", "a"));
  EXPECT_EQ(size.levels, 3U);
  EXPECT_EQ(size.values, 6U);
  EXPECT_EQ(size.bytes, 2U + 1U + 3U + 1U);
}

std::string setup_with(const std::string& lane, const std::string& rest = "") {
  return R"({"scene": "y", "lanes": [{"method": "dls")" + lane + "}]" + rest + "}";
}

TEST(SetupText, TakesTheNumbersThatOptionsTake) {
  const auto says = [](const std::string& text) {
    return refusal([&] { io::parse_setup(text, "a"); });
  };
  EXPECT_EQ(says(setup_with(R"(, "params": [{"name": "lambda", "value": -5}])")),
            "a: lanes[0].params[0].value: expected a number of at least 0");
  EXPECT_EQ(says(setup_with(R"(, "params": [{"name": "lambda", "value": 0.5}])")), "no error");
  EXPECT_EQ(says(setup_with(R"(, "params": [{"name": "lambda", "value": 1},
                                            {"name": "lambda", "value": 2}])")),
            "a: lanes[0].params[1].name: the parameter appears twice");
  EXPECT_EQ(says(setup_with("", R"(, "front": 0.5)")),
            "a: front: expected a whole number from 0 to 0");
  for (const char* id : {"1e300", "-1", "2.5", "4294967296"}) {
    EXPECT_EQ(says(setup_with(std::string(R"(, "id": )") + id)),
              "a: lanes[0].id: expected a whole number from 0 to 1000000000");
  }
  std::string lanes = R"({"method": "dls", "id": 0})";
  for (int i = 1; i <= 100; ++i) {
    lanes += R"(, {"method": "dls", "id": )" + std::to_string(i) + "}";
  }
  EXPECT_EQ(says(R"({"scene": "y", "lanes": [)" + lanes + "]}"), "a: lanes: at most 100 lanes");
}

/// A session of `y` with one change of that patch.
std::string session_with(const std::string& patch, const std::string& steps = "10") {
  return R"({"format": "iklab-session", "version": 1, "program": "", "steps": )" + steps +
         R"(, "start": )" + setup_with("") + R"(, "changes": [{"step": 1, "patch": [)" + patch +
         "]}]}";
}

std::string of_session(const std::string& text) {
  return refusal([&] { io::parse_session(text, "a"); });
}

TEST(SessionText, RefusesAPatchThatDoublesTheSetup) {
  std::string patch = R"({"op": "add", "path": "/x", "value": []})";
  for (int i = 0; i < 40; ++i) {
    patch += R"(, {"op": "copy", "from": "/x", "path": "/x/-"})";
    patch += R"(, {"op": "copy", "from": "/x", "path": "/x/-"})";
  }
  const std::string answer = of_session(session_with(patch));
  EXPECT_NE(answer.find("a: changes[0].patch: makes a setup that is too large"), std::string::npos)
      << answer;
}

TEST(SessionText, RefusesPatchesThatTakeForEver) {
  std::string list = "0";
  for (int i = 0; i < 100'000; ++i) list += ",0";
  std::string patch = R"({"op": "add", "path": "/x", "value": [)" + list + "]}";
  for (int i = 0; i < 2'000; ++i) patch += R"(, {"op": "test", "path": "/front", "value": 0})";
  // "front" is not there: a test fails; so put it there first
  patch = R"({"op": "add", "path": "/front", "value": 0}, )" + patch;
  EXPECT_EQ(of_session(session_with(patch)), "a: too large: its changes make too many set-ups");
}

TEST(SessionText, RefusesAPatchThatLeadsIntoANumber) {
  EXPECT_NE(of_session(session_with(R"({"op": "add", "path": "/front", "value": 0},
                                       {"op": "add", "path": "/front/x", "value": 0})"))
                .find("leads into a value"),
            std::string::npos);
  for (const char* path : {"", "front", "/lanes/9/x", "/lanes/-1", "/lanes/x/y", "/~", "/a/b/c"}) {
    EXPECT_NE(of_session(session_with(std::string(R"({"op": "add", "value": 0, "path": ")") + path +
                                      "\"}")),
              "no error")
        << path;
  }
}

TEST(SessionText, HasAWholeSceneAfterEveryChange) {
  EXPECT_EQ(of_session(session_with(R"({"op": "replace", "path": "/scene", "value": "double-y"})")),
            "no error");
  for (const char* operation :
       {R"({"op": "replace", "path": "/scene", "value": "no such"})",
        R"({"op": "replace", "path": "/scene", "value": null})",
        R"({"op": "replace", "path": "/scene", "value": {"id": "a", "document": {}}})",
        R"({"op": "copy", "from": "/scene", "path": "/scene/x"})",
        R"({"op": "move", "from": "/lanes", "path": "/scene"})",
        R"({"op": "copy", "from": "/scene", "path": "/targets"})",
        R"({"op": "remove", "path": "/scene"})", R"({"op": "add", "path": "/scene/x", "value": 1})",
        R"({"op": "replace", "path": "", "value": [1]})"}) {
    EXPECT_NE(of_session(session_with(operation)), "no error") << operation;
  }
}

TEST(SessionText, BoundsItsSteps) {
  const std::string change = R"({"op": "add", "path": "/frozen", "value": true})";
  EXPECT_EQ(of_session(session_with(change, "100000000")), "no error");
  for (const char* steps : {"100000001", "1e300", "2.5", "-1"}) {
    EXPECT_EQ(of_session(session_with(change, steps)),
              "a: steps: expected a whole number from 0 to 100000000");
  }
}

TEST(SessionText, IsNotWrittenWhereItCouldNotBeRead) {
  const auto loaded = std::make_shared<const lab::Scene>(io::find_scene("y"));
  const lab::Setup setup = lab::setup_of(loaded, *ik::find_method("dls"), loaded->settings);
  EXPECT_NO_THROW(io::write_session({setup, {}, 100'000'000}));
  EXPECT_THROW(io::write_session({setup, {}, 100'000'001}), io::Error);
}

TEST(Preferences, TakeTheNumbersThatOptionsTake) {
  const support::TemporaryFolder folder;
  support::put(folder / "a.json", R"({"method": "dls", "params": {"lambda": -5}})");
  const io::ReadPreferences read = io::read_preferences(folder / "a.json");
  EXPECT_NE(read.warning.find("params.lambda: expected a number of at least 0"), std::string::npos)
      << read.warning;
  EXPECT_TRUE(read.preferences.params.empty());
}

TEST(SceneText, RefusesControlCharactersInItsName) {
  lab::Scene scene = scenes::circling(bodies::planar_arm(2));
  for (const char* name : {"a\x1b[31m", "a\x7f", "a\nb",
                           "a\xc2\x9b"
                           "2J"}) {
    scene.name = name;
    EXPECT_EQ(refusal([&] { io::parse_scene(io::write_scene(scene), "a"); }),
              "a: name: a name may hold no control character");
  }
  scene.name = "Zweiarm Ä — θ";
  EXPECT_EQ(io::parse_scene(io::write_scene(scene), "a").name, scene.name);
}

TEST(Printable, IsOneLineOfUtf8WithoutControlCharacters) {
  EXPECT_EQ(io::printable("a\x1b[31m\nb\x7f"), "a [31m b ");
  EXPECT_EQ(io::printable("\xc2\x9b"
                          "2J \x9b"),
            " 2J \xef\xbf\xbd");
  EXPECT_EQ(io::printable("θ — Ä"), "θ — Ä");
  EXPECT_FALSE(io::has_control(io::printable("\x01\xc2\x80\xff")));
}

TEST(SetupText, HoldsASceneFromAPathThatIsNoUtf8) {
  lab::Scene scene = scenes::circling(bodies::planar_arm(2));
  scene.id = "/tmp/\xff\xfe/arm.json";
  const auto loaded = std::make_shared<const lab::Scene>(scene);
  const lab::Setup setup = lab::setup_of(loaded, *ik::find_method("dls"), scene.settings);
  const std::string text = io::setup_text(setup);
  EXPECT_EQ(io::write_scene(*io::parse_setup(text, "a").scene), io::write_scene(scene));
  EXPECT_EQ(io::parse_setup(text, "a", loaded).scene, loaded) << "it is still the very same";
  const support::TemporaryFolder folder;
  lab::Timeline timeline(setup);
  for (int k = 0; k < 5; ++k) timeline.step();
  timeline.apply(setup);
  const io::SavedSession saved = io::read_session(io::save_session(folder.path(), timeline));
  EXPECT_EQ(saved.steps, 5);
}

}  // namespace
