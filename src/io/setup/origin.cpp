#include "io/setup/origin.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "io/files/text.h"

namespace io {

Origin origin_of(std::string text, std::span<const lab::ChangeNote> notes) {
  Origin origin{std::move(text)};
  for (const lab::ChangeNote& note : notes) origin.changes.push_back(printable(note.text()));
  return origin;
}

std::string foot_of(const Origin& origin) {
  constexpr std::size_t kMax = 12;  // a few lines at the foot
  if (origin.changes.empty()) return origin.text;
  const std::size_t shown = std::min(origin.changes.size(), kMax);
  const auto end = origin.changes.begin() + static_cast<std::ptrdiff_t>(shown);
  const std::size_t more = origin.changes.size() - shown;
  const std::string rest =
      more > 0 ? fmt::format("; and {} more changes, which are in the CSV", more) : "";
  return fmt::format("{} · changed at {}{}", origin.text,
                     fmt::join(origin.changes.begin(), end, "; "), rest);
}

void write_comment(std::ostream& out, std::string text) {
  std::ranges::replace_if(
      text, [](unsigned char c) { return c < ' '; }, ' ');
  out << "# " << text << '\n';
}

void write_origin(std::ostream& out, const Origin& origin) {
  write_comment(out, origin.text);
  for (const std::string& change : origin.changes) write_comment(out, "changed at " + change);
}

}  // namespace io
