#include <optional>

#include "fuzz.h"
#include "io/setup/setup_json.h"

namespace {

std::optional<lab::Setup> read(std::string_view text) {
  try {
    return io::parse_setup(text, fuzz::kSource);
  } catch (const io::Error&) {
    return std::nullopt;
  }
}

}  // namespace

// A set-up that can be read is written, and reads back to the same text.
int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  const std::optional<lab::Setup> setup = read(fuzz::text_of(bytes, size));
  if (!setup) return 0;
  const std::string written = io::setup_text(*setup);
  const std::optional<lab::Setup> again = read(written);
  fuzz::expect(again && io::setup_text(*again) == written,
               "a set-up that was written reads back the same");
  return 0;
}
