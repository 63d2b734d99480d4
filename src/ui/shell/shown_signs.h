#pragma once

#include <memory>
#include <set>

#include "ui/shell/laboratory.h"

namespace ui {

/// Collects the signs beyond the window's own that its texts contain: names of the scene, messages,
/// paths, typed letters.
class ShownSigns {
 public:
  /// Looks at the texts of this frame. Call it between ImGui::NewFrame() and Render(). Another
  /// scene begins a new collection.
  void look(const LabView& shown, const Panels& panels);
  /// At most kMaxSigns.
  const std::set<ImWchar>& signs() const { return signs_; }

  /// The texture of more signs would be too large.
  static constexpr std::size_t kMaxSigns = 1000;

 private:
  void add(std::string_view text);

  std::shared_ptr<const lab::Scene> scene_;
  std::set<ImWchar> signs_;
};

}  // namespace ui
