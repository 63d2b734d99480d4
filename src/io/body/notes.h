#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "io/files/text.h"

namespace io {

/// Text such as `"elbow", "wrist" and 3 more`. \param most maximum number of names
std::string quoted_names(const std::vector<std::string>& names, std::size_t most = 3);

/// Text such as "1 mesh is" or "2 meshes are". \param one, many the words after the number
std::string counted_words(std::size_t count, const char* one, const char* many);

/// Appends a line `2 joints are held: "elbow", "wrist"`, unless there are no names.
/// \param one, many the words behind the number
void tell_names(const std::vector<std::string>& names, const char* one, const char* many,
                std::vector<std::string>& notes);

/// Appends a line `<composite> is left out, 2 times` for each kind of element.
/// \param kinds how many there are, by tag
void tell_left_out(const std::map<std::string, int>& kinds, std::vector<std::string>& notes);

/// ", 2 times"; empty for once.
std::string times(int count);

/// What is wrong with looks of a robot: such a shape is not drawn, and the robot opens.
class ShapeErrors {
 public:
  /// \param source the file; omitted in the notes
  explicit ShapeErrors(const std::string& source) : begin_(printable(source) + ":") {}

  /// Runs a function that reads a shape, and keeps its error message.
  template <class Read>
  void guard(const Read& read) {
    try {
      read();
    } catch (const Error& error) {
      add(error.what());
    }
  }

  /// Appends a line with the first message and the number of others, if there is a message.
  void tell(std::vector<std::string>& notes) const;

 private:
  void add(const std::string& message);

  std::string begin_, first_;
  std::size_t count_ = 0;
};

}  // namespace io
