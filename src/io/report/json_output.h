#pragma once

#include <span>
#include <string>

#include <nlohmann/json.hpp>

#include "lab/diagnosis/diagnosis.h"
#include "lab/run/experiment.h"
#include "lab/sweep/landmarks.h"

namespace io {

/// A diagnosis and the body that it is of, which has the names.
struct Diagnosed {
  ik::Multibody multibody;
  lab::Diagnosis diagnosis;
};

/// The causes as docs/formats.md says: joints and effectors by name, `motion` in the order of the
/// scene file, `direction` three numbers a goal.
nlohmann::ordered_json diagnosis_json(const Diagnosed& diagnosed);

/// A run and what came out of it.
struct Result {
  std::string scene;  ///< its id
  const ik::MethodInfo* info;
  ik::AnyMethod method;  ///< with the parameters in force
  lab::Settings settings;
  lab::Summary summary;

  /// That of a tracker that has run.
  static Result of(const lab::Tracker& tracker, const lab::Summary& summary);

  /// The settings, and the method's own where the user gave none.
  lab::Settings in_force() const { return lab::settings_in_force(settings, *info, method); }
};

/// The summary as the JSON object of docs/formats.md, with the settings in force and the method's
/// other parameters as "params". Numbers read back bit for bit; what is not finite is null.
std::string summary_json(const Result& result);
/// The same with a field "diagnosis", an array of causes.
std::string summary_json(const Result& result, const Diagnosed& diagnosed);
/// An array of them.
std::string summary_json(std::span<const Result> results);

/// A sweep as the JSON object of docs/formats.md: what was run, the axes with their values, the
/// cells that are computed, and what was found among them.
std::string sweep_json(const lab::Sweep& sweep, const lab::SweepResults& results);

/// What `iklab list` knows, as a JSON array.
std::string scenes_json();
std::string methods_json();

}  // namespace io
