#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <tiny_gltf.h>
#include <Eigen/Core>

#include "iklab/body.h"
#include "io/files/text.h"

namespace io {

/// Limits of glTF files: bytes of a file and of all its buffers, and numbers read from its
/// accessors.
inline constexpr std::size_t kMaxGltfBytes = std::size_t{128} << 20;
inline constexpr std::size_t kMaxGltfNumbers = 60'000'000;

/// A glTF 2.0 file, text (.gltf) or binary (.glb), with its buffers. kGltfSchema says what is read.
/// Buffers in other files must be in the file's folder or below it.
class GltfFile {
 public:
  /// \param path names the file in messages
  /// \throws Error naming the file if it is not glTF 2.0, or a buffer is missing or short
  GltfFile(std::string_view bytes, const std::filesystem::path& path);

  const tinygltf::Model& model() const { return model_; }
  const std::string& source() const { return source_; }
  /// The files of the buffers.
  const std::vector<std::string>& files() const { return files_; }
  /// The extensions that may change geometry and are not read, one line each.
  const std::vector<std::string>& notes() const { return notes_; }

  /// Fails with the file's name. \throws Error
  template <class... Parts>
  [[noreturn]] void fail(const Parts&... parts) const {
    throw Error(printable(concat(source_, ": ", parts...)));
  }

  /// The entry at an index given in the file. \throws Error with this message if there is none
  template <class Entry, class... Parts>
  const Entry& entry(const std::vector<Entry>& list, int index, const Parts&... otherwise) const {
    if (index < 0 || static_cast<std::size_t>(index) >= list.size()) fail(otherwise...);
    return list[static_cast<std::size_t>(index)];
  }

  /// The numbers of an accessor (components x count), one column per element. Normalised whole
  /// numbers are scaled to [0, 1] or [-1, 1]. Sparse elements are put in place.
  /// \param user names the accessor's user in messages: `skin "Armature"`
  /// \param types allowed types TINYGLTF_TYPE_…: scalar, vector, matrix by columns
  /// \throws Error if the type is not allowed, data lie outside the buffer or are not finite
  ik::MatrixX numbers(int accessor, const std::string& user, const std::vector<int>& types) const;
  /// Reads an accessor of whole numbers >= 0, such as indices. \param components of an element
  std::vector<std::uint32_t> whole_numbers(int accessor, const std::string& user,
                                           int components) const;

  /// `node "Hand"`, or `node 7` without a name. \param kind "node", "skin", "mesh", "animation"
  static std::string title(const char* kind, const std::string& name, std::size_t index);
  /// Makes a name unique by appending a number, "Run 2", and adds it to `taken`.
  static std::string unique_name(const std::string& wish, std::set<std::string>& taken);

 private:
  struct Elements;
  const tinygltf::Accessor& accessor_at(int accessor, const std::string& user) const {
    return entry(model_.accessors, accessor, user, ": no accessor ", accessor);
  }
  Elements elements_of(int view, std::size_t offset, std::size_t count, int component, int type,
                       const std::string& what) const;
  ik::MatrixX read(int accessor, const std::string& user) const;

  std::string source_;
  std::vector<std::string> files_, notes_;
  tinygltf::Model model_;
  mutable std::size_t numbers_ = 0;  // count of numbers read, for the limit
};

}  // namespace io
