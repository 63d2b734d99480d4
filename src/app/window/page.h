#pragma once

// What the page does for the window in a browser; written in src/page/page_library.js.
extern "C" {
/// Whether the browser draws without a graphics processor.
int page_draws_by_software();
/// Begins to film the canvas. \returns 0 where the browser cannot
int page_film_start();
/// Ends the film and hands it to the reader.
void page_film_stop();
/// Lets the reader choose files, which are then dropped on the canvas.
void page_choose_files();
/// Text for the clipboard, UTF-8.
void page_copy(const char* text);
/// The text that the reader pasted last; the caller frees it.
char* page_pasted();
/// The page's address with a set-up in its fragment; the caller frees it.
char* page_link(const char* setup);
}
