#include <optional>

#include "fuzz.h"
#include "io/saved/session_file.h"

namespace {

std::optional<io::SavedSession> read(std::string_view text) {
  try {
    return io::parse_session(text, fuzz::kSource);
  } catch (const io::Error&) {
    return std::nullopt;
  }
}

}  // namespace

// A session that can be read is written, and reads back to the same text. It is not replayed:
// replaying its steps takes too long.
int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  const std::optional<io::SavedSession> session = read(fuzz::text_of(bytes, size));
  if (!session) return 0;
  const std::string written = io::write_session(*session);
  const std::optional<io::SavedSession> again = read(written);
  fuzz::expect(again && io::write_session(*again) == written,
               "a session that was written reads back the same");
  return 0;
}
