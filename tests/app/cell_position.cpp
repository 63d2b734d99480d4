// Prints the position of a lane's cell in a window with lanes side by side, for scripts that press
// there: "x y" of the center of its caption, then "x y" of a point in the lower left part of its
// picture, beside the body. Usage: cell_position WIDTH HEIGHT SCENE LANES LANE, LANE from 0.

#include <cstdio>
#include <cstdlib>

#include "app/picture/stage.h"
#include "io/scene/scene_file.h"
#include "ui/kit/theme.h"
#include "ui/panels/cells.h"
#include "ui/shell/layout.h"

int main(int argc, char** argv) {
  if (argc != 6) return 2;
  const auto whole = [argv](int i) { return std::strtoul(argv[i], nullptr, 10); };
  ui::Theme theme;
  theme.scale = 1.0F;
  const ImVec2 window{static_cast<float>(whole(1)), static_cast<float>(whole(2))};
  const ui::Layout layout = ui::arrange(theme, window, false, {});
  const float shape = app::measure(io::find_scene(argv[3])).shape;
  const ui::Cell cell =
      ui::cells_of(whole(4), layout.clear(), ui::cell_style(theme, shape)).at(whole(5));
  const auto print = [](const ui::Area& area, float right, float down) {
    std::printf("%.0f %.0f\n", area.corner.x + right * area.size.x,
                area.corner.y + down * area.size.y);
  };
  print(cell.caption, 0.5F, 0.5F);
  print(cell.picture, 0.1F, 0.7F);
  return 0;
}
