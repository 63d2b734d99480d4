#pragma once

#include "cli/output/output.h"
#include "lab/solve/reach_study.h"

namespace cli {

/// Writes all output of poses solved to the end: the files that are wanted, as CSV, JSON and
/// figure, and a table with a row for each method on standard output unless a file goes there.
/// \param timed   whether the poses were timed
/// \param is_part whether the CSV is a part for a merge
/// \throws io::WriteError, ClosedPipe, Interrupted: then no file appears
void write_reach(Outputs& outputs, const lab::ReachStudy& study, const lab::ReachResults& results,
                 bool timed, bool is_part);

/// Writes the CSV and the figure, if they are wanted.
void write_reach_files(Outputs& outputs, const lab::ReachStudy& study,
                       const lab::ReachResults& results, bool is_part);

/// Prints what was solved, and the table of the methods.
void print_reach(std::ostream& out, const lab::ReachStudy& study, const lab::ReachResults& results,
                 bool timed);

}  // namespace cli
