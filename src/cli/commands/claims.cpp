#include "cli/commands/commands.h"

#include <iostream>
#include <span>

#include <fmt/format.h>

#include "cli/options/measurement.h"
#include "cli/output/output.h"
#include "cli/output/progress.h"
#include "io/body/body_file.h"
#include "io/files/file.h"
#include "io/files/numbered_files.h"
#include "io/report/report.h"
#include "lab/claims/measurement.h"
#include "work/platform.h"
#include "work/pool.h"

namespace cli {
namespace {

struct ClaimsOptions {
  std::string name, report, json;
  bool list = false, no_times = false;
};

std::vector<const lab::Claim*> claims_of(const std::string& name) {
  if (const lab::Claim* one = lab::find_claim(name)) return {one};
  std::vector<const lab::Claim*> claims;
  for (const lab::Claim& claim : lab::claims()) claims.push_back(&claim);
  if (name == "all") return claims;
  const std::string what = name.empty() ? "expected a name" : "no claim '" + name + "'";
  throw io::Error(fmt::format("claims: {}; there are all, {}", what,
                              io::joined(claims, ", ", &lab::Claim::id)));
}

void print_list() {
  Table table({"name", "claim", "source"});
  for (const lab::Claim& claim : lab::claims()) {
    table.add_row({claim.id, claim.sentence, claim.source});
  }
  table.print(std::cout);
}

void print_finding(const lab::Finding& finding) {
  const lab::Claim& claim = *finding.claim;
  const std::string head = fmt::format("{}: {} ({})", claim.id, claim.sentence, claim.source);
  const std::string verdict =
      fmt::format("{} {}", lab::statement(finding.judgement.verdict), finding.judgement.sentence);
  std::cout << wrapped(head) << '\n' << wrapped(verdict) << "\n\n";
}

/// Measures claims in parallel. Claims about time follow, one by one on the idle machine.
/// \param clock for claims about time; empty: nothing is timed
std::vector<lab::Finding> findings_of(std::span<const lab::Claim* const> claims,
                                      const lab::Clock& clock) {
  std::vector<lab::Measurement> measurements;
  for (const lab::Claim* claim : claims) {
    measurements.emplace_back(
        *claim, [](const std::string& id) { return io::open_scene(id); }, clock);
  }
  std::vector<lab::Measurement*> together;
  for (lab::Measurement& own : measurements) {
    if (!own.claim().about_time) together.push_back(&own);
  }
  const auto all = static_cast<double>(claims.size());
  auto done = static_cast<double>(together.size());
  ProgressLine line("claims");
  work::Pool pool(work::machine_threads());
  work::Job job = pool.start(static_cast<int>(together.size()), [&](int part, int) {
    return
        [own = together[static_cast<std::size_t>(part)]] { return own->advance(work::kPortion); };
  });
  while (!job.wait_for(ProgressLine::kPause)) line.show(job.progress() * done / all);
  job.check();
  std::vector<lab::Finding> findings;
  for (lab::Measurement& own : measurements) {
    for (double share = 0.0; (share = own.advance(work::kPortion)) < 1.0;) {
      line.show((done + share) / all);
    }
    if (own.claim().about_time) done += 1.0;
    findings.push_back(own.finding());
  }
  return findings;
}

void measure_claims(const ClaimsOptions& options) {
  if (options.list) {
    if (!options.name.empty()) throw io::Error("--list: not together with a claim");
    if (!options.report.empty()) throw io::Error("--report: not together with --list");
    if (!options.json.empty()) throw io::Error("--json: not together with --list");
    if (options.no_times) throw io::Error("--no-times: not together with --list");
    print_list();
    return;
  }
  const std::vector<const lab::Claim*> claims = claims_of(options.name);
  if (!options.report.empty()) io::expect_report_path(options.report);
  Outputs outputs({.json = options.json, .report = options.report}, {});
  const std::filesystem::path figures = io::figures_folder(options.report);
  if (!figures.empty()) {
    const std::filesystem::path beside = std::filesystem::path(options.json).parent_path();
    if (outputs.json.wanted() && io::is_same_file(beside, figures)) {
      throw io::Error("--json: " + options.json + ": in the folder of the figures of --report");
    }
    io::expect_writable(figures);
  }
  const std::vector<lab::Finding> findings =
      findings_of(claims, options.no_times ? lab::Clock() : work::nanoseconds);
  if (!outputs.report.wanted() && !outputs.json.wanted()) {
    for (const lab::Finding& finding : findings) print_finding(finding);
  }
  if (outputs.json.wanted()) outputs.json.stream() << io::findings_json(findings);
  if (outputs.report.wanted()) {
    io::write_report(outputs.report.stream(), options.report, findings);
  }
  outputs.commit();
  tell_written(outputs.file_names());
}

}  // namespace

void add_claims(CLI::App& program) {
  const auto [app, options] = add_command(
      program, "claims", "Measures whether claims about the methods hold", measure_claims);
  app.add_option("name", options.name, "A claim, or all")->type_name("NAME");
  app.add_flag("--list", options.list, "Lists the claims with their sources");
  app.add_option("--report", options.report, "Figures and numbers as a page, .html or .md")
      ->type_name("FILE");
  app.add_option("--json", options.json, "The verdicts and every run; - is standard output")
      ->type_name("FILE");
  add_no_times({app, "Options"}, options.no_times, "no verdict on time, and ");
  app.footer("Example: iklab claims all --report claims.html");
}

}  // namespace cli
