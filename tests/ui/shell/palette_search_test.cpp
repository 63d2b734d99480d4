
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "io/body/body_file.h"
#include "io/scene/scene_file.h"
#include "ui/desk.h"
#include "ui/shell/command_palette.h"

namespace {

/// A desk with every built-in scene in its list.
struct Library : Desk {
  explicit Library(const char* method = "dls")
      : Desk(scenes::circling(bodies::forked_tree()), method) {
    scenes.clear();
    for (const std::string& id : io::built_in_scenes()) {
      const lab::Scene scene = io::find_scene(id);
      scenes.push_back({id, scene.name, scene.description});
    }
  }
  std::vector<std::string> names(const std::string& text) const {
    std::vector<std::string> result;
    for (const ui::PaletteRow& row : ui::search(shown(), text)) result.push_back(row.name);
    return result;
  }
  bool finds(const std::string& text, const std::string& name) const {
    const auto found = names(text);
    return std::find(found.begin(), found.end(), name) != found.end();
  }
};

struct Asked {
  const char* text;
  const char* first;
};

TEST(PaletteSearch, PutsFirstWhatAUserMeans) {
  const Library desk;
  const Asked asked[] = {
      // names and ids
      {"dls", "Method: Damped least squares"},
      {"DLS", "Method: Damped least squares"},
      {"damped least squares", "Method: Damped least squares"},
      {"pseudoinverse", "Method: Pseudoinverse"},
      {"newton", "Method: Newton"},
      {"levenberg-marquardt", "Method: Levenberg–Marquardt"},
      {"levenberg marquardt", "Method: Levenberg–Marquardt"},
      {"gauss", "Method: Gauss–Newton"},
      {"y", "Scene: Y"},
      {"double-y", "Scene: Double-Y"},
      {"humanoid", "Scene: Humanoid upper body"},
      {"lambda", "Damping λ …"},
      {"damping", "Damping λ …"},
      {"d-max", "Clamp D_max …"},
      {"d_max", "Clamp D_max …"},
      {"sweep", "Page: Sweep"},
      {"why", "Page: Why?"},
      {"why?", "Page: Why?"},
      {"spectrum", "Page: Spectrum"},
      {"compare", "Page: Compare"},
      {"compare newton", "Compare with: Newton"},
      {"jitter", "Plot: Jitter |Δ²θ|"},
      {"dark", "Theme: dark"},
      {"theme dark", "Theme: dark"},
      {"undo", "Undo"},
      {"pause", "Play or pause"},
      {"play", "Play or pause"},
      {"time step", "Time step …"},
      {"speed", "Speed …"},
      // values
      {"lambda 0.4", "Damping λ → 0.4 m/rad"},
      {"damping 0.4", "Damping λ → 0.4 m/rad"},
      {"d-max off", "Clamp D_max → off"},
      {"jacobian target", "Jacobian at → target"},
      {"speed 0.5", "Speed → 0.5 ×"},
      {"slow motion 0.5", "Speed → 0.5 ×"},
      // the field's other words
      {"pinv", "Method: Pseudoinverse"},
      {"inverse", "Method: Pseudoinverse"},
      {"moore-penrose", "Method: Pseudoinverse"},
      {"moore penrose", "Method: Pseudoinverse"},
      {"LM", "Method: Levenberg–Marquardt"},
      {"tikhonov", "Method: Damped least squares"},
      {"ridge", "Method: Damped least squares"},
      {"svd", "Method: Selectively damped least squares"},
      {"steepest descent", "Method: Gradient descent"},
      {"CG", "Method: Conjugate gradient"},
      {"QP", "Method: Constrained"},
      {"quadratic program", "Method: Constrained"},
      {"neural network", "Method: Learned"},
      {"null space", "Method: Nullspace"},
      {"quasi-newton", "Method: BFGS"},
      {"wobble", "Page: Why?"},
      {"oscillation", "Page: Why?"},
      {"trembling", "Page: Why?"},
      {"heat map", "Page: Sweep"},
      {"night", "Theme: dark"},
      {"night mode", "Theme: dark"},
      {"dark mode", "Theme: dark"},
      {"light mode", "Theme: light"},
      {"trace", "Show or hide the trails"},
      {"curve standing", "Curve of target right: standing"},
      {"curve in reach", "Curve of target right: in reach"},
      {"trails", "Show or hide the trails"},
      {"stop", "Play or pause"},
      {"start", "Play or pause"},
      {"restart", "Back to the initial pose"},
      {"screenshot", "Save a picture of the window"},
      {"movie", "Make a video of the window"},
      {"tutorial", "Show the tour"},
      {"demo", "Watch it shake"},
      {"shake", "Watch it shake"},
      {"labels", "Show or hide the names of effectors and targets"},
      {"fullscreen", "Hide or show the panels"},
      {"shortcuts", "Show or hide this list"},
      {"dt", "Time step …"},
      {"joint range", "Joint limits …"},
      {"robot", "Scene: SCARA"},
      {"industrial robot", "Scene: Six-axis arm"},
      {"character", "Scene: Humanoid upper body"},
      {"exit", "Quit"},
  };
  for (const Asked& each : asked) {
    const auto found = desk.names(each.text);
    ASSERT_FALSE(found.empty()) << each.text;
    EXPECT_EQ(found.front(), each.first) << each.text;
  }
}

TEST(PaletteSearch, FindsEverythingThatAWordMeans) {
  const Library desk;
  for (const char* text : {"LM", "levenberg", "tikhonov", "ridge"}) {
    EXPECT_TRUE(desk.finds(text, "Method: Damped least squares")) << text;
    EXPECT_TRUE(desk.finds(text, "Method: Levenberg–Marquardt")) << text;
  }
  for (const char* text : {"wobble", "oscillation", "shakes", "trembling"}) {
    EXPECT_TRUE(desk.finds(text, "Page: Why?")) << text;
    EXPECT_TRUE(desk.finds(text, "Plot: Jitter |Δ²θ|")) << text;
  }
  for (const std::string& format : io::parts_of(io::body_format_names())) {
    EXPECT_TRUE(desk.finds(format, "Open a file")) << format;
  }
  EXPECT_TRUE(desk.finds("svd", "Page: Spectrum"));
  EXPECT_TRUE(desk.finds("robot", "Scene: Six-axis arm"));
  EXPECT_TRUE(desk.finds("path", "Show or hide the trails"));
  EXPECT_TRUE(desk.finds("ik", "Method: FABRIK"));
  const std::string& effector = desk.tracker().multibody().effector(0).name;
  EXPECT_EQ(desk.names("handles").front(), "Show the curve of target " + effector);
  EXPECT_TRUE(desk.names("no such thing").empty());
}

TEST(PaletteSearch, FindsEveryRowByEachOfItsSynonyms) {
  const Library desk;
  int synonyms = 0;
  for (const ui::PaletteRow& row : ui::commands(desk.shown(), "lambda 0.4")) {
    std::istringstream list(row.synonyms);
    for (std::string synonym; std::getline(list, synonym, ',');) {
      synonym.erase(0, synonym.find_first_not_of(' '));
      ASSERT_FALSE(synonym.empty()) << row.name;
      // a row whose name has the word does not need it
      const ui::Found found = ui::find({row.name, row.keys, row.synonyms}, synonym);
      EXPECT_TRUE(found.fit == ui::Fit::kSynonym) << row.name << ": " << synonym;
      EXPECT_EQ(found.by, synonym);
      ++synonyms;
    }
  }
  EXPECT_GT(synonyms, 150);
}

TEST(PaletteSearch, HidesNoExactNameOrId) {
  for (const ik::MethodInfo& method : ik::methods()) {
    const Library desk(method.id);
    EXPECT_EQ(desk.names(method.id).front(), std::string("Method: ") + method.label);
    EXPECT_EQ(desk.names(method.label).front(), std::string("Method: ") + method.label);
    method.create().visit([&desk](const ik::Knob& info, ik::KnobValue) {
      const lab::Knob* setting = lab::find_shared_knob(info.name);
      const std::string name = setting != nullptr ? setting->label : info.label;
      const bool is_switch = info.kind == ik::KnobKind::kSwitch;
      EXPECT_EQ(desk.names(info.name).front(), name + (is_switch ? " on or off" : " …"));
    });
  }
  const Library desk;
  for (const ui::SceneItem& scene : desk.scenes) {
    EXPECT_EQ(desk.names(scene.id).front(), "Scene: " + scene.name);
    EXPECT_EQ(desk.names(scene.name).front(), "Scene: " + scene.name);
  }
  for (const ui::SidePage& page : ui::side_pages()) {
    EXPECT_EQ(desk.names(page.name).front(), std::string("Page: ") + page.name);
  }
  // whatever the row, its whole name comes first
  for (const ui::PaletteRow& row : ui::commands(desk.shown())) {
    EXPECT_EQ(desk.names(row.name).front(), row.name);
  }
}

TEST(PaletteSearch, IgnoresCaseAndSigns) {
  using ui::Fit;
  const auto fit = [](const char* text) {
    return ui::find({"Method: Gauss–Newton", "gauss-newton", "GN, least squares",
                     "Fast and exact in reach."},
                    text)
        .fit;
  };
  EXPECT_EQ(fit(""), Fit::kExact);
  EXPECT_EQ(fit("GAUSS_NEWTON"), Fit::kExact);
  EXPECT_EQ(fit("method: gauss newton"), Fit::kExact);
  EXPECT_EQ(fit("gauss new"), Fit::kPrefix);
  EXPECT_EQ(fit("newton"), Fit::kWords);
  EXPECT_EQ(fit("newt meth"), Fit::kWords);
  EXPECT_EQ(fit("gn"), Fit::kSynonym);
  EXPECT_EQ(fit("squares"), Fit::kPartOfSynonym);
  EXPECT_EQ(fit("gn method"), Fit::kPartOfSynonym);
  EXPECT_EQ(fit("exact"), Fit::kDescription);
  EXPECT_EQ(ui::find({"a", "", "", "Fast in reach."}, "rea").by, "reach");
  EXPECT_EQ(fit("auss ewto"), Fit::kInside);
  EXPECT_EQ(fit("gauss scene"), Fit::kNone);
}

TEST(PaletteSearch, ShowsTheSynonymThatMatched) {
  Desk desk;
  desk.key(ui::Key{'K'}, true);
  desk.frames(2);
  ImGui::GetIO().AddInputCharactersUTF8("moore");
  desk.frames(2);
  EXPECT_TRUE(desk.says("Method: Pseudoinverse"));
  EXPECT_TRUE(desk.says("Moore–Penrose"));
  desk.key(ui::Key::kEnter);
  EXPECT_STREQ(desk.tracker().method_info().id, "pseudoinverse");
}

TEST(PaletteSearch, SetsTheSpeed) {
  Desk desk;
  desk.key(ui::Key{'K'}, true);
  desk.frames(2);
  ImGui::GetIO().AddInputCharactersUTF8("speed 0.5");
  desk.frames(2);
  desk.key(ui::Key::kEnter);
  ASSERT_TRUE(desk.sent<ui::SetSpeed>());
  EXPECT_EQ(desk.sent<ui::SetSpeed>()->speed, 0.5);
}

TEST(PaletteSearch, OpensALink) {
  Library desk;
  const std::string link = "https://a.org/iklab/?camera=0.1,0.2#setup=eyJhIjoxfQ";
  const std::vector<ui::PaletteRow> rows = ui::search(desk.shown(), link);
  ASSERT_EQ(rows.size(), 1U);
  ui::Edit edit(desk.timeline.setup());
  const ui::LabView shown = desk.shown();
  rows[0].act({shown, desk.panels, edit});
  ASSERT_NE(sent_in<ui::OpenLink>(edit), nullptr);
  EXPECT_EQ(sent_in<ui::OpenLink>(edit)->link, link) << "with its commas";
}

TEST(PaletteSearch, CopiesLinks) {
  Library desk;
  for (const char* name :
       {"Copy a link to this set-up", "Copy a link to the view", "Copy as iframe"}) {
    EXPECT_TRUE(desk.finds(name, name)) << name;
  }
  EXPECT_EQ(desk.names("copy a link").at(0), "Copy a link to this set-up");
  EXPECT_TRUE(desk.finds("copy web link", "Copy a link to the view"));
}

TEST(PaletteSearch, AsksOnADesktopWhereLinksBeginAndCopiesOne) {
  Library desk;
  EXPECT_TRUE(desk.finds("web page of links", "Web page of links …"));
  EXPECT_EQ(desk.names("Web page of links a.org").at(0), "Web page of links: expected https://…");
  const auto rows = ui::search(desk.shown(), "Web page of links https://a.org/ik/?scene=y#setup=a");
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].name, "Links begin with https://a.org/ik/");
  ui::Edit edit(desk.timeline.setup());
  const ui::LabView shown = desk.shown();
  rows[0].act({shown, desk.panels, edit});
  EXPECT_EQ(desk.panels.web_page, "https://a.org/ik/");
  ASSERT_NE(sent_in<ui::Command>(edit), nullptr);
  EXPECT_EQ(*sent_in<ui::Command>(edit), ui::Command::kCopyView);
  desk.platform.browser = true;
  EXPECT_FALSE(desk.finds("web page of links", "Web page of links …"))
      << "a page knows where it is";
}

}  // namespace
