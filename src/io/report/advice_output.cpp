#include "io/report/advice_output.h"

#include <algorithm>

#include <fmt/format.h>

#include "io/figure/plot_file.h"
#include "io/files/csv.h"
#include "io/files/text.h"
#include "io/report/report.h"
#include "lab/advise/code.h"
#include "lab/scene/knobs.h"
#include "lab/scene/number_text.h"

namespace io {
namespace {

constexpr const char* kCodeHead = "#include <iklab/iklab.h>\n";

std::string row_of(const lab::Advised& advised, std::size_t i) {
  const lab::Summary& summary = *advised.results[i];
  std::string row = fmt::format(
      "<tr><td>{}</td><td class=\"left\">{}</td><td>{:.5g}</td><td>{:.5g}</td>"
      "<td>{:.5g}</td><td>{:.4g}</td><td>{:.1f}</td>",
      html_escaped(lab::describe(advised.plan.candidates[i])),
      html_escaped(lab::purposes_of(advised.advice, i)), advised.advice.costs[i].error,
      summary.rms_error, summary.max_error, summary.mean_jitter_deg, 100.0 * summary.reversal_rate);
  const auto& ns = summary.ns_per_update;
  return row + "<td>" + (ns ? fmt::format("{:.0f}", *ns) : "–") + "</td></tr>\n";
}

std::string candidate_table(const lab::Advised& advised, const std::vector<std::size_t>& rows) {
  std::string html =
      "<div class=\"scroll\"><table><tr><th>candidate</th><th class=\"left\">advice</th>"
      "<th>" +
      std::string(lab::error_name(advised.plan.experiment.scene.multibody)) +
      " [m]</th><th>rms [m]</th><th>max [m]</th><th>jitter [deg]</th>"
      "<th>reversals [%]</th><th>ns/update</th></tr>\n";
  for (const std::size_t i : rows) html += row_of(advised, i);
  return html + "</table></div>\n";
}

}  // namespace

void write_csv(std::ostream& out, const lab::Advised& advised) {
  const bool aims = advised.plan.experiment.scene.multibody.aim_count() > 0;
  out << "candidate,method,options,front,advice,error";
  for (const lab::MeasureInfo& measure : lab::measures()) out << ',' << measure.name;
  out << (aims ? ",mean_aim_error_deg" : "") << ",finite,ns_per_update,experiment\n";
  const std::string experiment = csv_field(provenance(advised));
  for (std::size_t i = 0; i < advised.plan.candidates.size(); ++i) {
    if (!advised.results[i]) continue;
    const lab::Summary& summary = *advised.results[i];
    const lab::Cost& cost = advised.advice.costs[i];
    out << fmt::format("{},{},{},{},{},{:.17g}", i, advised.plan.candidates[i].method->id,
                       csv_field(lab::options_of(advised.plan.of(i))),
                       advised.advice.on_front(i) ? "true" : "false",
                       csv_field(lab::purposes_of(advised.advice, i)), cost.error);
    for (const lab::MeasureInfo& measure : lab::measures()) {
      out << fmt::format(",{:.17g}", measure.get(summary));
    }
    if (aims) out << fmt::format(",{:.17g}", summary.mean_aim_error_deg.value_or(0.0));
    out << (cost.finite ? ",true," : ",false,");
    if (summary.ns_per_update) out << fmt::format("{:.17g}", *summary.ns_per_update);
    out << ',' << experiment << '\n';
  }
}

std::vector<lab::KnobUse> uses_of(const lab::AdvicePlan& plan) {
  std::vector<lab::KnobUse> uses;
  for (const lab::Candidate& candidate : plan.candidates) {
    uses.push_back(
        tracking_uses(plan.experiment.scene, candidate.settings, {candidate.method}).front());
  }
  return uses;
}

std::string provenance(const lab::Advised& advised) {
  const lab::AdvicePlan& plan = advised.plan;
  return provenance(plan.experiment, uses_of(plan),
                    fmt::format("advice on {} candidates", plan.candidates.size()));
}

std::string advice_code(const lab::Advised& advised) {
  std::string code = kCodeHead;
  for (const lab::Recommendation& r : advised.advice.recommendations) {
    code += '\n' + lab::code_of(advised.plan.of(r.choice.candidate), lab::name(r.choice.purpose),
                                r.sentence);
  }
  return code;
}

std::string candidate_code(const lab::Advised& advised, std::size_t candidate) {
  return std::string(kCodeHead) + '\n' +
         lab::code_of(advised.plan.of(candidate), "make_solver",
                      lab::describe(advised.plan.candidates[candidate]));
}

std::string draw_advice(const lab::Advised& advised, PlotFormat format) {
  return draw_scatter(lab::advice_figure(advised), format, provenance(advised));
}

std::string advice_page(const lab::Advised& advised) {
  const lab::Experiment& experiment = advised.plan.experiment;
  const lab::Advice& advice = advised.advice;
  std::string html = page_head("Which method suits " + experiment.scene.name + "?");
  html += fmt::format(
      "<p class=\"soft\">{}, each run {} of {:g} s, of which the first {} are "
      "left out, by {}.</p>\n",
      lab::counted(advised.plan.candidates.size(), "candidate"),
      lab::counted(static_cast<std::size_t>(experiment.steps), "step"),
      experiment.settings.time_step, experiment.warmup, html_escaped(program_name()));
  for (const lab::Recommendation& r : advice.recommendations) {
    if (r.repeated) continue;
    html +=
        fmt::format("<h2 id=\"{}\">{}</h2>\n<p>{}</p>\n<p class=\"soft\"><code>{}</code></p>\n",
                    lab::name(r.choice.purpose), html_escaped(r.sentence), html_escaped(r.reason),
                    html_escaped(lab::command_of(advised.plan.of(r.choice.candidate))));
  }
  if (advice.bounds) {
    html += fmt::format("<p class=\"soft\">{}</p>\n", html_escaped(lab::bounds_in_words(advised)));
  }
  for (const std::string& sentence : advised.plan.left_out) {
    html += fmt::format("<p class=\"soft\">Not tried: {}</p>\n", html_escaped(sentence));
  }
  html += fmt::format("<figure>{}</figure>\n",
                      inline_svg(draw_scatter(lab::advice_figure(advised), PlotFormat::kSvg), 0));
  html += "<h2 id=\"front\">The front: no other candidate is closer and calmer</h2>\n" +
          candidate_table(advised, advice.listed());
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < advised.results.size(); ++i) {
    if (advised.results[i]) all.push_back(i);
  }
  std::stable_sort(all.begin(), all.end(), [&advice](std::size_t a, std::size_t b) {
    const lab::Cost &first = advice.costs[a], &second = advice.costs[b];
    return first.finite != second.finite ? first.finite
                                         : first.finite && first.error < second.error;
  });
  html += fmt::format("<details><summary>All {} candidates</summary>\n{}</details>\n", all.size(),
                      candidate_table(advised, all));
  return html + page_foot();
}

}  // namespace io
