#pragma once

#include <span>
#include <string>

#include "lab/advise/conclusion.h"
#include "lab/diagnosis/diagnosis.h"
#include "lab/run/changes.h"
#include "lab/run/experiment.h"
#include "lab/sweep/landmarks.h"

namespace io {

/// A diagnosis and the body with its names.
struct Diagnosed {
  ik::Multibody multibody;
  lab::Diagnosis diagnosis;
};

/// A finished run.
struct Result {
  std::string scene;  ///< its id
  const ik::MethodInfo* info;
  ik::AnyMethod method;  ///< with the parameters in force
  lab::Settings settings;
  lab::Summary summary;

  static Result of(const lab::Tracker& tracker, const lab::Summary& summary);

  /// The settings, with the method's own values for those that are not set.
  lab::Settings in_force() const { return lab::settings_in_force(settings, *info, method); }
};

/// The summary as the JSON object of docs/formats.md, with the settings in force and the method's
/// other parameters as "params". Numbers read back bit for bit; a number that is not finite is
/// null.
std::string summary_json(const Result& result);
/// The same with a field "diagnosis", an array of causes: joints and effectors by name, `motion` in
/// the order of the scene file, `direction` three numbers for each goal.
std::string summary_json(const Result& result, const Diagnosed& diagnosed);
/// An array of summaries. Where the setup changed during the run, each has a field "changes", and
/// its settings are the last ones.
std::string summary_json(std::span<const Result> results,
                         std::span<const lab::ChangeNote> changes = {});

/// A sweep as the JSON object of docs/formats.md: the experiment, the axes with their values, the
/// computed cells, and the best of them.
std::string sweep_json(const lab::Sweep& sweep, const lab::SweepResults& results);

/// An advice as the JSON object of docs/formats.md: the experiment, the bounds, the recommendations
/// and every candidate that has a result.
std::string advice_json(const lab::Advised& advised);

/// The tables of `iklab list`, as JSON arrays.
std::string scenes_json();
std::string methods_json();

}  // namespace io
