#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace app {

/// Another program that reads what is written to it.
class PipedProgram {
 public:
  /// Starts it; its output is discarded unless `talks`.
  /// \param words name and arguments; the name is searched for in PATH
  /// \throws std::runtime_error with one sentence if there is no such program
  explicit PipedProgram(std::vector<std::string> words, bool talks = true);
  PipedProgram(const PipedProgram&) = delete;
  PipedProgram& operator=(const PipedProgram&) = delete;
  ~PipedProgram();

  bool running() const { return pipe_ >= 0; }
  /// \returns whether the program took all bytes
  bool write(const std::uint8_t* bytes, std::size_t count);
  /// Ends its input and waits for its end. \returns whether it succeeded
  bool finish();

 private:
  int pipe_ = -1;
  long process_ = -1;
};

}  // namespace app
