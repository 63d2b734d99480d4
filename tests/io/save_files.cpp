// Saves files as the program does; kill_test.sh kills it in the middle.
//   save_files replace PATH TEXT      as --csv does
//   save_files number FOLDER TEXT     as the window does: a-NNN.txt and a-NNN.csv
//   save_files read PATH TEXT         reads PATH, as all files are read
// A file contains TEXT many times, so that saving takes several writes.
#include <cstdio>
#include <string>

#include "io/files/file.h"
#include "io/files/numbered_files.h"

int main(int count, char** words) {
  if (count != 4) return 2;
  const std::string what = words[1], where = words[2];
  std::string text;
  for (int i = 0; i < 5000; ++i) text += std::string(words[3]) + "\n";
  try {
    if (what == "read") {
      std::puts(io::read_file(where).c_str());
    } else if (what == "replace") {
      io::write_file(where, text);
    } else {
      const auto write = [&text](std::ostream& out) { out << text; };
      io::write_numbered(where, "a", {{".txt", write}, {".csv", write}});
    }
  } catch (const io::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
