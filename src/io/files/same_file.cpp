#include "io/files/same_file.h"

#include <sys/stat.h>

#include <system_error>

namespace io {
namespace {

namespace fs = std::filesystem;

/// The path at which the file is or would be made.
fs::path place_of(const fs::path& path) {
  std::error_code problem;
  const fs::path real = behind_links(fs::absolute(path, problem), problem);
  const fs::path place = fs::weakly_canonical(real, problem);
  return problem ? real : place;
}

}  // namespace

fs::path behind_links(const fs::path& path, std::error_code& problem) {
  constexpr int kMaxHops = 40;  // the limit of Linux
  fs::path real = path;
  problem.clear();
  for (int links = 0; fs::is_symlink(fs::symlink_status(real, problem)); ++links) {
    if (links == kMaxHops) problem = std::make_error_code(std::errc::too_many_symbolic_link_levels);
    if (problem) return real;
    const fs::path target = fs::read_symlink(real, problem);
    if (problem) return real;
    real = target.is_absolute() ? target : real.parent_path() / target;
  }
  if (problem == std::errc::no_such_file_or_directory) problem.clear();
  return real;
}

bool is_same_file(const fs::path& a, const fs::path& b) {
  struct stat of_a {
  }, of_b{};
  const bool has_a = ::stat(a.c_str(), &of_a) == 0, has_b = ::stat(b.c_str(), &of_b) == 0;
  if (has_a && has_b) return of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino;
  return has_a == has_b && place_of(a) == place_of(b);
}

}  // namespace io
