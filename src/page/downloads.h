#pragma once

namespace page {

/// Starts a timer that offers every file saved in the window's folder as a download, and keeps the
/// preferences in the browser's local storage.
void start_downloads();

}  // namespace page
