#include "io/body/effector_list.h"

#include <algorithm>
#include <optional>

#include "io/files/text.h"
#include "io/scene/parts.h"
#include "lab/scene/number_text.h"

namespace io {
namespace {

/// Reads and removes the prefix for the kind of an effector.
void read_kind(lab::EffectorRequest& wish) {
  using enum lab::EffectorRequest::Kind;
  constexpr struct {
    std::string_view begin;
    lab::EffectorRequest::Kind kind;
  } kWords[] = {{"link:", kLink}, {"body:", kLink}, {"site:", kSite}};
  for (const auto& word : kWords) {
    if (!wish.name.starts_with(word.begin)) continue;
    wish.kind = word.kind;
    wish.name.erase(0, word.begin.size());
    return;
  }
}

ik::Isometry tool_frame(const std::vector<double>& numbers) {
  ik::Isometry frame = ik::Isometry::Identity();
  frame.translation() = Eigen::Vector3d(numbers.data());
  if (numbers.size() > 3) frame.linear() = rotation_from_rpy(Eigen::Vector3d(numbers.data() + 3));
  return frame;
}

}  // namespace

std::vector<lab::EffectorRequest> effector_list(std::string_view list,
                                                const lab::OptionWords& words) {
  const auto fail = [list, &words](const std::string& why) {
    throw Error(printable(concat(words.effectors, " \"", list, "\": ", why)));
  };
  const std::vector<std::string> parts = parts_of(list);
  if (parts.empty()) fail("a name is empty");
  std::vector<lab::EffectorRequest> wishes;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    lab::EffectorRequest wish(parts[i]);
    const std::size_t at = wish.name.rfind('@');
    const auto first = at == std::string::npos
                           ? std::nullopt
                           : lab::parse_number(std::string_view(parts[i]).substr(at + 1));
    if (first) {
      std::vector<double> numbers{*first};
      for (; i + 1 < parts.size(); ++i) {
        const auto next = lab::parse_number(parts[i + 1]);
        if (!next) break;
        numbers.push_back(*next);
        wish.text += "," + parts[i + 1];
      }
      if (numbers.size() != 3 && numbers.size() != 6) {
        fail(concat(wish.text,
                    ": expected 3 numbers, x, y and z, or 6, with roll, pitch and yaw, "
                    "not ",
                    numbers.size()));
      }
      wish.name.resize(at);
      wish.tool = tool_frame(numbers);
    }
    read_kind(wish);
    if (wish.name.empty()) fail("a name is empty");
    wishes.push_back(std::move(wish));
  }
  return wishes;
}

lab::BodyRequest named_effectors(const lab::Scene& scene) {
  lab::BodyRequest wish;
  const std::vector<std::string>& words = scene.source_options;
  const auto option = std::find(words.begin(), words.end(), "--effectors");
  if (words.end() - option > 1) wish.effectors = effector_list(option[1]);
  wish.at_tips = std::find(words.begin(), words.end(), "--tip") != words.end();
  return wish;
}

}  // namespace io
