#include <chrono>
#include <functional>

#include <gtest/gtest.h>

#include "io/body/body_file.h"
#include "io/files/text.h"
#include "io/json/node.h"
#include "io/saved/preferences.h"
#include "io/saved/session_file.h"
#include "io/scene/scene_file.h"
#include "io/scene/scene_writer.h"
#include "io/setup/setup_json.h"
#include "lab/body/build.h"
#include "lab/body/goals.h"
#include "support/scenes.h"
#include "support/temporary_folder.h"

// Hostile texts, meant to crash a reader or to bypass the checks of options.
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
  EXPECT_NO_THROW(io::parse_json(nested("[", "1", "]", io::kMaxJsonLevels), "a"));
  EXPECT_EQ(refusal([] { io::parse_json(nested("[", "1", "]", io::kMaxJsonLevels + 1), "a"); }),
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
  EXPECT_FALSE(io::SessionReader::find(deep, "a"));
  const support::TemporaryFolder folder;
  support::put(folder / "settings.json", deep);
  EXPECT_NE(io::read_preferences(folder / "settings.json").warning.find("nested deeper"),
            std::string::npos);
}

TEST(ParseJson, BoundsBytesAndValues) {
  std::string many = "[0";
  for (std::size_t i = 0; i < io::kMaxJsonValues; ++i) many += ",0";
  EXPECT_EQ(refusal([&] { io::parse_json(many + "]", "a"); }),
            "a: too large: more than 4000000 values");
  const std::string large = '"' + std::string(io::kMaxJsonBytes, 'x') + '"';
  EXPECT_EQ(refusal([&] { io::parse_json(large, "a"); }), "a: too large: more than 64 MiB");
}

TEST(ParseJson, DoesNotEndAtANul) {
  const std::string text = std::string("{}") + '\0' + "anything";
  EXPECT_EQ(refusal([&] { io::parse_json(text, "a"); }), "a: not JSON: a NUL as byte 3");
  for (const char* empty : {"", "\n \t\r\n"}) {
    EXPECT_EQ(refusal([&] { io::parse_json(empty, "a"); }), "a: not JSON: there is nothing in it");
  }
}

TEST(ParseJson, AnswersInALineOfBoundedLength) {
  const std::string name(1'000'000, 'x');
  const std::string text = R"({"format": "ik-scene", ")" + name + R"(": 1})";
  const std::string answer = refusal([&] { io::parse_scene(text, "a"); });
  EXPECT_LE(answer.size(), io::kMaxMessageBytes);
  EXPECT_TRUE(answer.starts_with("a: xxx") && answer.ends_with("x: unknown field")) << answer;
}

TEST(ParseJson, NamesAnotherKindOfFileByItsFormat) {
  EXPECT_EQ(refusal([] { io::parse_session(R"({"format": "ik-scene", "name": "y"})", "a"); }),
            "a: format: expected \"iklab-session\"");
  EXPECT_EQ(refusal([] { io::parse_scene(R"({"format": "iklab-session", "steps": 3})", "a"); }),
            "a: format: expected \"ik-scene\"");
}

TEST(EveryReader, AnswersInALineOfBoundedLength) {
  const std::string name(1'000'000, 'x');
  const std::string link = "<link name='" + name + "'/>";
  for (const auto& input : std::vector<std::pair<std::string, const char*>>{
           {"<robot name='a'>" + link + link + "</robot>", "a.urdf"},
           {"<robot name='a'>" + link + "</robot>", "a.urdf"},
           {"<sdf><model name='a'>" + link + link + "</model></sdf>", "a.sdf"},
           {R"({"asset": {"version": "2.0"}, "buffers": [{"byteLength": 1, "uri": ")" + name +
                R"("}]})",
            "a.gltf"},
           {"HIERARCHY\n" + name, "a.bvh"}}) {
    const std::string& text = input.first;
    const char* const file = input.second;
    const std::string answer = refusal([&text, file] {
      try {
        lab::scene_of(io::parse_body(text, file).model);
      } catch (const std::invalid_argument& error) {
        throw io::Error(error.what());  // as open_scene() does
      }
    });
    EXPECT_NE(answer, "no error") << file;
    EXPECT_LE(answer.size(), io::kMaxMessageBytes) << file;
  }
}

TEST(Shortened, LeavesOutTheMiddleAndDividesNoCharacter) {
  EXPECT_EQ(io::shortened("a: b"), "a: b");
  const std::string most(io::kMaxMessageBytes, 'x');
  EXPECT_EQ(io::shortened(most), most);
  for (int shift = 0; shift < 4; ++shift) {
    std::string text(static_cast<std::size_t>(shift), 'a');
    for (int i = 0; i < 1000; ++i) text += "θ…𝜃";
    const std::string less = io::shortened(text + "z");
    EXPECT_LE(less.size(), io::kMaxMessageBytes);
    EXPECT_TRUE(less.ends_with("…𝜃z"));
    EXPECT_EQ(io::valid_utf8(less), less);
  }
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
  EXPECT_EQ(says(setup_with(R"(, "settings": {"lambda": 0.4},
                               "params": [{"name": "lambda", "value": 0.5}])")),
            "a: lanes[0].params: another lambda than in settings");
  EXPECT_EQ(says(setup_with(R"(, "settings": {"lambda": 0.5},
                               "params": [{"name": "lambda", "value": 0.5}])")),
            "no error");
  EXPECT_EQ(says(R"({"scene": "y", "lanes": [{"method": "levenberg-marquardt",
                     "params": [{"name": "least", "value": 1e12}]}]})"),
            "a: lanes[0].params[0].value: expected a number from 1e-09 to 1e+09");
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

/// A session of `y` with one change that consists of this patch.
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
  // a test of a missing "/front" fails, so the patch first adds it
  patch = R"({"op": "add", "path": "/front", "value": 0}, )" + patch;
  EXPECT_EQ(of_session(session_with(patch)), "a: too large: too many changes");
}

/// A chain of joints with a number of effectors at its end.
std::string chain_of(int joints, int effectors) {
  std::string text = R"({"format": "ik-scene", "version": 1, "joints": [)";
  for (int j = 0; j < joints; ++j) {
    text += io::concat(j > 0 ? "," : "", R"({"name": "j)", j, R"(", "parent": )",
                       j > 0 ? io::concat("\"j", j - 1, "\"") : "null",
                       R"(, "type": "revolute", "origin": [0.1, 0, 0], "axis": [0, 0, 1]})");
  }
  std::string targets;
  text += R"(], "effectors": [)";
  for (int i = 0; i < effectors; ++i) {
    const char* comma = i > 0 ? "," : "";
    text += io::concat(comma, R"({"name": "e)", i, R"(", "joint": "j)", joints - 1,
                       R"(", "offset": [0.1, 0, 0]})");
    targets += io::concat(comma, R"({"effector": "e)", i, R"(", "center": [1, 1, 0]})");
  }
  return text + R"(], "targets": [)" + targets + "]}";
}

TEST(SceneText, BoundsJointsAndEffectors) {
  const auto says = [](int joints, int effectors) {
    return refusal([&] { io::parse_scene(chain_of(joints, effectors), "a"); });
  };
  EXPECT_EQ(says(4096, 1), "no error");
  EXPECT_EQ(says(4097, 1), "a: joints: 4097, at most 4096");
  EXPECT_EQ(says(2, 512), "no error");
  EXPECT_EQ(says(2, 513), "a: effectors: 513, at most 512");
}

TEST(RobotText, BoundsJoints) {
  const auto says = [](int joints) {
    std::string text = "<robot name='a'><link name='l0'/>";
    for (int j = 1; j <= joints; ++j) {
      text += io::concat("<link name='l", j, "'/><joint name='j", j,
                         "' type='continuous'><parent link='l", j - 1, "'/><child link='l", j,
                         "'/><origin xyz='0.1 0 0'/><axis xyz='0 0 1'/></joint>");
    }
    const support::TemporaryFolder folder;
    support::put(folder / "a.urdf", text + "</robot>");
    const io::BodyOptions standing{.wish = {.fit = lab::CurveFit::kStanding}};
    std::string answer = refusal([&] { io::open_scene((folder / "a.urdf").string(), standing); });
    return answer.substr(answer.rfind('/') + 1);
  };
  EXPECT_EQ(says(5), "no error");
  EXPECT_EQ(says(4097), "a.urdf: joints: 4097, at most 4096");
}

/// A session of a chain with a joint that alternates between two positions.
std::string session_of_chain(int joints, int changes) {
  std::string text = R"({"format": "iklab-session", "version": 1, "program": "", "steps": 1,
      "start": {"scene": {"id": "a", "document": )" +
                     chain_of(joints, 1) + R"(}, "lanes": [{"method": "dls"}]}, "changes": [)";
  for (int i = 0; i < changes; ++i) {
    text += io::concat(
        i > 0 ? "," : "",
        R"({"step": 1, "patch": [{"op": "replace", "path": "/scene/document/joints/0/origin/0", )",
        R"("value": )", i % 2, "}]}");
  }
  return text + "]}";
}

// Refused at the first change, before the set-ups of later changes are made.
TEST(SessionText, RefusesTooManyChangesOfALargeBodyBeforeItReadsThem) {
  EXPECT_EQ(of_session(session_of_chain(4000, 600)),
            "a: changes[0]: too large: the body changes too often for its size");
  EXPECT_EQ(of_session(session_of_chain(4, 600)), "no error");
  // built-in scenes count with their full size, not with their name
  std::string built_in = session_with("");
  const std::string change =
      R"({"step": 1, "patch": [{"op": "replace", "path": "/scene", "value": "humanoid"}]})";
  std::string changes = change;
  for (int i = 0; i < 10'000; ++i) changes += "," + change;
  built_in.replace(built_in.find(R"({"step": 1)"), std::string::npos, changes + "]}");
  EXPECT_EQ(of_session(built_in),
            "a: changes[0]: too large: the body changes too often for its size");
}

TEST(SessionText, OpensWhereAHumanoidChangesHundredsOfTimes) {
  const auto first = std::make_shared<const lab::Scene>(io::find_scene("humanoid"));
  io::SavedSession run{lab::setup_of(first, *ik::find_method("dls"), first->settings), {}, 0};
  for (int i = 1; i <= 300; ++i) {
    lab::Scene scene = *first;
    scene.obstacles.push_back({"post", {0.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, 0.001 * i});
    run.changes.push_back({0, lab::with_body(run.start, std::move(scene))});
  }
  EXPECT_EQ(io::parse_session(io::write_session(run), "a").changes.size(), 300U);
}

TEST(SessionText, IsNotWrittenWhereItsBodyChangesTooOften) {
  const auto first = std::make_shared<const lab::Scene>(io::parse_scene(chain_of(4000, 1), "a"));
  io::SavedSession run{lab::setup_of(first, *ik::find_method("dls"), first->settings), {}, 0};
  for (int i = 0; i < 600; ++i) {
    run.changes.push_back({0, run.changes.empty() ? run.start : run.changes.back().setup});
    run.changes.back().setup.scene =
        i % 2 == 0 ? std::make_shared<const lab::Scene>(*first) : first;
  }
  EXPECT_THROW(io::write_session(run), io::Error);
}

TEST(SessionText, ReadsAScenesTextOnce) {
  const io::SavedSession read = io::parse_session(session_of_chain(4, 5), "a");
  ASSERT_EQ(read.changes.size(), 5U);
  const auto body = [&](std::size_t i) { return read.changes[i].setup.scene; };
  EXPECT_EQ(body(2), body(0));
  EXPECT_EQ(body(3), body(1));
  EXPECT_NE(body(1), body(0));
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
  // Unicode 15, table of Bidi_Control; its neighbours stay
  const char* const controls[] = {"\u061c", "\u200e", "\u200f", "\u202a", "\u202b", "\u202c",
                                  "\u202d", "\u202e", "\u2066", "\u2067", "\u2068", "\u2069"};
  for (const char* control : controls) {
    EXPECT_EQ(io::printable(std::string("a") + control + "b"), "a b");
    EXPECT_EQ(io::printable(control), " ");
  }
  for (const char* text : {"\u061b", "\u061d", "\u200d", "\u2010", "\u2029x", "\u202f", "\u2065",
                           "\u206a", "\xe2\x80", "علي"}) {
    const std::string valid = io::valid_utf8(text);
    EXPECT_EQ(io::printable(text), valid);
  }
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
