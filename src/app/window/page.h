#pragma once

// What the page does for the window in a browser; written in src/page/page_library.js.
extern "C" {
/// Begins to film the canvas. \returns 0 where the browser cannot
int page_film_start();
/// Ends the film and hands it to the reader.
void page_film_stop();
/// Text for the clipboard, UTF-8.
void page_copy(const char* text);
/// The text that the reader pasted last; the caller frees it.
char* page_pasted();
/// The page's address with a set-up in its fragment; the caller frees it.
char* page_link(const char* setup);
}
