#include "app/window/preferences.h"

#include <fstream>

#include <gtest/gtest.h>

#include "app/edits.h"
#include "app/window/remembered.h"
#include "io/body/body_file.h"
#include "io/files/file.h"
#include "lab/body/build.h"
#include "ui/shell/laboratory.h"

namespace {

using namespace remembered;

TEST_F(Preferences, BringASessionBack) {
  app::Session before = make_session({});
  before.set_scene(load("slide"));
  edits::choose(before, *ik::find_method("sdls"));
  edits::set_param(before, "gamma-max", 0.125);
  edits::set(before, "d-max", 0.3);
  edits::set(before, "max-angle", lab::kOff);
  before.set_folder("elsewhere");
  before.set_speed(0.25);
  ui::Panels panels;
  panels.dark.chosen = true;
  io::Preferences saved = app::preferences_of(before, panels, {});
  io::write_preferences(file, saved);

  const io::ReadPreferences read = io::read_preferences(file);
  EXPECT_EQ(read.warning, "");
  EXPECT_EQ(read.preferences.dark, true);
  const app::Session after = make_session(read.preferences);
  EXPECT_EQ(after.tracker().scene().id, "slide");
  EXPECT_STREQ(after.tracker().method_info().id, "sdls");
  EXPECT_EQ(ik::get_param(after.tracker().method(), "gamma-max"), 0.125);
  EXPECT_EQ(after.tracker().settings().d_max, 0.3);
  EXPECT_EQ(after.tracker().max_angle(), lab::kOff);
  EXPECT_EQ(after.folder(), "elsewhere");
  EXPECT_EQ(after.speed(), 0.25);
  EXPECT_EQ(app::preferences_of(after, panels, {}), saved);
}

TEST_F(Preferences, HaveThePlotsOfASingleLaneWhileLanesAreCompared) {
  ui::Panels panels;
  panels.plots.compares = true;
  panels.plots.views[0].choice.signal = lab::Signal::kMeanError;
  EXPECT_TRUE(app::preferences_of(make_session({}), panels, {}).plots.empty());
}

TEST_F(Preferences, BringThePanelsBack) {
  const app::Session session = make_session({});
  ui::Panels before;
  before.page = ui::page_named("Sweep");
  before.arrangement.page = {.width = 400.0F, .open = false};
  before.arrangement.column = {.width = 280.0F, .open = false};
  before.arrangement.strip_height = 200.0F;
  before.plots.views[1].choice.signal = lab::Signal::kSigmas;
  before.plots.views[1].choice.logarithmic = true;
  before.lanes.apart = true;
  before.crowd.wish = {.kind = ui::CrowdKind::kBoth,
                       .count = 321,
                       .spacing = 2.25,
                       .method = ik::find_method("sdls"),
                       .tone = lab::CrowdTone::kStatus};
  io::write_preferences(file, app::preferences_of(session, before, {}));

  const io::ReadPreferences read = io::read_preferences(file);
  ASSERT_EQ(read.warning, "");
  ui::Panels after;
  EXPECT_EQ(app::set_panels(read.preferences, after), "");
  EXPECT_EQ(after.page, ui::page_named("Sweep"));
  EXPECT_EQ(after.arrangement.page.width, 400.0F);
  EXPECT_FALSE(after.arrangement.page.open);
  EXPECT_EQ(after.arrangement.column.width, 280.0F);
  EXPECT_FALSE(after.arrangement.column.open);
  EXPECT_EQ(after.arrangement.strip_height, 200.0F);
  EXPECT_EQ(after.plots.views[0].choice.signal, ui::Panels().plots.views[0].choice.signal);
  EXPECT_EQ(after.plots.views[1].choice.signal, lab::Signal::kSigmas);
  EXPECT_TRUE(after.plots.views[1].choice.logarithmic);
  EXPECT_TRUE(after.lanes.apart);
  EXPECT_EQ(after.crowd.wish, before.crowd.wish);
  EXPECT_FALSE(after.crowd.on) << "a crowd costs time: it is asked for anew";
}

TEST_F(Preferences, GiveWayToLanesOfSeveralMethods) {
  app::WindowOptions options;
  options.method = "sdls";
  options.further_lanes = {ik::find_method("dls"), ik::find_method("newton")};
  options.settings = {{lab::find_shared_knob("d-max"), 0.3}};
  options.params = {{"gamma-max", 0.125}};
  const app::Session session = make_session({}, options);
  const lab::Setup& setup = session.setup();
  ASSERT_EQ(setup.lanes.size(), 3U);
  EXPECT_EQ(setup.front, 0U);
  EXPECT_EQ(setup.lanes[0].settings.params.count("gamma-max"), 1U);
  const char* const ids[] = {"sdls", "dls", "newton"};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_STREQ(setup.lanes[i].method->id, ids[i]);
    EXPECT_EQ(setup.lanes[i].settings.d_max, 0.3);
    EXPECT_EQ(setup.lanes[i].settings.params.count("gamma-max"), i == 0 ? 1U : 0U)
        << "only methods that have it";
  }
  EXPECT_EQ(session.timeline().now(), 0);
  EXPECT_FALSE(session.shown().undo.can_undo()) << "they are there from the start";
}

TEST_F(Preferences, LeaveOutACrowdsMethodThatCannotRunInLanes) {
  for (const char* id : {"newton", "no-such-method"}) {
    io::Preferences kept;
    kept.crowd.method = id;
    ui::Panels panels;
    EXPECT_EQ(app::set_panels(kept, panels), "");
    EXPECT_EQ(panels.crowd.wish, ui::CrowdWish()) << id;
  }
}

TEST_F(Preferences, SayThatThereIsNoSuchPage) {
  io::Preferences kept;
  kept.page = "Weather";
  ui::Panels panels;
  EXPECT_NE(app::set_panels(kept, panels).find("Weather"), std::string::npos);
  EXPECT_EQ(panels.page, 0U);
}

TEST_F(Preferences, DoNotRememberWhatOptionsSet) {
  io::Preferences kept;
  kept.page = "Sweep";
  kept.page_open = false;
  io::Preferences start = kept;  // with --dark, --crowd, --methods and --signals
  start.dark = true;
  start.page = "Crowd";
  start.side_by_side = true;
  start.crowd.count = 77;
  start.page_open = true;
  start.plots = {{"lambda", false}, {"jitter", false}};
  EXPECT_EQ(app::without_options(start, start, kept), kept);

  io::Preferences now = start;
  now.page = "Compare";
  now.page_width = 350.0;
  now.plots[1].logarithmic = true;
  now.crowd.tone = 1;
  const io::Preferences changed = app::without_options(now, start, kept);
  EXPECT_EQ(changed.dark, std::nullopt);
  EXPECT_EQ(changed.page, "Compare");
  EXPECT_EQ(changed.page_width, 350.0);
  EXPECT_EQ(changed.plots, now.plots) << "the user has changed the plots";
  EXPECT_EQ(changed.crowd.tone, 1U);
  EXPECT_EQ(changed.crowd.count, 0);
  // the user switches to the light theme
  now.dark = false;
  kept.dark = true;
  EXPECT_EQ(app::without_options(now, start, kept).dark, false);
}

TEST_F(Preferences, GiveWayToTheOptions) {
  const io::Preferences kept = kept_of_slide();
  app::WindowOptions options;
  options.method = "dls";
  options.settings = {{lab::find_shared_knob("lambda"), 0.77},
                      {lab::find_shared_knob("d-max"), 0.9}};
  const app::Session same_scene = make_session(kept, options);
  EXPECT_EQ(same_scene.tracker().scene().id, "slide");
  EXPECT_STREQ(same_scene.tracker().method_info().id, "dls");
  EXPECT_EQ(ik::get_param(same_scene.tracker().method(), "lambda"), 0.77);
  EXPECT_EQ(same_scene.tracker().settings().d_max, 0.9);

  options.settings.clear();
  options.scene = load("y");
  options.paused = true;
  const app::Session other_scene = make_session(kept, options);
  EXPECT_EQ(other_scene.tracker().scene().id, "y");
  EXPECT_EQ(other_scene.tracker().settings().d_max, lab::kOff) << "those were for another scene";
  EXPECT_FALSE(other_scene.shown().playback.playing);
}

TEST_F(Preferences, KeepSettingsAndParametersForTheSameSceneOnly) {
  const io::Preferences kept = kept_of_slide();
  app::WindowOptions options;
  options.scene = load("slide");
  const app::Session same_scene = make_session(kept, options);
  EXPECT_EQ(same_scene.tracker().settings().d_max, 0.3);
  EXPECT_EQ(ik::get_param(same_scene.tracker().method(), "gamma-max"), 0.125);

  options.scene = load("y");
  const app::Session other_scene = make_session(kept, options);
  EXPECT_STREQ(other_scene.tracker().method_info().id, "sdls") << "the method is kept";
  EXPECT_EQ(other_scene.tracker().settings().d_max, lab::kOff);
  EXPECT_NE(ik::get_param(other_scene.tracker().method(), "gamma-max"), 0.125);
}

TEST_F(Preferences, TakeParametersFromTheOptions) {
  app::WindowOptions options;
  options.method = "pseudoinverse";
  options.params = {{"cutoff", 0.1}};
  const app::Session session = make_session({}, options);
  EXPECT_EQ(ik::get_param(session.tracker().method(), "cutoff"), 0.1);
}

TEST_F(Preferences, FallBackWhereTheSceneOrTheMethodIsGone) {
  io::Preferences kept;
  kept.scene = "/gone/arm.json";
  kept.method = "no-such-method";
  const app::Session session = make_session(kept);
  EXPECT_EQ(session.tracker().scene().id, "y");
  EXPECT_STREQ(session.tracker().method_info().id, "dls");
  EXPECT_EQ(session.message(), "/gone/arm.json: no such scene");
}

TEST_F(Preferences, KeepASceneThatIsAwayUntilTheUserChangesSomething) {
  io::Preferences kept;
  kept.scene = "/gone/arm.json";
  kept.settings = lab::Settings{};
  kept.settings->d_max = 0.3;
  app::Session session = make_session(kept);
  EXPECT_TRUE(session.shown().message.trouble);
  ui::Panels panels;
  EXPECT_EQ(app::preferences_of(session, panels, kept), kept);
  panels.dark.chosen = true;
  EXPECT_EQ(app::preferences_of(session, panels, kept).scene, kept.scene);
  EXPECT_EQ(app::preferences_of(session, panels, kept).settings, kept.settings);
  edits::set(session, "d-max", 0.5);
  EXPECT_EQ(app::preferences_of(session, panels, kept).scene, "y");
  EXPECT_EQ(app::preferences_of(session, panels, kept).settings->d_max, 0.5);

  app::Session other = make_session(kept);
  other.set_scene(load("slide"));
  EXPECT_EQ(app::preferences_of(other, panels, kept).scene, "slide");
  EXPECT_FALSE(app::preferences_of(other, panels, kept).settings);
}

TEST_F(Preferences, RememberASceneFromAFileByItsPath) {
  app::WindowOptions options;
  options.scene = load("slide");
  options.scene->id = "/somewhere/arm.json";
  options.scene->name.clear();
  const app::Session session = make_session({}, options, {{"y", "Y", ""}});
  EXPECT_EQ(app::preferences_of(session, {}, {}).scene, "/somewhere/arm.json");
  ASSERT_EQ(session.shown().scenes.items.size(), 2U);
  EXPECT_EQ(session.shown().scenes.chosen, 1U);
  EXPECT_EQ(session.shown().scenes.items[1].name, "/somewhere/arm.json") << "for want of a name";
}

TEST_F(Preferences, RememberTheFilesThatWereOpened) {
  const std::string one = (folder / "one.json").string(), two = (folder / "two.json").string(),
                    gone = (folder / "gone.urdf").string();
  for (const std::string& path : {one, two, gone}) io::write_file(path, "{}");
  app::Session before = make_session({});
  for (const std::string& path : {one, two, gone, one}) before.add_recent(path);
  before.add_recent((folder / "standard-input.json").string());
  const io::Preferences kept = app::preferences_of(before, {}, {});
  EXPECT_EQ(kept.recent, (std::vector<std::string>{one, gone, two})) << "the last one first";

  std::filesystem::remove(gone);
  app::WindowOptions options;
  options.scene = load("slide");
  options.scene->id = two;
  const app::Session after = make_session(kept, options, {{"y", "Y", ""}});
  EXPECT_EQ(after.recent(), (std::vector<std::string>{two, one})) << "one that is gone is left out";
  const auto items = after.shown().scenes.items;
  ASSERT_EQ(items.size(), 3U);
  EXPECT_EQ(items[1].id, two);
  EXPECT_EQ(items[2].id, one);
  EXPECT_EQ(items[2].name, "one.json");
  EXPECT_TRUE(items[2].is_file);
  EXPECT_FALSE(items[0].is_file);
}

TEST_F(Preferences, RememberSomeFilesOnly) {
  app::Session session = make_session({});
  for (std::size_t i = 0; i < 2 * io::kMaxRecent; ++i) {
    const std::string path = (folder / std::to_string(i)).string();
    io::write_file(path, "{}");
    session.add_recent(path);
  }
  EXPECT_EQ(session.recent().size(), io::kMaxRecent);
  EXPECT_EQ(session.recent().back(), (folder / std::to_string(io::kMaxRecent)).string());
}

TEST_F(Preferences, AdaptiveDMaxStartsFreeAsAtRowZero) {
  app::WindowOptions options;
  options.settings = {{lab::find_shared_knob("d-max"), 0.4},
                      {lab::find_shared_knob("adaptive-d-max"), 1.0}};
  const app::Session session = make_session({}, options);
  EXPECT_EQ(session.tracker().d_max()[0], lab::kOff);
}

TEST_F(Preferences, TellAChosenThemeFromTheSystems) {
  const app::Session session = make_session({});
  ui::Panels panels;
  panels.dark.system = panels.contrast.system = true;
  EXPECT_TRUE(panels.dark.on());
  io::Preferences saved = app::preferences_of(session, panels, {});
  EXPECT_EQ(saved, io::Preferences()) << "the system's wishes are not the user's";
  panels.dark.toggle();
  saved = app::preferences_of(session, panels, {});
  io::write_preferences(file, saved);

  ui::Panels after;
  app::set_panels(io::read_preferences(file).preferences, after);
  after.dark.system = after.contrast.system = true;
  EXPECT_FALSE(after.dark.on()) << "the user chose the light theme";
  EXPECT_TRUE(after.contrast.on()) << "the user has not chosen";
}

TEST_F(Preferences, AreSavedOnceTheyStandStill) {
  app::PreferencesKeeper keeper(file, {});
  io::Preferences now;
  keeper.look(now, nullptr, 5.0);
  EXPECT_FALSE(std::filesystem::exists(file)) << "nothing has changed";
  now.dark = true;
  keeper.look(now, nullptr, 5.0);
  keeper.look(now, nullptr, 0.4);
  EXPECT_FALSE(std::filesystem::exists(file)) << "the slider may still be moving";
  keeper.look(now, nullptr, 0.7);
  EXPECT_EQ(io::read_preferences(file).preferences.dark, true);
}

TEST_F(Preferences, KeepTheirOwnRunBesideThatOfALink) {
  io::Preferences kept;
  kept.scene = "slide";
  kept.method = "sdls";
  kept.params["gamma-max"] = 0.125;
  app::WindowOptions link;
  link.scene = load("y");
  // a link opens the same run for every reader, whatever the preferences
  const app::Session session = make_session(app::with_run_of({}, kept), link);
  EXPECT_STREQ(session.tracker().method_info().id, "dls");
  ui::Panels panels;
  panels.dark.chosen = true;
  const io::Preferences now = app::with_run_of(kept, app::preferences_of(session, panels, kept));
  EXPECT_EQ(now.scene, "slide");
  EXPECT_EQ(now.method, "sdls");
  EXPECT_EQ(now.params, kept.params);
  EXPECT_EQ(now.dark, true);
}

TEST_F(Preferences, OfAReaderKeepNoTraceOfALink) {
  io::Preferences kept = kept_of_slide();
  kept.plots = {{"jitter", false}, {"errors", true}};
  kept.page = "Sweep";
  kept.window_width = 1000;
  app::WindowOptions link;
  link.scene = load("y");
  link.method = "dls";
  link.further_lanes = {ik::find_method("sdls")};
  link.page = 3;
  link.signals = {lab::Signal::kLambda};
  link.crowd = 50;
  const app::Session session = make_session(app::with_run_of({}, kept), link);
  ui::Panels panels;
  app::set_panels(kept, panels);
  app::set_view(link, panels);
  EXPECT_EQ(panels.page, 3U) << "the page of the crowd gives way to the named one";
  io::Preferences now = app::preferences_of(session, panels, kept);
  now.window_width = 500;
  EXPECT_FALSE(now == kept);
  EXPECT_EQ(app::without_link(now, kept), kept);
  // what the reader sets for every run stays
  now.dark = true;
  now.text_size = 1.5;
  now.page_width = 321.0;
  const io::Preferences saved = app::without_link(now, kept);
  EXPECT_TRUE(saved.dark);
  EXPECT_EQ(saved.text_size, 1.5);
  EXPECT_EQ(saved.page_width, 321.0);
}

TEST_F(Preferences, GiveALinkItsSetup) {
  const app::Session session = make_session(kept_of_slide());
  const lab::Setup& present = session.setup();
  // settings alone change the present set-up
  app::WindowOptions link;
  link.settings = {{lab::find_shared_knob("lambda"), 0.77}};
  lab::Setup next = app::setup_of(link, present);
  EXPECT_EQ(next.opened, present.opened);
  EXPECT_STREQ(next.front_lane().method->id, "sdls");
  EXPECT_EQ(next.front_lane().settings.d_max, 0.3);
  EXPECT_EQ(next.front_lane().settings.params.at("lambda"), 0.77);
  // a scene begins anew
  link.scene = load("y");
  link.method = "dls";
  link.further_lanes = {ik::find_method("newton")};
  next = app::setup_of(link, present);
  EXPECT_NE(next.opened, present.opened);
  EXPECT_EQ(next.front_lane().settings.d_max, load("y").settings.d_max);
  ASSERT_EQ(next.lanes.size(), 2U);
  EXPECT_STREQ(next.lanes[0].method->id, "dls");
  EXPECT_STREQ(next.lanes[1].method->id, "newton");
  // a set-up or a run is what it is
  link.setup = present;
  EXPECT_EQ(app::setup_of(link, next), present);
  link.setup.reset();
  link.run = io::SavedSession{present, {}, 5, 5, {}};
  EXPECT_EQ(app::setup_of(link, next), present);
}

TEST_F(Preferences, AreSavedAtTheEnd) {
  app::PreferencesKeeper keeper(file, {});
  io::Preferences now;
  now.method = "sdls";
  keeper.save(now, nullptr);
  EXPECT_EQ(io::read_preferences(file).preferences.method, "sdls");
}

TEST_F(Preferences, KeepABodyThatNoFileHas) {
  app::Session before = make_session({});
  EXPECT_EQ(app::own_body(before), nullptr);
  const lab::Scene& own = *before.setup().scene;
  lab::Scene longer = lab::with_joint(own, lab::next_joint(own.multibody, 0));
  const int joints = longer.multibody.joint_count();
  before.change(lab::with_body(before.setup(), std::move(longer)), "add a joint");
  ASSERT_NE(app::own_body(before), nullptr);
  app::PreferencesKeeper keeper(file, {});
  keeper.save(app::preferences_of(before, {}, {}), app::own_body(before));

  const io::Preferences kept = io::read_preferences(file).preferences;
  const app::Session after = app::make_session(
      {}, {.items = {}, .load = [](const std::string& id) { return io::open_scene(id); }}, kept,
      {});
  EXPECT_EQ(after.message(), "");
  EXPECT_EQ(after.tracker().multibody().joint_count(), joints);
  EXPECT_EQ(after.tracker().scene().name, before.tracker().scene().name);
  EXPECT_EQ(app::own_body(after), nullptr) << "its file has it";
  // undo restores the scene's body, and no edited body is kept
  before.undo();
  EXPECT_EQ(app::own_body(before), nullptr);
}

TEST_F(Preferences, KeepABodyWithTheOptionsThatItsFileWasReadWith) {
  lab::Scene robot = load("y");
  robot.source_options = {"--base", "fixed"};
  app::WindowOptions options;
  options.scene = robot;
  EXPECT_NE(app::own_body(make_session({}, options)), nullptr);
}

TEST_F(Preferences, ThatCannotBeSavedAreAProblemAndNoMore) {
  std::ofstream(folder / "iklab") << "a file where the folder should be";
  app::PreferencesKeeper keeper(file, {});
  io::Preferences now;
  now.dark = true;
  keeper.save(now, nullptr);
  EXPECT_NE(keeper.problem(), "");
  keeper.save(now, nullptr);
}

TEST_F(Preferences, WithoutAPathAreKeptNowhere) {
  app::PreferencesKeeper keeper({}, {});
  io::Preferences now;
  now.dark = true;
  keeper.save(now, nullptr);
  EXPECT_EQ(keeper.problem(), "");
}

TEST_F(Preferences, ReplaceAFileThatHasBeenPutRight) {
  const app::Session session = make_session({});
  const io::Preferences now = app::preferences_of(session, {}, {});
  app::PreferencesKeeper same(file, now);
  same.save(now, nullptr);
  EXPECT_FALSE(std::filesystem::exists(file)) << "nothing has changed";
  app::PreferencesKeeper broken(file, std::nullopt);
  broken.save(now, nullptr);
  EXPECT_EQ(io::read_preferences(file).preferences, now);
}

TEST_F(Preferences, RememberTheSizeOfTheText) {
  const app::Session session = make_session({});
  ui::Panels before;
  before.text_size = ui::next_text_size(1.0, true);
  EXPECT_GT(before.text_size, 1.0);
  io::write_preferences(file, app::preferences_of(session, before, {}));
  ui::Panels after;
  app::set_panels(io::read_preferences(file).preferences, after);
  EXPECT_EQ(after.text_size, before.text_size);
}

using RememberedSetup = Preferences;

TEST_F(RememberedSetup, IsBackAsAWhole) {
  app::Session before = make_session({});
  before.set_scene(load("slide"));
  edits::edit(before, [](ui::Edit& edit) {
    ui::add_lane(*ik::find_method("pseudoinverse"), edit);
    lab::Setup& setup = edit.change("test");
    setup.front = 1;
    setup.lanes[0].settings.set_param("lambda", 0.3);
    setup.targets[0].held = Eigen::Vector3d(0.1, 0.2, 0.3);
    setup.joint_weights[0] = 0.5;
    setup.frozen = true;
  });
  const io::Preferences saved = app::preferences_of(before, {}, {});
  io::write_preferences(file, saved);
  const io::Preferences read = io::read_preferences(file).preferences;
  EXPECT_EQ(read, saved);
  const app::Session after = make_session(read);
  EXPECT_EQ(after.setup().lanes, before.setup().lanes);
  EXPECT_EQ(after.setup().front, 1U);
  EXPECT_EQ(after.setup().targets, before.setup().targets);
  EXPECT_EQ(after.setup().joint_weights, before.setup().joint_weights);
  EXPECT_TRUE(after.setup().frozen);
  EXPECT_FALSE(after.shown().undo.can_undo());
  EXPECT_EQ(after.timeline().changes().size(), 0U) << "it is row 0";

  // options choose instead
  app::WindowOptions lanes;
  lanes.method = "dls";
  lanes.further_lanes = {ik::find_method("sdls")};
  EXPECT_EQ(make_session(read, lanes).setup().lanes.size(), 2U);
  EXPECT_FALSE(make_session(read, lanes).setup().frozen);
  app::WindowOptions method;
  method.method = "sdls";
  const app::Session other = make_session(read, method);
  EXPECT_STREQ(other.tracker().method_info().id, "sdls");
  EXPECT_EQ(other.setup().lanes.size(), 2U);
  app::WindowOptions scene;
  scene.scene = load("y");
  EXPECT_EQ(make_session(read, scene).setup().lanes.size(), 1U) << "that was for another scene";
}

TEST_F(RememberedSetup, IsNotNamedWhereSceneMethodAndSettingsTellIt) {
  app::Session session = make_session({});
  edits::set(session, "d-max", 0.3);
  EXPECT_EQ(app::preferences_of(session, {}, {}).setup, "");
}

TEST_F(RememberedSetup, IsToldIfItDoesNotFitTheSceneAnyMore) {
  io::Preferences kept = kept_of_slide();
  kept.setup = R"({"scene":"slide","lanes":[{"method":"sdls"}],"joint-weights":{"gone":1}})";
  const app::Session session = make_session(kept);
  EXPECT_EQ(session.message(), "preferences: setup: joint-weights.gone: no joint 'gone'");
  EXPECT_EQ(session.tracker().scene().id, "slide");
  EXPECT_EQ(session.tracker().settings().d_max, 0.3);
}

TEST(NamedPage, IsOpenInAWindowOfAnyWidth) {
  app::WindowOptions options;
  options.page = ui::page_named("Sweep");
  ui::Panels panels;
  app::set_view(options, panels);
  for (const bool beside : {true, false}) {
    panels.arrangement.page.beside = beside;
    EXPECT_TRUE(panels.arrangement.page.shown()) << beside;
  }
  options = {.fold_page = true};
  app::set_view(options, panels);
  for (const bool beside : {true, false}) {
    panels.arrangement.page.beside = beside;
    EXPECT_FALSE(panels.arrangement.page.shown()) << beside;
  }
}

TEST(TextSize, GoesInStepsAndStopsAtItsEnds) {
  double size = 1.0;
  for (int i = 0; i < 30; ++i) {
    const double next = ui::next_text_size(size, true);
    EXPECT_NEAR(ui::next_text_size(next, false), i < 7 ? size : ui::next_text_size(next, false),
                0.0);
    size = next;
  }
  EXPECT_EQ(size, io::kMaxTextSize);
  for (int i = 0; i < 30; ++i) size = ui::next_text_size(size, false);
  EXPECT_EQ(size, io::kMinTextSize);
}

}  // namespace
