#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/window/window.h"

// Addresses of a page, and links to it: how they are read and made.
namespace app {

/// The decoded parts of an address, behind "?" and "#": names and values, in their order.
using Query = std::vector<std::pair<std::string, std::string>>;

/// The name and the value of "NAME=VALUE"; without "=" the value is empty.
Query::value_type name_and_value(std::string_view part);

/// Whether the text is a link to a window on a page: an address with parts.
bool is_link(std::string_view text);
/// The parts of a link.
Query parts_of_link(std::string_view link);

/// The text in the characters of an address: base64url without padding, RFC 4648, section 5.
std::string packed(std::string_view text);
/// The text before packed(); none if it is cut off or has other characters.
std::optional<std::string> unpacked(std::string_view packed);

/// The settings that an address asks for.
struct Asked {
  WindowOptions options;  ///< from every part that is valid
  std::string trouble;    ///< names the invalid parts, in one line; empty: none
};

/// Reads the window's options from an address. The names are the command line's of `iklab view`
/// without hyphens, settings and parameters of methods included, and a few of their own:
/// docs/page.md. A switch is "on" or "off"; without a value it is on. Scenes are built-in ones or
/// inside the link: an address opens no file. Parts that mailers and advertisers add to links are
/// left out.
Asked options_from_address(const Query& query);
/// The same for a message to a window with a set-up: the group of joints may be one of its scene,
/// and parameters are those of its methods, unless the message names others. `crowd` without bodies
/// is 0.
Asked options_from_message(const Query& query, const lab::Setup& present);

/// A name of the command line's that an address refuses, and where it works.
struct RefusedPart {
  const char* name;
  const char* why;
};
std::span<const RefusedPart> refused_parts();

/// The names of the pages of the right column, in their order.
std::vector<std::string> page_names();

// Options of the window that the command line and an address share. They throw io::Error; `option`
// is the name in its message: "--page" or "page".

/// Index in page_names().
std::size_t page_called(const std::string& option, const std::string& name);
/// Signals of the live plots from their ids, separated by commas; at most one for each plot.
std::vector<lab::Signal> signals_called(const std::string& option, const std::string& ids);
/// Pixels per point.
double scale_called(const std::string& option, const std::string& text);

/// What a link to the view holds.
struct LinkedView {
  io::SavedSession run;  ///< up to the present step, without branches
  std::optional<CameraView> camera;
  std::string page;                  ///< name of the open page; empty: folded
  std::vector<lab::Signal> signals;  ///< what the live plots show
  int crowd = 0;                     ///< number of bodies; 0: none
  bool apart = false;                ///< lanes side by side
  bool paused = false;
  std::optional<ui::Kept> embedded;  ///< in a frame of another page, and what stays there
};

/// A camera as the part `camera` of an address has it.
std::string camera_text(const CameraView& camera);

/// The run of a link: as it is now, without branches.
io::SavedSession run_of_link(const lab::Timeline& timeline);
/// The largest run that a link holds, in bytes of its text: programs for mail and chat cut longer
/// addresses.
inline constexpr std::size_t kMaxLinkedRun = 24'000;

/// The part of a link behind the address of its page. A run at its first step is a set-up. A run
/// that is too large becomes its present set-up.
/// \param[out] cut whether the run was too large
std::string link_to_view(const LinkedView& view, bool& cut);
/// The same with a set-up alone.
std::string link_to_setup(const lab::Setup& setup);

/// A line of HTML with the window in a frame. \param link of an embedded view
std::string frame_line(const std::string& link, const std::string& title);

}  // namespace app
