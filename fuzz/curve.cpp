#include "fuzz.h"
#include "io/files/text.h"
#include "io/scene/parts.h"

// A target curve that can be read has a position at any time and survives a round trip.
int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  try {
    const nlohmann::json document = io::parse_json(fuzz::text_of(bytes, size), fuzz::kSource);
    const lab::TargetCurve curve = io::read_curve(io::JsonNode(document, fuzz::kSource), {});
    for (const double time : {0.0, 0.005, 1.0, 86400.0, 1e9}) {
      curve.at(time);
      curve.jumps_between(time, time + 0.005);
    }
    nlohmann::ordered_json object;
    io::add_curve(curve, object);
    const nlohmann::json written = nlohmann::json::parse(object.dump());
    fuzz::expect(io::read_curve(io::JsonNode(written, fuzz::kSource), {}) == curve,
                 "a curve that was written reads back the same");
  } catch (const io::Error&) {
    // a reader refuses the input
  }
  return 0;
}
