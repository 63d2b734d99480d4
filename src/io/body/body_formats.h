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

  /// A name for the body where its format has none.
  std::string name_of_file() const { return printable(path.stem().string()); }
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

/// Why a file with these contents is no body and no scene: 'this is FBX: convert it ...',
/// 'compressed: gunzip it first', or 'this is URDF: name the file .urdf' where the extension hides
/// it. Empty if the contents do not say. \param extension in lower case with its dot
std::string wrong_kind(std::string_view text, std::string_view extension);

// The readers throw Error naming file, line and element.

/// Refuses a .xacro file: it holds macros, and a program of ROS makes a URDF from them.
/// \throws Error with the command that makes it
void expect_expanded(const std::filesystem::path& path);

/// A body in URDF (Unified Robot Description Format, wiki.ros.org/urdf/XML): links and joints in
/// any order. Fixed joints have no motion; floating ones become three slides and three turns,
/// planar ones two slides and a turn; `mimic` joints follow their leader. The origin of a link's
/// inertia is the middle of the link. Meshes that are missing are replaced by the link's collision
/// shapes. Refuses a file that uses xacro: includes, conditions, expressions, calls of its own
/// macros. Definitions alone, such as an unused macro, are passed over.
BodyFile read_urdf(const BodyInput& input);

/// The kinematic part of a body in MJCF (MuJoCo's XML reference): nested bodies with hinge, slide,
/// ball (three hinges) and free joints, their ranges, `compiler` conventions, `default` classes,
/// `include` (from the file's folder on), sites and geoms. Linear `equality` constraints between
/// two joints make one follow the other. The chosen `key` gives the start pose, without a choice
/// the key "home", if there is one. Everything else is left out; notes name what would change how
/// the body moves or looks.
BodyFile read_mjcf(const BodyInput& input);

/// The kinematic part of a robot in SDF 1.2 to 1.12 (sdformat.org): the models of the file or of
/// its first world, with nested ones. Poses count from the frames that they name. Revolute,
/// continuous, prismatic, screw, ball (three hinges), universal and revolute2 joints (two hinges
/// each) move. Every <frame> is a site. A link that no joint holds in the world is
/// free (three slides and three turns); what no joint moves, and static models, stand where they
/// are. Of two joints above one link, and of joints in a ring, the first ones are read. Models
/// of an <include> are nested ones; their files are found as meshes are. Actors and what belongs to
/// dynamics are left out. Notes name what would change how the body moves or looks. Missing meshes
/// have stand-ins as in URDF.
BodyFile read_sdf(const BodyInput& input);

/// A skeleton with its motion in BVH (Biovision Hierarchy): joints with their channels in any
/// order, degrees, and one frame of numbers per line. A joint moves by its positions first, then
/// rotates about x, y and z in the order of its channels, each about the axes rotated before.
/// Positions are in the parent's frame and replace OFFSET. If they stay within a quarter of
/// OFFSET's length from 0 in all frames, they are relative to OFFSET. Lengths have no unit in these
/// files: the skeleton is scaled to a height of 1.7 m, from the lowest to the highest joint with
/// all channels at 0.
BodyFile read_bvh(const BodyInput& input);

/// A character in glTF 2.0, text or binary. The nodes of its skins are links. Each joint is a
/// ball joint (three hinges) at the node's rest position; three slides precede it if the animation
/// changes the translation. Without a skin, the nodes moved by the animation are joints. The
/// recording is the chosen animation alone, without a choice the first that moves the body,
/// together with animations that move other nodes. Equal names of animations get numbers ("Run 2");
/// one without a name is "animation 0", by its index. Scales are applied to the lengths. Buffers
/// are searched in the file's folder.
BodyFile read_gltf(const BodyInput& input);

}  // namespace io
