#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "io/files/text.h"

namespace io {

/// `"elbow", "wrist" and 3 more`. \param most names that are told
std::string quoted_names(const std::vector<std::string>& names, std::size_t most = 3);

/// "1 mesh is" or "2 meshes are". \param one, many the words behind the number
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
class DroppedLooks {
 public:
  /// \param source the file, which its notes need not name
  explicit DroppedLooks(const std::string& source) : begin_(printable(source) + ":") {}

  /// Runs what reads a look, and keeps the message with which it fails.
  template <class Read>
  void guard(const Read& read) {
    try {
      read();
    } catch (const Error& error) {
      add(error.what());
    }
  }

  /// Appends a line that has the first message, if there is one, and how many others.
  void tell(std::vector<std::string>& notes) const;

 private:
  void add(const std::string& message);

  std::string begin_, first_;
  std::size_t count_ = 0;
};

}  // namespace io
