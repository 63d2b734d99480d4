#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include "io/scene/scene_file.h"
#include "lab/advise/conclusion.h"
#include "lab/sweep/sweep_figures.h"
#include "support/advised.h"
#include "support/shaky.h"
#include "ui/desk.h"
#include "ui/drawn.h"
#include "ui/overlay/labels.h"
#include "ui/panels/cells.h"
#include "ui/solved_map.h"

namespace {

struct Size {
  ImVec2 window;
  float scale;
  const char* name;
};
const Size kWindowSizes[] = {
    {{640, 480}, 1.0F, "640x480"},         {{900, 600}, 1.0F, "900x600"},
    {{1280, 720}, 1.0F, "1280x720"},       {{1920, 1080}, 1.0F, "1920x1080"},
    {{3840, 2160}, 2.0F, "4K at scale 2"}, {{1280, 720}, 2.0F, "1280x720 at scale 2"}};

/// Amount of content.
struct Amount {
  const char* name;
  const char* scene;
  std::size_t lanes;
};
const Amount kAmounts[] = {
    {"plain", "y", 1}, {"ten lanes", "double-y-25", 10}, {"humanoid", "humanoid", 3}};

constexpr const char* kLongName =
    "A scene that somebody has given a name of more words than a menu has room for";

lab::Scene scene_for(const Amount& amount) {
  lab::Scene scene = io::find_scene(amount.scene);
  if (amount.lanes > 1) scene.name = kLongName;
  return scene;
}

std::string without_spaces(std::string text) {
  std::erase(text, ' ');
  return text;
}

/// Walks through everything that the window can show, at one size.
class Look {
 public:
  Look(const Size& size, const Amount& amount)
      : desk(scene_for(amount), "dls", size.window, size.scale),
        size_(size),
        name_(std::string(size.name) + ", " + amount.name),
        reader_(*ImGui::GetIO().Fonts, size.scale) {
    // axes seen from an angle
    desk.axes = {{{0.77F, -0.32F, 0.55F}, {0.0F, 0.87F, 0.5F}, {-0.64F, -0.38F, 0.66F}}};
    desk.over_picture = [this](const ui::Layout& layout) { over_picture(layout); };
    if (amount.lanes > 1) enrich(amount.lanes);
    desk.frames(3);
  }

  /// Reads one frame and records its faults.
  void look(const std::string& what) {
    desk.point_at({-100.0F, -100.0F});
    desk.frames(3);
    const drawn::Frame frame = reader_.read(*ImGui::GetDrawData());
    const float scale = size_.scale;
    note(what, frame.collisions);
    note(what, drawn::cut_words(frame, desk.items));
    note(what, drawn::overfull_windows(scale));
    note(what, words_under_tools(frame));
    const bool lists = ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup) || desk.panels.help ||
                       desk.panels.palette.open;
    if (!lists) {
      note(what, drawn::crossing_items(desk.items, scale));
      note(what, drawn::words_beyond_items(frame, desk.items, scale));
    }
    for (const drawn::Words& words : frame.words) {
      if (words.cut_down) continue;
      if (!lists || drawn::may_cover(words.window)) look_up(what, words);
    }
  }

  /// look() at every scroll position, from the top to the end.
  void look_through(const std::string& what) {
    look(what);
    std::vector<std::string> windows;
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
      if (window->Active && !window->Hidden && window->ScrollMax.y > 0.0F) {
        windows.emplace_back(window->Name);
      }
    }
    for (const std::string& name : windows) {
      const auto window = [&name] { return ImGui::FindWindowByName(name.c_str()); };
      const float step = 0.8F * window()->InnerRect.GetHeight();
      for (float y = step; window()->Scroll.y < window()->ScrollMax.y; y += step) {
        ImGui::SetScrollY(window(), std::min(y, window()->ScrollMax.y));
        look(what + ", scrolled");
        if (y > window()->ScrollMax.y) break;
      }
      ImGui::SetScrollY(window(), 0.0F);
    }
    desk.frames(2);
  }

  /// Opens a list by a press, looks at it and closes it.
  void look_at_list(const std::string& item) {
    if (!desk.has(item)) return;
    const ui::ItemRect& rect = desk.item(item);
    const ImVec2 m = rect.middle();
    const bool shown = m.x > rect.clip_min.x && m.x < rect.clip_max.x && m.y > rect.clip_min.y &&
                       m.y < rect.clip_max.y;
    if (!shown || rect.disabled) return;
    desk.press(item);
    look_through(item + " pressed");
    for (int i = 0; i < 3 && ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup); ++i) {
      desk.key(ui::Key::kEscape);
    }
  }

  void fold_all() {
    ui::show_page(desk.panels.arrangement, false);
    ui::show_column(desk.panels.arrangement, false);
    desk.frames(2);
  }

  Desk desk;
  std::set<std::string> faults;

 private:
  void note(const std::string& what, const std::vector<std::string>& found) {
    for (const std::string& fault : found) faults.insert(name_ + ", " + what + ": " + fault);
  }

  /// Words over the picture that a tool covers, even in the tool's gaps.
  static std::vector<std::string> words_under_tools(const drawn::Frame& frame) {
    std::vector<std::string> found;
    for (const char* name : {"gizmo", "crowd legend", "column button", "targets"}) {
      const ImGuiWindow* window = ImGui::FindWindowByName(name);
      if (window == nullptr || !window->Active || window->Hidden) continue;
      const ImVec2 a = window->Pos, b{a.x + window->Size.x, a.y + window->Size.y};
      for (const drawn::Words& words : frame.words) {
        const ui::ItemRect& seen = words.seen;
        const bool clear =
            seen.max.x <= a.x || seen.min.x >= b.x || seen.max.y <= a.y || seen.min.y >= b.y;
        if (words.window != "##Background" || clear) continue;
        found.push_back("“" + words.text + "” is under the " + name);
      }
    }
    return found;
  }

  /// Checks that words with an ellipsis appear in full in a hint.
  void look_up(const std::string& what, const drawn::Words& words) {
    const std::string dots = "…";
    const bool end = words.text.size() > dots.size() && words.text.ends_with(dots) &&
                     words.text[words.text.size() - dots.size() - 1] != ' ';
    const bool begin = words.text.starts_with(dots) && words.text.size() > dots.size();
    if ((!end && !begin) || !looked_up_.insert(words.text).second) return;
    const std::string part =
        without_spaces(end ? words.text.substr(0, words.text.size() - dots.size())
                           : words.text.substr(dots.size()));
    desk.point_at({0.5F * (words.seen.min.x + words.seen.max.x),
                   0.5F * (words.seen.min.y + words.seen.max.y)});
    desk.wait_for_hint();
    std::string hint;
    for (const drawn::Words& shown : reader_.read(*ImGui::GetDrawData()).words) {
      if (shown.window.starts_with("##Tooltip")) hint += without_spaces(shown.text);
    }
    desk.point_at({-100.0F, -100.0F});
    desk.frames(2);
    if (hint.find(part) != std::string::npos) return;
    note(what,
         {"“" + words.text + "” in " + words.window + " has no hint with all of it: " + hint});
  }

  void enrich(std::size_t lanes) {
    lab::Setup setup = desk.timeline.setup();
    for (const ik::MethodInfo& info : ik::methods()) {
      if (setup.lanes.size() == lanes) break;
      if (info.id == std::string("dls") || info.id == std::string("learned")) continue;
      lab::set_method(setup.lanes[lab::add_lane(setup)], info);
    }
    desk.change(setup);
    desk.run(30);
    // one branch with a long name and one with a short name
    desk.timeline.seek(60);
    lab::Settings& settings = setup.lanes[setup.front].settings;
    settings.d_max = 0.2;
    settings.set_param("lambda", 0.2);
    desk.change(setup);
    desk.run(10);
    desk.timeline.seek(60);
    settings.d_max = 0.3;
    desk.change(setup);
    desk.run(40);
    desk.diagnosis = shaky::watch(shaky::find("LittleDamping")).diagnosis;
    desk.scenes[1] = {"long", kLongName, kLongName};
    desk.crowd = {.wanted = true,
                  .bodies = 100000,
                  .method = ik::find_method("weighted-pseudoinverse"),
                  .stands_in = true,
                  .threads = 16,
                  .solve_s = 0.012,
                  .steps = 1.0,
                  .upload_s = 0.001,
                  .draw_s = 0.02,
                  .mean_error = 0.123,
                  .drawn = {1000, 20000, 30000, 49000}};
    desk.message.text =
        "Saved /home/somebody/a-long-folder/of/recordings/y-dls-001.csv, .svg, .png";
  }

  /// Draws names over the picture, or captions of the lanes' pictures. The body fills the area,
  /// seen from the front.
  void over_picture(const ui::Layout& layout) {
    const ui::Area clear = layout.clear();
    const ui::Area area = clear.size.x > 0.0F ? clear : layout.view;
    const lab::Timeline& timeline = desk.timeline;
    if (ui::side_by_side(desk.panels.lanes, timeline.setup())) {
      ui::update(desk.panels.lanes.ranking, timeline, desk.shown_histories, false,
                 ImGui::GetTime());
      if (desk.cells.size() < timeline.setup().lanes.size()) return;  // a new lane
      const auto captions = ui::draw_captions(desk.theme, timeline, desk.panels.lanes.ranking,
                                              desk.cells, desk.statuses);
      write_labels(desk.cells[timeline.setup().front].picture, {}, captions);
      return;
    }
    const std::vector<std::string> lanes = lab::lane_labels(timeline.setup());
    std::vector<ui::BodyName> names;
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      if (i == timeline.setup().front) continue;
      names.push_back({seen(area, timeline.bench().tracker(i).pose().effector.col(0)), lanes[i],
                       lab::lane_color(timeline.setup(), i)});
    }
    write_labels(area, names, {});
  }

  void write_labels(const ui::Area& area, std::span<const ui::BodyName> lanes,
                    std::span<const ui::ItemRect> taken) {
    const lab::Tracker& front = desk.tracker();
    std::vector<ui::NamedPair> pairs;
    for (int i = 0; i < front.multibody().effector_count(); ++i) {
      const float radius = desk.theme.px(6);
      pairs.push_back({front.multibody().effector(i).name, lab::series_color(i),
                       ui::Disc{seen(area, front.pose().effector.col(i)), radius},
                       ui::Disc{seen(area, front.targets()[static_cast<std::size_t>(i)]), radius}});
    }
    ui::draw_labels(desk.theme, {.view = area, .lanes = lanes, .pairs = pairs, .taken = taken},
                    places_, *ImGui::GetBackgroundDrawList());
  }

  static ImVec2 seen(const ui::Area& area, const Eigen::Vector3d& point) {
    const float unit = 0.12F * std::min(area.size.x, area.size.y);
    return {area.corner.x + 0.5F * area.size.x + unit * static_cast<float>(point.x()),
            area.corner.y + 0.7F * area.size.y - unit * static_cast<float>(point.y())};
  }

  const Size& size_;
  std::string name_;
  drawn::Reader reader_;
  ui::LabelPlaces places_;
  std::set<std::string> looked_up_;
};

/// Adds results of background work: a sweep, advice and an experiment.
struct Results {
  explicit Results(Look& walk) {
    Desk& desk = walk.desk;
    desk.panels.sweep.grid = 0;
    ui::open_page(desk.panels, ui::page_named("Sweep"));
    desk.frames(3);
    if (const auto& wish = desk.sweep_wish()) {
      sweep.emplace(lab::experiment_of(desk.timeline.setup(), 3, 1), wish->axes);
      results.emplace(*sweep);
      for (int cell = 0; cell < sweep->cell_count(); ++cell) {
        results->set(cell, sweep->compute(cell));
      }
      maps = lab::sweep_maps(*sweep, *results);
      desk.sweep = {.sweep = &*sweep, .results = &*results, .maps = &maps, .done = 1.0};
    }
    advised.emplace(
        support::advised_of(lab::experiment_of(desk.timeline.setup(), 6, 2), {"dls", "ccd"}));
    cloud = lab::advice_figure(*advised);
    desk.advice = {.advised = &*advised, .figure = &cloud};
    findings.resize(1);
    findings[0].claim = &lab::claims()[0];
    findings[0].judgement = {lab::Verdict::kHolds, "So many degrees here, and so many there.", 0};
    lab::Plot plot{.title = "Mean error over time, double-y"};
    plot.series.push_back({.label = "Damped least squares", .x = {0.0, 1.0}, .y = {1.0, 2.0}});
    plot.series.push_back({.label = "Selectively damped", .x = {0.0, 1.0}, .y = {0.5, 1.0}});
    lab::fit(plot);
    findings[0].plots = {plot, plot};
    desk.reach = solved.emplace(desk.tracker(), 8).shown();
    desk.claims.findings = findings;
    desk.panels.claims.predictions[&lab::claims()[0]] = 0;
  }
  std::optional<SolvedMap> solved;
  std::optional<lab::Sweep> sweep;
  std::optional<lab::SweepResults> results;
  std::vector<lab::HeatMap> maps;
  std::optional<lab::Advised> advised;
  lab::Scatter cloud;
  std::vector<lab::Finding> findings;
};

void walk_pages(Look& walk) {
  Desk& desk = walk.desk;
  for (std::size_t i = 0; i < ui::side_pages().size(); ++i) {
    const std::string page = ui::side_pages()[i].name;
    ui::open_page(desk.panels, i);
    walk.look_through(page);
    if (page == "Body") {
      desk.panels.build.chosen = {ui::BodyPart::Kind::kJoint, 1};
      walk.look_through("a joint");
      desk.panels.build.chosen.reset();
    }
    if (page == "Reach") desk.press("reach/stand"), walk.look_through("standing targets");
    for (const char* list : {"reach/x", "lanes/add", "sweep/x", "sweep/y", "sweep/grid",
                             "crowd-method", "experiments/list", "maths/leader"}) {
      walk.look_at_list(list);
    }
    if (page == "Maths") {
      for (const char* view : {"maths/filters", "maths/landscape", "maths/ellipsoids"}) {
        if (desk.has(view)) desk.press(view), walk.look_through(view);
      }
    }
  }
  walk.fold_all();
}

void walk_column(Look& walk) {
  Desk& desk = walk.desk;
  ui::show_column(desk.panels.arrangement, true);
  desk.frames(2);
  for (const char* list : {"method", "scene"}) walk.look_at_list(list);
  ImGuiWindow* column = ImGui::FindWindowByName("laboratory");
  for (const char* section : {"Targets", "Weights and joints"}) {
    column->StateStorage.SetBool(column->GetID(section), true);
  }
  walk.look_through("left column");
  desk.saving.question = {
      .problem = "The folder /proc/recordings cannot be written: not permitted.",
      .unsaved_rows = 12345,
      .spare = "/home/somebody/with/a/long/path/iklab-recordings",
      .number = 1};
  walk.look_through("a question");
  desk.saving.question.reset();
  walk.fold_all();
}

void walk_overlays(Look& walk) {
  Desk& desk = walk.desk;
  walk.look("picture alone");
  desk.panels.lanes.apart = !desk.panels.lanes.apart;
  walk.look("lanes the other way");
  desk.panels.lanes.apart = !desk.panels.lanes.apart;
  for (const lab::CrowdTone tone : {lab::CrowdTone::kStatus, lab::CrowdTone::kError}) {
    desk.crowd.tone = tone;
    walk.look("a crowd by colours");
    for (std::size_t front = 0; front < desk.timeline.setup().lanes.size(); front += 2) {
      lab::Setup setup = desk.timeline.setup();
      setup.front = front;
      desk.change(setup);
      desk.panels.lanes.apart = true;
      walk.look("a crowd by colours beside lanes, front " + std::to_string(front));
    }
    desk.panels.lanes.apart = false;
  }
  desk.crowd.tone = lab::CrowdTone::kMethod;
  for (const char* list :
       {"timeline/branches", "gizmo/follow", "plot-title/first", "plot-title/second"}) {
    walk.look_at_list(list);
  }
  for (std::size_t card = 0; card < 8; ++card) {
    desk.panels.tour = {.open = true, .card = card};
    walk.look_through("card " + std::to_string(card + 1) + " of the tour");
  }
  desk.panels.tour = {};
  desk.saving.filmed = 754.0;
  walk.look("filming");
  desk.saving.filmed.reset();
  desk.panels.help = true;
  walk.look_through("help");
  desk.panels.help = false;
  for (const char* text : {"", "lambda 0.4", "target", "no such thing"}) {
    desk.panels.palette = {.open = true, .text = text};
    walk.look_through(std::string("palette “") + text + "”");
  }
  desk.paths = {"robots/",
                "a-scene-with-a-name-that-is-longer-than-the-list-is-wide-in-any-window.json"};
  for (const char* text : {"", "robots/"}) {
    desk.panels.palette = {.open = true, .path = true, .text = text};
    walk.look_through(std::string("path “") + text + "”");
  }
  desk.panels.palette = {};
  desk.frames(2);
}

void walk_demonstration(Look& walk) {
  Desk& desk = walk.desk;
  desk.panels.demonstration.open = true;
  desk.frames(3);
  for (int act = 1; act <= 4; ++act) {
    walk.look_through("act " + std::to_string(act));
    if (desk.has("demonstration/next")) desk.press("demonstration/next");
  }
}

class AtSize : public testing::TestWithParam<std::tuple<Size, Amount>> {};

TEST_P(AtSize, EverythingCanBeReadAndReached) {
  const auto& [size, amount] = GetParam();
  Look walk(size, amount);
  walk_column(walk);
  walk_pages(walk);
  const Results results(walk);
  walk_pages(walk);
  if (amount.lanes > 1) {
    walk.desk.panels.lanes.apart = true;
    walk_pages(walk);
    walk_overlays(walk);
    walk.desk.panels.lanes.apart = false;
  }
  walk_overlays(walk);
  if (amount.scene == std::string("y")) walk_demonstration(walk);
  for (const std::string& fault : walk.faults) ADD_FAILURE() << fault;
}

INSTANTIATE_TEST_SUITE_P(Window, AtSize,
                         testing::Combine(testing::ValuesIn(kWindowSizes),
                                          testing::ValuesIn(kAmounts)),
                         [](const auto& each) {
                           std::string name = std::string(std::get<0>(each.param).name) + " " +
                                              std::get<1>(each.param).name;
                           std::replace(name.begin(), name.end(), ' ', '_');
                           return name;
                         });

}  // namespace
