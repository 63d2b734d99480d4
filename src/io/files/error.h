#pragma once

#include <stdexcept>

namespace io {

/// What the user gave is wrong. what() is one line that names the file, field or option.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A file that could be opened could not be written: a full disk, a closed pipe. One line too.
class WriteError : public Error {
 public:
  using Error::Error;
};

}  // namespace io
