#include "io/body/body_file.h"

#include "iklab/scene.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "io/body/body_formats.h"
#include "io/body/xml.h"
#include "io/files/encoding.h"
#include "io/files/file.h"
#include "io/scene/parts.h"
#include "io/scene/scene_file.h"
#include "lab/run/metrics.h"
#include "lab/scene/number_text.h"
#include "lab/track/reach.h"

namespace io {
namespace {

bool has_body_extension(const std::filesystem::path& path) {
  return body_format_of(extension_of(path)) != nullptr;
}

/// The command line's words for these options.
std::vector<std::string> words_of(const BodyOptions& options) {
  std::vector<std::string> words;
  const auto add = [&words](const char* option, std::string value) {
    words.emplace_back(option);
    words.push_back(std::move(value));
  };
  const lab::BodyRequest& wish = options.wish;
  if (wish.base != lab::Base::kAsFile) {
    add("--base", lab::kBases[static_cast<std::size_t>(wish.base) - 1]);
  }
  if (!wish.effectors.empty()) {
    add("--effectors", joined(wish.effectors, ",", &lab::EffectorRequest::text));
  }
  if (wish.at_tips) words.emplace_back("--tip");
  if (wish.fit != lab::BodyRequest().fit) {
    add("--curve", lab::kCurveFits[static_cast<std::size_t>(wish.fit)]);
  }
  if (wish.aim != ik::AimKind::kNone) {
    add("--aim", kAimKinds[static_cast<std::size_t>(wish.aim) - 1]);
  }
  for (const auto& [name, folder] : options.packages)
    add("--package", name + "=" + folder.string());
  return words;
}

/// Fails if the contents are of another kind than the extension.
void expect_kind(std::string_view text, const std::filesystem::path& path) {
  const std::string why = wrong_kind(text, extension_of(path));
  if (!why.empty()) throw Error(printable(concat(path.string(), ": ", why)));
}

/// Names a model after its file and the animation or keyframe chosen in it.
void add_choice_to_name(const std::string& source, const std::string& choice,
                        lab::BodyModel& model) {
  model.source = source;
  if (choice.empty()) return;
  model.source += "#" + choice;
  model.name = printable(model.name + ", " + choice);
}

/// The format of an XML file, by its root element.
const BodyFormat& format_of(const XmlNode& root) {
  std::vector<std::string> roots;
  for (const BodyFormat& format : body_formats()) {
    if (!format.is_xml()) continue;
    if (root.tag() == format.begins.substr(1)) return format;
    roots.push_back(concat(format.begins, "> (", format.name, ")"));
  }
  const std::string last = roots.back();
  roots.pop_back();
  root.fail(
      concat("expected ", joined(roots, ", "), roots.empty() ? "" : " or ", last, " at the root"));
}

/// Refuses a choice in a file of a format that has none.
void expect_choices(const BodyFormat& format, const std::string& source,
                    const std::string& choice) {
  if (choice.empty() || format.choices != nullptr) return;
  const auto formats = body_formats();
  std::string some;
  for (auto other = formats.rbegin(); other != formats.rend(); ++other) {
    if (other->choices == nullptr) continue;
    some += some.empty()
                ? concat("only ", other->name, " files have ", other->choices, " to choose from")
                : concat(", and ", other->name, " files ", other->choices);
  }
  throw Error(printable(concat(source, "#", choice, ": ", some)));
}

}  // namespace

BodyName split_body_name(const std::string& name) {
  for (std::size_t at = name.find('#'); at != std::string::npos; at = name.find('#', at + 1)) {
    if (!has_body_extension(name.substr(0, at))) continue;
    std::error_code ignored;
    if (std::filesystem::exists(name, ignored)) break;
    return {name.substr(0, at), name.substr(at + 1)};
  }
  return {name};
}

bool is_body_file(const std::filesystem::path& path) {
  return has_body_extension(split_body_name(path.string()).file);
}

BodyFile parse_body(std::string_view bytes, const std::filesystem::path& path,
                    const BodyOptions& options) {
  const std::string source = path.string(), extension = extension_of(path);
  expect_kind(bytes, path);  // what is packed is no text
  std::string text;
  const BodyFormat* format = body_format_of(extension, bytes);
  if (format == nullptr || !format->is_binary) {
    text = as_utf8(std::string(bytes), source);
    if (text != bytes) expect_kind(text, path);
    bytes = text;
    format = body_format_of(extension, text);
  }
  expect_expanded(path);
  const MeshPaths meshes(path, options.packages, *options.wish.words, options.given);
  BodyInput input{
      .bytes = bytes, .path = path, .meshes = meshes, .choice = options.animation, .root = nullptr};
  std::optional<XmlFile> document;
  std::optional<XmlNode> root;
  if (format == nullptr || format->is_xml()) {
    root = document.emplace(text, source).root();
    format = &format_of(*root);
    input.root = &*root;
  }
  expect_choices(*format, source, options.animation);
  BodyFile file = format->read(input);
  add_choice_to_name(source, options.animation, file.model);
  return file;
}

BodyFile read_body(const std::filesystem::path& path, const BodyOptions& options) {
  const BodyFormat* const format = body_format_of(extension_of(path));
  return parse_body(read_file(path, format == nullptr ? kMaxXmlBytes : format->max_bytes), path,
                    options);
}

namespace {

/// Reads a scene file. For a file of another kind the error names the kind.
lab::Scene find_scene_file(const std::filesystem::path& path) {
  try {
    return find_scene(path.string());
  } catch (const Error&) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) throw;
    const std::string text = read_file(path);
    expect_kind(text, path);
    // where a JSON parser stopped helps only if the file is meant to be JSON
    if (extension_of(path) != ".json" && !begin_of(text).starts_with('{')) {
      throw Error(printable(concat(path.string(), ": this is no scene, robot or session")));
    }
    throw;
  }
}

/// Makes a scene of a robot or character, with the file's notes.
lab::Scene scene_of(BodyFile file, const std::string& source, const BodyOptions& options) {
  try {
    lab::Scene scene = lab::scene_of(file.model, options.wish);
    scene.source_options = words_of(options);
    scene.notes.insert(scene.notes.begin(), file.notes.begin(), file.notes.end());
    scene.files = std::move(file.files);
    if (scene.recorded_jitter_deg) return scene;
    // on curves that were fitted here
    if (const std::string note = lab::shaking_note(scene); !note.empty())
      scene.notes.push_back(note);
    return scene;
  } catch (const lab::NothingMoves& error) {
    std::string why = error.what();
    for (const std::string& note : file.notes) why += "; " + note;  // possible reasons
    throw Error(printable(concat(source, ": ", why)));
  } catch (const std::invalid_argument& error) {
    throw Error(printable(concat(source, ": ", error.what())));
  }
}

/// Opens a built-in scene or a file, without notes on the effectors.
lab::Scene open_plain(std::string_view name_or_path, const BodyOptions& options) {
  const std::filesystem::path path(name_or_path);
  if (is_built_in(name_or_path)) return find_scene(name_or_path);
  if (!is_body_file(path)) return find_scene_file(path);
  const BodyName name = split_body_name(path.string());
  BodyOptions read = options;
  if (!name.animation.empty()) read.animation = name.animation;
  return scene_of(read_body(name.file, read), path.string(), options);
}

/// The extension that suits a text; ".json" if nothing else fits.
std::string usual_extension(std::string_view text) {
  if (begin_of(text).starts_with('<')) return ".xml";
  const BodyFormat* const format = body_format_in(text);
  return std::string(format == nullptr ? ".json" : format->extensions.front());
}

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

lab::Scene with_notes_on_effectors(lab::Scene scene) {
  const ik::Multibody body = lab::body_in_force(scene, scene.settings);
  for (const int i : lab::unmoved_effectors(body)) {
    scene.notes.push_back(lab::unmoved_in_words(scene.multibody.effector(i)));
  }
  return scene;
}

}  // namespace

lab::Scene open_scene(std::string_view name_or_path, const BodyOptions& options) {
  return with_notes_on_effectors(open_plain(name_or_path, options));
}

lab::Scene parse_any_scene(std::string_view text, const std::string& source,
                           const BodyOptions& options) {
  const std::string name = source + usual_extension(as_utf8(std::string(text), source));
  if (!is_body_file(name)) return parse_scene(text, name);
  return with_notes_on_effectors(scene_of(parse_body(text, name, options), name, options));
}

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
  const auto option = std::ranges::find(words, "--effectors");
  if (words.end() - option > 1) wish.effectors = effector_list(option[1]);
  wish.at_tips = std::ranges::find(words, "--tip") != words.end();
  return wish;
}

}  // namespace io

namespace io {
namespace {

BodyOptions options_of(const ik::BodyChoice& choice) {
  BodyOptions options;
  options.wish.words = &lab::kLibraryWords;
  options.wish.base = choice.base;
  if (!choice.effectors.empty()) {
    options.wish.effectors = effector_list(joined(choice.effectors, ","), *options.wish.words);
  }
  options.wish.aim = choice.aim;
  options.packages.insert(choice.packages.begin(), choice.packages.end());
  return options;
}

}  // namespace
}  // namespace io

ik::Scene ik::open_scene(const std::string& name_or_path, const BodyChoice& choice) {
  return Scene(std::make_shared<lab::Scene>(io::open_scene(name_or_path, io::options_of(choice))));
}

ik::Scene ik::parse_scene(std::string_view bytes, const std::string& source,
                          const BodyChoice& choice) {
  return Scene(
      std::make_shared<lab::Scene>(io::parse_any_scene(bytes, source, io::options_of(choice))));
}
