#pragma once

// Functions of the page for the window in a browser, written in src/page/page_library.js.
extern "C" {
/// Whether the browser draws without a graphics processor.
int page_draws_by_software();
/// Sets the size of the canvas, pixels.
void page_resize(int width, int height);
/// Pixels of the canvas per coordinate of GLFW's pointer.
double page_pixels_per_coordinate();
/// GLFW's number of the letter or sign on a key in the user's layout, during the key's event.
/// \param key GLFW's number by the browser's keyCode
int page_key(int key);
/// What the reader's system asks of all pages, as a sum: 1, a dark theme; 2, more contrast; 4, less
/// motion; 8, controls for fingers.
int page_system_wishes();
/// Tells the page's document for screen readers what the window shows, see ui::Spoken. \param words
/// JSON
void page_describe(const char* words);
/// Lets a screen reader say a sentence.
void page_say(const char* sentence);
/// What the reader asked by a control of that document, "NAME=VALUE", or null; the caller frees it.
char* page_take_wish();
/// Draws a sign with the reader's fonts. \param height of a line, pixels
/// \param room columns of `alpha`, which receives the opacities, row by row
/// \returns the sign's width, pixels, at most `room`; 0: it has none
int page_draw_sign(int code, int height, int room, unsigned char* alpha);
/// The first frame is on the canvas.
void page_ready();
/// Tells the page what is under the pointer, as a sum: 1, a panel; 2, something in the picture that
/// can be dragged; 4, a text field. 8: a text field has the focus.
/// \param notch pixels by which one notch of the wheel scrolls there; 0: nothing scrolls
void page_pointed(int what, double notch);
/// Begins a film. \returns ".mp4" or ".webm", or null where the browser cannot
const char* page_film_start();
/// Adds the canvas's present contents to the film.
void page_film_frame();
/// Ends the film. The reader receives it under the name of the next file of its kind.
void page_film_stop();
/// Lets the reader choose files, which then count as dropped.
void page_choose_files();
/// The paths of files and folders that were dropped together, in lines, or null; the caller frees
/// them.
char* page_take_files();
/// Text for the clipboard, UTF-8.
void page_copy(const char* text);
/// Picture for the clipboard: PNG, or SVG that the browser draws.
void page_copy_picture(const char* bytes, int count);
/// The text that the reader pasted last; the caller frees it.
char* page_pasted();
/// Asks the browser for the text on the clipboard.
void page_ask_clipboard();
/// The requested text once it is there, else null; the caller frees it.
char* page_take_clipboard();
/// Why the browser has refused to write or read the clipboard since the last call, or null; the
/// caller frees it.
char* page_take_refusal();
/// The page's address without its parts; the caller frees it.
char* page_link();
/// Whether the canvas is in sight; true until the first frame is on it.
int page_in_sight();
/// The next message of the page around, or null, see take_message(); the caller frees it.
char* page_take_message();
/// The state after a frame, see FrameState.
void page_state(double step, double time_s, double error_m, double jitter_deg, int playing);
/// Answers the last message. \param answer JSON, see obey()
void page_answer(const char* answer);
/// Tells the page around a changed set-up. \param change JSON, see change_text()
void page_tell_change(const char* change);
}
