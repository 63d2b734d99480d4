#pragma once

namespace page {

/// From now on, whatever the window saves in its folder is handed to the reader as a download, and
/// the preferences are kept in the browser.
void hand_over_files();

}  // namespace page
