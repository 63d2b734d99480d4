// Cost of one window frame without the drawing: the simulation steps of 1/60 s, the panels with
// their plots as triangles, and the pictures as lists of solids.
//
//   frame/SCENE/PAGE/LANES   all of it
//   advance/..., panels/..., pictures/...   one part of it
//
// The graphics context has no window, and nothing is drawn with it.

#include <fstream>
#include <iterator>

#include <benchmark/benchmark.h>
#include <imgui.h>

#include "app/session/session.h"
#include "app/window/view.h"
#include "gfx/context/context.h"
#include "io/scene/scene_file.h"
#include "work/platform.h"

namespace {

constexpr double kFrame = 1.0 / 60.0;  // s
constexpr int kWarmup = 1200;          // frames, until the plots are full

/// Methods of the lanes after the first; the first lane has dls.
constexpr const char* kMethods[] = {"jacobian-transpose",
                                    "pseudoinverse",
                                    "sdls",
                                    "newton",
                                    "dls-error",
                                    "gauss-newton",
                                    "ccd",
                                    "levenberg-marquardt",
                                    "bfgs",
                                    "conjugate-gradient"};

std::string bytes_of(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The laboratory with its panels, without a screen.
class Bench {
 public:
  Bench(const std::string& scene, const std::string& page, int lanes, bool side_by_side)
      : context_(ImGui::CreateContext()),
        fonts_(ui::find_fonts(bytes_of)),
        session_(work::nanoseconds, {.items = {}, .load = io::find_scene}, io::find_scene(scene),
                 *ik::find_method("dls")) {
    ImGui::SetCurrentContext(context_);
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {1920, 1080};
    io.DeltaTime = static_cast<float>(kFrame);
    theme_.font = ui::load_fonts(*io.Fonts, fonts_, 1.0F);
    io.Fonts->Build();
    theme_.color = ui::make_colors(false);
    ui::apply(theme_, ImGui::GetStyle());
    panels_.page = ui::page_named(page);
    panels_.lanes.apart = side_by_side;
    for (int i = 1; i < lanes; ++i) {
      ui::Edit edit(session_.setup());
      ui::add_lane(*ik::find_method(kMethods[i - 1]), edit);
      session_.apply(edit);
    }
    for (int i = 0; i < kWarmup; ++i) advance();
    for (int i = 0; i < 3; ++i) draw_panels();
  }
  ~Bench() { ImGui::DestroyContext(context_); }
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  void advance() { session_.advance(kFrame); }
  void draw_panels() {
    ImGui::NewFrame();
    const ui::Layout layout =
        ui::arrange(theme_, ImGui::GetIO().DisplaySize, panels_.hidden, panels_.arrangement);
    view_.set_area(layout.clear());
    ui::LabView shown = session_.shown();
    shown.axes = view_.axes();
    view_.caption(theme_, shown, panels_);
    ui::Edit edit = ui::draw(theme_, layout, shown, panels_);
    view_.take_hold(session_, panels_, edit);
    session_.apply(edit);
    view_.update(session_, panels_);
    view_.draw_names(theme_, session_, panels_);
    ImGui::Render();
  }
  void make_pictures() { view_.make_pictures(session_, panels_); }

 private:
  ImGuiContext* context_;
  ui::FontFiles fonts_;
  app::Session session_;
  gfx::Offscreen graphics_;
  app::View view_;
  ui::Theme theme_;
  ui::Panels panels_;
};

enum Part { kAdvance = 1, kPanels = 2, kPictures = 4 };

struct Lanes {
  const char* name;
  int count;
  bool side_by_side;
};

void frame(benchmark::State& state, const std::string& scene, const std::string& page,
           const Lanes& lanes, int parts) {
  Bench bench(scene, page, lanes.count, lanes.side_by_side);
  for (auto _ : state) {
    if (parts & kAdvance) bench.advance();
    if (parts & kPanels) bench.draw_panels();
    if (parts & kPictures) bench.make_pictures();
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::pair<const char*, int> kParts[] = {{"frame", kAdvance | kPanels | kPictures},
                                                {"advance", kAdvance},
                                                {"panels", kPanels},
                                                {"pictures", kPictures}};
  const Lanes kLanes[] = {
      {"one", 1, false}, {"ten-ghosts", 11, false}, {"ten-side-by-side", 10, true}};
  for (const char* scene : {"y", "double-y"}) {
    for (const char* page : {"Spectrum", "Compare"}) {
      for (const Lanes& lanes : kLanes) {
        for (const auto& [name, parts] : kParts) {
          const std::string whole = std::string(name) + "/" + scene + "/" + page + "/" + lanes.name;
          benchmark::RegisterBenchmark(whole.c_str(), frame, scene, page, lanes, parts)
              ->Unit(benchmark::kMillisecond);
        }
      }
    }
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
}
