#include "cli/output/diagnosis.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/output/table.h"

namespace cli {
namespace {

/// The text in lines that start so far to the right.
std::string indented(const std::string& text, std::size_t columns) {
  std::string result(columns, ' ');
  for (const char c : wrapped(text, kTextColumns - columns)) {
    result += c;
    if (c == '\n') result += std::string(columns, ' ');
  }
  return result + '\n';
}

}  // namespace

void print_diagnosis(std::ostream& out, const io::Diagnosed& diagnosed) {
  out << "\nwhy it shakes:\n";
  for (const lab::Cause& cause : diagnosed.diagnosis.causes) {
    out << fmt::format("  {} ({:.0f} % of the shaking)\n", lab::name(cause.id),
                       100.0 * cause.strength);
    out << indented(cause.sentence + " " + cause.source + ".", 4);
    std::vector<std::string> joints, help;
    for (const int j : cause.joints) joints.push_back(diagnosed.multibody.joint(j).name);
    for (const lab::Remedy& remedy : cause.remedies) {
      help.push_back(fmt::format("{} ({:.3g}°, {:.3g} m)", remedy.label, remedy.with.jitter_deg,
                                 remedy.with.error));
    }
    if (!joints.empty()) out << indented(fmt::format("joints: {}", fmt::join(joints, ", ")), 4);
    if (help.empty()) continue;
    const lab::Behaviour& without = cause.remedies.front().without;
    out << indented(fmt::format("try: {}; instead of {:.3g}°, {:.3g} m", fmt::join(help, "; or "),
                                without.jitter_deg, without.error),
                    4);
  }
}

}  // namespace cli
