#include "io/body/body_file.h"

#include "iklab/scene.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "io/body/effector_list.h"
#include "io/body/file_kind.h"
#include "io/body/gltf_file.h"
#include "io/body/readers.h"
#include "io/body/visuals.h"
#include "io/body/xml.h"
#include "io/files/encoding.h"
#include "io/files/file.h"
#include "io/scene/parts.h"
#include "io/scene/scene_file.h"
#include "lab/track/reach.h"

namespace io {
namespace {

bool is_gltf(const std::string& extension) { return extension == ".gltf" || extension == ".glb"; }

bool has_body_extension(const std::filesystem::path& path) {
  return names_body(extension_of(path));
}

/// The command line's words for these options.
std::vector<std::string> words_of(const BodyOptions& options) {
  std::vector<std::string> words;
  const auto add = [&words](const char* option, std::string value) {
    words.emplace_back(option);
    words.push_back(std::move(value));
  };
  const lab::BodyWish& wish = options.wish;
  if (wish.base != lab::Base::kAsFile) {
    add("--base", lab::kBases[static_cast<std::size_t>(wish.base) - 1]);
  }
  if (!wish.effectors.empty()) {
    add("--effectors", joined(wish.effectors, ",", &lab::EffectorWish::text));
  }
  if (wish.at_tips) words.emplace_back("--tip");
  if (wish.fit != lab::BodyWish().fit) {
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
void take_choice(const std::string& source, const std::string& choice, lab::BodyModel& model) {
  model.source = source;
  if (choice.empty()) return;
  model.source += "#" + choice;
  model.name = printable(model.name + ", " + choice);
}

[[noreturn]] void fail_xacro(const std::filesystem::path& path, const std::string& source) {
  std::string plain = path.stem().string();
  if (extension_of(path) != ".xacro") plain += "_plain";
  throw Error(printable(concat(source, ": xacro has to be expanded first: `xacro ", path.string(),
                               " > ", plain, extension_of(plain) == ".urdf" ? "`" : ".urdf`")));
}

/// Whether an element belongs to xacro or has an expression in an attribute. Macro calls do not
/// count: they may be left over in an expanded file, without effect.
bool is_xacro(const tinyxml2::XMLElement& element) {
  constexpr std::array<std::string_view, 6> kOwn = {
      "xacro:include", "xacro:macro", "xacro:property", "xacro:arg", "xacro:if", "xacro:unless"};
  if (std::find(kOwn.begin(), kOwn.end(), element.Name()) != kOwn.end()) return true;
  for (const auto* a = element.FirstAttribute(); a != nullptr; a = a->Next()) {
    if (std::string_view(a->Value()).find("${") != std::string_view::npos) return true;
  }
  return false;
}

/// Finds the first element of xacro in a document.
class XacroFinder : public tinyxml2::XMLVisitor {
 public:
  bool VisitEnter(const tinyxml2::XMLElement& element, const tinyxml2::XMLAttribute*) override {
    if (line == 0 && is_xacro(element)) line = element.GetLineNum();
    return line == 0;
  }
  int line = 0;
};

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
  const auto named = [&](BodyFile file) {
    file.model.name = printable(path.stem().string());
    take_choice(source, options.animation, file.model);
    return file;
  };
  expect_kind(bytes, path);  // before decoding: a compressed file is not text
  if (is_gltf(extension)) return named(read_gltf(bytes, path, options.animation));
  const std::string text = as_utf8(std::string(bytes), source);
  if (text != bytes) expect_kind(text, path);
  const auto expect_choices = [&](bool has_some) {
    if (options.animation.empty() || has_some) return;
    throw Error(printable(concat(source, "#", options.animation,
                                 ": only glTF files have animations to choose from, and MJCF files "
                                 "keys")));
  };
  if (extension == ".xacro") fail_xacro(path, source);
  if (extension == ".bvh") {
    expect_choices(false);
    return named(read_bvh(text, source));
  }
  tinyxml2::XMLDocument document;
  parse_xml(text, source, document);
  const XmlNode root(*document.RootElement(), source);
  const MeshPaths meshes(path, options.packages);
  const bool urdf = root.tag() == "robot";
  if (!urdf && root.tag() != "mujoco") {
    root.fail("expected <robot> (URDF) or <mujoco> (MJCF) at the root");
  }
  XacroFinder xacro;
  if (urdf) document.Accept(&xacro);
  if (xacro.line > 0) fail_xacro(path, concat(source, ":", xacro.line));
  expect_choices(!urdf);
  BodyFile file = urdf ? read_urdf(root, meshes) : read_mjcf(root, path, meshes, options.animation);
  take_choice(source, options.animation, file.model);
  return file;
}

BodyFile read_body(const std::filesystem::path& path, const BodyOptions& options) {
  const std::size_t most = is_gltf(extension_of(path)) ? kMostGltfBytes : kMostXmlBytes;
  return parse_body(read_file(path, most), path, options);
}

namespace {

/// Reads a scene file. For a file of another kind the error names the kind.
lab::Scene find_scene_file(const std::filesystem::path& path) {
  try {
    return find_scene(path.string());
  } catch (const Error&) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) throw;
    expect_kind(read_file(path), path);
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
  if (text.starts_with("glTF")) return ".glb";
  const std::string_view begin = trimmed(text);
  if (begin.starts_with('<')) return ".xml";
  return begin.starts_with("HIERARCHY") ? ".bvh" : ".json";
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

}  // namespace io

ik::Scene ik::open_scene(const std::string& name_or_path, const BodyChoice& choice) {
  io::BodyOptions options;
  if (!choice.effectors.empty()) {
    options.wish.effectors = io::effector_list(io::joined(choice.effectors, ","));
  }
  options.wish.aim = choice.aim;
  options.packages.insert(choice.packages.begin(), choice.packages.end());
  return Scene(std::make_shared<lab::Scene>(io::open_scene(name_or_path, options)));
}
