#include "io/body/sdf_source.h"

#include <optional>
#include <system_error>
#include <utility>

#include "io/files/encoding.h"
#include "io/files/file.h"

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

}  // namespace

struct SdfSources::Included {
  tinyxml2::XMLDocument document;
  std::string name;
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
  file->name = found->string();
  parse_xml(as_utf8(read_file(path, kMaxXmlBytes), file->name), file->name, file->document);
  const XmlNode root(*file->document.RootElement(), file->name);
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
  for (const auto& [path, file] : files_) names.push_back(file->name);
  return names;
}

}  // namespace io
