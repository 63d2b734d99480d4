#include "app/window/address.h"

#include <gtest/gtest.h>

#include "io/scene/scene_file.h"
#include "io/setup/setup_json.h"

namespace {

using Parts = app::Query;

/// Message about faults of an address; empty if there are none.
std::string trouble_of(const app::Query& query) { return app::options_from_address(query).trouble; }

app::WindowOptions options_of(const app::Query& query) {
  return app::options_from_address(query).options;
}

TEST(Address, NamesSceneMethodAndSettings) {
  const auto options = options_of(
      {{"scene", "double-y"}, {"methods", "dls,sdls"}, {"lambda", "0.7"}, {"d-max", "off"}});
  ASSERT_TRUE(options.scene);
  EXPECT_EQ(options.scene->id, "double-y");
  EXPECT_EQ(options.method, "dls");
  ASSERT_EQ(options.further_lanes.size(), 1U);
  EXPECT_STREQ(options.further_lanes[0]->id, "sdls");
  ASSERT_EQ(options.settings.size(), 2U);
  EXPECT_STREQ(options.settings[0].first->name, "lambda");
  EXPECT_EQ(options.settings[0].second, 0.7);
  EXPECT_EQ(options.settings[1].second, lab::kOff);
  EXPECT_TRUE(options.keep_preferences);
  EXPECT_FALSE(options.no_panels);
}

TEST(Address, SaysWhatAFrameOfAnotherPageKeeps) {
  const auto alone = options_of({{"embed", ""}});
  EXPECT_TRUE(alone.no_panels);
  EXPECT_FALSE(alone.keep_preferences);
  EXPECT_EQ(alone.kept.controls.count(), 0U);
  EXPECT_FALSE(alone.kept.time || alone.kept.plots);

  const auto some = options_of({{"embed", "d-max,method,lambda,plots"}});
  EXPECT_TRUE(some.kept.controls.method);
  ASSERT_EQ(some.kept.controls.knobs.size(), 2U);
  EXPECT_STREQ(some.kept.controls.knobs[0]->name, "d-max");
  EXPECT_STREQ(some.kept.controls.knobs[1]->name, "lambda");
  EXPECT_TRUE(some.kept.plots);
  EXPECT_FALSE(some.kept.time);
}

TEST(Address, NamesThePartThatIsWrong) {
  EXPECT_EQ(trouble_of({{"method", "dls"}}), "");
  for (const app::Query& query : {app::Query{{"method", "nonsense"}},
                                  {{"methods", "dls,nonsense"}},
                                  {{"scene", "nonsense"}},
                                  {{"embed", "method,nonsense"}},
                                  {{"nonsense", "1"}},
                                  {{"lambda", "nonsense"}},
                                  {{"crowd", "nonsense"}},
                                  {{"setup", "nonsense"}}}) {
    const bool about_setup = query.front().first == "setup";
    EXPECT_NE(trouble_of(query).find(about_setup ? "set-up" : "nonsense"), std::string::npos)
        << query.front().first << ": " << trouble_of(query);
  }
  EXPECT_NE(trouble_of({{"method", ""}}), "");
}

TEST(Address, UsesAllOtherPartsAndNamesEachWrongOne) {
  const app::Asked asked = app::options_from_address({{"scene", "double-y"},
                                                      {"one", "1"},
                                                      {"methods", "sdls,two,dls"},
                                                      {"lambda", "three"},
                                                      {"embed", "four,time"},
                                                      {"d-max", "0.2"}});
  ASSERT_TRUE(asked.options.scene);
  EXPECT_EQ(asked.options.scene->id, "double-y");
  EXPECT_EQ(asked.options.method, "sdls");
  EXPECT_EQ(asked.options.further_lanes.size(), 1U);
  EXPECT_TRUE(asked.options.kept.time);
  ASSERT_EQ(asked.options.settings.size(), 1U);
  EXPECT_EQ(asked.options.settings[0].second, 0.2);
  for (const char* wrong : {"one", "two", "three", "four"}) {
    EXPECT_NE(asked.trouble.find(wrong), std::string::npos) << asked.trouble;
  }
  EXPECT_EQ(asked.trouble.find('\n'), std::string::npos);
}

TEST(Address, TakesASwitchByOnAndOffAndByItsNameAlone) {
  for (const auto& [text, value] :
       {std::pair("on", 1.0), {"", 1.0}, {"true", 1.0}, {"off", 0.0}, {"false", 0.0}}) {
    const app::Asked asked = app::options_from_address({{"adaptive-d-max", text}});
    EXPECT_EQ(asked.trouble, "") << text;
    ASSERT_EQ(asked.options.settings.size(), 1U) << text;
    EXPECT_EQ(asked.options.settings[0].second, value) << text;
  }
}

TEST(Address, LeavesTheReadersOwnRunAlone) {
  EXPECT_TRUE(options_of({{"dark", ""}, {"paused", ""}}).keep_run);
  for (const app::Query& link : {app::Query{{"scene", "y"}},
                                 {{"method", "dls"}},
                                 {{"lambda", "0.7"}},
                                 {{"crowd", "10"}},
                                 {{"page", "Why?"}},
                                 {{"signals", "jitter"}},
                                 {{"step", "3"}}}) {
    EXPECT_FALSE(options_of(link).keep_run) << link.front().first;
  }
}

TEST(Address, TakesGroupsOfMethods) {
  EXPECT_EQ(options_of({{"methods", "all"}}).further_lanes.size(), ik::methods().size() - 1);
  EXPECT_EQ(options_of({{"methods", "report"}}).further_lanes.size(), 3U);
  EXPECT_EQ(trouble_of({{"methods", "all"}}), "");
}

TEST(Address, SwitchesEverythingOff) {
  EXPECT_EQ(options_of({{"dark", ""}}).dark, true);
  EXPECT_EQ(options_of({{"dark", "off"}}).dark, false);
  EXPECT_FALSE(options_of({}).dark);
  for (const char* off : {"off", "false", "0"}) {
    const app::Asked asked = app::options_from_address({{"paused", off},
                                                        {"embed", off},
                                                        {"fresh", off},
                                                        {"no-panels", off},
                                                        {"side-by-side", off},
                                                        {"page", off},
                                                        {"adaptive-d-max", off}});
    EXPECT_EQ(asked.trouble, "");
    EXPECT_FALSE(asked.options.paused);
    EXPECT_FALSE(asked.options.no_panels);
    EXPECT_TRUE(asked.options.keep_preferences);
    EXPECT_EQ(asked.options.apart, false);
    EXPECT_TRUE(asked.options.fold_page);
    EXPECT_EQ(asked.options.settings.at(0).second, 0.0);
  }
  for (const char* name : {"dark", "paused", "fresh", "no-panels", "side-by-side"}) {
    EXPECT_NE(trouble_of({{name, "maybe"}}).find("expected on or off"), std::string::npos) << name;
  }
}

TEST(Address, TakesWhatIsShown) {
  const auto options = options_of({{"page", "Why?"},
                                   {"signals", "jitter,lambda"},
                                   {"scale", "1.5"},
                                   {"step", "400"},
                                   {"camera", "0.5,-0.25,2,0.1,0,-3e-2"},
                                   {"scene", "humanoid"},
                                   {"group", "arms only"},
                                   {"method", "sdls"},
                                   {"param", "gamma-max=0.2"}});
  ASSERT_TRUE(options.page);
  EXPECT_EQ(app::page_names()[*options.page], "Why?");
  EXPECT_EQ(options_of({{"page", "why?"}}).page, options.page);
  EXPECT_EQ(options_of({{"page", "WHY?"}}).page, options.page);
  ASSERT_EQ(options.signals.size(), 2U);
  EXPECT_STREQ(lab::info(options.signals[0]).id, "jitter");
  EXPECT_EQ(options.content_scale, 1.5);
  EXPECT_EQ(options.step, 400);
  EXPECT_EQ(options.camera, (app::CameraView{0.5F, -0.25F, 2.0F, {0.1F, 0.0F, -0.03F}}));
  EXPECT_EQ(options.params.at("gamma-max"), 0.2);
  ASSERT_TRUE(options.scene && options.scene->group);
  EXPECT_EQ(options.scene->groups[*options.scene->group].name, "arms only");
  for (const auto& [name, text] : {std::pair("page", "nonsense"),
                                   {"signals", "nonsense"},
                                   {"signals", "jitter,jitter,jitter"},
                                   {"scale", "99"},
                                   {"step", "-1"},
                                   {"camera", "1,2"},
                                   {"camera", "0,0,0,0,0,0"},
                                   {"camera", "nan,0,1,0,0,0"},
                                   {"camera", "0,0,1,1e30,0,0"},
                                   {"group", "arms only"},
                                   {"param", "gamma-max"},
                                   {"crowd", "20001"},
                                   {"run", "Zm9v"},
                                   {"run", "Z"}}) {
    EXPECT_NE(trouble_of({{name, text}}), "") << name << '=' << text;
  }
}

TEST(Address, SaysWhereARefusedNameWorks) {
  for (const app::RefusedPart& part : app::refused_parts()) {
    const std::string trouble = trouble_of({{part.name, "1"}});
    EXPECT_NE(trouble.find(part.name), std::string::npos) << trouble;
    EXPECT_EQ(trouble.find("no such part"), std::string::npos) << trouble;
  }
}

TEST(Address, LeavesOutWhatMailersAdd) {
  for (const char* name : {"utm_source", "utm_campaign", "fbclid", "gclid", "mc_eid"}) {
    EXPECT_EQ(trouble_of({{name, "mail"}}), "") << name;
  }
  EXPECT_NE(trouble_of({{"utm", "1"}}), "");
}

TEST(Address, TakesNamesInAnyCase) {
  EXPECT_EQ(trouble_of({{"scene", "Double-Y"}, {"methods", "DLS,Newton"}, {"page", "why?"}}), "");
  EXPECT_EQ(options_of({{"scene", "Y"}}).scene->id, "y");
  EXPECT_EQ(options_of({{"method", "SDLS"}}).method, "sdls");
  EXPECT_EQ(options_of({{"methods", "ALL"}}).further_lanes.size(), ik::methods().size() - 1);
}

TEST(Address, RefusesLanesWithoutBoundInOneLine) {
  const app::Asked asked = app::options_from_address(Parts(300, {"methods", "all"}));
  EXPECT_TRUE(asked.options.method.empty() && asked.options.further_lanes.empty());
  EXPECT_NE(asked.trouble.find("at most 100"), std::string::npos) << asked.trouble;
  EXPECT_LT(asked.trouble.size(), 80U) << "one line";
}

TEST(Address, OpensNoFile) {
  for (const char* path : {"/etc/passwd", "scene.json", "assets/scenes/y.json", "../y"}) {
    EXPECT_NE(trouble_of({{"scene", path}}).find("no such scene"), std::string::npos) << path;
    EXPECT_FALSE(options_of({{"scene", path}}).scene) << path;
  }
}

TEST(Address, SaysThatALinkIsCutOff) {
  const std::string packed = app::packed(io::setup_text(lab::setup_of(
      std::make_shared<const lab::Scene>(io::find_scene("y")), *ik::find_method("dls"))));
  EXPECT_EQ(trouble_of({{"setup", packed}}), "");
  EXPECT_NE(trouble_of({{"setup", packed.substr(0, packed.size() / 2)}}).find("the link's set-up"),
            std::string::npos);
  EXPECT_EQ(trouble_of({{"setup", "*"}}), "the link's set-up is cut off or broken");
}

lab::Setup setup_of_y() {
  const auto scene = std::make_shared<const lab::Scene>(io::find_scene("y"));
  return lab::setup_of(scene, *ik::find_method("dls"), scene->settings);
}

/// A run of the Y with a change of λ at step 5.
lab::Timeline changed_run(int changes = 1) {
  lab::Timeline run(setup_of_y());
  for (int i = 0; i < changes; ++i) {
    for (int k = 0; k < 5; ++k) run.step();
    lab::Setup next = run.setup();
    next.front_lane().settings.params["lambda"] = 0.3 + 0.001 * i;
    run.apply(next);
  }
  for (int k = 0; k < 5; ++k) run.step();
  return run;
}

app::Asked asked(const std::string& link) {
  return app::options_from_address(app::parts_of_link("https://a.org/iklab/" + link));
}

TEST(Packed, IsBase64ForAddresses) {
  // RFC 4648, section 10, without padding; the last from the alphabet of section 5
  const std::pair<std::string, std::string> known[] = {
      {"", ""},           {"f", "Zg"},          {"fo", "Zm8"},          {"foo", "Zm9v"},
      {"foob", "Zm9vYg"}, {"fooba", "Zm9vYmE"}, {"foobar", "Zm9vYmFy"}, {"\xfb\xff", "-_8"}};
  for (const auto& [text, packed] : known) {
    EXPECT_EQ(app::packed(text), packed);
    EXPECT_EQ(app::unpacked(packed), text);
  }
  EXPECT_EQ(app::unpacked("Zm8="), "fo") << "with padding";
  for (const char* broken : {"Z", "Zm9vY", "Zm+v", "Zm 9v", "λ"}) {
    EXPECT_FALSE(app::unpacked(broken)) << broken;
  }
}

TEST(Link, IsAnAddressWithParts) {
  for (const char* link : {"https://a.org/?scene=y", "http://127.0.0.1:8000/iklab/#setup=abc",
                           "  https://a.org/index.html?a\n"}) {
    EXPECT_TRUE(app::is_link(link)) << link;
  }
  for (const char* other : {"", "https://a.org/", "file.json", "{\"scene\": \"y\"}", "?scene=y",
                            "ftp://a.org/?scene=y"}) {
    EXPECT_FALSE(app::is_link(other)) << other;
  }
}

TEST(Link, HasPartsBehindQuestionMarkAndHash) {
  EXPECT_EQ(
      app::parts_of_link("https://a.org/p?scene=double-y&dark&page=Why%3F&a=1+2#setup=ab"),
      (Parts{
          {"scene", "double-y"}, {"dark", ""}, {"page", "Why?"}, {"a", "1 2"}, {"setup", "ab"}}));
  EXPECT_EQ(app::parts_of_link("https://a.org/#run=x?y&&=1"), (Parts{{"run", "x?y"}, {"", "1"}}));
  EXPECT_EQ(app::parts_of_link("https://a.org/?a=%zz%4"), (Parts{{"a", "%zz%4"}}));
}

TEST(Link, ToASetupOpensIt) {
  lab::Setup setup = setup_of_y();
  setup.front_lane().settings.params["lambda"] = 1.0 / 3.0;
  const app::Asked opened = asked(app::link_to_setup(setup));
  EXPECT_EQ(opened.trouble, "");
  ASSERT_TRUE(opened.options.setup);
  EXPECT_EQ(io::setup_text(*opened.options.setup), io::setup_text(setup));
}

TEST(Link, ToTheViewHoldsAllOfIt) {
  const lab::Timeline run = changed_run();
  app::LinkedView view{.run = app::run_of_link(run),
                       .camera = app::CameraView{-0.5F, 0.25F, 2.0F, {0.5F, -1.5F, 1e-3F}},
                       .page = "Why?",
                       .signals = {lab::Signal::kJitter, lab::Signal::kErrors},
                       .crowd = 70,
                       .apart = false,
                       .paused = true,
                       .embedded = ui::Kept{.controls = {.method = true}, .time = true}};
  view.embedded->controls.knobs.push_back(lab::find_shared_knob("lambda"));
  bool cut = true;
  const std::string link = app::link_to_view(view, cut);
  EXPECT_FALSE(cut);
  EXPECT_EQ(link.find_first_of(" \"<>\n"), std::string::npos) << link;
  const auto [options, trouble] = asked(link);
  EXPECT_EQ(trouble, "");
  EXPECT_EQ(options.camera, view.camera);
  ASSERT_TRUE(options.page);
  EXPECT_EQ(app::page_names()[*options.page], "Why?");
  EXPECT_EQ(options.signals, view.signals);
  EXPECT_EQ(options.crowd, 70);
  EXPECT_TRUE(options.paused);
  EXPECT_TRUE(options.no_panels);
  EXPECT_TRUE(options.kept.controls.method && options.kept.time && !options.kept.plots);
  EXPECT_EQ(options.kept.controls.knobs, view.embedded->controls.knobs);
  // the run up to here, with its change at its step
  ASSERT_TRUE(options.run);
  EXPECT_EQ(options.run->steps, 10);
  EXPECT_EQ(options.run->now, 10);
  ASSERT_EQ(options.run->changes.size(), 1U);
  EXPECT_EQ(options.run->changes[0].step, 5);
  lab::Timeline again(options.run->start);
  for (int k = 0; k < 5; ++k) again.step();
  again.apply(options.run->changes[0].setup);
  for (int k = 0; k < 5; ++k) again.step();
  EXPECT_EQ(again.bench().front().pose().theta, run.bench().front().pose().theta);
}

TEST(Link, ToTheViewLeavesOutWhatIsUsual) {
  app::LinkedView view{.run = {setup_of_y(), {}, 0, 0, {}}};
  bool cut = true;
  const std::string link = app::link_to_view(view, cut);
  EXPECT_EQ(link.substr(0, link.find('#')), "?page=off");
  const auto [options, trouble] = asked(link);
  EXPECT_EQ(trouble, "");
  EXPECT_TRUE(options.setup);
  EXPECT_TRUE(options.fold_page);
  EXPECT_FALSE(options.run || options.paused || options.camera || options.no_panels);
}

TEST(Link, HoldsTheRunUpToThePresentStepOnly) {
  lab::Timeline run = changed_run();
  run.seek(3);
  const io::SavedSession held = app::run_of_link(run);
  EXPECT_EQ(held.steps, 3);
  EXPECT_TRUE(held.changes.empty());
}

TEST(Link, HoldsTheChangeMadeJustNowWhileTheRunIsPaused) {
  lab::Timeline run = changed_run();
  for (const double lambda : {0.7, 0.8}) {  // both at one step: the last counts
    lab::Setup next = run.setup();
    next.front_lane().settings.params["lambda"] = lambda;
    run.apply(next);
  }
  bool cut = true;
  const std::string link = app::link_to_view({.run = app::run_of_link(run), .paused = true}, cut);
  const app::WindowOptions options = asked(link).options;
  ASSERT_TRUE(options.run);
  ASSERT_FALSE(options.run->changes.empty());
  EXPECT_EQ(options.run->changes.back().setup.front_lane().settings.params.at("lambda"), 0.8);
  EXPECT_EQ(options.run->changes.back().step, run.now());
  EXPECT_EQ(options.run->now, run.now());
}

TEST(Link, WithTooManyChangesHoldsThePresentSetup) {
  const lab::Timeline run = changed_run(600);
  bool cut = false;
  const std::string link = app::link_to_view({.run = app::run_of_link(run)}, cut);
  EXPECT_TRUE(cut);
  EXPECT_LT(link.size(), 2 * app::kMaxLinkedRun);
  const app::Asked opened = asked(link);
  EXPECT_EQ(opened.trouble, "");
  ASSERT_TRUE(opened.options.setup);
  EXPECT_EQ(opened.options.setup->front_lane().settings.params.at("lambda"), 0.3 + 0.001 * 599);
}

TEST(Link, InAFrameIsALineOfHtml) {
  EXPECT_EQ(app::frame_line("https://a.org/?embed=time&page=off#run=a", "iklab: \"Y\" < & >"),
            "<iframe src=\"https://a.org/?embed=time&amp;page=off#run=a\" "
            "title=\"iklab: &quot;Y&quot; &lt; &amp; >\" width=\"100%\" height=\"480\" "
            "style=\"border: 0\" allow=\"clipboard-write\" loading=\"lazy\"></iframe>");
}

}  // namespace
