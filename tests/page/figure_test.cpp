#include "app/window/figure.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "io/body/body_file.h"
#include "io/scene/scene_file.h"

namespace {

/// A figure of Y without a window.
class Figure : public testing::Test {
 protected:
  nlohmann::json obey(const std::string& verb, const app::Query& parts = {}) {
    const auto answer =
        nlohmann::json::parse(app::obey({verb, parts}, session, panels,
                                        {.camera = [this] { return camera.value_or(kFirst); },
                                         .set_camera = [this](const auto& view) { camera = view; },
                                         .set_scale = [this](double value) { scale = value; }}));
    for (int i = 0; i < 10'000 && session.has_orders(); ++i) session.advance(0.0);
    return answer;
  }
  nlohmann::json get() { return obey("get")["value"]; }
  std::string methods() const {
    std::string ids;
    for (const lab::Lane& lane : session.setup().lanes) ids += std::string(lane.method->id) + " ";
    return ids;
  }
  double lambda() const { return session.tracker().settings().params.at("lambda"); }

  static constexpr app::CameraView kFirst{0.5F, 0.25F, 1.0F, {}};
  app::Session session{
      {},
      {.items = {}, .load = [](const std::string& id) { return io::open_scene(id); }},
      io::find_scene("y"),
      *ik::find_method("dls")};
  ui::Panels panels;
  std::optional<app::CameraView> camera;
  double scale = 0.0;
};

const nlohmann::json kDone = nlohmann::json::object();

TEST_F(Figure, TakesEachPartThereAndBack) {
  const auto done = [this](const char* name, const char* value) {
    EXPECT_EQ(obey("set", {{name, value}}), kDone) << name << '=' << value;
  };
  done("methods", "dls,sdls");
  EXPECT_EQ(methods(), "dls sdls ");
  done("method", "dls");
  EXPECT_EQ(methods(), "dls ");
  done("crowd", "20");
  EXPECT_TRUE(panels.crowd.on);
  EXPECT_EQ(panels.crowd.wish.count, 20);
  done("crowd", "off");
  EXPECT_FALSE(panels.crowd.on);
  done("paused", "on");
  EXPECT_FALSE(session.playing());
  done("paused", "off");
  EXPECT_TRUE(session.playing());
  done("no-panels", "on");
  EXPECT_TRUE(panels.hidden);
  done("no-panels", "off");
  EXPECT_FALSE(panels.hidden);
  done("embed", "method,time");
  EXPECT_TRUE(panels.hidden && panels.arrangement.kept.time);
  done("embed", "off");
  EXPECT_FALSE(panels.hidden || panels.arrangement.kept.time);
  done("camera", "0.1,0.2,3,0,0,0");
  ASSERT_TRUE(camera);
  EXPECT_EQ(camera->zoom, 3.0F);
  done("camera", "off");
  EXPECT_FALSE(camera);
  done("scale", "2");
  EXPECT_EQ(scale, 2.0);
  done("scale", "off");
  EXPECT_EQ(scale, 0.0);
  done("step", "30");
  EXPECT_EQ(session.timeline().now(), 30);
  done("step", "10");
  EXPECT_EQ(session.timeline().now(), 10);
  done("dark", "on");
  EXPECT_TRUE(panels.dark.on());
  done("dark", "off");
  EXPECT_FALSE(panels.dark.on());
  done("page", "reach");
  EXPECT_EQ(get()["page"], "Reach");
  done("page", "off");
  EXPECT_EQ(get()["page"], "off");
  done("side-by-side", "on");
  EXPECT_TRUE(panels.lanes.apart);
  done("side-by-side", "off");
  EXPECT_FALSE(panels.lanes.apart);
  done("d-max", "0.2");
  EXPECT_EQ(session.tracker().settings().d_max, 0.2);
  done("d-max", "off");
  EXPECT_EQ(get()["lanes"][0]["settings"]["d-max"], "off");
  done("scene", "humanoid");
  done("group", "arms only");
  EXPECT_EQ(get()["group"], "arms only");
  done("group", "off");
  EXPECT_EQ(get()["group"], "off");
}

TEST_F(Figure, RefusesWhatItCannotDoAndSaysWhy) {
  for (const auto& [name, value] : app::Query{{"fresh", ""},
                                              {"nonsense", "1"},
                                              {"lambda", "-3"},
                                              {"group", "arms only"},
                                              {"frames", "3"},
                                              {"gamma-max", "0.2"}}) {
    const auto answer = obey("set", {{name, value}});
    EXPECT_NE(answer.value("why", "").find(name), std::string::npos) << answer;
  }
  EXPECT_NE(obey("dance").value("why", "").find("dance"), std::string::npos);
  EXPECT_NE(obey("seek").value("why", "").find("step"), std::string::npos);
  EXPECT_NE(obey("step", {{"count", "0"}}).value("why", "").find("count"), std::string::npos);
  // the others are used
  EXPECT_TRUE(obey("set", {{"nonsense", "1"}, {"lambda", "0.7"}}).contains("why"));
  EXPECT_EQ(lambda(), 0.7);
}

TEST_F(Figure, BeginsAValidRunAtItsStep) {
  session.set_playing(false);
  obey("seek", {{"step", "5"}});
  EXPECT_EQ(obey("set", {{"lambda", "0.7"}, {"step", "12"}}), kDone);
  EXPECT_EQ(session.timeline().now(), 12);
  EXPECT_EQ(session.timeline().initial().front_lane().settings.params.at("lambda"), 0.7)
      << "from its row 0, as in an address";
  const std::string run = io::write_session(app::run_of_link(session.timeline()));
  obey("set", {{"scene", "double-y"}});
  EXPECT_EQ(obey("set", {{"run", app::packed(run)}}), kDone);
  for (int i = 0; i < 10'000 && session.opening(); ++i) session.advance(0.01);
  EXPECT_EQ(session.setup().scene->id, "y");
  EXPECT_EQ(session.timeline().now(), 12);
}

TEST_F(Figure, KeepsTheRunWhereAMessageIsAboutTheViewAlone) {
  obey("seek", {{"step", "40"}});
  obey("seek", {{"step", "10"}});
  EXPECT_EQ(obey("set", {{"page", "Why?"}, {"dark", "on"}}), kDone);
  EXPECT_EQ(session.timeline().last(), 40);
  EXPECT_TRUE(session.timeline().changes().empty());
}

TEST_F(Figure, PausesAHeavyRunWithItsReason) {
  session.set_playing(true);
  const auto answer = obey("set", {{"iterations", "1000000"}});
  EXPECT_NE(answer.value("note", "").find("1000000 updates"), std::string::npos) << answer;
  EXPECT_FALSE(session.playing());
  session.set_playing(true);
  obey("set", {{"iterations", "1"}});
  EXPECT_TRUE(obey("set", {{"crowd", "20000"}}).contains("note"));
  EXPECT_FALSE(session.playing());
}

TEST_F(Figure, StepsSeeksAndBeginsAnew) {
  obey("step");
  EXPECT_EQ(session.timeline().now(), 1);
  obey("step", {{"count", "20000"}});
  EXPECT_EQ(session.timeline().now(), 20'001);
  obey("seek", {{"step", "3"}});
  EXPECT_EQ(session.timeline().now(), 3);
  obey("reset");
  EXPECT_EQ(session.timeline().last(), 0);
  obey("play");
  EXPECT_TRUE(session.playing());
  obey("pause");
  EXPECT_FALSE(session.playing());
}

TEST_F(Figure, HoldsATargetAndReturnsItToItsCurve) {
  const std::string hand = session.setup().scene->multibody.effector(0).name;
  EXPECT_EQ(obey("target", {{"effector", hand}, {"at", "0.5,1,0"}}), kDone);
  obey("step");
  EXPECT_EQ(get()["targets"][hand], nlohmann::json({0.5, 1.0, 0.0}));
  EXPECT_EQ(get()["held"], nlohmann::json({hand}));
  EXPECT_EQ(obey("target", {{"effector", hand}, {"at", "off"}}), kDone);
  EXPECT_EQ(get()["held"], nlohmann::json::array());
  EXPECT_TRUE(obey("target", {{"effector", "nobody"}, {"at", "0,0,0"}}).contains("why"));
  EXPECT_TRUE(obey("target", {{"effector", hand}, {"at", "0,0"}}).contains("why"));
  EXPECT_TRUE(obey("target", {{"effector", hand}}).contains("why"));
}

TEST_F(Figure, TellsAnglesSingularValuesAndAllLanes) {
  obey("set", {{"methods", "dls,sdls"}, {"lambda", "0.3"}});
  obey("step", {{"count", "10"}});
  const auto state = get();
  EXPECT_EQ(state["scene"], "y");
  EXPECT_EQ(state["step"], 10);
  ASSERT_EQ(state["lanes"].size(), 2U);
  EXPECT_EQ(state["lanes"][1]["method"], "sdls");
  EXPECT_EQ(state["lanes"][0]["settings"]["lambda"], 0.3);
  const lab::Tracker& front = session.tracker();
  const ik::Multibody& body = front.multibody();
  EXPECT_EQ(state["lanes"][0]["theta"].size(), static_cast<std::size_t>(body.joint_count()));
  for (int j = 0; j < body.joint_count(); ++j) {
    EXPECT_EQ(state["lanes"][0]["theta"][body.joint(j).name], front.pose().theta[j]);
  }
  ASSERT_EQ(state["lanes"][0]["sigma"].size(), session.spectrum().components.size());
  EXPECT_NEAR(state["lanes"][0]["sigma"][0].get<double>(), session.spectrum().components[0].sigma,
              1e-12);
}

TEST_F(Figure, TellsAChangeAsPartsThatAnotherFigureTakes) {
  obey("set", {{"method", "sdls"}});
  const auto change = nlohmann::json::parse(app::change_text("γ_max", session));
  EXPECT_EQ(change["what"], "γ_max");
  EXPECT_EQ(change["set"]["methods"], "sdls");
  EXPECT_TRUE(change["set"].contains("gamma-max"));
  app::Query parts;
  for (const auto& [name, value] : change["set"].items()) {
    parts.emplace_back(name, value.is_string() ? value.get<std::string>() : value.dump());
  }
  EXPECT_EQ(obey("set", parts), kDone);
}

TEST(MessageLines, AreAVerbAndParts) {
  const app::Message message = app::message_of("set\nlambda=0.4\ncamera=1,2");
  EXPECT_EQ(message.verb, "set");
  EXPECT_EQ(message.parts, (app::Query{{"lambda", "0.4"}, {"camera", "1,2"}}));
  EXPECT_TRUE(app::message_of("play").parts.empty());
}

}  // namespace
