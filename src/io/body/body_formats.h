#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "io/body/body_file.h"
#include "io/body/mesh_paths.h"
#include "io/body/xml.h"

namespace io {

/// What a format reads a robot or character from.
struct BodyInput {
  std::string_view bytes;             ///< UTF-8; of a binary format, the file as it is
  const std::filesystem::path& path;  ///< names the file in messages
  const MeshPaths& meshes;
  const std::string& choice;      ///< what is chosen in the file, see BodyFormat::choices; or empty
  const XmlNode* root = nullptr;  ///< the document's, for an XML format
};

/// A format of robot and character files.
struct BodyFormat {
  const char* name;
  /// In lower case with their dots, the usual one first. XML formats have ".xml".
  std::array<std::string_view, 3> extensions;
  /// How its text begins, behind blanks. An XML format: "<" and the tag of its root.
  std::string_view begins;
  /// \throws Error naming file, line and element
  BodyFile (*read)(const BodyInput& input);
  const char* choices = nullptr;  ///< what "FILE#NAME" chooses in a file, such as "animations"
  bool is_binary = false;         ///< its bytes are no text in some encoding
  std::size_t max_bytes = kMaxXmlBytes;

  bool is_xml() const { return begins.starts_with('<'); }
  bool has(std::string_view extension) const;
};

/// All that are read, in the order in which they are listed for users.
std::span<const BodyFormat> body_formats();

/// The format of a file with this extension (lower case, with its dot): of several, the one that
/// begins like the text, or else the first. Null if there is none.
const BodyFormat* body_format_of(std::string_view extension, std::string_view text = {});

/// The format that begins like the text, whatever its file is called; null if there is none.
const BodyFormat* body_format_in(std::string_view text);

/// The text behind a byte order mark and blanks.
std::string_view begin_of(std::string_view text);

/// The tag of the first element of an XML text; empty if it is none.
std::string_view root_of(std::string_view text);

/// Why a file with these contents is no body and no scene: 'this is FBX: convert it ...',
/// 'compressed: gunzip it first', or 'this is URDF: name the file .urdf' where the extension hides
/// it. Empty if the contents do not say. \param extension in lower case with its dot
std::string wrong_kind(std::string_view text, std::string_view extension);

}  // namespace io
