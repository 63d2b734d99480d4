#include "app/window/piped_program.h"

#include <stdexcept>

// A page starts no programs.
namespace app {

PipedProgram::PipedProgram(std::vector<std::string> words, bool) {
  throw std::runtime_error("a page does not start " + words.front());
}

PipedProgram::~PipedProgram() = default;

bool PipedProgram::write(const std::uint8_t*, std::size_t) { return false; }

bool PipedProgram::finish() { return false; }

}  // namespace app
