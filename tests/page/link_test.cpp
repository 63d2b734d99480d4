#include "app/window/link.h"

#include <gtest/gtest.h>

#include "app/window/address.h"
#include "io/scene/scene_file.h"
#include "io/setup/setup_json.h"

namespace {

using Parts = app::Query;

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
  for (const double lambda : {0.7, 0.8}) {  // both at one step, of which the last counts
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
