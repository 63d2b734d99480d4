#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <random>
#include <set>
#include <string>
#include <string_view>

#include <GLFW/glfw3.h>

/// Texts for fields and for the list of commands.
inline constexpr auto kTexts = std::to_array<std::string_view>(
    {"0",
     "-1",
     "1e300",
     "1e-300",
     "nan",
     "inf",
     "0,4",
     "1/3",
     "off",
     "",
     " ",
     "λ ∂ Σ",
     "\xF0\x9F\x99\x88",
     "%s%n%d",
     "lambda 0.4",
     "lambda -1",
     "d-max off",
     "d-max 0",
     "speed 10",
     "speed 0.1",
     "iterations 1000",
     "max-angle 1",
     "hand",
     "a/b",
     "nothing/like/this.urdf",
     "a text that is much longer than any field that it can be typed into, and than any row of a "
     "list that repeats it, and it goes on for a while so that it has to be cut somewhere"});

/// A source of random choices; the same on every system.
class Chance {
 public:
  explicit Chance(unsigned seed) : bits_(seed) {}
  double even() { return bits_() / 4294967296.0; }
  double between(double low, double high) { return low + (high - low) * even(); }
  int below(int count) { return static_cast<int>(even() * count); }
  bool with(double share) { return even() < share; }
  /// 1 to `most`, small numbers as often as large ones.
  int size_to(int most) { return static_cast<int>(std::exp(between(0.0, std::log(most + 0.999)))); }
  template <class List>
  const auto& of(const List& list) {
    return list[static_cast<std::size_t>(below(static_cast<int>(list.size())))];
  }

 private:
  std::mt19937 bits_;
};

/// Gives a window events as GLFW does: by the receivers that the window has set.
class Hand {
 public:
  explicit Hand(GLFWwindow* window) : window_(window) {
    // setting a receiver is the only way to learn the present one
    const auto learn = [window](auto set, auto& receiver) {
      receiver = set(window, nullptr);
      set(window, receiver);
    };
    learn(glfwSetKeyCallback, key_);
    learn(glfwSetCharCallback, character_);
    learn(glfwSetMouseButtonCallback, button_);
    learn(glfwSetCursorPosCallback, move_);
    learn(glfwSetScrollCallback, wheel_);
    learn(glfwSetDropCallback, drop_);
    learn(glfwSetCursorEnterCallback, enter_);
  }

  void enter() const { enter_(window_, GLFW_TRUE); }
  void move(double x, double y) const { move_(window_, x, y); }
  void wheel(double x, double y) const { wheel_(window_, x, y); }
  void type(unsigned code) const { character_(window_, code); }
  void button(int which, bool down) {
    button_(window_, which, down ? GLFW_PRESS : GLFW_RELEASE, 0);
    down ? void(buttons_.insert(which)) : void(buttons_.erase(which));
  }
  void key(int which, bool down, int mods) {
    key_(window_, which, glfwGetKeyScancode(which), down ? GLFW_PRESS : GLFW_RELEASE, mods);
    down ? void(keys_.insert(which)) : void(keys_.erase(which));
  }
  void drop(const std::string& path) const {
    const char* paths[] = {path.c_str()};
    drop_(window_, 1, paths);
  }
  /// Types a text, UTF-8.
  void write(const std::string& text) const {
    for (std::size_t i = 0; i < text.size();) {
      const auto first = static_cast<unsigned char>(text[i]);
      const unsigned more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : first >= 0xC0 ? 1 : 0;
      unsigned code = more == 0 ? first : first & (0x3FU >> more);
      for (unsigned k = 1; k <= more; ++k) {
        code = code << 6 | (static_cast<unsigned char>(text[i + k]) & 0x3FU);
      }
      type(code);
      i += more + 1;
    }
  }
  std::set<int> held_buttons() const { return buttons_; }
  std::set<int> held_keys() const { return keys_; }

 private:
  GLFWwindow* window_;
  std::set<int> buttons_, keys_;
  GLFWkeyfun key_;
  GLFWcharfun character_;
  GLFWmousebuttonfun button_;
  GLFWcursorposfun move_;
  GLFWscrollfun wheel_;
  GLFWdropfun drop_;
  GLFWcursorenterfun enter_;
};
