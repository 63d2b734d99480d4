#include "io/body/sdf_frames.h"

#include <algorithm>
#include <numbers>
#include <optional>
#include <system_error>
#include <utility>

#include <Eigen/Geometry>

#include "io/scene/parts.h"

namespace io {
namespace {

constexpr std::size_t kMaxIncludedFiles = 64;

int minor_version_of(const XmlNode& sdf) {
  const std::string version = sdf.text_or("version", "1.12");
  const std::vector<std::string> parts = parts_of(version, '.');
  const auto major = parse_count(parts.front());
  const auto minor = parts.size() > 1 ? parse_count(parts[1]) : std::optional<long>(0);
  constexpr long kMax = 1000;  // any later version
  if (!major || !minor || *major < 1 || (*major == 1 && *minor < 2)) {
    sdf.fail(concat("version: expected 1.2 or later, not ", version));
  }
  return static_cast<int>(*major == 1 && *minor < kMax ? *minor : kMax);
}

std::filesystem::path canonical_path(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::weakly_canonical(path, ignored);
}

using Kind = SdfFrame::Kind;

constexpr std::size_t kMaxFrames = 100'000;
constexpr int kMaxIncluded = 1000;           // models
constexpr std::size_t kMaxNameBytes = 1000;  // with the models around
/// Poses that are written in each other, and frames that are attached to each other: more are a
/// ring.
constexpr int kMaxDepth = 1000;

/// The pose of an element in the frame in which it is written.
ik::Isometry written_pose(const XmlNode& node) {
  ik::Isometry pose = ik::Isometry::Identity();
  const auto element = node.find("pose");
  if (!element || node.child_text_or_empty("pose").empty()) return pose;
  const bool quaternion = element->text_or("rotation_format", "euler_rpy") == "quat_xyzw";
  const std::vector<double> n =
      node.counted("pose", quaternion ? 7 : 6, node.child_numbers("pose"));
  pose.translation() = Eigen::Vector3d(n.data());
  if (!quaternion) {
    const bool degrees = is_true(element->text_or("degrees", "false"));
    const double unit = degrees ? std::numbers::pi / 180.0 : 1.0;
    pose.linear() = rotation_from_rpy(unit * Eigen::Vector3d(n.data() + 3));
    return pose;
  }
  pose.linear() = rotation_from_xyzw(node, "pose", n.data() + 3);
  return pose;
}

/// The frame that the pose of an element names, in `frame` before 1.7 and in `relative_to` since;
/// empty without one.
std::string pose_frame(const XmlNode& node, const SdfSource& source) {
  const auto pose = node.find("pose");
  if (!pose) return {};
  const bool former = source.minor_version < 7 && !pose->has("relative_to");
  return pose->attribute(former ? "frame" : "relative_to");
}

/// The element with the <pose> that places a frame.
const XmlNode& placing_node(const SdfFrame& frame) {
  return frame.include && frame.include->find("pose") ? *frame.include : frame.node;
}

}  // namespace

struct SdfSources::Included {
  std::unique_ptr<XmlFile> xml;
  std::optional<MeshPaths> meshes;
  std::optional<SdfSource> source;
};

SdfSources::SdfSources(const XmlNode& sdf, const std::filesystem::path& path,
                       const MeshPaths& meshes)
    : own_{.root = sdf,
           .path = canonical_path(path),
           .meshes = meshes,
           .minor_version = minor_version_of(sdf)} {}

const SdfSource* SdfSources::included(const XmlNode& include, const SdfSource& from) {
  const std::string uri = include.child_text("uri");
  const auto found = from.meshes.find_model(uri);
  if (!found) {
    missing_.push_back(uri);
    return nullptr;
  }
  const std::filesystem::path path = canonical_path(*found);
  if (path == own_.path) return &own_;
  auto& file = files_[path];
  if (file) return &*file->source;
  if (files_.size() > kMaxIncludedFiles) include.fail("too many files are included");
  file = std::make_shared<Included>();
  file->xml = read_xml(path, found->string());
  const XmlNode root = file->xml->root();
  if (root.tag() != "sdf") root.fail("expected <sdf>, as <include> names the file");
  file->meshes = from.meshes.beside(path);
  file->source.emplace(SdfSource{.root = root,
                                 .path = path,
                                 .meshes = *file->meshes,
                                 .minor_version = minor_version_of(root)});
  return &*file->source;
}

std::vector<const SdfSource*> SdfSources::all() const {
  std::vector<const SdfSource*> sources{&own_};
  for (const auto& [path, file] : files_) sources.push_back(&*file->source);
  return sources;
}

std::vector<std::string> SdfSources::names() const {
  std::vector<std::string> names;
  for (const auto& [path, file] : files_) names.push_back(file->xml->name());
  return names;
}

std::string SdfFrames::Model::name() const {
  const std::string given = include ? include->child_text_or_empty("name") : std::string();
  return given.empty() ? node.text("name") : given;
}

bool SdfFrames::Model::merges() const { return include && is_true(include->attribute("merge")); }

SdfFrames::SdfFrames(SdfSources& sources) : sources_(sources), open_{&sources.own()} {
  const SdfSource& own = sources.own();
  const auto world = own.root.find("world");
  frames_.push_back({.kind = Kind::kWorld,
                     .node = world ? *world : own.root,
                     .name = "world",
                     .is_static = true,
                     .source = &own});
  std::vector<Model> models = models_in({own.root, &own});
  if (world) {
    std::vector<Model> more = models_in({*world, &own});
    models.insert(models.end(), more.begin(), more.end());
  }
  // with one model, names do not begin with the model's name
  for (const Model& model : models) {
    const bool bare = models.size() == 1 || model.merges();
    add_model(model, kWorld, bare ? "" : model.name() + "::");
  }
  if (world) add_contents({*world, &own}, kWorld, "");
  at(kWorld).depth = 0;
  const auto count = static_cast<int>(frames_.size());
  for (int i = 1; i < count; ++i) {
    at(i).parent = relative_to(i);
    at(i).parent_from_frame = written_pose(placing_node(at(i)));
  }
  for (int i = 1; i < count; ++i) measure_depth(i);
  // nested models first
  for (int i = count - 1; i > 0; --i) {
    if ((*this)[i].kind == Kind::kModel) place_model(i);
  }
}

void SdfFrames::measure_depth(int frame) {
  std::vector<int> open;
  int up = frame;
  for (; at(up).depth < 0 && open.size() <= kMaxDepth; up = at(up).parent) open.push_back(up);
  int depth = std::max(0, at(up).depth);
  for (auto i = open.rbegin(); i != open.rend(); ++i) at(*i).depth = ++depth;
  if (depth <= kMaxDepth) return;
  at(frame).node.fail(concat("pose: relative to itself, or by more than ", kMaxDepth, " others"));
}

/// A model may be placed by a frame in it.
void SdfFrames::place_model(int model) {
  const SdfFrame& own = (*this)[model];
  const XmlNode& node = own.include ? *own.include : own.node;
  std::string name = own.include ? node.child_text_or_empty("placement_frame") : std::string();
  if (name.empty()) name = own.node.attribute("placement_frame");
  if (name.empty()) return;
  const int frame = find(name, model, node, "placement_frame");
  ik::Isometry& pose = at(model).parent_from_frame;
  pose = pose * between(model, frame).inverse();
}

int SdfFrames::add(SdfFrame frame, const char* tag) {
  std::string name = frame.node.text("name");
  if (frame.include) name = Model{frame.node, frame.source, frame.include}.name();
  if (frame.is_merged) name = concat("_merged__", name, "__model__");
  if (frames_.size() >= kMaxFrames) frame.node.fail("too many frames");
  const int index = static_cast<int>(frames_.size());
  if (frame.kind == Kind::kLink || frame.kind == Kind::kModel) {
    first_.try_emplace(frame.scope, index);
  }
  for (int scope = frame.scope;; scope = (*this)[scope].scope) {
    const auto [entry, is_new] = names_.try_emplace({scope, name}, index);
    // in older files a joint may have the name of a link, which poses then mean
    if (!is_new && (*this)[entry->second].node.tag() == tag) {
      frame.node.fail("the name appears twice");
    }
    if (!(*this)[scope].is_merged) break;
  }
  frames_.push_back(std::move(frame));
  return index;
}

void SdfFrames::add_contents(const Model& model, int scope, const std::string& prefix) {
  constexpr std::pair<const char*, Kind> kKinds[] = {
      {"link", Kind::kLink}, {"joint", Kind::kJoint}, {"frame", Kind::kFrame}};
  const bool is_static = scope != kWorld && (*this)[scope].is_static;
  for (const auto& [tag, kind] : kKinds) {
    // a joint of the world may have the name of a joint in its only model
    const bool of_world = scope == kWorld && kind == Kind::kJoint;
    for (const XmlNode& child : model.node.children(tag)) {
      std::string name = (of_world ? "world::" : prefix) + child.text("name");
      if (!prefix.empty() && name.size() > kMaxNameBytes) child.fail("name: too long");
      add({.kind = kind,
           .node = child,
           .scope = scope,
           .name = std::move(name),
           .is_static = is_static,
           .source = model.source},
          tag);
    }
  }
}

/// The models in a model, a world or a file, and the models that it includes.
std::vector<SdfFrames::Model> SdfFrames::models_in(const Model& outer) {
  std::vector<Model> models;
  for (const XmlNode& node : outer.node.children("model")) models.push_back({node, outer.source});
  for (const XmlNode& include : outer.node.children("include")) {
    if (include.child_text_or_empty("uri").empty()) include.fail("expected an element <uri>");
    const SdfSource* const file = sources_.included(include, *outer.source);
    if (file == nullptr) continue;
    if (++included_ > kMaxIncluded) include.fail("too many models are included");
    if (std::ranges::find(open_, file) != open_.end()) {
      include.fail(concat("uri: \"", include.child_text("uri"), "\" includes itself"));
    }
    const auto model = file->root.find("model");
    if (!model) file->root.fail("expected an element <model>, as <include> names the file");
    models.push_back({*model, file, include});
  }
  return models;
}

void SdfFrames::add_model(const Model& model, int scope, const std::string& prefix) {
  if (prefix.size() > kMaxNameBytes) model.node.fail("name: too long");
  const bool included = model.include.has_value();
  std::string held = included ? model.include->child_text_or_empty("static") : std::string();
  if (held.empty()) held = model.node.child_text_or_empty("static");
  const int at = add({.kind = Kind::kModel,
                      .node = model.node,
                      .scope = scope,
                      .name = prefix.empty() ? model.name() : prefix.substr(0, prefix.size() - 2),
                      .is_static = is_true(held) || (scope != kWorld && (*this)[scope].is_static),
                      .source = model.source,
                      .include = model.include,
                      .is_merged = model.merges()},
                     "model");
  if (included) open_.push_back(model.source);
  add_contents(model, at, prefix);
  for (const Model& inner : models_in(model)) {
    add_model(inner, at, inner.merges() ? prefix : concat(prefix, inner.name(), "::"));
  }
  if (included) open_.pop_back();
}

std::optional<int> SdfFrames::find(const std::string& name, int scope) const {
  if (name == "__model__") return scope;
  if (name == "world") return kWorld;
  // older files have names with "::" in them
  if (const auto whole = names_.find({scope, name}); whole != names_.end()) return whole->second;
  const std::size_t end = name.find("::");
  if (end == std::string::npos) return std::nullopt;
  const auto model = names_.find({scope, name.substr(0, end)});
  if (model == names_.end() || (*this)[model->second].kind != Kind::kModel) return std::nullopt;
  return find(name.substr(end + 2), model->second);
}

int SdfFrames::find(const std::string& name, int scope, const XmlNode& node,
                    const char* field) const {
  if (const auto frame = find(name, scope)) return *frame;
  node.fail(concat(field, ": no frame \"", name, "\"",
                   sources_.missing().empty() ? "" : "; what <include> names is missing"));
}

/// The frame in which the pose of another one is written.
int SdfFrames::relative_to(int frame) const {
  const SdfFrame& own = (*this)[frame];
  const XmlNode& node = placing_node(own);
  // the pose of an <include> is written in the file that includes
  const SdfFrame& writer = own.include ? (*this)[own.scope] : own;
  const std::string name = pose_frame(node, *writer.source);
  if (!name.empty()) return find(name, own.scope, node, "pose: relative_to");
  if (own.kind == Kind::kJoint || own.kind == Kind::kFrame) return attached_to(frame);
  return own.scope;
}

/// The frame with which a joint or a <frame> moves.
int SdfFrames::attached_to(int frame) const {
  const SdfFrame& own = (*this)[frame];
  if (own.kind == Kind::kJoint) {
    const auto child = find(own.node.child_text("child"), own.scope);
    return child ? *child : own.scope;  // a joint leads to what is not read
  }
  const std::string name = own.node.attribute("attached_to");
  return name.empty() ? own.scope : find(name, own.scope, own.node, "attached_to");
}

int SdfFrames::canonical_of(int model) const {
  const SdfFrame& own = (*this)[model];
  const std::string name = own.node.attribute("canonical_link");
  if (!name.empty()) return find(name, model, own.node, "canonical_link");
  if (const auto first = first_.find(model); first != first_.end()) return first->second;
  own.node.fail("expected an element <link>");
}

int SdfFrames::link_of(int frame) const {
  int at = frame;
  for (int passed = 0; passed <= kMaxDepth; ++passed) {
    const SdfFrame& own = (*this)[at];
    if (own.kind == Kind::kLink) return own.is_static ? kWorld : at;
    if (own.kind == Kind::kWorld || own.is_static) return kWorld;
    at = own.kind == Kind::kModel ? canonical_of(at) : attached_to(at);
  }
  (*this)[frame].node.fail("attached_to: the frames are attached to each other");
}

ik::Isometry SdfFrames::between(int a, int b) const {
  ik::Isometry up = ik::Isometry::Identity(), down = ik::Isometry::Identity();
  while (a != b) {
    const SdfFrame &from = (*this)[a], &to = (*this)[b];
    if (from.depth > to.depth) {
      up = from.parent_from_frame * up;
      a = from.parent;
    } else {
      down = to.parent_from_frame * down;
      b = to.parent;
    }
  }
  return up.inverse() * down;
}

ik::Isometry SdfFrames::pose_in(int frame, const XmlNode& node) const {
  const std::string name = pose_frame(node, *(*this)[frame].source);
  const int scope = (*this)[frame].scope;
  const ik::Isometry pose = written_pose(node);
  return name.empty() ? pose : between(frame, find(name, scope, node, "pose: relative_to")) * pose;
}

int SdfFrames::count(const char* tag) const {
  std::size_t count = 0;
  for (const SdfFrame& frame : frames_) {
    const bool holds = frame.kind == Kind::kModel || frame.kind == Kind::kWorld;
    if (holds) count += frame.node.children(tag).size();
  }
  return static_cast<int>(count);
}

std::vector<int> SdfFrames::of_kind(Kind kind) const {
  std::vector<int> frames;
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    if (frames_[i].kind == kind) frames.push_back(static_cast<int>(i));
  }
  return frames;
}

}  // namespace io
