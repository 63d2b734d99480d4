#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/body/xml.h"

namespace io {

/// What a reader does with each part of an element of its format. The lists have names of child
/// elements and, with an @, of attributes, separated by blanks. "KHR_xmp*" stands for all names
/// that begin so, "JOINTS_n" for "JOINTS_0" and on.
struct SchemaRow {
  std::string_view element;  ///< its tag; "parent/tag" where the parent matters
  std::string_view read = {};
  std::string_view former = {};  ///< SDF: read before 1.7, which removed it; named since
  std::string_view named = {};   ///< changes geometry and is not read: UnreadParts names it
  std::string_view told = {};    ///< like named, but the reader's own notes or messages name it
  std::string_view aside = {};   ///< changes no geometry: dynamics, control, looks, names
};

/// The elements and attributes of the URDF, MJCF and SDF schemas, all versions together. What an
/// element `aside` contains is aside, too.
extern const std::span<const SchemaRow> kUrdfSchema, kMjcfSchema, kSdfSchema;
/// The keys of glTF 2.0, and its extensions.
extern const std::span<const SchemaRow> kGltfSchema;
/// The keywords of BVH.
extern const std::span<const SchemaRow> kBvhSchema;

/// The row of an element; null if the schema does not have it. \param parent tag of its parent
const SchemaRow* row_of(std::span<const SchemaRow> schema, std::string_view parent,
                        std::string_view tag);

/// Whether a list of a row has a name, or stands for it.
bool lists(std::string_view list, std::string_view name);
/// The names in a list of a row.
std::vector<std::string> names_in(std::string_view list);

/// The children of an element, with what is included.
using ChildrenOf = std::function<std::vector<XmlNode>(const XmlNode&)>;

/// What a file has that changes geometry and is not read.
class UnreadParts {
 public:
  /// Counts what is in an element and in the elements in it. A value that stands for nothing
  /// ("false", "0", "enable") does not count. \param current former parts are not read
  void count(
      const XmlNode& node, std::span<const SchemaRow> schema, bool current = true,
      const ChildrenOf& children = [](const XmlNode& parent) { return parent.children(); });
  /// Appends a line "align of <freejoint> is not read, 2 times" for each kind.
  void tell(std::vector<std::string>& notes) const;

 private:
  std::map<std::string, int> counts_;  // by the words for it
};

}  // namespace io
