#pragma once

#include "lab/scene/settings.h"

namespace lab {

/// Names of the options that notes and errors on a body's file advise, in the words of the user.
struct OptionWords {
  const char* base;       ///< before "fixed"
  const char* effectors;  ///< before their names
  const char* package;    ///< before "NAME=DIR"
  const char* angle_cap;  ///< before a number
  const char* slide_cap;  ///< before a number, m
  double angle_unit;      ///< the angle cap's unit per rad
};
inline constexpr OptionWords kCommandLineWords{.base = "--base",
                                               .effectors = "--effectors",
                                               .package = "--package",
                                               .angle_cap = "--max-angle",
                                               .slide_cap = "--max-slide",
                                               .angle_unit = kDegrees};
/// Members of ik::BodyChoice, and parameters of ik::Solver.
inline constexpr OptionWords kLibraryWords{.base = "BodyChoice::base",
                                           .effectors = "BodyChoice::effectors",
                                           .package = "BodyChoice::packages",
                                           .angle_cap = "angle-cap",
                                           .slide_cap = "slide-cap",
                                           .angle_unit = 1.0};

}  // namespace lab
