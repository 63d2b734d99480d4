#include "ui/desk.h"

#include <fstream>
#include <iterator>
#include <stdexcept>

#include <imgui_internal.h>

#include "io/body/body_file.h"

namespace {

std::string bytes_of(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

lab::Setup first_setup(lab::Scene scene, const char* method) {
  return lab::setup_of(std::make_shared<const lab::Scene>(std::move(scene)),
                       *ik::find_method(method));
}

}  // namespace

Desk::Desk(lab::Scene scene, const char* method, ImVec2 display, float scale)
    : timeline(first_setup(std::move(scene), method)),
      undo(timeline.setup()),
      size(display),
      context_(ImGui::CreateContext()),
      font_files_(ui::find_fonts(bytes_of)) {
  ImGui::SetCurrentContext(context_);
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.DisplaySize = size;
  io.DeltaTime = 1.0F / 60.0F;
  ui::take_all_input(true);
  panels.focus.rects = &items;
  theme.scale = scale;
  theme.font = ui::load_fonts(*io.Fonts, font_files_, scale);
  io.Fonts->Build();
  for (const ImFont* font : io.Fonts->Fonts) {
    for (const ImFontGlyph& glyph : font->Glyphs) {
      letters_[{glyph.U0, glyph.V0}] = static_cast<ImWchar>(glyph.Codepoint);
    }
  }
  theme.color = ui::make_colors(false);
  ui::apply(theme, ImGui::GetStyle());
  run(60);
  frames(2);
}

void Desk::run(int steps) {
  for (int k = 0; k < steps; ++k) {
    timeline.step();
    const lab::Bench& bench = timeline.bench();
    for (std::size_t i = 0; i < bench.size(); ++i) {
      histories[timeline.setup().lanes[i].id].add(bench.tracker(i), 1000.0);
    }
  }
}

void Desk::change(const lab::Setup& setup, long gesture) {
  timeline.apply(setup, gesture);
  for (auto& [id, history] : histories) history.cut(timeline.now());
  undo.record(setup, "test", gesture);
  const lab::Bench& bench = timeline.bench();
  for (std::size_t i = 0; i < bench.size(); ++i) {
    histories[setup.lanes[i].id].add(bench.tracker(i));
  }
}

Desk::~Desk() { ImGui::DestroyContext(context_); }

ui::LabView Desk::shown() const {
  return {.timeline = timeline,
          .seen = {.histories = shown_histories,
                   .spectrum = spectrum,
                   .timing = timing,
                   .pace = pace,
                   .diagnosis = diagnosis ? &*diagnosis : nullptr,
                   .statuses = statuses},
          .undo = undo,
          .scenes = {scenes, 1, io::body_format_names(), pictures},
          .playback = playback,
          .saving = saving,
          .message = message,
          .sweep = sweep,
          .advice = advice,
          .experiments = claims,
          .reach = reach,
          .path = path,
          .crowd = crowd,
          .axes = axes,
          .cells = cells,
          .platform = platform,
          .paths = paths};
}

void Desk::frame() {
  ImGui::SetCurrentContext(context_);
  items.clear();
  ImGui::NewFrame();
  lab::analyse(timeline.bench().front(), spectrum);
  shown_histories.clear();
  for (const lab::Lane& lane : timeline.setup().lanes) {
    shown_histories.push_back(&histories[lane.id]);
  }
  statuses.clear();
  for (int i = 0; i < tracker().multibody().effector_count(); ++i) {
    statuses.push_back(status ? status : lab::status_by_place(tracker(), i));
  }
  const ui::Layout layout = ui::arrange(theme, size, panels.hidden, panels.arrangement);
  cells.clear();
  if (ui::side_by_side(panels.lanes, timeline.setup())) {
    const ui::Area clear = layout.clear();
    cells = ui::cells_of(timeline.setup().lanes.size(), clear.size.x > 0.0F ? clear : layout.view,
                         ui::cell_style(theme, shape));
  }
  ui::Edit edit = ui::draw(theme, layout, shown(), panels);
  if (over_picture) over_picture(layout);
  ImGui::Render();
  read_text();

  if (const auto* wanted = sent_in<ui::SetSpeed>(edit)) playback.speed = wanted->speed;
  if (const auto* wanted = sent_in<ui::LoopOver>(edit)) playback.loop = wanted->span;
  if (const auto* wanted = sent_in<ui::Seek>(edit)) timeline.seek(wanted->step);
  sweep_wish_ = edit.sweep;
  reach_wish_ = edit.reach;
  path_wish_ = edit.path;
  gallery_ = edit.gallery;
  all_.actions.insert(all_.actions.end(), edit.actions.begin(), edit.actions.end());
  if (edit.setup == timeline.setup()) return;
  changes.push_back(edit.what);
  change(edit.setup, edit.gesture);
}

void Desk::forget() {
  all_.actions.clear();
  changes.clear();
}

void Desk::read_text() {
  text_.clear();
  const ImDrawData& data = *ImGui::GetDrawData();
  for (int i = 0; i < data.CmdListsCount; ++i) {
    for (const ImDrawVert& vertex : data.CmdLists[i]->VtxBuffer) {
      // a letter is a rectangle with its atlas position in the first corner
      const auto letter = letters_.find({vertex.uv.x, vertex.uv.y});
      if (letter == letters_.end()) continue;
      char bytes[5] = {};
      ImTextCharToUtf8(bytes, letter->second);
      text_ += bytes;
    }
    text_ += '\n';
  }
}

bool Desk::says(std::string text) const {
  // spaces draw no triangles
  std::erase(text, ' ');
  std::erase(text, '\n');
  return text_.find(text) != std::string::npos;
}

void Desk::frames(int count) {
  for (int i = 0; i < count; ++i) frame();
}

const ui::ItemRect& Desk::item(const std::string& name) const {
  const auto found = items.find(name);
  if (found == items.end()) throw std::runtime_error("no item " + name);
  return found->second;
}

void Desk::point_at(ImVec2 place) { ImGui::GetIO().MousePos = place; }

void Desk::hover(const std::string& name) {
  point_at(item(name).middle());
  wait_for_hint();
}

void Desk::wait_for_hint() { frames(30); }

void Desk::press_at(ImVec2 place, int button) {
  point_at(place);
  frames(2);
  ImGui::GetIO().MouseDown[button] = true;
  frames(2);
  ImGui::GetIO().MouseDown[button] = false;
  frames(2);
}

void Desk::press(const std::string& name, int button) { press_at(item(name).middle(), button); }

void Desk::choose_method(const std::string& id) {
  press("method");
  frames(2);
  press("method/" + id);
}

void Desk::press_part(const std::string& name, float share) {
  const ui::ItemRect rect = item(name);
  press_at({rect.min.x + share * (rect.max.x - rect.min.x), rect.middle().y});
  frames(20);
}

void Desk::drag(const std::string& name, float from, float to) {
  const ui::ItemRect rect = item(name);
  const auto at = [&rect](float share) {
    return ImVec2(rect.min.x + share * (rect.max.x - rect.min.x), rect.middle().y);
  };
  point_at(at(from));
  frames(2);
  ImGui::GetIO().MouseDown[0] = true;
  for (int i = 0; i <= 10; ++i) {
    point_at(at(from + (to - from) * static_cast<float>(i) / 10.0F));
    frame();
  }
  ImGui::GetIO().MouseDown[0] = false;
  frames(2);
}

void Desk::type(const std::string& name, const std::string& text, bool control) {
  ui::set_modifiers({.control = control});
  press(name);
  ui::set_modifiers({});
  enter(text);
}

void Desk::enter(const std::string& text) {
  frames(2);
  ImGui::GetIO().AddInputCharactersUTF8(text.c_str());
  frames(2);
  key(ui::Key::kEnter);
}

void Desk::key(ui::Key which, bool control) {
  ui::set_modifiers({.control = control});
  ui::set_key(which, true);
  frame();
  ui::set_key(which, false);
  frame();
  ui::set_modifiers({});
}

void Desk::character(ImWchar sign) {
  ImGui::GetIO().AddInputCharacter(sign);
  frame();
}
