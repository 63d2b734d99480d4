// What a frame of the window costs outside the drawing: the steps that fall into a sixtieth of a
// second, the panels with their plots as triangles, and the picture as a list of solids.
//
//   frame/SCENE/PAGE/LANES   all of it
//   advance/..., panels/..., picture/...   one part of it
//
// Nothing is handed to a graphics card, so that no window is needed.

#include <fstream>
#include <iterator>

#include <benchmark/benchmark.h>
#include <imgui.h>

#include "app/picture/picture.h"
#include "app/session/session.h"
#include "io/scene/scene_file.h"
#include "work/platform.h"

namespace {

constexpr double kFrame = 1.0 / 60.0;  // s
constexpr int kWarmup = 1200;          // frames: the plots are full

std::string bytes_of(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The laboratory with its panels, in front of no screen.
class Bench {
 public:
  Bench(const std::string& scene, const std::string& page, int lanes)
      : context_(ImGui::CreateContext()),
        fonts_(ui::find_fonts(bytes_of)),
        session_(work::nanoseconds, {.items = {}, .load = io::find_scene}, io::find_scene(scene),
                 *ik::find_method("dls")),
        stage_(app::measure(session_.tracker().scene())) {
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
    const char* const methods[] = {"jacobian-transpose", "pseudoinverse", "sdls", "newton",
                                   "dls-error",          "gauss-newton",  "ccd"};
    for (int i = 1; i < lanes; ++i) {
      ui::Edit edit(session_.setup());
      ui::add_lane(*ik::find_method(methods[static_cast<std::size_t>(i) % 7]), edit);
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
    const ui::Edit edit = ui::draw(theme_, ui::arrange(theme_, ImGui::GetIO().DisplaySize, false),
                                   session_.shown(), panels_);
    ImGui::Render();
    session_.apply(edit);
  }
  void make_picture() {
    const lab::Tracker& front = session_.tracker();
    app::make_picture(front.multibody(), front.pose(), front.targets(), &session_.trails(), stage_,
                      {}, picture_);
    const lab::Bench& bench = session_.timeline().bench();
    for (std::size_t i = 1; i < bench.size(); ++i) {
      app::add_companion(bench.tracker(i).multibody(), bench.tracker(i).pose(), stage_,
                         {1.0F, 1.0F, 1.0F, 0.5F}, picture_);
    }
  }

 private:
  ImGuiContext* context_;
  ui::FontFiles fonts_;
  app::Session session_;
  app::Stage stage_;
  ui::Theme theme_;
  ui::Panels panels_;
  gfx::Picture picture_;
};

enum Part { kAdvance = 1, kPanels = 2, kPicture = 4 };

void frame(benchmark::State& state, const std::string& scene, const std::string& page, int lanes,
           int parts) {
  Bench bench(scene, page, lanes);
  for (auto _ : state) {
    if (parts & kAdvance) bench.advance();
    if (parts & kPanels) bench.draw_panels();
    if (parts & kPicture) bench.make_picture();
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::pair<const char*, int> kParts[] = {{"frame", kAdvance | kPanels | kPicture},
                                                {"advance", kAdvance},
                                                {"panels", kPanels},
                                                {"picture", kPicture}};
  for (const char* scene : {"y", "double-y"}) {
    for (const char* page : {"Spectrum", "Compare"}) {
      for (const int lanes : {1, 11}) {
        for (const auto& [name, parts] : kParts) {
          const std::string whole =
              std::string(name) + "/" + scene + "/" + page + "/" + std::to_string(lanes);
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
