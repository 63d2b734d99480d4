#pragma once

#include <string>

#include <CLI/App.hpp>

#include "lab/sweep/sweep.h"

namespace cli {

/// Parses the axis of `--vary`. \throws io::Error naming the option
lab::SweepAxis parse_axis(const ik::MethodInfo& method, const std::string& text);

/// Adds the command `sweep`. Its callback throws io::Error for wrong input.
void add_sweep(CLI::App& program);

}  // namespace cli
