#pragma once

#include <span>
#include <string>
#include <vector>

#include "iklab/solver.h"

#include "lab/advise/conclusion.h"
#include "lab/diagnosis/diagnosis.h"
#include "lab/run/changes.h"
#include "lab/run/run.h"
#include "lab/sweep/sweep.h"

namespace lab {
class ReachStudy;
class ReachResults;
struct ReachAdvice;
}  // namespace lab

namespace io {

/// A diagnosis with its body, for the names.
struct Diagnosed {
  ik::Multibody multibody;
  lab::Diagnosis diagnosis;
};

/// A finished run.
struct Result {
  std::string scene;  ///< id of the scene
  const ik::MethodInfo* info;
  ik::AnyMethod method;  ///< with the parameters in force
  lab::Settings settings;
  lab::Summary summary;

  static Result of(const lab::Tracker& tracker, const lab::Summary& summary);

  /// The settings; the method's own values replace unset ones.
  lab::Settings in_force() const { return lab::settings_in_force(settings, *info); }
};

/// The summary as the JSON object of docs/formats.md, with the settings in force and the method's
/// other parameters as "params". Numbers are restored exactly; a non-finite number is null.
/// \param diagnosed adds a field "diagnosis", an array of causes: joints and effectors by name,
///   `motion` in the order of the scene file, `direction` with three numbers per goal; may be null
std::string summary_json(const Result& result, const Diagnosed* diagnosed = nullptr);
/// An array of summaries. If the setup changed during the run, each has a field "changes" and the
/// final settings.
std::string summary_json(std::span<const Result> results,
                         std::span<const lab::ChangeNote> changes = {});

/// A sweep as the JSON object of docs/formats.md: the experiment, the axes with their values, the
/// computed cells, and the best of them.
std::string sweep_json(const lab::Sweep& sweep, const lab::SweepResults& results);

/// An advice as the JSON object of docs/formats.md: the experiment, the bounds, the recommendations
/// and every candidate with a result.
std::string advice_json(const lab::Advised& advised);

/// The summaries of poses solved to the end, as the JSON array of docs/formats.md.
/// \param timed false leaves out the times
std::string reach_json(const lab::ReachStudy& study, const lab::ReachResults& results, bool timed);

/// The advice for such poses as a JSON object: the recommended method with its reasons, and the
/// summaries.
std::string reach_advice_json(const lab::ReachStudy& study, const lab::ReachResults& results,
                              const lab::ReachAdvice& advice, bool timed);

/// A pose that was solved.
struct SolvedPose {
  std::string scene;
  ik::Report report;
  std::string why;                      ///< why it is not reached; empty if it is
  ik::Solutions solutions;              ///< may be empty
  std::vector<std::string> names = {};  ///< of the solutions, see lab::solution_names()
  bool all = false;                     ///< all solutions were asked for
  /// The number of whole turns of each solution within the limits; empty where these are listed.
  std::vector<double> turns;
};
/// The same as the JSON object of docs/formats.md. \param solver in the pose that was found
std::string solution_json(const SolvedPose& pose, const ik::Solver& solver);

/// The tables of `iklab list`, as JSON arrays.
std::string scenes_json();
std::string methods_json();

}  // namespace io
