#include "app/window/reader.h"

namespace app {

void Reader::exchange(const ui::Context&, double) {}

}  // namespace app
