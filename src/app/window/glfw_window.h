#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "app/window/input_queue.h"
#include "gfx/context/context.h"

struct GLFWwindow;

namespace app {

/// GLFW and one window. The constructor makes the window's OpenGL 3.3 core context current.
class GlfwWindow {
 public:
  /// \param width, height in the display's coordinates, at most the displays' size; 0: by
  /// first_size()
  /// \throws std::runtime_error with one sentence if there is no display or no OpenGL 3.3
  GlfwWindow(int width, int height, const std::string& title);
  GlfwWindow(const GlfwWindow&) = delete;
  GlfwWindow& operator=(const GlfwWindow&) = delete;
  ~GlfwWindow();

  struct Size {
    int width, height;
    bool empty() const { return width <= 0 || height <= 0; }
    bool operator==(const Size&) const = default;
  };
  /// Four fifths of a display's work area, at least 1280 × 720, at most the work area.
  static Size first_size(Size work_area);
  /// The size, at most as large as all displays together. \param displays empty: unknown
  static Size fitting(Size wanted, Size displays);
  /// Whether the displays had no room for the size that was asked for.
  bool is_cut() const { return is_cut_; }
  /// In the display's coordinates. size() and pixels() belong to the last event: they match while
  /// the user resizes the window, and stay constant during a frame.
  Size size() const { return size_; }
  Size pixels() const;          ///< the framebuffer's size; empty while minimised
  float content_scale() const;  ///< pixels per design point, from the display

  /// Takes the events since the last call. \param waits waits for an event, up to a tenth of a
  /// second; a browser calls no frame before the next event
  void take_events(bool waits = false);
  /// Waits until work::nanoseconds() reaches `time`, or for an event of the user, if none has come
  /// since take_event_flag(). Does nothing in a browser.
  void wait_for_event(double time);
  /// Whether the window's contents were lost since the last call, for example under another window.
  bool take_exposure() { return std::exchange(exposed_, false); }
  /// Whether there was an event since the last call.
  bool take_event_flag() { return std::exchange(had_event_, false); }
  /// Whether the context was lost, with all its contents, since the last call.
  bool take_context_loss() { return std::exchange(lost_, false); }
  /// False from a loss until the context is back, and on a page while the canvas is out of sight.
  bool can_draw() const;
  bool closing() const;
  void close();
  /// The files dropped on the window since the last call.
  std::vector<std::string> take_dropped() { return std::exchange(dropped_, {}); }
  void set_title(const std::string& title);
  /// Sends all further keyboard and pointer events to input() only.
  void queue_input();
  InputQueue& input() { return input_; }
  /// Whether the pointer is over the window, or the window has the keyboard focus.
  bool has_pointer() const;

  GLFWwindow* handle() const { return window_; }
  /// Finds the functions of OpenGL; null where they are linked.
  static gfx::FunctionLoader loader();

 private:
  /// The object that made the window.
  static GlfwWindow& of(GLFWwindow* window);
  /// Registers callbacks for all events, and keeps dropped files. Dear ImGui's backend, initialised
  /// later, calls these callbacks from its own.
  void watch_events();
  void follow_sizes();
  /// GLFW's number of the letter or sign on a key that has an event now, see key_by_layout().
  static int by_layout(int key);
  /// The same; a key that goes up is the one that went down, also if the layout has changed since.
  int key_of_event(int key, bool up);
  /// Queues moves and the wheel.
  void queue_pointer();
  /// Marks that an event came.
  void stir();

  GLFWwindow* window_ = nullptr;
  Size size_{}, pixels_{};
  std::string title_;
  std::vector<std::string> dropped_;
  bool is_cut_ = false;
  bool had_event_ = true, lost_ = false, exposed_ = true;
  [[maybe_unused]] bool sleeps_ = false;  // the browser calls no frame; on a page only
  bool entered_ = false;                  // the pointer is over the window
  InputQueue input_;
  std::map<int, int> held_keys_;  // by_layout() of keys that are down, by GLFW's number
};

}  // namespace app
