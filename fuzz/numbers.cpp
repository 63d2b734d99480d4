#include <cmath>

#include <fmt/format.h>

#include "fuzz.h"
#include "io/files/csv.h"
#include "io/files/text.h"
#include "io/json/settings.h"
#include "lab/scene/knobs.h"
#include "lab/scene/number_text.h"

namespace {

void read_as_number(std::string_view text) {
  if (const auto number = lab::parse_number(text)) {
    fuzz::expect(std::isfinite(*number), "a number is finite");
    fuzz::expect(lab::parse_number(fmt::format("{:.17g}", *number)) == number,
                 "17 digits lose no bit");
  }
  if (const auto count = io::parse_count(text)) {
    fuzz::expect(io::parse_count(fmt::format("{}", *count)) == count, "a count reads back");
  }
}

void read_as_knob(const lab::Knob& knob, std::string_view text) {
  const auto value = lab::parse_value(knob, text);
  if (!value) return;
  lab::Settings settings;
  knob.set(settings, *value);
  // a settings file gives the same value as the command line
  const nlohmann::json written = {{knob.name, io::knob_value(knob, settings)}};
  if (written[knob.name].is_null()) return;
  lab::Settings again;
  io::read_settings(io::JsonNode(written, fuzz::kSource), again);
  fuzz::expect(knob.given(again) == knob.given(settings), "a knob reads back to the bit");
}

void read_as_csv(std::string_view text) {
  std::string line;
  const std::vector<std::string> fields = io::csv_fields(text);
  for (const std::string& field : fields)
    line += (&field == &fields[0] ? "" : ",") + io::csv_field(field);
  fuzz::expect(io::csv_fields(line) == fields, "fields of CSV read back");
}

}  // namespace

// Reads any text as a number, as the value of every shared knob, and as a line of CSV.
int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  const std::string_view text = fuzz::text_of(bytes, size);
  read_as_number(text);
  for (const lab::Knob& knob : lab::shared_knobs()) read_as_knob(knob, text);
  read_as_csv(text);
  return 0;
}
