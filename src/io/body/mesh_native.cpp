#include "io/body/mesh.h"

#include <assimp/MemoryIOWrapper.h>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <algorithm>
#include <array>
#include <assimp/IOSystem.hpp>
#include <assimp/Importer.hpp>

#include "io/body/mesh_paths.h"
#include "io/files/encoding.h"
#include "io/files/file.h"

namespace io {
namespace {

constexpr const char* kUnreadable = "not a mesh that can be read (STL, OBJ, DAE)";
constexpr const char* kObj = "mesh.obj";

/// A file system that contains only an OBJ text and its materials.
class ObjFiles : public Assimp::IOSystem {
 public:
  explicit ObjFiles(const CheckedObj& obj) : obj_(obj) {}
  bool Exists(const char* file) const override { return text_of(file) != nullptr; }
  char getOsSeparator() const override { return '/'; }
  Assimp::IOStream* Open(const char* file, const char*) override {
    const std::string* text = text_of(file);
    if (text == nullptr) return nullptr;
    return new Assimp::MemoryIOStream(reinterpret_cast<const std::uint8_t*>(text->data()),
                                      text->size());
  }
  void Close(Assimp::IOStream* stream) override { delete stream; }

 private:
  const std::string* text_of(std::string_view file) const {
    if (file == kObj) return &obj_.text;
    return file == kObjMaterials ? &obj_.materials : nullptr;
  }

  const CheckedObj& obj_;
};

/// Whether a mesh's material is from the OBJ file's library, not a default of the reader.
bool in_library(const aiScene& scene, const aiMesh& mesh) {
  aiString name;
  return mesh.mMaterialIndex < scene.mNumMaterials &&
         scene.mMaterials[mesh.mMaterialIndex]->Get(AI_MATKEY_NAME, name) == aiReturn_SUCCESS &&
         parse_count(name.C_Str()).value_or(0) > 0;
}

std::optional<Eigen::Vector3d> diffuse_color(const aiScene& scene, const aiMesh& mesh) {
  if (mesh.mMaterialIndex >= scene.mNumMaterials) return std::nullopt;
  aiColor4D color;
  if (scene.mMaterials[mesh.mMaterialIndex]->Get(AI_MATKEY_COLOR_DIFFUSE, color) !=
      aiReturn_SUCCESS)
    return std::nullopt;
  const Eigen::Vector3d rgb(color.r, color.g, color.b);
  if (!rgb.allFinite()) return std::nullopt;
  return rgb.cwiseMax(0.0).cwiseMin(1.0);
}

MeshPart part_of(const aiScene& scene, const aiMesh& mesh) {
  MeshPart part;
  const auto count = static_cast<Eigen::Index>(mesh.mNumVertices);
  part.points.resize(3, count);
  part.normals.resize(3, count);
  for (Eigen::Index i = 0; i < count; ++i) {
    const aiVector3D& p = mesh.mVertices[i];
    part.points.col(i) = Eigen::Vector3f(p.x, p.y, p.z);
    const aiVector3D n = mesh.HasNormals() ? mesh.mNormals[i] : aiVector3D(0.0F, 0.0F, 1.0F);
    const Eigen::Vector3d normal(n.x, n.y, n.z);  // the square of a large float overflows
    const bool known = normal.allFinite() && normal.norm() > 0.5;
    const Eigen::Vector3d unit = known ? normal.normalized() : Eigen::Vector3d::UnitZ();
    part.normals.col(i) = unit.cast<float>();
  }
  for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
    const aiFace& face = mesh.mFaces[f];
    if (face.mNumIndices != 3) continue;
    for (unsigned k = 0; k < 3; ++k) part.indices.push_back(face.mIndices[k]);
  }
  part.color = diffuse_color(scene, mesh);
  return part;
}

}  // namespace

std::vector<MeshPart> parse_mesh(std::string_view bytes, const std::filesystem::path& path,
                                 const NamedFile& named) {
  const auto fail = [&path](const auto&... why) {
    throw Error(printable(concat(path.string(), ": ", why...)));
  };
  constexpr std::array<std::string_view, 3> kKnown = {".stl", ".obj", ".dae"};
  const std::string format = extension_of(path);
  // otherwise the library would try all its formats
  if (std::ranges::find(kKnown, format) == kKnown.end()) fail(kUnreadable);
  if (format == ".dae") check_collada(bytes, path.string());
  const bool is_stl = format == ".stl", is_obj = format == ".obj";
  const std::string text = is_obj ? as_utf8(std::string(bytes), path.string()) : std::string();
  const CheckedObj obj = is_obj ? checked_obj(text, path.string(), named) : CheckedObj{};
  Assimp::Importer importer;
  unsigned steps = aiProcess_Triangulate | aiProcess_GenSmoothNormals |
                   aiProcess_JoinIdenticalVertices | aiProcess_PreTransformVertices |
                   aiProcess_SortByPType | aiProcess_OptimizeMeshes;
  if (is_stl) {  // its normals are often zero, and its faces are flat
    steps |= aiProcess_RemoveComponent;
    importer.SetPropertyInteger(AI_CONFIG_PP_RVC_FLAGS, aiComponent_NORMALS);
  }
  importer.SetPropertyInteger(AI_CONFIG_PP_SBP_REMOVE,
                              aiPrimitiveType_POINT | aiPrimitiveType_LINE);
  importer.SetPropertyFloat(AI_CONFIG_PP_GSN_MAX_SMOOTHING_ANGLE, 45.0F);
  importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, true);
  const aiScene* scene = nullptr;
  if (is_obj) {
    importer.SetIOHandler(new ObjFiles(obj));  // the importer takes ownership
    scene = importer.ReadFile(kObj, steps);
  } else {
    scene = importer.ReadFileFromMemory(bytes.data(), bytes.size(), steps, format.c_str() + 1);
  }
  if (scene == nullptr) fail(kUnreadable);
  std::size_t triangles = 0;
  std::vector<MeshPart> parts;
  for (unsigned i = 0; i < scene->mNumMeshes; ++i) {
    triangles += scene->mMeshes[i]->mNumFaces;
    if (triangles > kMaxTriangles) fail("more than ", kMaxTriangles, " triangles");
    const aiMesh& mesh = *scene->mMeshes[i];
    MeshPart part = part_of(*scene, mesh);
    // otherwise the reader's default grey
    if (is_stl || (is_obj && !in_library(*scene, mesh))) part.color.reset();
    if (!part.points.allFinite()) fail("a point that is not finite");
    if (!part.indices.empty()) parts.push_back(std::move(part));
  }
  if (parts.empty()) fail("no triangle");
  return parts;
}

std::vector<MeshPart> read_mesh(const std::filesystem::path& path) {
  const auto beside = [&path](const std::string& name) -> std::optional<std::string> {
    const auto found = file_inside(path.parent_path(), name);
    if (!found) return std::nullopt;
    try {
      return read_file(*found, kMaxMaterialBytes);
    } catch (const Error&) {
      return std::nullopt;  // no colours
    }
  };
  return parse_mesh(read_file(path, kMaxMeshBytes), path, beside);
}

}  // namespace io
