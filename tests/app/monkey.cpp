// Random actions on the real window: keys, texts, commands, presses, drags, the wheel, sizes from
// 1 x 1, scales from 0.5 to 3, files that are dropped. The program must not end, no frame may be
// black, all angles stay finite, and the memory of the window at rest stays level.
//   iklab_monkey DATA [ACTIONS [SEED]]
// DATA is a folder with files to drop. The present folder takes what the window saves, and the
// frame of a failure, frame.png.

#include <execinfo.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <GLFW/glfw3.h>

#include "app/monkey_hand.h"
#include "app/session/session_keeper.h"
#include "app/window/loop.h"
#include "app/window/preferences.h"
#include "io/body/body_file.h"
#include "io/figure/image_file.h"
#include "io/files/file.h"
#include "io/scene/scene_file.h"
#include "ui/shell/command_palette.h"

namespace {

constexpr int kWidth = 900, kHeight = 600;  // of the window at rest
constexpr int kMaxWidth = 2000, kMaxHeight = 1500;
constexpr long kActionsBetweenRests = 500;
/// Most that the memory of a window at rest may grow in the second half of the actions, bytes:
/// results that the session keeps, such as measured claims and the last advice. In the first half
/// all parts, also those of a graphics driver in software, are used for the first time.
constexpr long kMaxGrowth = 24 << 20;

/// The last action, for the message when the program is ended.
char last_action[512] = "nothing";
char origin[64] = "";

void tell_end(int signal) {
  const char* const all[] = {"FAILED: ended at ", last_action, " of ", origin, "\n"};
  for (const char* words : all) {
    if (write(2, words, std::strlen(words)) < 0) break;
  }
  void* calls[40];  // addr2line tells their places
  backtrace_symbols_fd(calls, backtrace(calls, 40), 2);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

struct Trouble : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Monkey {
 public:
  Monkey(const std::string& data, unsigned seed) : chance_(seed) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(data)) {
      if (entry.is_regular_file()) files_.push_back(entry.path().string());
    }
    std::ranges::sort(files_);  // folders list their files in any order
    files_.insert(files_.end(), {data, data + "/none.json", "/dev/null"});
    glfwSetWindowSizeLimits(window_.handle(), GLFW_DONT_CARE, GLFW_DONT_CARE, GLFW_DONT_CARE,
                            GLFW_DONT_CARE);
    glfwSetWindowCloseCallback(window_.handle(), nullptr);
    session_.set_folder(std::filesystem::current_path() / "recordings");
    panels_.focus.rects = &items_;
    loop_.never_rest();
    hand_.enter();
    frames(5);
  }

  /// A random action and some frames.
  void act(long number) {
    std::snprintf(last_action, sizeof last_action, "action %ld, after %.400s", number,
                  what_.c_str());
    int choice = chance_.below(kAllWeights);
    for (const auto& [weight, name, action] : kActions) {
      if ((choice -= weight) >= 0) continue;
      what_ = name;
      (this->*action)();
      break;
    }
    std::snprintf(last_action, sizeof last_action, "action %ld, %.400s", number, what_.c_str());
    frames(1 + chance_.below(3));
    look(number);
  }

  /// Windows that are only just large enough to see whether they are black.
  void look_at_small_sizes() {
    for (const auto& [width, height] : {std::pair(40, 700), {64, 40}, {900, 40}, {40, 40}}) {
      what_ = "small";
      resize(width, height);
      std::snprintf(last_action, sizeof last_action, "%s", what_.c_str());
      frames(3);
      look(0);
    }
  }

  /// Brings the window to the state in which it begins, and measures its memory.
  long rest() {
    using Command = ui::Command;
    what_ = "rest";
    release_all();
    for (int i = 0; i < 4; ++i) press_key(GLFW_KEY_ESCAPE, 0);
    ui::Edit edit(session_.setup());
    for (const Command command : {Command::kStopMeasuring, Command::kStopAdvising,
                                  Command::kCancelSweep, Command::kDropRecording}) {
      edit.send(command);
    }
    if (session_.shown().saving.filmed) edit.send(Command::kFilmOrStop);
    session_.apply(std::move(edit));
    session_.stop_recording();
    panels_ = {};
    panels_.focus.rects = &items_;
    resize(kWidth, kHeight);
    session_.set_scene(io::find_scene("y"));
    session_.change(lab::setup_of(std::make_shared<const lab::Scene>(io::find_scene("y")),
                                  *ik::find_method("dls")),
                    "rest");
    session_.begin_here();
    session_.set_speed(1.0);
    session_.set_playing(false);
    frames(60);
    malloc_trim(0);
    return static_cast<long>(mallinfo2().uordblks);
  }

  double slowest_s() const { return slowest_s_; }
  int calmed() const { return calmed_; }

 private:
  struct Action {
    int weight;
    const char* name;
    void (Monkey::*act)();
  };
  static const std::vector<Action> kActions;
  static const int kAllWeights;

  static app::SceneLibrary library() {
    app::SceneLibrary all{.items = {},
                          .load = [](const std::string& id) { return io::open_scene(id); }};
    for (const std::string& id : io::built_in_scenes()) all.items.push_back({id, id, ""});
    return all;
  }

  void frames(int count) {
    for (int i = 0; i < count; ++i) {
      items_.clear();
      const double start = work::nanoseconds();
      if (!loop_.frame()) glfwSetWindowShouldClose(window_.handle(), GLFW_FALSE);
      const double seconds = 1e-9 * (work::nanoseconds() - start);
      slowest_s_ = std::max(slowest_s_, seconds);
      keeper_.look(session_, seconds);
      if (seconds > kSlow && ++slow_ > 3) calm_down();
      if (seconds <= kSlow) slow_ = 0;
    }
  }

  /// A software renderer takes seconds for a crowd or thirty lanes: the walk goes on without them.
  void calm_down() {
    slow_ = 0;
    ++calmed_;
    panels_.crowd.on = false;
    lab::Setup setup = session_.setup();
    while (setup.lanes.size() > 1) lab::remove_lane(setup, setup.lanes.size() - 1);
    session_.change(setup, "fewer lanes");
  }

  void look(long number) {
    const auto& theta = session_.tracker().pose().theta;
    if (!theta.allFinite()) throw Trouble("an angle is not finite");
    if (number % 100 == 0) {
      const io::Preferences now = app::preferences_of(session_, panels_, {});
      if (now.text_size != panels_.text_size) throw Trouble("a preference is lost");
    }
    const gfx::Image image = loop_.screenshot();
    if (image.width != window_.pixels().width || image.height != window_.pixels().height) return;
    const ImVec4 panel = ui::make_colors(panels_.dark.on(), panels_.contrast.on()).panel;
    const auto near = [](std::uint8_t byte, float share) {
      return std::abs(static_cast<float>(byte) - 255.0F * share) < 2.0F;
    };
    std::size_t black = 0, ground = 0, pixels = image.rgba.size() / 4;
    for (std::size_t i = 0; i < pixels; ++i) {
      const std::uint8_t* p = &image.rgba[4 * i];
      black += p[0] < 4 && p[1] < 4 && p[2] < 4;
      ground += near(p[0], panel.x) && near(p[1], panel.y) && near(p[2], panel.z);
    }
    // in a window of a few pixels the body alone may be all of it
    const bool seen = image.width >= 40 && image.height >= 40;
    const bool roomy = image.width >= 640 && image.height >= 400;
    // panels of the dark theme with more contrast are black
    const bool is_black = seen && black > (panel.x < 0.02F ? pixels - pixels / 50 : pixels / 2);
    const bool is_bare = roomy && !panels_.hidden && 50 * ground < pixels;
    if (!is_black && !is_bare) return;
    io::write_file("frame.png", io::png_bytes(image.width, image.height, image.rgba));
    throw Trouble(is_black ? "the frame is black" : "the panels are gone");
  }

  void press_key(int which, int mods) {
    hand_.key(which, true, mods);
    if (which < 128 && (mods & ~GLFW_MOD_SHIFT) == 0) {
      hand_.type(static_cast<unsigned>(std::tolower(which)));
    }
    frames(1);
    hand_.key(which, false, mods);
    frames(1);
  }
  void release_all() {
    for (const int which : hand_.held_buttons()) hand_.button(which, false), frames(1);
    for (const int which : hand_.held_keys()) hand_.key(which, false, 0), frames(1);
  }
  /// A place in or on the edge of the window; most often on a control.
  ImVec2 place() {
    const auto [width, height] = window_.size();
    if (!items_.empty() && chance_.with(0.6)) {
      auto item = items_.begin();
      std::advance(item, chance_.below(static_cast<int>(items_.size())));
      what_ += " " + item->first;
      const ui::ItemRect& rect = item->second;
      return {static_cast<float>(chance_.between(rect.min.x, rect.max.x)),
              static_cast<float>(chance_.between(rect.min.y, rect.max.y))};
    }
    return {static_cast<float>(chance_.between(-2.0, width + 2.0)),
            static_cast<float>(chance_.between(-2.0, height + 2.0))};
  }

  // the actions

  void press() {
    const ImVec2 at = place();
    const int which = chance_.with(0.85) ? 0 : chance_.below(3);
    const bool shift = chance_.with(0.1), control = chance_.with(0.1);
    if (shift) hand_.key(GLFW_KEY_LEFT_SHIFT, true, GLFW_MOD_SHIFT);
    if (control) hand_.key(GLFW_KEY_LEFT_CONTROL, true, GLFW_MOD_CONTROL);
    hand_.move(at.x, at.y);
    frames(1);
    for (int i = chance_.with(0.15) ? 2 : 1; i > 0; --i) {
      hand_.button(which, true);
      frames(1);
      hand_.button(which, false);
      frames(1);
    }
    release_all();
  }
  void drag() {
    const ImVec2 from = place(), to = place();
    const int which = chance_.with(0.7) ? 0 : 1 + chance_.below(2);
    const int held[] = {GLFW_KEY_LEFT_SHIFT, GLFW_KEY_X, GLFW_KEY_Y, GLFW_KEY_Z};
    if (chance_.with(0.3)) hand_.key(held[chance_.below(4)], true, 0);
    hand_.move(from.x, from.y);
    frames(1);
    hand_.button(which, true);
    for (int i = 1; i <= 5; ++i) {
      hand_.move(from.x + 0.2F * static_cast<float>(i) * (to.x - from.x),
                 from.y + 0.2F * static_cast<float>(i) * (to.y - from.y));
      frames(1);
      if (chance_.with(0.03)) press_key(GLFW_KEY_ESCAPE, 0);
      if (chance_.with(0.02)) resize_at_random();
    }
    // sometimes the button stays down during the next actions
    if (chance_.with(0.95)) release_all();
  }
  void turn_wheel() {
    const ImVec2 at = place();
    hand_.move(at.x, at.y);
    const double most = chance_.with(0.05) ? 1e4 : 4.0;
    hand_.wheel(chance_.with(0.2) ? chance_.between(-most, most) : 0.0,
                chance_.between(-most, most));
  }
  void press_a_key() {
    constexpr std::string_view kSigns = " ',-./0123456789;=ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]`";
    // Esc to End, F1 to F12, the keypad
    const std::pair<int, int> kOthers[] = {{256, 14}, {290, 12}, {320, 16}};
    const auto& [first, count] = kOthers[chance_.below(3)];
    const int which = chance_.with(0.7) ? chance_.of(kSigns) : first + chance_.below(count);
    int mods = 0;
    for (const auto& [mod, modifier] : {std::pair(GLFW_MOD_SHIFT, GLFW_KEY_LEFT_SHIFT),
                                        std::pair(GLFW_MOD_CONTROL, GLFW_KEY_LEFT_CONTROL),
                                        std::pair(GLFW_MOD_ALT, GLFW_KEY_LEFT_ALT)}) {
      if (!chance_.with(0.15)) continue;
      mods |= mod;
      hand_.key(modifier, true, mods);
    }
    what_ += " " + std::to_string(which) + " with " + std::to_string(mods);
    press_key(which, mods);
    if (chance_.with(0.97)) release_all();
  }
  void walk_by_tab() {
    for (int i = chance_.below(8); i > 0; --i) press_key(GLFW_KEY_TAB, 0);
    const int keys[] = {GLFW_KEY_ENTER, GLFW_KEY_SPACE, GLFW_KEY_LEFT,
                        GLFW_KEY_RIGHT, GLFW_KEY_UP,    GLFW_KEY_DOWN};
    for (int i = chance_.below(4); i > 0; --i) press_key(keys[chance_.below(6)], 0);
  }
  void type_text() {
    const std::string text(chance_.of(kTexts));
    what_ += " '" + text.substr(0, 30) + "'";
    hand_.write(text);
    frames(2);
    press_key(chance_.with(0.7) ? GLFW_KEY_ENTER : GLFW_KEY_ESCAPE, 0);
  }
  void use_palette() {
    press_key(GLFW_KEY_ESCAPE, 0);
    hand_.key(GLFW_KEY_LEFT_CONTROL, true, GLFW_MOD_CONTROL);
    press_key(GLFW_KEY_K, GLFW_MOD_CONTROL);
    release_all();
    frames(3);
    if (chance_.with(0.3)) return type_text();
    const auto rows = ui::commands(session_.shown());
    const std::string& name = chance_.of(rows).name;
    what_ += " '" + name + "'";
    hand_.write(name);
    frames(3);
    press_key(GLFW_KEY_ENTER, 0);
  }
  void open_a_page() {
    ui::open_page(panels_, static_cast<std::size_t>(
                               chance_.below(static_cast<int>(ui::side_pages().size()))));
    what_ += std::string(" ") + ui::side_pages()[panels_.page].name;
  }
  void choose_scene() {
    press_key(GLFW_KEY_ESCAPE, 0);
    press_key(chance_.with(0.5) ? GLFW_KEY_LEFT_BRACKET : GLFW_KEY_RIGHT_BRACKET, 0);
  }
  void choose_method() {
    press_key(GLFW_KEY_ESCAPE, 0);
    press_key(GLFW_KEY_1 + chance_.below(9), 0);
  }
  void change_lanes() {
    press_key(GLFW_KEY_ESCAPE, 0);
    if (session_.setup().lanes.size() > 1 && chance_.with(0.7)) {
      lab::Setup setup = session_.setup();
      while (setup.lanes.size() > 1) lab::remove_lane(setup, 0);
      return session_.change(setup, "one lane");
    }
    press_key(chance_.with(0.15) ? GLFW_KEY_A : GLFW_KEY_B, 0);
    panels_.lanes.apart = chance_.with(0.6);
  }
  void resize(int width, int height) {
    what_ += " " + std::to_string(width) + " x " + std::to_string(height);
    glfwSetWindowSize(window_.handle(), width, height);
    const app::GlfwWindow::Size wanted{width, height};
    for (int i = 0; i < 100 && window_.size() != wanted; ++i) frames(1);
  }
  void resize_at_random() {
    resize(chance_.size_to(kMaxWidth), chance_.size_to(kMaxHeight));
    // small windows have few controls: the next action is in a usual one
    if (chance_.with(0.6)) frames(2), resize(300 + chance_.below(800), 200 + chance_.below(500));
  }
  void change_scale() {
    panels_.text_size = chance_.between(0.5, 3.0);
    what_ += " " + std::to_string(panels_.text_size);
  }
  void change_theme() { panels_.dark.toggle(); }
  void drop_file() {
    const std::string& path = chance_.of(files_);
    what_ += " " + path;
    hand_.drop(path);
    frames(3);
  }
  void record() {
    press_key(GLFW_KEY_ESCAPE, 0);
    press_key(GLFW_KEY_S, 0);
  }

  Chance chance_;
  std::string what_;
  app::GlfwWindow window_{kWidth, kHeight, "iklab"};
  app::Session session_{work::nanoseconds, library(), io::find_scene("y"), *ik::find_method("dls")};
  ui::Panels panels_;
  app::Loop loop_{window_, session_, panels_, 1.0};
  app::SessionKeeper keeper_{session_.pool(), std::filesystem::current_path() / "kept"};
  Hand hand_{window_.handle()};
  ui::ItemRects items_;
  std::vector<std::string> files_;
  static constexpr double kSlow = 0.6;  // s, a frame
  int slow_ = 0, calmed_ = 0;
  double slowest_s_ = 0.0;
};

const std::vector<Monkey::Action> Monkey::kActions = {
    {.weight = 30, .name = "press", .act = &Monkey::press},
    {.weight = 12, .name = "drag", .act = &Monkey::drag},
    {.weight = 8, .name = "wheel", .act = &Monkey::turn_wheel},
    {.weight = 12, .name = "key", .act = &Monkey::press_a_key},
    {.weight = 4, .name = "tab", .act = &Monkey::walk_by_tab},
    {.weight = 5, .name = "text", .act = &Monkey::type_text},
    {.weight = 8, .name = "palette", .act = &Monkey::use_palette},
    {.weight = 5, .name = "page", .act = &Monkey::open_a_page},
    {.weight = 3, .name = "scene", .act = &Monkey::choose_scene},
    {.weight = 3, .name = "method", .act = &Monkey::choose_method},
    {.weight = 3, .name = "lanes", .act = &Monkey::change_lanes},
    {.weight = 4, .name = "resize", .act = &Monkey::resize_at_random},
    {.weight = 3, .name = "scale", .act = &Monkey::change_scale},
    {.weight = 1, .name = "theme", .act = &Monkey::change_theme},
    {.weight = 2, .name = "drop", .act = &Monkey::drop_file},
    {.weight = 1, .name = "record", .act = &Monkey::record},
};
const int Monkey::kAllWeights = [] {
  int sum = 0;
  for (const Action& action : kActions) sum += action.weight;
  return sum;
}();

void run(const std::string& data, long actions, unsigned seed) {
  Monkey monkey(data, seed);
  monkey.look_at_small_sizes();
  monkey.rest();
  long first = 0, last = 0;
  for (long i = 1; i <= actions; ++i) {
    monkey.act(i);
    if (i % kActionsBetweenRests != 0 && i != actions) continue;
    last = monkey.rest();
    if (first == 0 && 2 * i >= actions) first = last;
    std::printf("%ld actions: %.1f MB at rest, slowest frame %.2f s\n", i,
                1e-6 * static_cast<double>(last), monkey.slowest_s());
    std::fflush(stdout);
  }
  std::printf("calmed down %d times\n", monkey.calmed());
  if (last - first > kMaxGrowth) throw Trouble("the memory grows");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return std::fputs("usage: iklab_monkey DATA [ACTIONS [SEED]]\n", stderr), 2;
  const long actions = argc > 2 ? std::atol(argv[2]) : 200;
  const auto seed = static_cast<unsigned>(argc > 3 ? std::atol(argv[3]) : 1);
  std::snprintf(origin, sizeof origin, "seed %u", seed);
  mallopt(M_ARENA_MAX, 1);  // mallinfo2() counts the first arena only
  for (const int signal : {SIGABRT, SIGSEGV, SIGFPE, SIGBUS}) std::signal(signal, tell_end);
  try {
    run(argv[1], actions, seed);
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "FAILED: %s at %s of %s\n", problem.what(), last_action, origin);
    return 1;
  }
}
