#include <emscripten/html5.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <utility>

#include <nlohmann/json.hpp>

#include "app/window/page.h"
#include "app/window/platform.h"
#include "io/files/text.h"

namespace app {
namespace {

std::optional<std::string> taken(char* text) {
  if (text == nullptr) return std::nullopt;
  std::string copy = text;
  std::free(text);
  return copy;
}

/// How far a notch of the wheel scrolls the window under the pointer, as Dear ImGui computes it,
/// pixels.
double notch(const ImGuiWindow* window) {
  for (; window != nullptr; window = window->ParentWindow) {
    const bool scrolls = window->ScrollMax.y > 0.0F &&
                         (window->Flags & ImGuiWindowFlags_NoScrollWithMouse) == 0 &&
                         (window->Flags & ImGuiWindowFlags_NoMouseInputs) == 0;
    if (scrolls) {
      return std::floor(
          std::min(5.0F * window->CalcFontSize(), 0.67F * window->InnerRect.GetHeight()));
    }
    if ((window->Flags & ImGuiWindowFlags_ChildWindow) == 0) break;
  }
  return 0.0;
}

nlohmann::json json_of(const std::vector<ui::SpokenChoice>& choices) {
  auto list = nlohmann::json::array();
  for (const ui::SpokenChoice& choice : choices) list.push_back({choice.id, choice.name});
  return list;
}

std::string json_of(const ui::Spoken& words) {
  auto settings = nlohmann::json::array();
  for (const ui::SpokenSetting& setting : words.settings) {
    settings.push_back({{"name", setting.name},
                        {"label", setting.label},
                        {"value", setting.value},
                        {"help", setting.help},
                        {"used", setting.used}});
  }
  const nlohmann::json document = {
      {"title", words.title},           {"scenes", json_of(words.scenes)},
      {"scene", words.scene},           {"methods", json_of(words.methods)},
      {"method", words.method},         {"settings", settings},
      {"playing", words.playing},       {"page", words.page},
      {"page_help", words.page_help},   {"pages", words.pages},
      {"lanes", words.lanes},           {"lane", words.lane},
      {"page_lines", words.page_lines}, {"page_actions", words.page_actions}};
  return document.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

ui::Platform platform() { return {.quits = false, .browser = true}; }

void ask_system(ui::Panels& panels) {
  const int wishes = page_system_wishes();
  panels.dark.system = (wishes & 1) != 0;
  panels.contrast.system = (wishes & 2) != 0;
  panels.still = (wishes & 4) != 0;
  panels.touch = (wishes & 8) != 0;
}

void announce_ready() { page_ready(); }

std::string no_folder() {
  return "What the page saves is a download: the browser's settings say where it goes.";
}

std::string with_known_paths(std::string message) {
  // folders of the page's own file system: saved files are downloads, opened ones were dropped
  const std::string saved = (std::filesystem::current_path() / "recordings").string();
  for (const std::string& words : {" in " + saved, saved + "/", std::string("recordings/")}) {
    for (std::size_t at; (at = message.find(words)) != std::string::npos;) {
      message.erase(at, words.size());
    }
  }
  // each set of dropped files has a folder with a number
  const std::string dropped = "/dropped/";
  for (std::size_t at; (at = message.find(dropped)) != std::string::npos;) {
    message.erase(at, message.find('/', at + dropped.size()) + 1 - at);
  }
  return in_words_of_page(std::move(message));
}

std::string page_address() { return *taken(page_link()); }

std::optional<std::string> take_message() { return taken(page_take_message()); }

void tell_frame_state(const FrameState& state) {
  page_state(static_cast<double>(state.step), state.time_s, state.error_m, state.jitter_deg,
             state.playing ? 1 : 0);
}

void answer_message(const std::string& answer) { page_answer(answer.c_str()); }

void tell_page_change(const std::string& change) { page_tell_change(change.c_str()); }

void open_folder(const std::string&) {}

void note_pointer(bool graspable) {
  const ImGuiWindow* const window = ImGui::GetCurrentContext()->HoveredWindow;
  const bool field = ImGui::GetMouseCursor() == ImGuiMouseCursor_TextInput;
  const int what = (window != nullptr ? 1 : 0) + (graspable ? 2 : 0) + (field ? 4 : 0) +
                   (ImGui::GetIO().WantTextInput ? 8 : 0);
  page_pointed(what, notch(window));
}

void adapt_backend() {
  // from 1.89.3 on, the backend takes wheel events itself, in addition to GLFW's
  emscripten_set_wheel_callback(EMSCRIPTEN_EVENT_TARGET_DOCUMENT, nullptr, EM_FALSE, nullptr);
  ImGuiIO& io = ImGui::GetIO();
  io.SetClipboardTextFn = [](void*, const char* text) { page_copy(text); };
  io.GetClipboardTextFn = [](void*) -> const char* {
    static std::string pasted;  // Dear ImGui reads it after the call
    pasted = *taken(page_pasted());
    return pasted.c_str();
  };
}

bool copy_picture(const std::string& png) {
  page_copy_picture(png.data(), static_cast<int>(png.size()));
  return true;  // a refusal comes later, see take_refusal()
}

void ask_clipboard() { page_ask_clipboard(); }

std::optional<std::string> take_clipboard() { return taken(page_take_clipboard()); }

std::string take_refusal() { return taken(page_take_refusal()).value_or(""); }

FileDialog::~FileDialog() = default;

bool FileDialog::open() {
  page_choose_files();
  return true;
}

std::optional<FileDialog::Answer> FileDialog::take() {
  const auto paths = taken(page_take_files());
  if (!paths) return std::nullopt;
  return Answer{.paths = io::parts_of(*paths, '\n')};
}

void Reader::exchange(const ui::Context& context, double seconds) {
  while (const auto wish =
             std::unique_ptr<char, decltype(&std::free)>(page_take_wish(), std::free)) {
    const std::string words = wish.get();
    const std::size_t equals = words.find('=');
    ui::fulfil(words.substr(0, equals), words.substr(equals + 1), context);
    told_.reset();  // a refused value does not stay in its field
  }
  constexpr double kPause = 0.25;  // s
  if (!told_ || seconds - told_at_ > kPause) {
    told_at_ = seconds;
    ui::Spoken words = ui::spoken(context.shown, context.panels);
    if (told_ != words) page_describe(json_of(words).c_str());
    told_ = std::move(words);
  }
  const std::string sentence = narrator_.say(ui::report(context.shown), seconds);
  if (!sentence.empty()) page_say(sentence.c_str());
}

}  // namespace app
